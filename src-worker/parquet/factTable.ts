/** Facts as columns: what a file has, before any object is made of a row. */
import { type Fact, type FactField, factColumns } from './factColumns';
import type { Shape } from './numberHoles';

/** Texts of many files: one of several that are alike stands for all. */
export class TextPool {
  readonly texts: string[] = [];
  readonly #places = new Map<string, number>();
  /** Those that were looked for as bytes, by their hash: the place and the bytes. */
  readonly #byHash = new Map<number, { readonly place: number; readonly bytes: Uint8Array }[]>();

  placeOf(text: string): number {
    const known = this.#places.get(text);
    if (known !== undefined) return known;
    this.#places.set(text, this.texts.length);
    this.texts.push(text);
    return this.texts.length - 1;
  }

  /** The same of a text in UTF-8, which is made only of the first that is alike. */
  placeOfBytes(bytes: Buffer, from: number, end: number): number {
    let hash = end - from;
    for (let at = from; at < end; at++) hash = (Math.imul(hash, PRIME) ^ bytes[at]) | 0;
    const alike = this.#byHash.get(hash);
    if (alike) for (const own of alike) if (isSame(own.bytes, bytes, from, end)) return own.place;
    const place = this.placeOf(bytes.toString('utf8', from, end));
    const own = { place, bytes: Uint8Array.prototype.slice.call(bytes, from, end) };
    if (alike) alike.push(own);
    else this.#byHash.set(hash, [own]);
    return place;
  }
}

const PRIME = 0x01000193;

function isSame(own: Uint8Array, bytes: Uint8Array, from: number, end: number): boolean {
  if (own.length !== end - from) return false;
  for (let at = 0; at < own.length; at++) if (own[at] !== bytes[from + at]) return false;
  return true;
}

export type TextField = 'kind' | 'step' | 'name' | 'detail' | 'type' | 'group' | 'transport';
export type NumberField = Exclude<FactField, TextField | 'startNs' | 'more'>;
type Numbers = Float64Array | Int32Array;

export const textFields: readonly TextField[] = ['kind', 'step', 'name', 'detail', 'type', 'group', 'transport'];
const numberFields = (type: 'INT32' | 'DOUBLE') =>
  factColumns.flatMap((own) => (own.type === type ? [own.field as NumberField] : []));
const WHOLE_FIELDS = numberFields('INT32');
const DOUBLE_FIELDS = numberFields('DOUBLE');

/** Bits of `FactTable.has`, by column. */
export const factBits = Object.fromEntries(factColumns.map(({ field }, at) => [field, 2 ** at])) as Readonly<
  Record<FactField, number>
>;

/** Bytes of a row, and of those columns that lie before one; `moreAt` and `has` are the last. */
const ROW_BYTES = 8 * (1 + DOUBLE_FIELDS.length) + 4 * (WHOLE_FIELDS.length + textFields.length + 3);

/** How the columns lie in a table's buffer: before each one so many bytes of every row. */
export const tableLayout = {
  rowBytes: ROW_BYTES,
  before: {
    startNs: 0,
    ...Object.fromEntries(DOUBLE_FIELDS.map((field, at) => [field, 8 * (1 + at)])),
    ...Object.fromEntries(
      [...WHOLE_FIELDS, ...textFields, 'more'].map((field, at) => [field, 8 * (1 + DOUBLE_FIELDS.length) + 4 * at]),
    ),
  } as Readonly<Record<FactField, number>>,
  moreAt: ROW_BYTES - 8,
  has: ROW_BYTES - 4,
} as const;

/** What a table is made of: plain data, whose buffer a thread can give away. */
export interface FactBytes {
  readonly count: number;
  /** All columns, one behind another, from the byte `from` on. */
  readonly buffer: ArrayBuffer;
  readonly from: number;
  readonly mores: readonly string[];
  /** Those of `mores` that have a shape, one row behind another. */
  readonly moreNumbers: Float64Array<ArrayBuffer>;
}

/** What the places in a table are of: texts and shapes of a pool. */
export interface FactPools {
  readonly texts: readonly string[];
  readonly shapes: readonly Shape[];
}

/** Rows of facts. What of a column a row does not have stands in `has` alone. */
export class FactTable {
  readonly startNs: BigInt64Array;
  readonly numbers: Readonly<Record<NumberField, Numbers>>;
  /** Of each row the place of its text in `texts`. */
  readonly places: Readonly<Record<TextField, Int32Array>>;
  /** Of each row the place of its text in `mores`; below 0: −1 less the place of its shape. */
  readonly more: Int32Array;
  /** Of a row with a shape: the place of its first number. */
  readonly moreAt: Int32Array;
  readonly has: Uint32Array;
  readonly texts: readonly string[];

  constructor(
    readonly bytes: FactBytes,
    readonly pools: FactPools,
  ) {
    this.texts = pools.texts;
    const { buffer, from, count } = bytes;
    let at = from;
    const place = (width: number) => {
      at += width * count;
      return at - width * count;
    };
    const wholes = () => new Int32Array(buffer, place(4), count);
    this.startNs = new BigInt64Array(buffer, place(8), count);
    const doubles = DOUBLE_FIELDS.map((field) => [field, new Float64Array(buffer, place(8), count)] as const);
    const numbers = [...doubles, ...WHOLE_FIELDS.map((field) => [field, wholes()] as const)];
    this.numbers = Object.fromEntries(numbers) as Record<NumberField, Numbers>;
    this.places = Object.fromEntries(textFields.map((field) => [field, wholes()])) as Record<TextField, Int32Array>;
    this.more = wholes();
    this.moreAt = wholes();
    this.has = new Uint32Array(buffer, place(4), count);
  }

  /** Bytes that so many rows take. */
  static roomOf(count: number): number {
    return count * ROW_BYTES;
  }

  get count(): number {
    return this.bytes.count;
  }

  rows(): Fact[] {
    return Array.from(this.has, (_, row) => this.row(row));
  }

  row(row: number): Fact {
    return new FactRow(this, row);
  }

  kindOf(row: number): string {
    return this.texts[this.places.kind[row]];
  }

  hasAt(row: number, field: FactField): boolean {
    return (this.has[row] & factBits[field]) !== 0;
  }

  /** `otherwise`: where the row has no such number. */
  numberAt(row: number, field: NumberField, otherwise = Number.NaN): number {
    return (this.has[row] & factBits[field]) === 0 ? otherwise : this.numbers[field][row];
  }

  /** '' where the row has no such text. */
  textAt(row: number, field: TextField): string {
    return (this.has[row] & factBits[field]) === 0 ? '' : this.texts[this.places[field][row]];
  }

  /** Of the row's `more`; undefined: it stands for itself, or there is none. */
  shapeAt(row: number): Shape | undefined {
    return this.hasAt(row, 'more') ? this.pools.shapes[-1 - this.more[row]] : undefined;
  }

  moreAtRow(row: number): string | undefined {
    if (!this.hasAt(row, 'more')) return undefined;
    const shape = this.shapeAt(row);
    return shape ? shape.filled(this.bytes.moreNumbers, this.moreAt[row]) : this.bytes.mores[this.more[row]];
  }
}

/** A row, looked up when it is asked. */
class FactRow implements Fact {
  constructor(
    readonly table: FactTable,
    readonly row: number,
  ) {}

  get kind(): string {
    return this.table.kindOf(this.row);
  }
  get step() {
    return textAt(this, factBits.step, this.table.places.step);
  }
  get name() {
    return textAt(this, factBits.name, this.table.places.name);
  }
  get detail() {
    return textAt(this, factBits.detail, this.table.places.detail);
  }
  get type() {
    return textAt(this, factBits.type, this.table.places.type);
  }
  get group() {
    return textAt(this, factBits.group, this.table.places.group);
  }
  get transport() {
    return textAt(this, factBits.transport, this.table.places.transport);
  }
  get rank() {
    return numberAt(this, factBits.rank, this.table.numbers.rank);
  }
  get parent() {
    return numberAt(this, factBits.parent, this.table.numbers.parent);
  }
  get source() {
    return numberAt(this, factBits.source, this.table.numbers.source);
  }
  get peer() {
    return numberAt(this, factBits.peer, this.table.numbers.peer);
  }
  get startNs(): bigint | undefined {
    return hasAt(this, factBits.startNs) ? this.table.startNs[this.row] : undefined;
  }
  get ns() {
    return numberAt(this, factBits.ns, this.table.numbers.ns);
  }
  get transitNs() {
    return numberAt(this, factBits.transitNs, this.table.numbers.transitNs);
  }
  get waitNs() {
    return numberAt(this, factBits.waitNs, this.table.numbers.waitNs);
  }
  get synchronizationNs() {
    return numberAt(this, factBits.synchronizationNs, this.table.numbers.synchronizationNs);
  }
  get idleNs() {
    return numberAt(this, factBits.idleNs, this.table.numbers.idleNs);
  }
  get computingNs() {
    return numberAt(this, factBits.computingNs, this.table.numbers.computingNs);
  }
  get exposedNs() {
    return numberAt(this, factBits.exposedNs, this.table.numbers.exposedNs);
  }
  get freeNs() {
    return numberAt(this, factBits.freeNs, this.table.numbers.freeNs);
  }
  get bytes() {
    return numberAt(this, factBits.bytes, this.table.numbers.bytes);
  }
  get count() {
    return numberAt(this, factBits.count, this.table.numbers.count);
  }
  get value() {
    return numberAt(this, factBits.value, this.table.numbers.value);
  }
  get more(): string | undefined {
    return this.table.moreAtRow(this.row);
  }
}

function hasAt({ table, row }: FactRow, bit: number): boolean {
  return (table.has[row] & bit) !== 0;
}

function textAt(own: FactRow, bit: number, places: Int32Array): string | undefined {
  return hasAt(own, bit) ? own.table.texts[places[own.row]] : undefined;
}

function numberAt(own: FactRow, bit: number, numbers: Numbers): number | undefined {
  return hasAt(own, bit) ? numbers[own.row] : undefined;
}

/** An object with what the fact has, and nothing else. */
export function plainFact(fact: Fact): Fact {
  return Object.fromEntries(
    factColumns.flatMap(({ field }) => (fact[field] === undefined ? [] : [[field, fact[field]]])),
  ) as unknown as Fact;
}
