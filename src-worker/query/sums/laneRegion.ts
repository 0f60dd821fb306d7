import { endNsIn } from '../../index/columns/indexSlices';
import { type OwnStretch, slicesInRows } from '../chosenLanes';
import { isNested } from '../nested';
import type { PartView } from '../partView';
import type { SliceRange } from '../touching';
import { type PartSums, SUM_FLOATS, Sum } from './partSums';

/**
 * What encloses a slice on a lane where slices cross is looked for in every row above it. Beyond so many steps on one lane
 * its self times are not told, so that the answer comes.
 */
export const MOST_STEPS = 50_000_000;

/** How many those are, of these slices of a lane's rows. */
export function stepsOf(ranges: readonly SliceRange[]): number {
  return ranges.length * ranges.reduce((sum, { first, end }) => sum + end - first, 0);
}

/** Sums of these lanes of a part, where `SummedLanes` can't make them. */
export function sumLanes(part: PartView, lanes: readonly number[], region: OwnStretch): PartSums {
  const records = new Float64Array(SUM_FLOATS * part.index.names.ends.length);
  const names: number[] = [];
  for (const lane of lanes) new LaneRegion(part, lane, region, records, names).add();
  return { part, records, names };
}

/** What lies in the region of one lane. Times are the index's own. */
class LaneRegion {
  constructor(
    private readonly part: PartView,
    private readonly lane: number,
    private readonly region: OwnStretch,
    private readonly records: Float64Array,
    private readonly names: number[],
  ) {}

  add(): void {
    const { part, lane } = this;
    const ranges = slicesInRows({ part, lane }, this.region);
    for (const range of ranges) this.#addRow(range);
    if (isNested(part.index, lane)) {
      for (let i = 0; i + 1 < ranges.length; i++) this.#takeFromParents(ranges[i], ranges[i + 1]);
    } else if (stepsOf(ranges) <= MOST_STEPS) {
      this.#takeWhereCrossing(ranges);
    } else {
      for (const range of ranges) this.#forgetSelf(range);
    }
  }

  #addRow({ first, end }: SliceRange): void {
    const { startNs, durationNs, longEndNs, name } = this.part.index.slices;
    const { records } = this;
    const { fromNs, toNs } = this.region;
    for (let slice = first; slice < end; slice++) {
      const start = startNs[slice];
      const sliceEnd = endNsIn(startNs, durationNs, longEndNs, slice);
      const ns = Math.min(sliceEnd, toNs) - Math.max(start, fromNs);
      const at = SUM_FLOATS * name[slice];
      const isFirst = records[at + Sum.count] === 0;
      records[at + Sum.count]++;
      records[at + Sum.totalNs] += ns;
      records[at + Sum.beyondNs] += sliceEnd - start - ns;
      if (isFirst) {
        this.names.push(name[slice]);
        records[at + Sum.first] = slice;
      }
      if (isFirst || ns < records[at + Sum.minNs]) records[at + Sum.minNs] = ns;
      if (isFirst || ns > records[at + Sum.maxNs]) {
        records[at + Sum.maxNs] = ns;
        records[at + Sum.longest] = slice;
      }
    }
  }

  /** Each slice below lies within one of those above, where slices nest. */
  #takeFromParents(above: SliceRange, below: SliceRange): void {
    const { startNs, durationNs, longEndNs, name } = this.part.index.slices;
    const { records } = this;
    const { fromNs, toNs } = this.region;
    let parent = above.first;
    for (let slice = below.first; slice < below.end; slice++) {
      const start = startNs[slice];
      while (parent + 1 < above.end && startNs[parent + 1] <= start) parent++;
      const sliceEnd = endNsIn(startNs, durationNs, longEndNs, slice);
      const ns = Math.min(sliceEnd, toNs) - Math.max(start, fromNs);
      if (ns > 0) records[SUM_FLOATS * name[parent] + Sum.nestedNs] += ns;
    }
  }

  /**
   * Where slices cross, what encloses one may be in any rows above it: of each the slice that is there. By start, all rows
   * together, so that what has been taken from a slice reaches as far as `coveredNs`, and what comes next takes what is beyond.
   */
  #takeWhereCrossing(ranges: readonly SliceRange[]): void {
    const { startNs, durationNs, longEndNs, name } = this.part.index.slices;
    const { records } = this;
    const { fromNs, toNs } = this.region;
    const rows = ranges.length;
    /** Of each row: its next slice, and when that starts. */
    const next = Uint32Array.from(ranges, ({ first }) => first);
    const nextNs = Float64Array.from(ranges, ({ first, end }) =>
      first < end ? startNs[first] : Number.POSITIVE_INFINITY,
    );
    /** The one before that: its end, and its name. */
    const endNs = new Float64Array(rows).fill(Number.NEGATIVE_INFINITY);
    const nameOf = new Uint32Array(rows);
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
        records[SUM_FLOATS * nameOf[above] + Sum.nestedNs] += clippedEnd - Math.max(clippedStart, covered);
        coveredNs[above] = clippedEnd;
      }
      endNs[row] = sliceEnd;
      nameOf[row] = name[slice];
      coveredNs[row] = clippedStart;
    }
  }

  #forgetSelf({ first, end }: SliceRange): void {
    const { name } = this.part.index.slices;
    for (let slice = first; slice < end; slice++) {
      const at = SUM_FLOATS * name[slice];
      this.records[at + Sum.nestedNs] = Number.NaN;
    }
  }
}
