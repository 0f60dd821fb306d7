/** The collectives of all ranks as lanes: one lane a rank, a row more where collectives of one rank overlap. Pure. */
import type { CollectiveLanes } from '../../../../src-contract';
import type { TimeRange } from '../../../base/timeRange';
import type { PlotLane } from '../../../ui/lanes/plotPainter';

/** Where the bars (positions in the columns of `CollectiveLanes`) stand among the lanes. */
export interface BarPlaces {
  readonly lanes: readonly PlotLane[];
  readonly startNs: Float64Array;
  readonly endNs: Float64Array;
  /** Bar of each slice that is drawn, and the other way round. */
  readonly barOf: Uint32Array;
  readonly sliceOf: Uint32Array;
  /** Row of each bar in its lane. */
  readonly rowOf: Uint8Array;
}

/** Beyond this many at once the rest share a row: nobody could tell them apart. */
const MOST_ROWS = 16;

/** Each bar in the first row of its rank that is free; `first` as of `firstBars`. */
export function placeBars(lanes: CollectiveLanes, first: Uint32Array): BarPlaces {
  const count = lanes.rank.length;
  const [startNs, endNs] = [new Float64Array(count), new Float64Array(count)];
  const [barOf, sliceOf, rowOf] = [new Uint32Array(count), new Uint32Array(count), new Uint8Array(count)];
  let slice = 0;
  const placed = lanes.ranks.map(({ label }, rank): PlotLane => {
    const rows = rowsOf(lanes, first[rank]!, first[rank + 1]!, rowOf);
    return {
      label,
      rows: rows.map((bars) => {
        const firstSlice = slice;
        for (const bar of bars) {
          startNs[slice] = lanes.startNs[bar]!;
          endNs[slice] = lanes.startNs[bar]! + lanes.elapseNs[bar]!;
          barOf[slice] = bar;
          sliceOf[bar] = slice++;
        }
        return { kind: 'slices', first: firstSlice, end: slice };
      }),
    };
  });
  return { lanes: placed, startNs, endNs, barOf, sliceOf, rowOf };
}

function rowsOf(lanes: CollectiveLanes, first: number, end: number, rowOf: Uint8Array): readonly (readonly number[])[] {
  const rows: number[][] = [[]];
  const rowEndNs = [Number.NEGATIVE_INFINITY];
  for (let bar = first; bar < end; bar++) {
    const startNs = lanes.startNs[bar]!;
    const free = rowEndNs.findIndex((ns) => ns <= startNs);
    const row = free >= 0 ? free : Math.min(rows.length, MOST_ROWS - 1);
    if (row === rows.length) rows.push([]);
    rows[row]!.push(bar);
    rowEndNs[row] = Math.max(rowEndNs[row] ?? startNs, startNs + lanes.elapseNs[bar]!);
    rowOf[bar] = row;
  }
  return rows;
}

/** From the first start to the last end; a moment where there is nothing. */
export function laneExtent({ startNs, elapseNs }: CollectiveLanes): TimeRange {
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let i = 0; i < startNs.length; i++) {
    first = Math.min(first, startNs[i]!);
    last = Math.max(last, startNs[i]! + elapseNs[i]!);
  }
  if (last > first) return { startNs: first, endNs: last };
  const at = first === Number.POSITIVE_INFINITY ? 0 : first;
  return { startNs: at, endNs: at + 1 };
}

/** Bars of each rank, by start: the columns stand in that order. First of each rank, and the end. */
export function firstBars({ rank, ranks }: CollectiveLanes): Uint32Array {
  const first = new Uint32Array(ranks.length + 1);
  for (const own of rank) first[own + 1]!++;
  for (let i = 0; i < ranks.length; i++) first[i + 1]! += first[i]!;
  return first;
}

/** The bar beside this one in its lane, or the same collective in the lane above or below. */
export function barBeside(
  lanes: CollectiveLanes,
  first: Uint32Array,
  bar: number | undefined,
  direction: 'left' | 'right' | 'up' | 'down',
): number | undefined {
  if (bar === undefined) return lanes.rank.length > 0 ? 0 : undefined;
  const rank = lanes.rank[bar]!;
  if (direction === 'left') return Math.max(first[rank]!, bar - 1);
  if (direction === 'right') return Math.min(first[rank + 1]! - 1, bar + 1);
  const step = direction === 'up' ? -1 : 1;
  for (let next = rank + step; next >= 0 && next < lanes.ranks.length; next += step) {
    for (let other = first[next]!; other < first[next + 1]!; other++)
      if (lanes.op[other] === lanes.op[bar]) return other;
  }
  return bar;
}
