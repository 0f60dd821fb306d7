import type { TextEncodingName } from './header';
import {
  asSafeNumber,
  integerAsBigInt,
  integerAsNumber,
  integerSince,
  isInteger,
  rowIdAt,
  VALUE_BYTES,
  VarintCursor,
  type WordBase,
  wordBase,
} from './integers';
import { type ColumnSchema, ROW_ID } from './schema';
import type { Cell, TableTree } from './tableTree';

/** What a cell of a table may hold; undefined for NULL. Integers are bigints where a float64 would not be exact. */
export type SqlValue = number | bigint | string | Uint8Array | undefined;

const FLOAT = 7;
/** Position of a column that the table does not have: behind all others. */
const ABSENT = 2 ** 31 - 1;
/** From here on even types are blobs, odd ones texts. */
const FIRST_BLOB = 12;

/**
 * The row that a scan is at; good only until the next one. Values are asked for by the place of the column among those
 * the scan was asked for, and decoded only then. A value that can't be read counts as NULL.
 */
export class TableRow {
  #cell: Cell | undefined;
  #bytes: Buffer = Buffer.alloc(0);
  #payloadAt = 0;
  /** Bytes of the payload that are in `#bytes`. */
  #readableBytes = 0;
  /** Columns that the row has, up to the last that is wanted. */
  #count = 0;
  readonly #types: Int32Array;
  readonly #offsets: Int32Array;
  readonly #positions: Int32Array;
  readonly #varint = new VarintCursor();

  /** `columns`: undefined for one that the table does not have. */
  constructor(
    readonly tree: TableTree,
    readonly encoding: TextEncodingName,
    readonly columns: readonly (ColumnSchema | undefined)[],
  ) {
    this.#positions = Int32Array.from(columns, (column) => column?.position ?? ABSENT);
    const wanted = 1 + columns.reduce((last, column) => Math.max(last, column?.position ?? -1), -1);
    this.#types = new Int32Array(wanted);
    this.#offsets = new Int32Array(wanted);
  }

  /** Makes this the row of a cell; false, and noted, where the cell is damaged. */
  moveTo(cell: Cell): boolean {
    this.#cell = cell;
    this.#bytes = cell.page.bytes;
    this.#payloadAt = cell.payloadAt;
    this.#readableBytes = cell.localBytes;
    const isGood = this.#parse(cell);
    if (!isGood) this.tree.noteCell(cell);
    return isGood;
  }

  /** A bigint where it has more than 53 bits. */
  get rowId(): number | bigint {
    const { page, rowIdAt: at } = this.#cell as Cell;
    return rowIdAt(page.bytes, at);
  }

  value(column: number): SqlValue {
    const position = this.#positions[column];
    if (position === ROW_ID) return this.rowId;
    if (!this.#has(position)) return this.#fallback(column, position);
    const type = this.#types[position];
    const at = this.#payloadAt + this.#offsets[position];
    if (type === 6) return asSafeNumber(integerAsBigInt(this.#bytes, at, type));
    if (isInteger(type)) return integerAsNumber(this.#bytes, at, type);
    if (type === FLOAT) return this.#bytes.readDoubleBE(at);
    if (type === 0) return undefined;
    const end = at + (type >= FIRST_BLOB ? (type - FIRST_BLOB) >> 1 : 0);
    return type & 1 ? this.#decode(at, end) : Uint8Array.prototype.slice.call(this.#bytes, at, end);
  }

  /** NaN for NULL and what is no number. Rounded where an integer has more than 53 bits. */
  number(column: number): number {
    const position = this.#positions[column];
    if (position >= 0 && this.#has(position)) {
      const type = this.#types[position];
      const at = this.#payloadAt + this.#offsets[position];
      if (isInteger(type)) return integerAsNumber(this.#bytes, at, type);
      if (type === FLOAT) return this.#bytes.readDoubleBE(at);
      if (type === 0) return Number.NaN;
    }
    const value = this.value(column);
    if (typeof value === 'string') return value.trim() === '' ? Number.NaN : Number(value);
    return typeof value === 'number' || typeof value === 'bigint' ? Number(value) : Number.NaN;
  }

  /** Every digit. Undefined for NULL and what is no whole number. */
  bigint(column: number): bigint | undefined {
    const position = this.#positions[column];
    if (position >= 0 && this.#has(position)) {
      const type = this.#types[position];
      if (isInteger(type)) return integerAsBigInt(this.#bytes, this.#payloadAt + this.#offsets[position], type);
    }
    return wholeNumber(this.value(column));
  }

  /** The whole number − `base`, exact as long as the difference has no more than 53 bits; NaN as `number`. */
  since(column: number, base: WordBase): number {
    const position = this.#positions[column];
    if (position >= 0 && this.#has(position)) {
      const type = this.#types[position];
      if (isInteger(type)) return integerSince(this.#bytes, this.#payloadAt + this.#offsets[position], type, base);
    }
    const value = this.value(column);
    // A time that has been kept as a float64: what it has lost is lost.
    const whole = typeof value === 'number' && Number.isFinite(value) ? BigInt(Math.round(value)) : wholeNumber(value);
    return whole === undefined ? Number.NaN : Number(whole - base.value);
  }

  /** Numbers written out in full; undefined for NULL, and for bytes that are no text. */
  text(column: number): string | undefined {
    const value = this.value(column);
    return value === undefined || value instanceof Uint8Array ? undefined : String(value);
  }

  /** The head of a payload: its own size, then the type of each value; then the values. */
  #parse({ payloadBytes }: Cell): boolean {
    const varint = this.#varint;
    varint.at = this.#payloadAt;
    const headBytes = varint.next(this.#bytes);
    if (headBytes > payloadBytes || headBytes < 1) return false;
    if (headBytes > this.#readableBytes) {
      if (!this.#readAll()) return false;
      varint.at = this.#payloadAt;
      varint.next(this.#bytes);
    }
    const bytes = this.#bytes;
    const headEnd = this.#payloadAt + headBytes;
    const wanted = this.#types.length;
    let offset = headBytes;
    let count = 0;
    while (varint.at < headEnd && count < wanted) {
      const type = varint.next(bytes);
      if (type >= 2 ** 31 || type === 10 || type === 11) return false;
      this.#types[count] = type;
      this.#offsets[count++] = offset;
      offset += type < FIRST_BLOB ? VALUE_BYTES[type] : (type - FIRST_BLOB) >> 1;
      if (offset > payloadBytes) return false;
    }
    this.#count = count;
    return varint.at <= headEnd;
  }

  /** False where the row has no such column, or the value can't be read. */
  #has(position: number): boolean {
    if (position >= this.#count) return false;
    if (this.#readableBytes === (this.#cell as Cell).payloadBytes) return true;
    const type = this.#types[position];
    const bytes = type < FIRST_BLOB ? VALUE_BYTES[type] : (type - FIRST_BLOB) >> 1;
    return this.#offsets[position] + bytes <= this.#readableBytes || this.#readAll();
  }

  /** What a column has in rows that were written before it was added. */
  #fallback(column: number, position: number): SqlValue {
    return position >= this.#count ? this.columns[column]?.defaultValue : undefined;
  }

  #readAll(): boolean {
    const cell = this.#cell as Cell;
    const whole = this.tree.payload(cell);
    if (!whole) return false;
    this.#bytes = whole;
    this.#payloadAt = 0;
    this.#readableBytes = cell.payloadBytes;
    return true;
  }

  #decode(start: number, end: number): string {
    switch (this.encoding) {
      case 'utf8':
        return this.#bytes.toString('utf8', start, end);
      case 'utf16le':
        return this.#bytes.toString('utf16le', start, end);
      case 'utf16be': {
        const even = start + ((end - start) & ~1);
        return Buffer.from(this.#bytes.subarray(start, even)).swap16().toString('utf16le');
      }
    }
  }
}

function wholeNumber(value: SqlValue): bigint | undefined {
  if (typeof value === 'bigint') return value;
  if (typeof value === 'number') return Number.isInteger(value) ? BigInt(value) : undefined;
  return typeof value === 'string' && /^\s*[+-]?\d+\s*$/.test(value) ? BigInt(value) : undefined;
}

/** What `TableRow.since` counts from. */
export function sinceBase(value: bigint): WordBase {
  return wordBase(value);
}
