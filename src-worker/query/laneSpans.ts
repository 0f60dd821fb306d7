import { endNsOf, type IndexSlices } from '../index/columns/indexSlices';
import type { PlacedSlices } from './laneSlices';

/** Begin and end of slices, by the index's own time. */
export interface SpanColumns {
  readonly startNs: Float64Array;
  readonly endNs: Float64Array;
}

/** Of all slices of these lanes, one lane behind the other: columns, since there may be a million. */
export function spansOfLanes(lanes: readonly PlacedSlices[]): SpanColumns {
  const count = lanes.reduce((sum, { first, end }) => sum + end - first, 0);
  const spans = { startNs: new Float64Array(count), endNs: new Float64Array(count) };
  let at = 0;
  for (const { part, first, end } of lanes) {
    putSpans(spans, at, part.index.slices, first, end);
    at += end - first;
  }
  return spans;
}

/** One small loop for all who ask: see `slicesNamed`. */
function putSpans(
  { startNs, endNs }: SpanColumns,
  from: number,
  slices: IndexSlices,
  first: number,
  end: number,
): void {
  for (let slice = first; slice < end; slice++) {
    startNs[from + slice - first] = slices.startNs[slice];
    endNs[from + slice - first] = endNsOf(slices, slice);
  }
}
