import type { OverviewQuestion, RankOverview } from '../../../src-contract';
import { endNsOf } from '../../index/columns/indexSlices';
import { deviceTasks } from '../../model/deviceTasks';
import type { DumpContext } from '../../model/dumpContext';
import { stepsOfView } from '../../model/steps/steps';
import { TASK_KINDS, type TaskKind } from '../../names/taskKind';
import type { RankView } from '../../query/rankView';

/** Steps of a rank, and how busy it is over a stretch of time. Undefined: it has no timeline (yet). */
export async function rankOverview(dump: DumpContext, question: OverviewQuestion): Promise<RankOverview | undefined> {
  const { rank, ...own } = question;
  return dump.ofTimeline(`overview ${JSON.stringify(own)} ${dump.clockRevision}`, rank, (view) =>
    overviewOf(dump, view, question),
  );
}

function overviewOf(dump: DumpContext, view: RankView, { startNs, endNs, columns }: OverviewQuestion): RankOverview {
  const steps = stepsOfView(dump, view)
    .steps.filter(({ number }) => !Number.isNaN(number))
    .map((step) => ({
      number: step.number,
      startNs: view.time.toJob(step.startNs),
      endNs: view.time.toJob(Number.isFinite(step.endNs) ? step.endNs : view.index.endNs),
    }));
  const grid: Grid = { startNs, columnNs: Math.max(1, endNs - startNs) / columns, columns };
  const computing = busyOf(view, grid, ['compute']);
  const withCommunication = busyOf(view, grid, ['compute', 'communication']);
  const all = busyOf(view, grid, ['compute', 'communication', 'memory']);
  const { length } = deviceTasks(view).slice;
  const recorded = length > 0 ? recordedOf(view, grid) : new Float64Array(columns);
  return {
    steps,
    busy: {
      computing: sharesOf(grid, computing),
      communication: sharesOf(grid, withCommunication, computing),
      memory: sharesOf(grid, all, withCommunication),
      idle: sharesOf(grid, recorded, all),
      host: sharesOf(grid, length > 0 ? new Float64Array(columns) : busiestLane(view, grid)),
    },
  };
}

/** Columns of one width. */
interface Grid {
  readonly startNs: number;
  readonly columnNs: number;
  readonly columns: number;
}

/** Time of each column in which a task of one of these kinds runs. Tasks come by start. */
function busyOf(view: RankView, grid: Grid, kinds: readonly TaskKind[]): Float64Array {
  const { slice, kind } = deviceTasks(view);
  const { slices } = view.index;
  const isCounted = TASK_KINDS.map((own) => kinds.includes(own));
  const busyNs = new Float64Array(grid.columns);
  let coveredNs = Number.NEGATIVE_INFINITY;
  for (let task = 0; task < slice.length; task++) {
    if (!isCounted[kind[task]]) continue;
    const toNs = endNsOf(slices, slice[task]);
    const fromNs = Math.max(coveredNs, slices.startNs[slice[task]]);
    if (toNs <= fromNs) continue;
    addTo(busyNs, grid, view.time.toJob(fromNs), view.time.toJob(toNs));
    coveredNs = toNs;
  }
  return busyNs;
}

/** From the device's first task to the end of its last. */
function recordedOf(view: RankView, grid: Grid): Float64Array {
  const { slice } = deviceTasks(view);
  const { slices } = view.index;
  let lastNs = Number.NEGATIVE_INFINITY;
  for (const own of slice) lastNs = Math.max(lastNs, endNsOf(slices, own));
  const recordedNs = new Float64Array(grid.columns);
  addTo(recordedNs, grid, view.time.toJob(slices.startNs[slice[0]]), view.time.toJob(lastNs));
  return recordedNs;
}

/** Where there is no device: of the outermost calls of each lane, the lane that is busy longest. */
function busiestLane(view: RankView, grid: Grid): Float64Array {
  const { slices, lanes, laneFirstRow, rowFirstSlice } = view.index;
  const busiestNs = new Float64Array(grid.columns);
  const busyNs = new Float64Array(grid.columns);
  for (let lane = 0; lane < lanes.length; lane++) {
    const row = laneFirstRow[lane];
    if (row >= laneFirstRow[lane + 1]) continue;
    busyNs.fill(0);
    for (let slice = rowFirstSlice[row]; slice < rowFirstSlice[row + 1]; slice++)
      addTo(busyNs, grid, view.time.toJob(slices.startNs[slice]), view.time.toJob(endNsOf(slices, slice)));
    for (let column = 0; column < grid.columns; column++)
      busiestNs[column] = Math.max(busiestNs[column], busyNs[column]);
  }
  return busiestNs;
}

function addTo(sumNs: Float64Array, { startNs, columnNs, columns }: Grid, fromNs: number, toNs: number): void {
  const first = Math.max(0, Math.floor((fromNs - startNs) / columnNs));
  const last = Math.min(columns - 1, Math.floor((toNs - startNs) / columnNs));
  for (let column = first; column <= last; column++) {
    const beginNs = startNs + column * columnNs;
    sumNs[column] += Math.max(0, Math.min(toNs, beginNs + columnNs) - Math.max(fromNs, beginNs));
  }
}

/** What is more than nothing is seen. */
function sharesOf({ columnNs }: Grid, sumNs: Float64Array, less?: Float64Array): Uint8Array {
  return Uint8Array.from(sumNs, (ns, column) => {
    const own = ns - (less?.[column] ?? 0);
    return own <= columnNs * 1e-9 ? 0 : Math.min(255, Math.max(1, Math.round((255 * own) / columnNs)));
  });
}
