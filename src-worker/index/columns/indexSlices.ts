import { createColumns } from './chunks';
import { sourceBaseOf, sourceOfWord, wordOfSource } from './sourceWords';

/**
 * Slices of an index, in columns as narrow as what they hold allows. A slice is as long as `durationNs` says, in 31 bits; of
 * one that is longer, or does not begin and end within what is exact, `~durationNs` is its place in `longEndNs`.
 */
export interface IndexSlices extends SliceTimes {
  /** 16 bits where there are no more names. */
  readonly name: Uint16Array | Uint32Array;
  /** 8 bits where there are no more categories. */
  readonly category: Uint8Array | Uint16Array;
  /** Bits as in `SliceFlag`. */
  readonly flags: Uint8Array;
  /** An `EventSource`, or `NO_SOURCE`; where there are `sourceBases`, words that `sourceOf` makes one of. */
  readonly source: Float64Array | Uint32Array;
  /** Of sources of few tables: what their rows are counted from. Empty where sources stand as they are. */
  readonly sourceBases: Float64Array;
}

export interface SliceTimes {
  readonly startNs: Float64Array;
  readonly durationNs: Int32Array;
  /** Ends of long slices, in any order. */
  readonly longEndNs: Float64Array;
}

/** Slices from here on are long: 2.1 s. */
const LONG_NS = 2 ** 31;
const NAMES_OF_16_BITS = 2 ** 16;
const CATEGORIES_OF_8_BITS = 2 ** 8;

const COLUMNS = {
  startNs: Float64Array,
  durationNs: Int32Array,
  flags: Uint8Array,
} as const;

/** `sourceBases`: as in `IndexSlices`. */
export function createIndexSlices(
  sliceCount: number,
  longCount: number,
  nameCount: number,
  sourceBases: readonly number[] = [],
  categoryCount = 1,
): IndexSlices {
  const Name = nameCount <= NAMES_OF_16_BITS ? Uint16Array : Uint32Array;
  const Category = categoryCount <= CATEGORIES_OF_8_BITS ? Uint8Array : Uint16Array;
  const Source = sourceBases.length === 0 ? Float64Array : Uint32Array;
  const bases = createColumns({ sourceBases: Float64Array }, sourceBases.length);
  bases.sourceBases.set(sourceBases);
  return {
    ...createColumns(COLUMNS, sliceCount),
    ...createColumns({ source: Source }, sliceCount),
    ...bases,
    ...createColumns({ name: Name }, sliceCount),
    ...createColumns({ category: Category }, sliceCount),
    ...createColumns({ longEndNs: Float64Array }, longCount),
  };
}

/** Whether the end is kept by itself. Of those so near each other the difference is exact, and so is its sum with the start. */
export function isLong(startNs: number, endNs: number): boolean {
  const ns = endNs - startNs;
  return !(ns >= 0 && ns < LONG_NS);
}

/** How many of the first `count` are long, as `isLong` has it. Nothing but the loop: see arranging/arrange.ts. */
export function countLong(startNs: Float64Array, endNs: Float64Array, count: number): number {
  let longCount = 0;
  for (let i = 0; i < count; i++) {
    const ns = endNs[i] - startNs[i];
    if (!(ns >= 0 && ns < LONG_NS)) longCount++;
  }
  return longCount;
}

/** Times of slices that begin and end so. */
export function sliceTimesOf(startNs: Float64Array, endNs: Float64Array): SliceTimes {
  const count = startNs.length;
  const { longEndNs } = createColumns({ longEndNs: Float64Array }, countLong(startNs, endNs, count));
  const times = { ...createColumns({ startNs: Float64Array, durationNs: Int32Array }, count), longEndNs };
  putTimes(startNs, endNs, times, 0);
  return times;
}

/** Puts slices that begin and end so from row `at` on, and their long ends from `firstLong` on. Answers where the next one goes. */
export function putTimes(
  startNs: Float64Array,
  endNs: Float64Array,
  into: SliceTimes,
  at: number,
  firstLong = 0,
): number {
  let long = firstLong;
  for (let i = 0; i < startNs.length; i++) {
    into.startNs[at + i] = startNs[i];
    if (isLong(startNs[i], endNs[i])) {
      into.longEndNs[long] = endNs[i];
      into.durationNs[at + i] = ~long++;
    } else into.durationNs[at + i] = endNs[i] - startNs[i];
  }
  return long;
}

/** An `EventSource`, or `NO_SOURCE`. */
export function sourceOf({ source, sourceBases }: Pick<IndexSlices, 'source' | 'sourceBases'>, slice: number): number {
  return sourceBases.length === 0 ? source[slice] : sourceOfWord(source[slice], sourceBases);
}

/** The first slice with this source; −1 if there is none. */
export function sliceWithSource({ source, sourceBases }: IndexSlices, wanted: number): number {
  if (sourceBases.length === 0) return source.indexOf(wanted);
  const base = sourceBases.indexOf(sourceBaseOf(wanted));
  return base < 0 ? -1 : source.indexOf(wordOfSource(wanted, base, sourceBases[base]));
}

export function endNsOf({ startNs, durationNs, longEndNs }: SliceTimes, slice: number): number {
  const ns = durationNs[slice];
  return ns >= 0 ? startNs[slice] + ns : longEndNs[~ns];
}

export function durationNsOf({ startNs, durationNs, longEndNs }: SliceTimes, slice: number): number {
  const ns = durationNs[slice];
  return ns >= 0 ? ns : longEndNs[~ns] - startNs[slice];
}

/**
 * The end, for loops over many slices: columns are of one kind, while objects that have them are of many, which V8 tells
 * apart at each call.
 */
export function endNsIn(startNs: Float64Array, durationNs: Int32Array, longEndNs: Float64Array, slice: number): number {
  const ns = durationNs[slice];
  return ns >= 0 ? startNs[slice] + ns : longEndNs[~ns];
}

/** Of the slices [from, to) of a row, whose ends ascend, the first one that ends at `ns` or later. */
export function firstEndingFrom(times: SliceTimes, ns: number, from: number, to: number): number {
  const { startNs, durationNs, longEndNs } = times;
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (endNsIn(startNs, durationNs, longEndNs, middle) < ns) low = middle + 1;
    else high = middle;
  }
  return low;
}
