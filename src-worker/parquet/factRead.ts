/**
 * Reads the bytes of a file of facts into columns. Parquet, as far as facts need it: no nesting, pages of the second version, gzip or
 * nothing. The reduce reads files by the ten thousand, and a reader for any of them makes an object of each value first.
 */
import { gunzipSync } from 'node:zlib';
import { type FactColumn, factColumns } from './factColumns';
import { FactTable, factBits, type NumberField, type TextField, type TextPool } from './factTable';
import { NONE, NumberList, type ShapePool } from './numberHoles';
import { ThriftReader, type ThriftStruct, type ThriftValue } from './thrift';
import {
  PageBytes,
  readDeltas,
  readRuns,
  readSplitDoubles,
  readTextDeltas,
  readTexts,
  type TextReader,
} from './values';

/** Everything that a file of facts says of itself. */
export interface FactHead {
  /** The key and value pairs of the file's metadata. */
  readonly about: ReadonlyMap<string, string>;
  readonly factCount: number;
  readonly chunks: readonly ColumnChunk[];
}

/** The values of a column, for some rows. */
interface ColumnChunk {
  readonly column: FactColumn;
  readonly isOptional: boolean;
  readonly isPacked: boolean;
  readonly firstRow: number;
  readonly rowCount: number;
  /** In the file. */
  readonly from: number;
  readonly length: number;
  /** Unpacked. */
  readonly fullLength: number;
}

const MAGIC = 0x31524150;
const FOOTER_BYTES = 8;
/** A table of more is no summary. */
const MOST_FACTS = 1 << 22;

const TYPES: Readonly<Record<FactColumn['type'], number>> = { INT32: 1, INT64: 2, DOUBLE: 5, STRING: 6 };
const CODECS = { none: 0, gzip: 2 } as const;
const PAGES = { dictionary: 2, data: 3 } as const;
const ENCODINGS = { plain: 0, deltas: 5, textDeltas: 7, dictionary: 8, split: 9 } as const;

/** Throws an `Error` for what is no Parquet file, or one that is cut off. `bytes` may be the end of the file alone. */
export function factHead(bytes: Uint8Array): FactHead {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < FOOTER_BYTES || view.getUint32(bytes.length - 4, true) !== MAGIC)
    throw new RangeError('the end is missing');
  const from = bytes.length - FOOTER_BYTES - view.getUint32(bytes.length - FOOTER_BYTES, true);
  if (from < 0) throw new RangeError('what it says of itself is missing');
  const [, , schema, factCount, groups, pairs = []] = new ThriftReader(bytes, from).struct();
  if (!isList(schema) || !isList(groups) || !isList(pairs) || !isLength(factCount) || factCount > MOST_FACTS)
    throw new RangeError('what it says of itself is damaged');
  const optional = new Set(schema.flatMap((own) => (own[3] === 1 ? [textOf(own[4])] : [])));
  const chunks: ColumnChunk[] = [];
  let firstRow = 0;
  for (const group of groups) {
    const [, columns, , rowCount] = group;
    if (!isList(columns) || !isLength(rowCount) || firstRow + rowCount > factCount)
      throw new RangeError('rows that are more than all');
    for (const own of columns) {
      const chunk = chunkOf(own[3], optional, { firstRow, rowCount });
      if (chunk) chunks.push(chunk);
    }
    firstRow += rowCount;
  }
  return { about: new Map(pairs.map((own) => [textOf(own[1]), textOf(own[2])])), factCount, chunks };
}

/** Undefined: a column that is not known. */
function chunkOf(
  data: ThriftValue | undefined,
  optional: ReadonlySet<string>,
  rows: Pick<ColumnChunk, 'firstRow' | 'rowCount'>,
): ColumnChunk | undefined {
  if (!Array.isArray(data)) return undefined;
  const path: unknown = data[3];
  const name = Array.isArray(path) ? textOf(path[0]) : '';
  const column = columnsByName.get(name);
  if (!column) return undefined;
  const [, type, , , codec, , fullLength, length, , dataFrom, , dictionaryFrom] = data as ThriftStruct;
  if (type !== TYPES[column.type]) throw new RangeError(`column ${name} is of type ${String(type)}`);
  if (codec !== CODECS.none && codec !== CODECS.gzip)
    throw new RangeError(`column ${name} is packed by codec ${String(codec)}`);
  const from = typeof dictionaryFrom === 'number' && dictionaryFrom > 0 ? dictionaryFrom : dataFrom;
  if (!isLength(from) || !isLength(length) || !isLength(fullLength))
    throw new RangeError(`column ${name} has no place`);
  return { column, isOptional: optional.has(name), isPacked: codec === CODECS.gzip, ...rows, from, length, fullLength };
}

const columnsByName = new Map(factColumns.map((own) => [own.name, own]));

function textOf(value: unknown): string {
  return value instanceof Uint8Array ? Buffer.from(value).toString('utf8') : '';
}

/** What is alike in all files that are read, and kept once. */
export interface ReadPools {
  readonly texts: TextPool;
  readonly shapes: ShapePool;
}

/** Throws an `Error` for bytes that are damaged. */
export function readFactTable(bytes: Uint8Array, { factCount, chunks }: FactHead, pools: ReadPools): FactTable {
  const mores = new Mores(pools.shapes);
  const buffer = new ArrayBuffer(FactTable.roomOf(factCount));
  const own = { texts: pools.texts.texts, shapes: pools.shapes.shapes };
  const table = new FactTable({ count: factCount, buffer, from: 0, mores: mores.texts, moreNumbers: NO_NUMBERS }, own);
  for (const chunk of chunks) readChunk(bytes, chunk, { table, texts: pools.texts, mores });
  return new FactTable({ ...table.bytes, moreNumbers: mores.numbers.taken() }, own);
}

const NO_NUMBERS = new Float64Array(0);

/** What has no column of its own, as `FactTable` has it. */
class Mores {
  readonly texts: string[] = [];
  readonly numbers = new NumberList();
  /** Of each text that was read: see `FactTable.more` and `moreAt`. */
  readonly places: number[] = [];
  readonly firsts: number[] = [];

  constructor(readonly shapes: ShapePool) {}

  add(bytes: Buffer, from: number, end: number): number {
    const first = this.numbers.length;
    const shape = this.shapes.find(bytes, from, end, this.numbers);
    const place = shape === NONE ? this.texts.push(bytes.toString('utf8', from, end)) - 1 : -1 - shape;
    this.firsts.push(first);
    return this.places.push(place) - 1;
  }
}

interface Target {
  readonly table: FactTable;
  readonly texts: TextPool;
  readonly mores: Mores;
}

function readChunk(bytes: Uint8Array, chunk: ColumnChunk, target: Target): void {
  const { from, length, firstRow, rowCount } = chunk;
  if (!(from >= 0 && length >= 0 && from + length <= bytes.length))
    throw new RangeError('a column outside of the file');
  const reader = new ThriftReader(bytes, from);
  let dictionary: Dictionary | undefined;
  for (let row = firstRow; row < firstRow + rowCount; ) {
    const [, kind, fullLength, packedLength, , , , dictionaryHead, dataHead] = reader.struct();
    const start = reader.at;
    if (!(isLength(fullLength) && isLength(packedLength) && start + packedLength <= from + length))
      throw new RangeError('a page outside of its column');
    reader.at += packedLength;
    const page = bytes.subarray(start, reader.at);
    if (kind === PAGES.dictionary) {
      const count = structOf(dictionaryHead)[1];
      if (!isLength(count)) throw new RangeError('a dictionary without a length');
      dictionary = dictionaryOf(chunk, new PageBytes(unpacked(page, fullLength, chunk.isPacked)), count, target);
    } else if (kind === PAGES.data) {
      row += readData(page, fullLength, structOf(dataHead), { ...chunk, firstRow: row }, dictionary, target);
      if (row > firstRow + rowCount) throw new RangeError('a page of too many values');
    } else throw new RangeError(`a page of kind ${String(kind)}`);
  }
}

function isLength(value: unknown): value is number {
  return typeof value === 'number' && value >= 0;
}

function structOf(value: ThriftValue | undefined): ThriftStruct {
  return Array.isArray(value) ? value : [];
}

/** Of structs. */
function isList(value: unknown): value is readonly ThriftStruct[] {
  return Array.isArray(value) && value.every(Array.isArray);
}

/** Of one page; what is more is no summary. */
const MOST_BYTES = 256 << 20;

function unpacked(bytes: Uint8Array, length: number, isPacked: boolean): Uint8Array {
  if (!isPacked) return bytes;
  const most = Math.min(Math.max(1, length), MOST_BYTES);
  // By itself zlib takes 16 kB for each of some dozens of pages, of which most have a hundred bytes.
  return gunzipSync(bytes, { maxOutputLength: most, chunkSize: Math.max(LEAST_CHUNK, most + 1) });
}

/** Zlib's own. */
const LEAST_CHUNK = 64;

/** Of texts their places; see `FactTable`. */
type Dictionary = Int32Array | Float64Array | BigInt64Array;

function dictionaryOf(chunk: ColumnChunk, page: PageBytes, count: number, target: Target): Dictionary {
  // A value has four bytes at least.
  if (count > page.bytes.length) throw new RangeError('a dictionary of too many values');
  return plainValues(chunk, page, count, target);
}

function plainValues({ column }: ColumnChunk, page: PageBytes, count: number, target: Target): Dictionary {
  switch (column.type) {
    case 'STRING':
      return Int32Array.from(readTexts(page, count, textReader(column, target)));
    case 'INT32': {
      const values = new Int32Array(count);
      for (let at = 0; at < count; at++) values[at] = page.int32();
      return values;
    }
    case 'INT64': {
      const values = new BigInt64Array(count);
      for (let at = 0; at < count; at++) values[at] = page.bigint();
      return values;
    }
    case 'DOUBLE': {
      const values = new Float64Array(count);
      for (let at = 0; at < count; at++) values[at] = page.double();
      return values;
    }
  }
}

/** What stands for a text. */
function textReader({ field }: FactColumn, { texts, mores }: Target): TextReader<number> {
  // Of what has no column of its own most is of one row alone.
  if (field === 'more') return (bytes, from, end) => mores.add(bytes, from, end);
  return (bytes, from, end) => texts.placeOfBytes(bytes, from, end);
}

/** How many rows it has. */
function readData(
  bytes: Uint8Array,
  fullLength: number,
  head: ThriftStruct,
  chunk: ColumnChunk,
  dictionary: Dictionary | undefined,
  target: Target,
): number {
  const [, count, nullCount, , encoding, levelBytes = 0, repeatBytes = 0, isPacked = true] = head;
  if (!(isLength(count) && count > 0 && isLength(nullCount) && nullCount <= count && isLength(levelBytes)))
    throw new RangeError('a page without its lengths');
  if (repeatBytes !== 0 || count > chunk.rowCount) throw new RangeError('a page of too many values');
  const present = presentRows(bytes.subarray(0, levelBytes), count, count - nullCount, chunk.isOptional);
  const values = unpacked(bytes.subarray(levelBytes), fullLength - levelBytes, chunk.isPacked && isPacked === true);
  const found = decoded(chunk, new PageBytes(values), present.length, encoding, dictionary, target);
  put(chunk, present, found, target);
  return count;
}

/** Rows of the page that have a value. */
function presentRows(levels: Uint8Array, count: number, presentCount: number, isOptional: boolean): Int32Array {
  if (!isOptional || presentCount === count) {
    const all = new Int32Array(count);
    for (let row = 0; row < count; row++) all[row] = row;
    return all;
  }
  const has = new Uint8Array(count);
  readRuns(new PageBytes(levels), 1, has);
  const present = new Int32Array(presentCount);
  let found = 0;
  for (let row = 0; row < count; row++) if (has[row] === 1) present[found++] = row;
  if (found !== presentCount) throw new RangeError('a page with other values than it says');
  return present;
}

function decoded(
  chunk: ColumnChunk,
  page: PageBytes,
  count: number,
  encoding: unknown,
  dictionary: Dictionary | undefined,
  target: Target,
): Dictionary {
  const { column } = chunk;
  switch (encoding) {
    case ENCODINGS.plain:
      return plainValues(chunk, page, count, target);
    case ENCODINGS.dictionary:
      return lookedUp(page, count, dictionary);
    case ENCODINGS.split: {
      if (column.type !== 'DOUBLE') break;
      const values = new Float64Array(count);
      readSplitDoubles(page, values);
      return values;
    }
    case ENCODINGS.deltas: {
      if (column.type !== 'INT32' && column.type !== 'INT64') break;
      const values = column.type === 'INT64' ? new BigInt64Array(count) : new Int32Array(count);
      readDeltas(page, values);
      return values;
    }
    case ENCODINGS.textDeltas:
      if (column.type !== 'STRING') break;
      return Int32Array.from(readTextDeltas(page, count, textReader(column, target)));
  }
  throw new RangeError(`column ${column.name} in encoding ${String(encoding)}`);
}

function lookedUp(page: PageBytes, count: number, dictionary: Dictionary | undefined): Dictionary {
  if (!dictionary) throw new RangeError('a page without its dictionary');
  const keys = new Uint32Array(count);
  if (count > 0) readRuns(page, page.byte(), keys);
  // Of one kind; the union alone does not say so.
  const values = room(dictionary, count) as Float64Array;
  for (let at = 0; at < count; at++) {
    const key = keys[at];
    if (key >= dictionary.length) throw new RangeError('a value that its dictionary does not have');
    values[at] = (dictionary as Float64Array)[key];
  }
  return values;
}

function room(like: Dictionary, count: number): Dictionary {
  if (like instanceof BigInt64Array) return new BigInt64Array(count);
  return like instanceof Int32Array ? new Int32Array(count) : new Float64Array(count);
}

function put({ column, firstRow }: ColumnChunk, rows: Int32Array, values: Dictionary, target: Target): void {
  const { field, type } = column;
  const { table, mores } = target;
  const { has } = table;
  const bit = factBits[field];
  if (field === 'more') {
    for (let at = 0; at < rows.length; at++) {
      const [row, own] = [firstRow + rows[at], (values as Int32Array)[at]];
      table.more[row] = mores.places[own];
      table.moreAt[row] = mores.firsts[own];
      has[row] |= bit;
    }
    return;
  }
  const into =
    field === 'startNs'
      ? table.startNs
      : type === 'STRING'
        ? table.places[field as TextField]
        : table.numbers[field as NumberField];
  for (let at = 0; at < rows.length; at++) {
    const row = firstRow + rows[at];
    (into as Float64Array)[row] = (values as Float64Array)[at];
    has[row] |= bit;
  }
}
