import {
  MOST_STATISTICS_RANKS,
  type NameStatistics,
  type RankIndex as RankNumber,
  type RegionCounter,
  type StatisticsQuery,
  type StatisticsResult,
} from '../../src-contract';
import { endNsIn } from '../index/indexSlices';
import { valuesBetween } from './counterValues';
import { isNested } from './nested';
import type { PartView } from './partView';
import { LANES_PER_RANK, type PartLane, type RankView } from './rankView';
import { rowsOfLane, type SliceRange, slicesTouching } from './touching';

/**
 * What is inside of a slice on a lane where slices cross is looked for in every row below it. Beyond so many steps on one lane
 * its self times are not told, so that the answer comes.
 */
const MOST_STEPS = 50_000_000;
const NS_PER_SECOND = 1e9;

/** Counts and times of the slices of a region, by name; and of its counters. */
export function queryStatistics(ranks: ReadonlyMap<number, RankView>, query: StatisticsQuery): StatisticsResult {
  const asked = [...new Set(query.lanes.map(rankOf))].filter((rank) => ranks.has(rank)).sort((a, b) => a - b);
  const told = asked.length <= MOST_STATISTICS_RANKS ? asked : [];
  const sums = new NameSums(told.length);
  const counters: RegionCounter[] = [];
  for (const lane of query.lanes) {
    const rank = ranks.get(rankOf(lane));
    if (!rank) continue;
    const localId = lane % LANES_PER_RANK;
    for (const own of rank.lanesWith(localId)) new LaneRegion(own, query, sums, told.indexOf(rank.rank)).add();
    for (const series of rank.seriesOf(localId)) {
      const { timeNs, value, counter } = series;
      const values = valuesBetween(timeNs, value, rank.time.first(query.startNs), rank.time.last(query.endNs));
      const { min, mean, max, area, sampleCount } = values;
      if (sampleCount === 0) continue;
      counters.push({ lane, counter, series: series.series, min, mean, max, integral: area / NS_PER_SECOND });
    }
  }
  const { sliceCount, nameCount } = sums;
  return { rows: sums.rows(query.maxRows), sliceCount, nameCount, ranks: told as RankNumber[], counters };
}

const rankOf = (lane: number): number => Math.floor(lane / LANES_PER_RANK);

/** Sums by name, each name with a slot of its own: a row of numbers in columns. */
class NameSums {
  sliceCount = 0;
  readonly #slotByName = new Map<string, number>();
  /** Of a part: slot of each of its names, or -1. */
  readonly #slotsOfParts = new Map<PartView, Int32Array>();
  readonly #longestPart: PartView[] = [];
  readonly #colours: number[] = [];
  count = new Float64Array(64);
  total = new Float64Array(64);
  self = new Float64Array(64);
  whole = new Float64Array(64);
  min = new Float64Array(64);
  max = new Float64Array(64);
  longest = new Uint32Array(64);
  /** A row of ranks for each slot. */
  rankTotal: Float64Array;

  constructor(readonly rankCount: number) {
    this.rankTotal = new Float64Array(64 * rankCount);
  }

  get nameCount(): number {
    return this.#colours.length;
  }

  slotsOf(part: PartView): Int32Array {
    let slots = this.#slotsOfParts.get(part);
    if (!slots) {
      slots = new Int32Array(part.index.names.ends.length).fill(-1);
      this.#slotsOfParts.set(part, slots);
    }
    return slots;
  }

  /** For a name of the part that has none yet. */
  newSlot(part: PartView, slots: Int32Array, nameId: number, lane: number): number {
    const name = part.nameText(nameId);
    let slot = this.#slotByName.get(name);
    if (slot === undefined) {
      slot = this.#colours.length;
      this.#slotByName.set(name, slot);
      this.#colours.push(part.colour(nameId, lane));
      if (slot === this.count.length) this.#grow();
      this.min[slot] = Number.POSITIVE_INFINITY;
      this.max[slot] = -1;
    }
    slots[nameId] = slot;
    return slot;
  }

  longestIn(slot: number, part: PartView, slice: number): void {
    this.#longestPart[slot] = part;
    this.longest[slot] = slice;
  }

  /** By total time, longest first. */
  rows(most: number): NameStatistics[] {
    const { total } = this;
    const names = [...this.#slotByName].filter(([, slot]) => this.count[slot] > 0);
    names.sort(([a, one], [b, other]) => total[other] - total[one] || (a < b ? -1 : 1));
    return names.slice(0, most).map(([name, slot]) => ({
      name,
      count: this.count[slot],
      totalNs: total[slot],
      selfNs: this.self[slot],
      minNs: this.min[slot],
      maxNs: this.max[slot],
      wholeNs: this.whole[slot],
      rankNs: [...this.rankTotal.subarray(slot * this.rankCount, (slot + 1) * this.rankCount)],
      colour: this.#colours[slot],
      longest: this.#longestPart[slot].summary(this.longest[slot]),
    }));
  }

  #grow(): void {
    this.count = grown(this.count);
    this.total = grown(this.total);
    this.self = grown(this.self);
    this.whole = grown(this.whole);
    this.min = grown(this.min);
    this.max = grown(this.max);
    const longest = new Uint32Array(this.longest.length * 2);
    longest.set(this.longest);
    this.longest = longest;
    this.rankTotal = grown(this.rankTotal);
  }
}

function grown(column: Float64Array): Float64Array<ArrayBuffer> {
  const longer = new Float64Array(column.length * 2);
  longer.set(column);
  return longer;
}

/** What lies in the region of one lane. Times are the index's own. */
class LaneRegion {
  readonly #fromNs: number;
  readonly #toNs: number;
  readonly #slots: Int32Array;
  /** Of rows below with something in them: where each is, where it ends, and when the slice there starts. */
  #next = new Uint32Array(8);
  #ends = new Uint32Array(8);
  #headNs = new Float64Array(8);

  constructor(
    private readonly own: PartLane,
    query: StatisticsQuery,
    private readonly sums: NameSums,
    /** Position of the rank among those that are told apart; -1: none are. */
    private readonly rank: number,
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
    for (let i = 0; i < ranges.length; i++) {
      if (isNested(index, this.own.lane)) {
        if (i + 1 < ranges.length) this.#takeFromParents(ranges[i], ranges[i + 1]);
      } else if (touching * ranges.length <= MOST_STEPS) {
        this.#takeWithin(ranges[i], ranges.slice(i + 1));
      } else {
        this.#forgetSelf(ranges[i]);
      }
    }
  }

  #addRow({ first, end }: SliceRange): void {
    const { part, lane } = this.own;
    const { startNs, durationNs, longEndNs, name } = part.index.slices;
    const [fromNs, toNs, rank, slots, sums] = [this.#fromNs, this.#toNs, this.rank, this.#slots, this.sums];
    const { rankCount } = sums;
    for (let slice = first; slice < end; slice++) {
      const start = startNs[slice];
      const sliceEnd = endNsIn(startNs, durationNs, longEndNs, slice);
      const ns = Math.min(sliceEnd, toNs) - Math.max(start, fromNs);
      if (ns === 0 && sliceEnd > start) continue;
      const nameId = name[slice];
      let slot = slots[nameId];
      if (slot < 0) slot = sums.newSlot(part, slots, nameId, lane);
      sums.sliceCount++;
      sums.count[slot]++;
      sums.total[slot] += ns;
      sums.self[slot] += ns;
      sums.whole[slot] += sliceEnd - start;
      if (rank >= 0) sums.rankTotal[slot * rankCount + rank] += ns;
      if (ns < sums.min[slot]) sums.min[slot] = ns;
      if (ns > sums.max[slot]) {
        sums.max[slot] = ns;
        sums.longestIn(slot, part, slice);
      }
    }
  }

  /** Each slice below lies within one of those above, where slices nest. */
  #takeFromParents(above: SliceRange, below: SliceRange): void {
    const { startNs, durationNs, longEndNs, name } = this.own.part.index.slices;
    const { self } = this.sums;
    let parent = above.first;
    for (let slice = below.first; slice < below.end; slice++) {
      const start = startNs[slice];
      while (parent + 1 < above.end && startNs[parent + 1] <= start) parent++;
      const sliceEnd = endNsIn(startNs, durationNs, longEndNs, slice);
      const ns = Math.min(sliceEnd, this.#toNs) - Math.max(start, this.#fromNs);
      if (ns > 0) self[this.#slots[name[parent]]] -= ns;
    }
  }

  /**
   * Where slices cross, what lies within one may be in any row below it. As one goes along a row, what lies within its slices
   * moves on in all others, too.
   */
  #takeWithin({ first, end }: SliceRange, below: readonly SliceRange[]): void {
    const { startNs, durationNs, longEndNs, name } = this.own.part.index.slices;
    /** Of each row below: [from, until) lie within the slice; the row goes on to `last`. */
    const from = Uint32Array.from(below, (row) => row.first);
    const until = from.slice();
    const last = Uint32Array.from(below, (row) => row.end);
    for (let slice = first; slice < end; slice++) {
      const slot = this.#slots[name[slice]];
      // Only touches the border.
      if (slot < 0) continue;
      const start = startNs[slice];
      const sliceEnd = endNsIn(startNs, durationNs, longEndNs, slice);
      let isEmpty = true;
      for (let row = 0; row < from.length; row++) {
        let at = from[row];
        while (at < last[row] && startNs[at] < start) at++;
        from[row] = at;
        at = Math.max(at, until[row]);
        while (at < last[row] && endNsIn(startNs, durationNs, longEndNs, at) <= sliceEnd) at++;
        until[row] = at;
        if (until[row] > from[row]) isEmpty = false;
      }
      if (!isEmpty) this.sums.self[slot] -= this.#unionNs(from, until);
    }
  }

  /** Length of the union of the slices [from, until) of several rows, in each of which they follow each other. */
  #unionNs(from: Uint32Array, until: Uint32Array): number {
    const { startNs, durationNs, longEndNs } = this.own.part.index.slices;
    if (this.#next.length < from.length) {
      this.#next = new Uint32Array(from.length);
      this.#ends = new Uint32Array(from.length);
      this.#headNs = new Float64Array(from.length);
    }
    const [next, ends, headNs] = [this.#next, this.#ends, this.#headNs];
    let count = 0;
    for (let row = 0; row < from.length; row++) {
      if (from[row] === until[row]) continue;
      next[count] = from[row];
      ends[count] = until[row];
      headNs[count++] = startNs[from[row]];
    }
    let [ns, coveredNs] = [0, this.#fromNs];
    for (;;) {
      let row = -1;
      let earliestNs = this.#toNs;
      for (let i = 0; i < count; i++) {
        if (headNs[i] < earliestNs) {
          row = i;
          earliestNs = headNs[i];
        }
      }
      if (row < 0) return ns;
      const endNs = Math.min(endNsIn(startNs, durationNs, longEndNs, next[row]), this.#toNs);
      if (endNs > coveredNs) {
        ns += endNs - Math.max(earliestNs, coveredNs);
        coveredNs = endNs;
      }
      next[row]++;
      headNs[row] = next[row] < ends[row] ? startNs[next[row]] : Number.POSITIVE_INFINITY;
    }
  }

  #forgetSelf({ first, end }: SliceRange): void {
    const { name } = this.own.part.index.slices;
    for (let slice = first; slice < end; slice++) {
      const slot = this.#slots[name[slice]];
      if (slot >= 0) this.sums.self[slot] = Number.NaN;
    }
  }
}
