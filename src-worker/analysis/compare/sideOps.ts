import type { CompareSide, SideOps } from '../../../src-contract';
import { durationNsOf, endNsOf } from '../../index/columns/indexSlices';
import { deviceTasks } from '../../model/deviceTasks';
import type { DumpContext } from '../../model/dumpContext';
import { slicesOfRank } from '../../model/kernels/kernels';
import { launches } from '../../model/launches';
import { stepsOfView } from '../../model/steps/steps';
import type { Step } from '../../model/steps/timelineSteps';
import { TASK_KINDS } from '../../names/taskKind';
import { lowerBound, type RankView } from '../../query/rankView';
import type { StepKernels } from './sideKernels';
import { positionOf, type SideSteps } from './sideSteps';

/** Ops of a step that are looked at. */
const MOST_OPS = 20_000;
/** A step is no op, though torch_npu writes it as one. */
const STEP_NAME = /^ProfilerStep/;

/** The ops of the chosen step; of several, of the one whose length is their median. */
export async function sideOps(
  dump: DumpContext,
  side: SideSteps,
  kernels: StepKernels | undefined,
): Promise<Pick<CompareSide, 'ops'>> {
  const at = medianStep(side);
  const ops = await dump.ofTimeline(`ops of step ${side.rows[at].step}`, side.index, (view) => {
    const step = stepsOfView(dump, view).steps.find(({ number }) => positionOf(side, number) === at);
    const found = step && outermostOps(view, step);
    return found && found.length > 0 ? { found, generation: view.generation } : undefined;
  });
  if (ops) {
    const place = { step: side.rows[at].step, rank: side.index, generation: ops.generation };
    return { ops: { from: 'ops', ...place, ...columnsOf(ops.found) } };
  }
  const found = await kernelSequence(dump, side, kernels);
  return found ? { ops: found } : {};
}

/** The kernels of the same step that compute, in order. Undefined: nothing tells of any. */
export async function kernelSequence(
  dump: DumpContext,
  side: SideSteps,
  kernels: StepKernels | undefined,
): Promise<SideOps | undefined> {
  if (!kernels) return undefined;
  const at = medianStep(side);
  const slices = await slicesOfRank(dump, kernels.table);
  const rows = kernels.rows.filter((_, i) => kernels.at[i] === at);
  const found = rows.map((row) => ({
    name: kernels.typeOf(row),
    durationNs: kernels.durationNs[row],
    deviceNs: kernels.durationNs[row],
    slice: slices?.[row] ?? Number.NaN,
  }));
  const place = { step: side.rows[at].step, rank: side.index, generation: dump.generation(side.index) ?? 0 };
  return { from: 'kernels', ...place, ...columnsOf(found) };
}

function medianStep({ groups: { computing, exposed, free } }: SideSteps): number {
  const lengths = computing.map((ns, at) => ns + exposed[at] + free[at]);
  const order = [...lengths.keys()].sort((a, b) => lengths[a] - lengths[b] || a - b);
  return order[(order.length - 1) >> 1];
}

interface Op {
  readonly name: string;
  readonly durationNs: number;
  deviceNs: number;
  readonly slice: number;
}

function columnsOf(
  all: readonly Op[],
): Pick<SideOps, 'names' | 'name' | 'durationNs' | 'deviceNs' | 'slice' | 'leftOut'> {
  const ops = all.slice(0, MOST_OPS);
  const codes = new Map<string, number>();
  const name = Uint32Array.from(ops, (own) => {
    const code = codes.get(own.name) ?? codes.size;
    codes.set(own.name, code);
    return code;
  });
  return {
    names: [...codes.keys()],
    name,
    durationNs: Float64Array.from(ops, (own) => own.durationNs),
    deviceNs: Float64Array.from(ops, (own) => own.deviceNs),
    slice: Float64Array.from(ops, (own) => own.slice),
    leftOut: all.length - ops.length,
  };
}

/**
 * Ops of the framework that lie in no other op of their thread and begin in the step on the host, by start; with the time of the
 * device’s tasks that they, or what is in them, launched.
 */
function outermostOps(view: RankView, { hostStartNs, hostEndNs }: Step): readonly Op[] {
  const { index } = view;
  const { slices, categories } = index;
  const isOp = categories.map((category) => category === 'cpu_op');
  const ofLane = new Map<number, { readonly starts: Float64Array; readonly ends: Float64Array; readonly ops: Op[] }>();
  for (let lane = 0; lane < index.lanes.length; lane++) {
    const end = index.rowFirstSlice[index.laneFirstRow[lane + 1]];
    const found: number[] = [];
    for (let slice = index.rowFirstSlice[index.laneFirstRow[lane]]; slice < end; slice++) {
      const startNs = slices.startNs[slice];
      if (!isOp[slices.category[slice]] || startNs < hostStartNs || startNs > hostEndNs) continue;
      if (!STEP_NAME.test(view.nameText(slices.name[slice]))) found.push(slice);
    }
    found.sort((a, b) => slices.startNs[a] - slices.startNs[b] || endNsOf(slices, b) - endNsOf(slices, a));
    const outermost: number[] = [];
    let coveredTo = Number.NEGATIVE_INFINITY;
    for (const slice of found) {
      if (slices.startNs[slice] < coveredTo) continue;
      outermost.push(slice);
      coveredTo = endNsOf(slices, slice);
    }
    if (outermost.length === 0) continue;
    ofLane.set(lane, {
      starts: Float64Array.from(outermost, (slice) => slices.startNs[slice]),
      ends: Float64Array.from(outermost, (slice) => endNsOf(slices, slice)),
      ops: outermost.map((slice) => {
        const name = view.nameText(slices.name[slice]);
        return { name, durationNs: durationNsOf(slices, slice), deviceNs: Number.NaN, slice };
      }),
    });
  }
  addDeviceTimes(view, (slice) => {
    const own = ofLane.get(view.laneOfRow(view.rowOf(slice)));
    if (!own) return undefined;
    const at = lowerBound(own.starts, slices.startNs[slice] + 1) - 1;
    return at >= 0 && slices.startNs[slice] < own.ends[at] ? own.ops[at] : undefined;
  });
  return [...ofLane.values()]
    .flatMap(({ ops }) => ops)
    .sort((a, b) => slices.startNs[a.slice] - slices.startNs[b.slice]);
}

/** Waiting is nobody’s work. */
function addDeviceTimes(view: RankView, opAround: (slice: number) => Op | undefined): void {
  const { slices } = view.index;
  const tasks = deviceTasks(view);
  const launched = launches(view);
  for (let at = 0; at < tasks.slice.length; at++) {
    if (TASK_KINDS[tasks.kind[at]] === 'wait') continue;
    const call = launched.callOf(tasks.slice[at]);
    const op = call === undefined ? undefined : opAround(call);
    if (!op) continue;
    const ns = durationNsOf(slices, tasks.slice[at]);
    op.deviceNs = Number.isNaN(op.deviceNs) ? ns : op.deviceNs + ns;
  }
}
