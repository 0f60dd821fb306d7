/** What a search has found in one part of a rank: slices in the part's numbering, ascending, which is by lane, row and start. */
import type { IndexSlices } from '../../index/columns/indexSlices';
import { lowerBound } from '../bounds';
import { type DurationSums, type NameDurations, NO_DURATIONS } from '../nameDurations';
import type { SliceRange } from '../touching';

export interface FoundOfPart {
  readonly count: number;
  /** How long they are, where that is known without looking at them. */
  readonly durations: DurationSums | undefined;
  /** The one at this place among them, which there is. */
  sliceAt(place: number): number;
  has(slice: number): boolean;
  /** Those of the range. */
  within(range: SliceRange): Uint32Array;
  all(): Uint32Array;
}

/** Slices that have been picked one by one. */
export class ListedSlices implements FoundOfPart {
  constructor(readonly slices: Uint32Array) {}

  get durations(): DurationSums | undefined {
    return this.count === 0 ? NO_DURATIONS : undefined;
  }

  get count(): number {
    return this.slices.length;
  }

  sliceAt(place: number): number {
    return this.slices[place];
  }

  has(slice: number): boolean {
    return this.slices[lowerBound(this.slices, slice)] === slice;
  }

  within({ first, end }: SliceRange): Uint32Array {
    return this.slices.subarray(lowerBound(this.slices, first), lowerBound(this.slices, end));
  }

  all(): Uint32Array {
    return this.slices;
  }
}

/** Slices counted at a time, to find the one at a place. */
const BLOCK = 1 << 14;

/**
 * All slices of some names, of which a part may have ten millions: how many there are and how long is known of each name, a few of
 * them are found where they stand, and the list of all is made only for who needs all, to sort them.
 */
export class SlicesOfNames implements FoundOfPart {
  readonly durations: DurationSums;
  /** Of each block that has been counted: how many there are up to its end. */
  readonly #blockEnds: number[] = [];
  /** The last one that was asked for: mostly the next one is next. */
  #last = { place: -1, slice: -1 };
  #all: Uint32Array | undefined;

  constructor(
    /** The names of the part's slices. */
    readonly column: IndexSlices['name'],
    durations: NameDurations,
    /** 1 of each name that is among them. */
    readonly names: Uint8Array,
  ) {
    this.durations = durations.of(names);
  }

  get count(): number {
    return this.durations.count;
  }

  sliceAt(place: number): number {
    if (this.#all) return this.#all[place];
    const isNext = place === this.#last.place + 1 && place > 0;
    const slice = isNext ? this.#nextFrom(this.#last.slice + 1) : this.#inBlockOf(place);
    this.#last = { place, slice };
    return slice;
  }

  has(slice: number): boolean {
    return this.names[this.column[slice]] === 1;
  }

  within(range: SliceRange): Uint32Array {
    if (this.#all) return new ListedSlices(this.#all).within(range);
    const found = new Uint32Array(range.end - range.first + 1);
    return found.subarray(0, slicesNamedIn(this.column, this.names, range, found, 0));
  }

  all(): Uint32Array {
    if (this.#all) return this.#all;
    // Room for one more: see `slicesNamedIn`.
    const found = new Uint32Array(this.count + 1);
    const { length } = this.column;
    let at = 0;
    for (let first = 0; first < length; first += BLOCK)
      at = slicesNamedIn(this.column, this.names, { first, end: Math.min(length, first + BLOCK) }, found, at);
    this.#all = found.subarray(0, at);
    return this.#all;
  }

  #nextFrom(from: number): number {
    const { column, names } = this;
    let slice = from;
    while (names[column[slice]] === 0) slice++;
    return slice;
  }

  #inBlockOf(place: number): number {
    const { column } = this;
    const ends = this.#blockEnds;
    while ((ends.at(-1) ?? 0) <= place) {
      const first = ends.length * BLOCK;
      ends.push((ends.at(-1) ?? 0) + countNamed(column, this.names, first, Math.min(column.length, first + BLOCK)));
    }
    const block = ends.findIndex((end) => end > place);
    let slice = this.#nextFrom(block * BLOCK);
    for (let at = block === 0 ? 0 : ends[block - 1]; at < place; at++) slice = this.#nextFrom(slice + 1);
    return slice;
  }
}

/** Writes the slices of a range that have one of the names; answers where the next one goes. There is room for one more than there are. */
export function slicesNamedIn(
  name: IndexSlices['name'],
  names: Uint8Array,
  { first, end }: SliceRange,
  into: Uint32Array,
  from: number,
): number {
  let at = from;
  for (let slice = first; slice < end; slice++) {
    // Without a branch: what is found is mostly not foreseeable.
    into[at] = slice;
    at += names[name[slice]];
  }
  return at;
}

function countNamed(name: IndexSlices['name'], names: Uint8Array, first: number, end: number): number {
  let count = 0;
  for (let slice = first; slice < end; slice++) count += names[name[slice]];
  return count;
}
