import type { StatisticsQuery } from '../../src-contract';
import { endNsIn } from '../index/indexSlices';
import type { NameSums } from './nameSums';
import { isNested } from './nested';
import type { PartLane } from './rankView';
import { rowsOfLane, type SliceRange, slicesTouching } from './touching';

/**
 * What encloses a slice on a lane where slices cross is looked for in every row above it. Beyond so many steps on one lane
 * its self times are not told, so that the answer comes.
 */
const MOST_STEPS = 50_000_000;

/** What lies in the region of one lane. Times are the index's own. */
export class LaneRegion {
  readonly #fromNs: number;
  readonly #toNs: number;
  readonly #slots: Int32Array;

  constructor(
    private readonly own: PartLane,
    query: StatisticsQuery,
    private readonly sums: NameSums,
  ) {
    const { time } = own.part;
    this.#fromNs = time.first(query.startNs);
    this.#toNs = time.last(query.endNs);
    this.#slots = sums.slotsOf(own.part);
  }

  add(): void {
    const { index } = this.own.part;
    const { first, end } = rowsOfLane(index, this.own.lane);
    const ranges: SliceRange[] = [];
    let touching = 0;
    for (let row = first; row < end; row++) {
      const range = slicesTouching(index, row, this.#fromNs, this.#toNs);
      ranges.push(range);
      touching += range.end - range.first;
      this.#addRow(range);
    }
    if (isNested(index, this.own.lane)) {
      for (let i = 0; i + 1 < ranges.length; i++) this.#takeFromParents(ranges[i], ranges[i + 1]);
    } else if (touching * ranges.length <= MOST_STEPS) {
      this.#takeWhereCrossing(ranges);
    } else {
      for (const range of ranges) this.#forgetSelf(range);
    }
  }

  /** Only the first slices of a row and its last can reach a border. */
  #addRow({ first, end }: SliceRange): void {
    const { startNs, durationNs, longEndNs } = this.own.part.index.slices;
    let from = first;
    while (from < end && startNs[from] <= this.#fromNs) this.#addClipped(from++);
    let to = end;
    while (to > from && endNsIn(startNs, durationNs, longEndNs, to - 1) >= this.#toNs) to--;
    this.#addInside(from, to);
    for (let slice = to; slice < end; slice++) this.#addClipped(slice);
  }

  #addClipped(slice: number): void {
    const { startNs, durationNs, longEndNs } = this.own.part.index.slices;
    const start = startNs[slice];
    const sliceEnd = endNsIn(startNs, durationNs, longEndNs, slice);
    const ns = Math.min(sliceEnd, this.#toNs) - Math.max(start, this.#fromNs);
    if (ns === 0 && sliceEnd > start) return;
    const slot = this.#add(slice, ns);
    this.sums.beyond[slot] += sliceEnd - start - ns;
  }

  #add(slice: number, ns: number): number {
    const { part, lane } = this.own;
    const { sums } = this;
    const nameId = part.index.slices.name[slice];
    let slot = this.#slots[nameId];
    if (slot < 0) slot = sums.newSlot(part, nameId, lane);
    sums.sliceCount++;
    sums.count[slot]++;
    sums.total[slot] += ns;
    if (ns < sums.min[slot]) sums.min[slot] = ns;
    if (ns > sums.max[slot]) {
      sums.max[slot] = ns;
      sums.longestIn(slot, part, slice);
    }
    return slot;
  }

  /** As `#add`, of slices that are not clipped: nearly all, and nothing is done for each that can be done for all. */
  #addInside(first: number, end: number): void {
    const { part } = this.own;
    const { durationNs, name } = part.index.slices;
    const slots = this.#slots;
    const { sums } = this;
    let { count, total, min, max } = sums;
    let added = 0;
    for (let slice = first; slice < end; slice++) {
      const ns = durationNs[slice];
      const slot = slots[name[slice]];
      // Long ones, and those of new names.
      if (ns < 0 || slot < 0) {
        this.#addClipped(slice);
        ({ count, total, min, max } = sums);
        continue;
      }
      added++;
      count[slot]++;
      total[slot] += ns;
      if (ns < min[slot]) min[slot] = ns;
      if (ns > max[slot]) {
        max[slot] = ns;
        sums.longestIn(slot, part, slice);
      }
    }
    sums.sliceCount += added;
  }

  /** Each slice below lies within one of those above, where slices nest. */
  #takeFromParents(above: SliceRange, below: SliceRange): void {
    const { startNs, durationNs, longEndNs, name } = this.own.part.index.slices;
    const { nested } = this.sums;
    const [slots, fromNs, toNs] = [this.#slots, this.#fromNs, this.#toNs];
    let parent = above.first;
    for (let slice = below.first; slice < below.end; slice++) {
      const start = startNs[slice];
      while (parent + 1 < above.end && startNs[parent + 1] <= start) parent++;
      const sliceEnd = endNsIn(startNs, durationNs, longEndNs, slice);
      const ns = Math.min(sliceEnd, toNs) - Math.max(start, fromNs);
      if (ns > 0) nested[slots[name[parent]]] += ns;
    }
  }

  /**
   * Where slices cross, what encloses one may be in any rows above it: of each the slice that is there. By start, all rows
   * together, so that what has been taken from a slice reaches as far as `coveredNs`, and what comes next takes what is beyond.
   */
  #takeWhereCrossing(ranges: readonly SliceRange[]): void {
    const { startNs, durationNs, longEndNs, name } = this.own.part.index.slices;
    const { nested } = this.sums;
    const [slots, fromNs, toNs] = [this.#slots, this.#fromNs, this.#toNs];
    const rows = ranges.length;
    /** Of each row: its next slice, and when that starts. */
    const next = Uint32Array.from(ranges, ({ first }) => first);
    const nextNs = Float64Array.from(ranges, ({ first, end }) =>
      first < end ? startNs[first] : Number.POSITIVE_INFINITY,
    );
    /** The one before that: its end, and its name's slot. */
    const endNs = new Float64Array(rows).fill(Number.NEGATIVE_INFINITY);
    const slotOf = new Int32Array(rows);
    const coveredNs = new Float64Array(rows);
    for (;;) {
      let row = 0;
      for (let other = 1; other < rows; other++) if (nextNs[other] < nextNs[row]) row = other;
      const start = nextNs[row];
      if (start === Number.POSITIVE_INFINITY) return;
      const slice = next[row]++;
      nextNs[row] = next[row] < ranges[row].end ? startNs[next[row]] : Number.POSITIVE_INFINITY;
      const sliceEnd = endNsIn(startNs, durationNs, longEndNs, slice);
      const clippedStart = Math.max(start, fromNs);
      const clippedEnd = Math.min(sliceEnd, toNs);
      for (let above = 0; above < row; above++) {
        const covered = coveredNs[above];
        if (endNs[above] < sliceEnd || covered >= clippedEnd) continue;
        nested[slotOf[above]] += clippedEnd - Math.max(clippedStart, covered);
        coveredNs[above] = clippedEnd;
      }
      endNs[row] = sliceEnd;
      slotOf[row] = slots[name[slice]];
      coveredNs[row] = clippedStart;
    }
  }

  #forgetSelf({ first, end }: SliceRange): void {
    const { name } = this.own.part.index.slices;
    for (let slice = first; slice < end; slice++) {
      const slot = this.#slots[name[slice]];
      if (slot >= 0) this.sums.nested[slot] = Number.NaN;
    }
  }
}
