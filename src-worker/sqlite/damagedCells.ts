import type { Notice } from '../../src-contract';
import { notice } from '../files/notices';

const MAX_LISTED = 5;

interface ColumnDamage {
  count: number;
  /** Ids of the first few rows. */
  readonly rows: (number | bigint)[];
  readonly page: number;
  readonly placeInPage: number;
}

/** Cells of one table that hold something else than their column: texts and blobs for numbers, infinities. */
export class DamagedCells {
  readonly #columns = new Map<string, ColumnDamage>();

  constructor(readonly table: string) {}

  add(column: string, rowId: number | bigint, page: number, placeInPage: number): void {
    const known = this.#columns.get(column) ?? { count: 0, rows: [], page, placeInPage };
    known.count++;
    if (known.rows.length < MAX_LISTED) known.rows.push(rowId);
    this.#columns.set(column, known);
  }

  /** A notice for each column. `byteOffset`: of a page in the file. */
  notices(path: string, byteOffset: (page: number) => number): Notice[] {
    return [...this.#columns].map(([column, { count, rows, page, placeInPage }]) => {
      const named = [...rows.map(String), ...(count > rows.length ? ['…'] : [])].join(', ');
      const params = { table: this.table, column, count, rows: named };
      const place = { path, byteOffset: byteOffset(page) + placeInPage };
      return notice('database-damaged-cells', 'warning', params, place);
    });
  }
}
