import { upperBound } from '../bounds';
import { type OwnStretch, slicesInRows } from '../chosenLanes';
import { aligned, GatherMemory } from '../gatherMemory';
import { isNested } from '../nested';
import type { PartView } from '../partView';
import type { SliceRange } from '../touching';
import { MOST_STEPS, stepsOf } from './laneRegion';
import { type PartSums, SUM_FLOATS } from './partSums';

/** Slices of a row that are looked at at a time. */
const STEP_SLICES = 1 << 12;
/** As many of all rows where slices cross, but for very many rows: each has some. */
const CROSSING_SLICES = 1 << 16;
const FEWEST_SLICES = 1 << 6;
const SUM_BYTES = 8 * SUM_FLOATS;
/** What assembly/sums.ts keeps of a row. */
const CROSSING_ROW_BYTES = 64;

/**
 * Sums slices up in WebAssembly, as `LaneRegion` does where there is none: from the first question on as fast as that is once V8 has
 * compiled it. In this memory:
 *
 *     | slices | slices of the row above | a record for each name | names that have been met, ends of long slices | rows that cross
 */
export class SummedLanes {
  readonly #memory: GatherMemory;
  readonly #above: number;
  readonly #records: number;
  /** Up to here the records are 0, and nothing else lies there. */
  #recordsEnd: number;

  constructor(module: WebAssembly.Module) {
    this.#memory = new GatherMemory(module);
    this.#above = this.#memory.firstFree + GatherMemory.sliceBytes(STEP_SLICES);
    this.#records = this.#above + GatherMemory.sliceBytes(STEP_SLICES);
    this.#recordsEnd = this.#records;
  }

  /**
   * Shows the sums of these lanes of a part to `use`, for as long as that runs. False where there is no memory for them: nothing has been
   * shown then.
   */
  sum(part: PartView, lanes: readonly number[], region: OwnStretch, use: (sums: PartSums) => void): boolean {
    const { index } = part;
    const { longEndNs, name } = index.slices;
    const nameCount = index.names.ends.length;
    const memory = this.#memory;
    const recordsEnd = Math.max(this.#recordsEnd, this.#records + SUM_BYTES * nameCount);
    const longEnds = aligned(recordsEnd + 4 * nameCount);
    const free = longEnds + 8 * longEndNs.length;
    if (!memory.reach(free)) return false;
    memory.bytes.fill(0, this.#recordsEnd, recordsEnd);
    this.#recordsEnd = recordsEnd;
    memory.floats.set(longEndNs, longEnds / 8);
    const areNamesShort = name.BYTES_PER_ELEMENT === 2 ? 1 : 0;
    memory.wasm.beginSums(longEnds, areNamesShort, this.#records, recordsEnd, region.fromNs, region.toNs);
    const areSummed = lanes.every((lane) => this.#addLane(part, lane, region, free));
    const { floats, words, wasm } = memory;
    const records = floats.subarray(this.#records / 8);
    const names = words.subarray(recordsEnd / 4, recordsEnd / 4 + wasm.usedNames());
    if (areSummed) use({ part, records, names });
    for (const met of names) records.fill(0, met * SUM_FLOATS, (met + 1) * SUM_FLOATS);
    return areSummed;
  }

  #addLane(part: PartView, lane: number, region: OwnStretch, free: number): boolean {
    const ranges = slicesInRows({ part, lane }, region);
    const isNesting = isNested(part.index, lane);
    ranges.forEach((range, row) => {
      this.#addRow(part, range, isNesting ? ranges[row - 1] : undefined);
    });
    if (isNesting || ranges.length < 2) return true;
    if (stepsOf(ranges) <= MOST_STEPS) return this.#takeWhereCrossing(part, ranges, free);
    for (const range of ranges) this.#forgetSelf(part, range);
    return true;
  }

  /** Each of its slices lies within one of those above. */
  #addRow(part: PartView, { first, end }: SliceRange, above: SliceRange | undefined): void {
    const { slices } = part.index;
    const { wasm, firstFree: at } = this.#memory;
    for (let from = first; from < end; from += STEP_SLICES) {
      const to = Math.min(end, from + STEP_SLICES);
      const { durations, names } = this.#memory.putSlices(slices, from, to, at);
      wasm.addSlices(at, durations, names, from, to - from);
      if (above && above.end > above.first) this.#takeFromParents(part, above, from, to, durations);
    }
  }

  /** Slices [from, to), which have been put to the memory, are taken from those above them. */
  #takeFromParents(part: PartView, above: SliceRange, from: number, to: number, durations: number): void {
    const { slices } = part.index;
    const { startNs } = slices;
    const { wasm, firstFree: at } = this.#memory;
    const aboveEnd = upperBound(startNs, startNs[to - 1], above.first, above.end);
    for (let done = 0; done < to - from; ) {
      const next = upperBound(startNs, startNs[from + done], above.first, aboveEnd);
      const parent = Math.max(above.first, next - 1);
      const end = Math.min(parent + STEP_SLICES, Math.max(aboveEnd, parent + 1));
      const { names } = this.#memory.putSlices(slices, parent, end, this.#above);
      const isEnd = end >= aboveEnd ? 1 : 0;
      done = wasm.takeFromParents(this.#above, names, end - parent, isEnd, at, durations, done, to - from);
    }
  }

  #takeWhereCrossing(part: PartView, ranges: readonly SliceRange[], rows: number): boolean {
    const { slices } = part.index;
    const memory = this.#memory;
    const step = Math.min(STEP_SLICES, Math.max(FEWEST_SLICES, Math.floor(CROSSING_SLICES / ranges.length)));
    const columns = rows + CROSSING_ROW_BYTES * ranges.length;
    const bytes = GatherMemory.sliceBytes(step);
    if (!memory.reach(columns + bytes * ranges.length)) return false;
    const { wasm } = memory;
    /** The first slice of each row that is not there yet. */
    const next = ranges.map(({ first }) => first);
    const put = (row: number, isFirst: number) => {
      const from = next[row];
      const to = Math.min(ranges[row].end, from + step);
      const at = columns + bytes * row;
      const { durations, names } = memory.putSlices(slices, from, to, at);
      wasm.putCrossing(rows, row, at, durations, names, to - from, to < ranges[row].end ? 1 : 0, isFirst);
      next[row] = to;
    };
    for (let row = 0; row < ranges.length; row++) put(row, 1);
    for (;;) {
      const row = wasm.takeWhereCrossing(rows, ranges.length);
      // None: WebAssembly's numbers come with a sign.
      if (row < 0) return true;
      put(row, 0);
    }
  }

  #forgetSelf(part: PartView, { first, end }: SliceRange): void {
    const { slices } = part.index;
    const { wasm, firstFree: at } = this.#memory;
    for (let from = first; from < end; from += STEP_SLICES) {
      const to = Math.min(end, from + STEP_SLICES);
      const { names } = this.#memory.putSlices(slices, from, to, at);
      wasm.forgetSelf(names, to - from);
    }
  }
}
