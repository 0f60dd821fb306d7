import type { ArrangedSlices } from '../arrangedSlices';
import { type ArrangedLane, arrangeLane } from '../arranging/arrange';
import { type FlowLoops, plainFlowLoops } from '../arrows/matchFlows';
import { type SweptLane, sweepLane } from '../arrows/sweptLane';
import { type ColumnPacking, PlainPacking } from '../cache/packedColumn';
import type { IndexSlices, SliceTimes } from '../columns/indexSlices';
import type { SliceChunks } from '../columns/narrowSlices';
import { chosenRows } from '../excerpt';
import { type NameNumbers, PlainNames } from '../nameNumbers';
import type { IntervalTree } from '../rankIndex';
import { buildIntervalTree } from '../tree/intervalTree';

/**
 * Loops over all slices of an index, and all names, as the engine can run them: plain, or in WebAssembly, which is compiled once for all
 * threads, while V8 compiles JavaScript anew on each. What they leave is the same to the byte.
 */
export interface SliceLoops {
  /** See `arrangeLane`. */
  arrangeLane(slices: IndexSlices, idRefs: Uint32Array, first: number, end: number): ArrangedLane;
  /** See `buildIntervalTree`. */
  buildIntervalTree(times: SliceTimes, rowFirstSlice: Uint32Array): IntervalTree;
  /** An empty table, for so many bytes of names at most. */
  nameNumbers(sizeBytes: number): NameNumbers;
  /** See `chosenRows`. */
  chosenRows(slices: SliceChunks, max: number): Iterable<number>;
  /** For matching the arrows of one rank. */
  flowLoops(): FlowLoops;
  /** See `sweepLane`. What it answers holds until the loops are used again. */
  sweepLane(slices: ArrangedSlices, firstRow: number, endRow: number, instantsNs: Float64Array): SweptLane;
  /** For the columns of one file. What it has holds until the loops are used again. */
  columnPacking(): ColumnPacking;
}

export const plainLoops: SliceLoops = {
  arrangeLane,
  buildIntervalTree: (times, rows) => buildIntervalTree(times, rows),
  nameNumbers: () => new PlainNames(),
  chosenRows,
  flowLoops: () => plainFlowLoops,
  sweepLane,
  columnPacking: () => new PlainPacking(),
};
