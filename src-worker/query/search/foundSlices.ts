/** The slices of a rank that a search finds. */
import type { SearchRegion, SliceSearch, WantedText } from '../../../src-contract';
import { durationNsOf, endNsOf, type IndexSlices } from '../../index/columns/indexSlices';
import type { PartView } from '../partView';
import type { RankView } from '../rankView';
import { rowsOfLane, type SliceRange, slicesTouching } from '../touching';
import { type FoundOfPart, ListedSlices, SlicesOfNames, slicesNamedIn } from './foundOfPart';
import { passingNames } from './textTest';

/** Of each part of the rank. */
export type FoundSlices = readonly FoundOfPart[];

/** What is found of one rank. */
export interface FoundOfRank {
  readonly view: RankView;
  readonly found: FoundSlices;
}

/** By name and all other conditions; what only args have is not among them. */
export function foundSlices(rank: RankView, search: SliceSearch): FoundSlices {
  return rank.parts.map((part) => foundInPart(part, search));
}

export function foundInPart(part: PartView, search: SliceSearch): FoundOfPart {
  const names = passingNames(part, search);
  if (!names) return new ListedSlices(new Uint32Array(0));
  if (!isOfNamesAlone(search)) return new ListedSlices(slicesOf(part, search, names));
  return new SlicesOfNames(part.index.slices.name, part.nameDurations, names);
}

/** Those that all conditions but the text leave, less those found by name: their args may have the text. */
export function slicesWithoutName(rank: RankView, search: SliceSearch): readonly Uint32Array[] {
  return rank.parts.map((part) => {
    const others = new Uint8Array(part.index.names.ends.length).fill(1);
    passingNames(part, search)?.forEach((passes, name) => {
      if (passes === 1) others[name] = 0;
    });
    return slicesOf(part, search, others);
  });
}

/** How many these are, where `found` is what `foundSlices` answers. */
export function countWithoutName(rank: RankView, search: SliceSearch, found: FoundSlices): number {
  // Every other one: no list is made of them.
  if (isOfNamesAlone(search))
    return rank.parts.reduce((sum, { index }, part) => sum + index.slices.name.length - found[part].count, 0);
  return slicesWithoutName(rank, search).reduce((sum, { length }) => sum + length, 0);
}

function isOfNamesAlone({ minNs, maxNs, categories, lanes, region }: SliceSearch): boolean {
  return minNs === undefined && maxNs === undefined && !region && categories.length === 0 && lanes.length === 0;
}

function slicesOf(part: PartView, search: SliceSearch, names: Uint8Array): Uint32Array {
  const { index } = part;
  const categories = Uint8Array.from(index.categories, (category) => (isWanted(search.categories, [category]) ? 1 : 0));
  const tests: SliceTests = {
    names,
    categories,
    minNs: search.minNs ?? Number.NEGATIVE_INFINITY,
    maxNs: search.maxNs ?? Number.POSITIVE_INFINITY,
  };
  const isFullTime = search.minNs === undefined && search.maxNs === undefined;
  const isAnyCategory = !categories.includes(0);
  const region = search.region && new PartRegion(part, search.region);
  const found = new Growing();
  const groups = new Map(index.groups.map((group) => [group.localId, group.name]));
  index.lanes.forEach((lane, position) => {
    if (!isWanted(search.lanes, [lane.name, groups.get(lane.groupLocalId) ?? ''])) return;
    if (region && !region.hasLane(position)) return;
    const rows = rowsOfLane(index, position);
    for (let row = rows.first; row < rows.end; row++) {
      const range = region
        ? region.slicesOf(row)
        : { first: index.rowFirstSlice[row], end: index.rowFirstSlice[row + 1] };
      found.reserve(range.end - range.first);
      found.length =
        isFullTime && isAnyCategory
          ? slicesNamedIn(index.slices.name, names, range, found.values, found.length)
          : tested(index.slices, tests, range, found.values, found.length);
    }
  });
  return found.taken();
}

interface SliceTests {
  readonly names: Uint8Array;
  readonly categories: Uint8Array;
  readonly minNs: number;
  readonly maxNs: number;
}

/** The other loop over slices, and nothing else in it. */
function tested(
  slices: IndexSlices,
  { names, categories, minNs, maxNs }: SliceTests,
  { first, end }: SliceRange,
  into: Uint32Array,
  from: number,
): number {
  const { name, category } = slices;
  let at = from;
  for (let slice = first; slice < end; slice++) {
    if (names[name[slice]] === 0 || categories[category[slice]] === 0) continue;
    const ns = durationNsOf(slices, slice);
    if (ns >= minNs && ns <= maxNs) into[at++] = slice;
  }
  return at;
}

class Growing {
  values = new Uint32Array(1 << 12);
  length = 0;

  /** There is room for so many more, and for one that is written and not kept. */
  reserve(count: number): void {
    const needed = this.length + count + 1;
    if (needed <= this.values.length) return;
    const values = new Uint32Array(Math.max(needed, 2 * this.values.length));
    values.set(this.values.subarray(0, this.length));
    this.values = values;
  }

  taken(): Uint32Array {
    return this.values.slice(0, this.length);
  }
}

/** What of a part lies in the region: as its statistics count. */
class PartRegion {
  readonly #fromNs: number;
  readonly #toNs: number;
  readonly #lanes: ReadonlySet<number> | undefined;

  constructor(
    readonly part: PartView,
    { startNs, endNs, lanes }: SearchRegion,
  ) {
    this.#fromNs = part.time.first(startNs);
    this.#toNs = part.time.last(endNs);
    this.#lanes = lanes && new Set(lanes);
  }

  hasLane(position: number): boolean {
    return this.#lanes?.has(this.part.laneId(position)) ?? true;
  }

  /** Without those that only touch its border, unless they have no length. */
  slicesOf(row: number): SliceRange {
    const { slices } = this.part.index;
    let { first, end } = slicesTouching(this.part.index, row, this.#fromNs, this.#toNs);
    const hasLength = (slice: number) => endNsOf(slices, slice) > slices.startNs[slice];
    while (first < end && endNsOf(slices, first) === this.#fromNs && hasLength(first)) first++;
    while (first < end && slices.startNs[end - 1] === this.#toNs && hasLength(end - 1)) end--;
    return { first, end };
  }
}

/** Any of the wanted texts is in, or is, any of these; true where none is wanted. */
export function isWanted(wanted: readonly WantedText[], texts: readonly string[]): boolean {
  if (wanted.length === 0) return true;
  const lower = texts.map((text) => text.toLowerCase());
  return wanted.some(({ text, isExact }) => {
    const part = text.toLowerCase();
    return lower.some((own) => (isExact ? own === part : own.includes(part)));
  });
}
