import type { Notice } from '../../src-contract';
import { type NoticeCode, notice } from '../files/notices';

/** So many damaged cells are told one by one, and of rows so many by their numbers. */
const MAX_LISTED = 5;
const MAX_TEXT_LENGTH = 40;

/** A cell that has no value because it can't be read. */
export interface DamagedCell {
  /** From 1, below the header. */
  readonly row: number;
  /** The header. */
  readonly column: string;
  readonly bytes: Uint8Array;
  readonly byteOffset: number;
}

/** What is wrong with the rows of a file, as it is found; told in the order of the lists here. */
export class CsvNotices {
  readonly #cells: Notice[] = [];
  #moreCells = 0;
  #firstMoreCell = 0;
  readonly #short = new RowList();
  readonly #long = new RowList();
  readonly #quoted = new RowList();
  readonly #leftOut = new RowList();
  readonly #tooLong = new RowList();
  #cutAt: number | undefined;

  constructor(readonly path: string) {}

  /** Rows that are in the file and not in the table; each is counted in a notice. */
  get rowsListed(): number {
    return this.#leftOut.count + this.#tooLong.count + (this.#cutAt === undefined ? 0 : 1);
  }

  damagedCell({ row, column, bytes, byteOffset }: DamagedCell): void {
    if (this.#cells.length < MAX_LISTED) {
      const params = { row, column, text: shortText(bytes) };
      this.#cells.push(notice('table-damaged-cell', 'warning', params, { path: this.path, byteOffset }));
    } else if (this.#moreCells++ === 0) this.#firstMoreCell = byteOffset;
  }

  shortRow(row: number, byteOffset: number): void {
    this.#short.add(row, byteOffset);
  }

  longRow(row: number, byteOffset: number): void {
    this.#long.add(row, byteOffset);
  }

  strayQuote(row: number, byteOffset: number): void {
    this.#quoted.add(row, byteOffset);
  }

  leftOutRow(row: number, byteOffset: number): void {
    this.#leftOut.add(row, byteOffset);
  }

  tooLongRow(row: number, byteOffset: number): void {
    this.#tooLong.add(row, byteOffset);
  }

  /** The last row, which the end of the file cuts off. */
  cutRow(byteOffset: number): void {
    this.#cutAt = byteOffset;
  }

  list(): Notice[] {
    const { path } = this;
    const ofRows = (code: NoticeCode, { count, text, byteOffset }: RowList): Notice[] =>
      count === 0 ? [] : [notice(code, 'warning', { count, rows: text }, { path, byteOffset })];
    const cut =
      this.#cutAt === undefined ? [] : [notice('table-truncated', 'warning', {}, { path, byteOffset: this.#cutAt })];
    const place = { path, byteOffset: this.#firstMoreCell };
    const more =
      this.#moreCells === 0 ? [] : [notice('table-damaged-cells', 'warning', { count: this.#moreCells }, place)];
    return [
      ...cut,
      ...ofRows('table-short-rows', this.#short),
      ...ofRows('table-long-rows', this.#long),
      ...ofRows('table-stray-quotes', this.#quoted),
      ...ofRows('table-rows-left-out', this.#leftOut),
      ...ofRows('table-rows-too-long', this.#tooLong),
      ...this.#cells,
      ...more,
    ];
  }
}

/** Rows with the same trouble: how many, the numbers of the first few, and where the first one's is. */
class RowList {
  count = 0;
  byteOffset = 0;
  readonly #rows: number[] = [];

  add(row: number, byteOffset: number): void {
    if (this.count++ === 0) this.byteOffset = byteOffset;
    if (this.#rows.length < MAX_LISTED) this.#rows.push(row);
  }

  /** "3, 17, 44, …". */
  get text(): string {
    const rows = this.#rows.map((row) => row.toLocaleString('en'));
    return [...rows, ...(this.count > rows.length ? ['…'] : [])].join(', ');
  }
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

function shortText(bytes: Uint8Array): string {
  // No character has more than four bytes.
  const text = decoder.decode(bytes.subarray(0, 4 * MAX_TEXT_LENGTH + 4)).trim();
  return text.length > MAX_TEXT_LENGTH ? `${text.slice(0, MAX_TEXT_LENGTH)}…` : text;
}
