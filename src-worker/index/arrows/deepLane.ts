import type { ArrangedSlices } from '../arrangedSlices';
import { orderByKey } from '../arranging/sortLane';
import { endNsOf } from '../columns/indexSlices';
import { SliceFlag } from '../columns/segmentColumns';
import { NO_SLICE } from './matchFlows';

/** What there is on a lane at an instant: see `bindFlowEnds`. */
export interface AtInstant {
  /** The innermost that begins then: with a length, without, an instant. */
  readonly long: number;
  readonly empty: number;
  readonly instant: number;
  /** The innermost around it that has begun before. */
  readonly around: number;
  /** The first to begin later. */
  readonly next: number;
  /** Several may be meant. */
  readonly isAmbiguous: boolean;
}

/**
 * A lane of many rows, looked at from instant to instant: what begins is put into a tree over the rows, so that an instant
 * costs the logarithm of the rows and not all of them. Of a row only the last slice that has begun counts.
 */
export class DeepLane {
  readonly #order: Uint32Array;
  readonly #rowOf: Uint32Array;
  readonly #ends: LatestEnds;
  readonly #first: number;
  /** Slices of `#order` before this one have begun, and those from `#beginning` on at the instant itself. */
  #begun = 0;
  #beginning = 0;
  #atNs = Number.NEGATIVE_INFINITY;
  /** What was found last: one object for all, since there are as many instants as ends of arrows. */
  readonly #at = { long: 0, empty: 0, instant: 0, around: 0, next: 0, isAmbiguous: false };
  /** Of the slices that begin next: where they stand in `#order`, and the innermost of them. */
  #nextAt = -1;
  #next = NO_SLICE;

  /** Rows [firstRow, endRow) of the index. */
  constructor(
    readonly slices: ArrangedSlices,
    firstRow: number,
    endRow: number,
  ) {
    const { startNs, rowFirstSlice } = slices;
    this.#first = rowFirstSlice[firstRow];
    const count = rowFirstSlice[endRow] - this.#first;
    this.#order = orderByKey(startNs, this.#first, count);
    this.#rowOf = new Uint32Array(count);
    for (let row = firstRow; row < endRow; row++)
      this.#rowOf.fill(row - firstRow, rowFirstSlice[row] - this.#first, rowFirstSlice[row + 1] - this.#first);
    this.#ends = new LatestEnds(endRow - firstRow);
  }

  /** Instants must not descend. What is answered holds until the next one. */
  at(ns: number): AtInstant {
    if (ns === this.#atNs) return this.#at;
    this.#moveTo(ns);
    this.#atNs = ns;
    return this.#look(ns);
  }

  /** Some of those at the instant, the innermost first: those that begin then, those around it. */
  *some(max: number): Generator<number> {
    for (let i = Math.min(this.#begun, this.#beginning + max) - 1; i >= this.#beginning; i--) yield this.#slice(i);
    let row = this.#ends.lastUntil(this.#atNs, Number.MAX_SAFE_INTEGER);
    for (let i = 0; i < max && row >= 0; i++) {
      yield this.#ends.sliceOf(row);
      row = this.#ends.lastUntil(this.#atNs, row - 1);
    }
  }

  #slice(i: number): number {
    return this.#first + this.#order[i];
  }

  #moveTo(ns: number): void {
    const { startNs } = this.slices;
    // Those that began at the instant before are now some that have begun before.
    for (let i = this.#beginning; i < this.#begun; i++) this.#put(i, endNsOf(this.slices, this.#slice(i)));
    while (this.#begun < this.#order.length && startNs[this.#slice(this.#begun)] < ns) {
      this.#put(this.#begun, endNsOf(this.slices, this.#slice(this.#begun)));
      this.#begun++;
    }
    this.#beginning = this.#begun;
    while (this.#begun < this.#order.length && startNs[this.#slice(this.#begun)] === ns) {
      this.#put(this.#begun, Number.NEGATIVE_INFINITY);
      this.#begun++;
    }
  }

  #put(i: number, endNs: number): void {
    this.#ends.set(this.#rowOf[this.#order[i]], this.#slice(i), endNs);
  }

  #look(ns: number): AtInstant {
    const { flags } = this.slices;
    const found = this.#at;
    found.long = NO_SLICE;
    found.empty = NO_SLICE;
    found.instant = NO_SLICE;
    // Those of one start stand in the order of their rows: the last of a kind is the innermost.
    for (let i = this.#beginning; i < this.#begun; i++) {
      const slice = this.#slice(i);
      if (endNsOf(this.slices, slice) > ns) found.long = slice;
      else if ((flags[slice] & SliceFlag.instant) !== 0) found.instant = slice;
      else found.empty = slice;
    }
    const aroundRow = this.#ends.lastUntil(ns, Number.MAX_SAFE_INTEGER);
    found.around = aroundRow < 0 ? NO_SLICE : this.#ends.sliceOf(aroundRow);
    found.next = this.#innermostNext();
    const beginning = this.#begun - this.#beginning;
    found.isAmbiguous = beginning > 1 || (found.long === NO_SLICE && beginning + this.#earlier(ns, aroundRow) > 1);
    return found;
  }

  /** Slices around the instant, 2 for all that are more; the innermost is in that row. */
  #earlier(ns: number, aroundRow: number): number {
    if (aroundRow < 0) return 0;
    return this.#ends.lastUntil(ns, aroundRow - 1) < 0 ? 1 : 2;
  }

  #innermostNext(): number {
    const from = this.#begun;
    if (from === this.#order.length) return NO_SLICE;
    if (this.#nextAt === from) return this.#next;
    const { startNs } = this.slices;
    const start = startNs[this.#slice(from)];
    let innermost = from;
    for (let i = from; i < this.#order.length && startNs[this.#slice(i)] === start; i++)
      if (this.#rowOf[this.#order[i]] > this.#rowOf[this.#order[innermost]]) innermost = i;
    this.#nextAt = from;
    this.#next = this.#slice(innermost);
    return this.#next;
  }
}

/** The last slice of each row, and a tree of the latest ends over them: node i has the children 2i and 2i + 1. */
class LatestEnds {
  readonly #capacity: number;
  readonly #latestNs: Float64Array;
  readonly #slices: Uint32Array;

  constructor(rowCount: number) {
    let capacity = 1;
    while (capacity < rowCount) capacity *= 2;
    this.#capacity = capacity;
    this.#latestNs = new Float64Array(2 * capacity).fill(Number.NEGATIVE_INFINITY);
    this.#slices = new Uint32Array(rowCount);
  }

  set(row: number, slice: number, endNs: number): void {
    const latest = this.#latestNs;
    this.#slices[row] = slice;
    let node = this.#capacity + row;
    latest[node] = endNs;
    for (node >>= 1; node > 0; node >>= 1) latest[node] = Math.max(latest[2 * node], latest[2 * node + 1]);
  }

  sliceOf(row: number): number {
    return this.#slices[row];
  }

  /** The last row up to `lastRow` whose slice ends at `ns` or later; -1 if there is none. */
  lastUntil(ns: number, lastRow: number): number {
    if (lastRow < 0) return -1;
    const latest = this.#latestNs;
    let node = this.#capacity + Math.min(lastRow, this.#capacity - 1);
    // To the nearest subtree on the left that has one: over from each right child, up from each left one.
    while (latest[node] < ns) {
      while ((node & 1) === 0) node >>= 1;
      if (node <= 1) return -1;
      node--;
    }
    while (node < this.#capacity) node = latest[2 * node + 1] >= ns ? 2 * node + 1 : 2 * node;
    return node - this.#capacity;
  }
}
