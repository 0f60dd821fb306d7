import type { Database } from '../../../src-worker/sqlite/database';
import { wordBase } from '../../../src-worker/sqlite/integers';

/** Up to where a table has been read. */
export interface Place {
  /** Leaf pages and the last row. */
  readonly pages: number;
  readonly rowId: number;
}

export interface RangeRow {
  readonly startNs: number;
  readonly endNs: number;
  /** Of the columns beside the range; NaN: it is not told. */
  readonly first: number;
  readonly second: number;
}

export interface Rows {
  /** `STRIDE` numbers a row: from, to, and what stands beside. */
  readonly values: readonly number[];
  readonly count: number;
  readonly place: Place;
  readonly isLast: boolean;
}

const STRIDE = 4;
const BEGIN: Place = { pages: 0, rowId: 0 };

/** Rows of a table of ranges behind a place, a slice of its pages at a time. */
export class RowCursor implements RangeRow {
  rowCount = 0;
  #place: Place;
  #values: readonly number[] = [];
  #at = 0;
  /** Undefined: the database has been opened anew. */
  #pages: Uint32Array | undefined;
  #isLast = false;

  /** `more`: up to two columns beside the range, of which the first `needed` have to be there; `order`: rows come by it, more or less. */
  constructor(
    readonly table: string,
    readonly more: readonly string[],
    readonly needed: number,
    readonly order: 'startNs' | 'endNs',
    place: Place | undefined,
  ) {
    this.#place = place ?? BEGIN;
  }

  /** Up to where rows have been taken: as soon as none is left, all of them are told. */
  get place(): Place {
    return this.#place;
  }

  get #isEmpty(): boolean {
    return this.#at >= this.#values.length;
  }

  get needsMore(): boolean {
    return this.#isEmpty && !this.#isLast;
  }

  get isDone(): boolean {
    return this.#isEmpty && this.#isLast;
  }

  get startNs(): number {
    return this.#values[this.#at];
  }

  get endNs(): number {
    return this.#values[this.#at + 1];
  }

  get first(): number {
    return this.#values[this.#at + 2];
  }

  get second(): number {
    return this.#values[this.#at + 3];
  }

  /** Of the row that is next. */
  get time(): number {
    if (this.#isEmpty) return Number.POSITIVE_INFINITY;
    return this.order === 'startNs' ? this.startNs : this.endNs;
  }

  next(): void {
    this.#at += STRIDE;
  }

  /** So many that have been read and are not taken yet. */
  rest(most: number): readonly RangeRow[] {
    const count = Math.min(most, (this.#values.length - this.#at) / STRIDE);
    return Array.from({ length: count }, (_, row) => {
      const at = this.#at + STRIDE * row;
      const [startNs, endNs, first, second] = this.#values.slice(at, at + STRIDE);
      return { startNs, endNs, first, second };
    });
  }

  /** Another state of the database: its pages are looked up again, and there may be more, of this table as of the others. */
  begin(): void {
    this.#pages = undefined;
    this.#isLast = false;
  }

  /** Nothing more is read. */
  end(): void {
    this.#isLast = true;
  }

  /** The next slice, which counts as soon as it is taken. `base`: the instant that times are told since; undefined: there is no row. */
  read(database: Database, sliceBytes: number, base: () => bigint | undefined): Rows {
    this.#pages ??= database.leafPages(this.table);
    const pages = this.#pages;
    // Rows are appended and never taken away: with fewer pages it is another database.
    if (pages.length < this.#place.pages) this.#place = BEGIN;
    const before = this.#place;
    const count = Math.max(2, Math.floor(sliceBytes / database.pageSize));
    // The last page that was read may have got more rows.
    const from = Math.max(0, before.pages - 1);
    const to = Math.min(pages.length, from + count);
    const since = base();
    const values: number[] = [];
    let { rowId } = before;
    let rows = 0;
    if (since !== undefined && to > from) {
      const own = wordBase(since);
      const wanted = [['rowid'], ['startNs'], ['endNs'], ...this.more.map((name) => [name])];
      database.walk(
        this.table,
        wanted,
        (row) => {
          for (row.index = 0; row.index < row.batch.count; row.index++) {
            const id = row.number(0);
            if (!(id > before.rowId)) continue;
            rowId = Math.max(rowId, id);
            rows++;
            const [start, end] = [row.since(1, own), row.since(2, own)];
            const first = this.more.length > 0 ? row.number(3) : Number.NaN;
            const second = this.more.length > 1 ? row.number(4) : Number.NaN;
            if (!Number.isNaN(start + end + (this.needed > 0 ? first : 0))) values.push(start, end, first, second);
          }
        },
        pages.subarray(from, to),
      );
    }
    return { values, count: rows, place: { pages: to, rowId }, isLast: to >= pages.length };
  }

  take({ values, count, place, isLast }: Rows): void {
    this.#values = values;
    this.#at = 0;
    this.#place = place;
    this.#isLast = isLast;
    this.rowCount += count;
  }
}
