/** Slices of a rank's lanes once more, at another time: what a step did, above or below what another of the same rank did. */
import type { HueClass, LaneCopyQuestion, LaneId } from '../../src-contract';
import { endNsOf } from '../index/columns/indexSlices';
import { columnsOf, computedPart } from '../index/computed/computedPart';
import type { LaneRows, RunsOfRow } from '../index/computed/laneRows';
import type { StandIns } from '../index/rankIndex';
import { lowerBound } from '../query/bounds';
import { LANES_PER_RANK, type PartLane, type RankView } from '../query/rankView';
import type { DumpContext } from './dumpContext';
import { type MadeLanes, madeIds } from './madeLanes';

export interface LaneCopies extends MadeLanes {
  /** What the part's lanes are copies of, one after the other. */
  readonly of: readonly LaneId[];
}

interface Copied {
  readonly of: LaneId;
  readonly hue: HueClass;
  readonly rows: LaneRows;
  /** As numbered in the rank, row after row. */
  readonly slices: readonly number[];
}

/**
 * Undefined where no slice of the lanes begins in [startNs, endNs), or the rank has no timeline. Each copy is as long as what it
 * is of to the ns, lies in a row of the same number, and is at the question's `byNs` from it by the job's clock (of a clock that
 * drifts: the first of them is). `firstId`: the first local id that no lane of the rank has.
 */
export async function laneCopies(
  dump: DumpContext,
  { rank, lanes, startNs, endNs, byNs }: LaneCopyQuestion,
  firstId: number,
): Promise<LaneCopies | undefined> {
  const view = await dump.timeline(rank);
  if (!view) return undefined;
  const { time } = view;
  const span = { startNs: time.first(startNs), endNs: time.first(endNs), byNs: time.first(startNs + byNs) };
  span.byNs -= span.startNs;
  const nameNumbers = new Map<string, number>();
  const copied = lanes.flatMap((lane) => {
    const [place] = view.lanesWith(lane % LANES_PER_RANK);
    return place ? (copyOf(place, lane, span, nameNumbers) ?? []) : [];
  });
  if (copied.length === 0) return undefined;
  const columns = columnsOf(
    'Copy',
    copied.map(({ rows }) => rows),
    [...nameNumbers.keys()],
  );
  const part = computedPart(
    { ...columns, laneHues: copied.map(({ hue }) => hue), standIns: standInsOf(view, copied) },
    madeIds(firstId),
    view.index.baseUs,
    { importer: view.index.files.importer },
  );
  const { generation, offsetNs } = view;
  return { rank, generation, offsetNs, part, of: copied.map(({ of }) => of) };
}

/** In the index's times. */
interface CopiedSpan {
  readonly startNs: number;
  readonly endNs: number;
  readonly byNs: number;
}

function copyOf(
  { part, lane }: PartLane,
  of: LaneId,
  { startNs, endNs, byNs }: CopiedSpan,
  nameNumbers: Map<string, number>,
): Copied | undefined {
  const { slices, lanes, laneFirstRow, rowFirstSlice } = part.index;
  const rows: RunsOfRow[] = [];
  const numbers: number[] = [];
  let used = 0;
  for (let row = laneFirstRow[lane]; row < laneFirstRow[lane + 1]; row++) {
    const from = lowerBound(slices.startNs, startNs, rowFirstSlice[row], rowFirstSlice[row + 1]);
    const to = lowerBound(slices.startNs, endNs, from, rowFirstSlice[row + 1]);
    const own = Array.from({ length: to - from }, (_, i) => from + i);
    rows.push({
      startNs: Float64Array.from(own, (slice) => slices.startNs[slice] + byNs),
      endNs: Float64Array.from(own, (slice) => endNsOf(slices, slice) + byNs),
      text: own.map((slice) => numberOf(part.nameText(slices.name[slice]), nameNumbers)),
    });
    for (const slice of own) numbers.push(part.place.firstSlice + slice);
    if (own.length > 0) used = rows.length;
  }
  if (numbers.length === 0) return undefined;
  const { name, hue } = lanes[lane];
  return { of, hue, rows: { name, rows: rows.slice(0, used) }, slices: numbers };
}

function numberOf(name: string, nameNumbers: Map<string, number>): number {
  const known = nameNumbers.get(name) ?? nameNumbers.size;
  nameNumbers.set(name, known);
  return known;
}

function standInsOf({ rank, generation }: RankView, copied: readonly Copied[]): StandIns {
  const all = copied.flatMap(({ slices }) => slices);
  const shared = () => new Int32Array(new SharedArrayBuffer(4 * all.length));
  const slice = shared();
  slice.set(all);
  return { rank: shared().fill(rank), slice, generations: new Map([[rank, generation]]) };
}
