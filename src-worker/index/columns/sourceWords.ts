/**
 * Sources in half of their room: those of a database count the rows of some tables, those of a trace its bytes, so that each is
 * a row, or a byte, behind one of few bases, the multiples of 2^28.
 *
 *     word    │ place of the base: 4 bits │ row behind it: 28 bits │
 */
const ROW_BITS = 28;
const BASE_ROWS = 2 ** ROW_BITS;
export const MOST_SOURCE_BASES = 2 ** (32 - ROW_BITS);

export function sourceBaseOf(source: number): number {
  return Math.floor(source / BASE_ROWS) * BASE_ROWS;
}

/** `base` is that at place `place`, and the source's. */
export function wordOfSource(source: number, place: number, base: number): number {
  return place * BASE_ROWS + (source - base);
}

export function sourceOfWord(word: number, bases: ArrayLike<number>): number {
  return bases[word >>> ROW_BITS] + (word & (BASE_ROWS - 1));
}

/** All bases there can be of sources that are words by themselves, as bytes of a trace are: each stands at its own place. */
export const OWN_BASES: readonly number[] = Array.from({ length: MOST_SOURCE_BASES }, (_, place) => place * BASE_ROWS);

/** Whether the first `count` sources are words by themselves. Nothing but the loop: see arranging/arrange.ts. */
export function areWords(sources: Float64Array, count: number): boolean {
  for (let i = 0; i < count; i++) if (!(sources[i] >= 0 && sources[i] < 2 ** 32)) return false;
  return true;
}

/**
 * Puts the words of the first `count` sources into `words`; bases that are new go behind `bases`. False where a source is none
 * that can be told so, or there are too many bases.
 */
export function putSourceWords(sources: Float64Array, count: number, bases: number[], words: Uint32Array): boolean {
  let place = -1;
  let base = Number.POSITIVE_INFINITY;
  for (let i = 0; i < count; i++) {
    const source = sources[i];
    if (!(source >= base && source < base + BASE_ROWS)) {
      if (!(source >= 0)) return false;
      base = sourceBaseOf(source);
      place = bases.indexOf(base);
      if (place < 0) {
        if (bases.length === MOST_SOURCE_BASES) return false;
        place = bases.push(base) - 1;
      }
    }
    words[i] = place * BASE_ROWS + (source - base);
  }
  return true;
}

/** The same to the places of slices, for sources whose bases are all there. */
export function scatterSourceWords(
  sources: Float64Array,
  count: number,
  places: Uint32Array,
  bases: Float64Array,
  into: Uint32Array,
): void {
  if (bases.length === MOST_SOURCE_BASES && areOwn(bases)) {
    scatterWords(sources, count, places, into);
    return;
  }
  let place = -1;
  let base = Number.POSITIVE_INFINITY;
  for (let i = 0; i < count; i++) {
    const source = sources[i];
    if (!(source >= base && source < base + BASE_ROWS)) {
      base = sourceBaseOf(source);
      place = bases.indexOf(base);
    }
    into[places[i]] = place * BASE_ROWS + (source - base);
  }
}

function areOwn(bases: ArrayLike<number>): boolean {
  return OWN_BASES.every((base, place) => base === bases[place]);
}

function scatterWords(sources: Float64Array, count: number, places: Uint32Array, into: Uint32Array): void {
  for (let i = 0; i < count; i++) into[places[i]] = sources[i];
}
