import type { SliceTimes } from './columns/indexSlices';
import type { IndexedIds } from './ids/sliceIds';

/** What binding needs to know of the arranged slices. */
export interface ArrangedSlices extends SliceTimes {
  readonly flags: Uint8Array;
  /** Rows of lane L are laneFirstRow[L] … laneFirstRow[L + 1]. */
  readonly laneFirstRow: Uint32Array;
  readonly rowFirstSlice: Uint32Array;
  readonly ids: IndexedIds;
}
