import type { Slabs } from './chunks';

/** What values are above the least of them, or above 0, in as many bits as the greatest takes. */
export interface NarrowColumn {
  readonly least: number;
  /** Empty where there is nothing above. Floats are the values themselves, and the least is 0: others did not fit. */
  readonly above: Uint8Array | Uint16Array | Uint32Array | Float64Array;
  /** Of 40 bits those that `above` has no room for: times of some minutes. */
  readonly high?: Uint8Array;
}

const TWO_32 = 2 ** 32;
/** Sums of two whole numbers below it are exact, in whatever order their parts are added. */
const EXACT = 2 ** 52;

export type WideColumn = Float64Array | Uint32Array | Uint16Array | Uint8Array;

export function narrowColumn(values: WideColumn, slabs: Slabs): NarrowColumn {
  if (values instanceof Float64Array) return narrowFloats(values, slabs);
  const { length } = values;
  const greatest = greatestOf(values);
  if (isAll(values, greatest)) return { least: greatest, above: new Uint8Array(0) };
  // Counted from 0: numbers of lanes and names are small as a rule.
  const { above } = slabs.columns({ above: wordsUpTo(greatest) }, length);
  above.set(values);
  return { least: 0, above };
}

/** The same of words, as what they are above the least where that takes fewer bits. */
export function narrowWords(values: Uint32Array, slabs: Slabs): NarrowColumn {
  const { length } = values;
  let least = values[0];
  let greatest = values[0];
  for (let i = 1; i < length; i++) {
    const value = values[i];
    if (value < least) least = value;
    if (value > greatest) greatest = value;
  }
  if (greatest - least >= 2 ** 16) {
    const { above } = slabs.columns({ above: Uint32Array }, length);
    above.set(values);
    return { least: 0, above };
  }
  if (greatest === least) return { least, above: new Uint8Array(0) };
  const { above } = slabs.columns({ above: Uint16Array }, length);
  for (let i = 0; i < length; i++) above[i] = values[i] - least;
  return { least, above };
}

function narrowFloats(values: Float64Array, slabs: Slabs): NarrowColumn {
  const { length } = values;
  const [least, greatest] = extremes(values);
  if (least === greatest) return { least, above: new Uint8Array(0) };
  if (greatest - least < 2 ** 32) {
    const { above } = slabs.columns({ above: wordsUpTo(greatest - least) }, length);
    const isExact = above instanceof Uint32Array ? lowerToWords(values, least, above) : lower(values, least, above);
    if (isExact) return { least, above };
  } else if (greatest - least < 2 ** 40 && Math.abs(least) < EXACT && Math.abs(greatest) < EXACT) {
    const { above, high } = slabs.columns({ above: Uint32Array, high: Uint8Array }, length);
    if (lowerToFortyBits(values, least, above, high)) return { least, above, high };
  }
  const { above } = slabs.columns({ above: Float64Array }, length);
  above.set(values);
  return { least: 0, above };
}

function wordsUpTo(greatest: number): typeof Uint8Array | typeof Uint16Array | typeof Uint32Array {
  if (greatest < 2 ** 8) return Uint8Array;
  return greatest < 2 ** 16 ? Uint16Array : Uint32Array;
}

function extremes(values: Float64Array): [least: number, greatest: number] {
  let least = values[0];
  let greatest = values[0];
  for (let i = 1; i < values.length; i++) {
    const value = values[i];
    if (value < least) least = value;
    if (value > greatest) greatest = value;
  }
  return [least, greatest];
}

function greatestOf(values: Exclude<WideColumn, Float64Array>): number {
  if (values instanceof Uint32Array) return greatestWord(values);
  return values instanceof Uint16Array ? greatestHalf(values) : greatestByte(values);
}

function greatestWord(values: Uint32Array): number {
  let greatest = 0;
  for (let i = 0; i < values.length; i++) if (values[i] > greatest) greatest = values[i];
  return greatest;
}

function greatestHalf(values: Uint16Array): number {
  let greatest = 0;
  for (let i = 0; i < values.length; i++) if (values[i] > greatest) greatest = values[i];
  return greatest;
}

function greatestByte(values: Uint8Array): number {
  let greatest = 0;
  for (let i = 0; i < values.length; i++) if (values[i] > greatest) greatest = values[i];
  return greatest;
}

/** Mostly told by the first. */
function isAll(values: Exclude<WideColumn, Float64Array>, value: number): boolean {
  if (value === 0) return true;
  for (let i = 0; i < values.length; i++) if (values[i] !== value) return false;
  return true;
}

/** False where a value does not come out as it was. */
function lowerToWords(values: Float64Array, least: number, above: Uint32Array): boolean {
  for (let i = 0; i < values.length; i++) {
    above[i] = values[i] - least;
    if (least + above[i] !== values[i]) return false;
  }
  return true;
}

/** The same for the wider ones. */
function lowerToFortyBits(values: Float64Array, least: number, above: Uint32Array, high: Uint8Array): boolean {
  for (let i = 0; i < values.length; i++) {
    const distance = values[i] - least;
    const words = Math.floor(distance / TWO_32);
    high[i] = words;
    above[i] = distance - words * TWO_32;
    if (least + (words * TWO_32 + above[i]) !== values[i]) return false;
  }
  return true;
}

/** The same for the narrower ones. */
function lower(values: Float64Array, least: number, above: Uint8Array | Uint16Array | Uint32Array): boolean {
  for (let i = 0; i < values.length; i++) {
    above[i] = values[i] - least;
    if (least + above[i] !== values[i]) return false;
  }
  return true;
}

export function widenFloats({ least, above, high }: NarrowColumn, count: number, into: Float64Array): void {
  if (above.length === 0) into.fill(least, 0, count);
  else if (high) widenFortyBits(above, high, least, into);
  else if (above instanceof Uint32Array) widenWords(above, least, into);
  else if (above instanceof Uint16Array) widenHalves(above, least, into);
  else {
    into.set(above);
    if (least !== 0) raise(into, least, count);
  }
}

export function widenIntegers({ least, above }: NarrowColumn, count: number, into: Uint32Array | Uint8Array): void {
  if (above.length === 0) into.fill(least, 0, count);
  else {
    into.set(above);
    if (least !== 0) for (let i = 0; i < count; i++) into[i] += least;
  }
}

/** One loop per type of column: a loop that sees all of them is several times slower. */
function widenWords(above: Uint32Array, least: number, into: Float64Array): void {
  for (let i = 0; i < above.length; i++) into[i] = least + above[i];
}

function widenFortyBits(above: NarrowColumn['above'], high: Uint8Array, least: number, into: Float64Array): void {
  for (let i = 0; i < above.length; i++) into[i] = least + (high[i] * TWO_32 + above[i]);
}

function widenHalves(above: Uint16Array, least: number, into: Float64Array): void {
  for (let i = 0; i < above.length; i++) into[i] = least + above[i];
}

function raise(column: Float64Array, least: number, count: number): void {
  for (let i = 0; i < count; i++) column[i] += least;
}

export function takeAbove(above: WideColumn, least: number, rows: Uint32Array, into: WideColumn): void {
  for (let i = 0; i < rows.length; i++) into[i] = least + above[rows[i]];
}

/** What the first of `rows` have beyond 32 bits is put to what `takeAbove` has taken. */
export function addHigh(high: Uint8Array, rows: Uint32Array, into: WideColumn): void {
  for (let i = 0; i < rows.length; i++) into[i] += high[rows[i]] * TWO_32;
}
