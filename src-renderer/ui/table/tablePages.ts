/** Rows and pages of a table: reading the columnar cells, and making them from values in memory. Pure. */
import type { Cells, ColumnTotals, TableColumn, TablePage } from '../../../src-contract';
import type { TableRow } from './tableLoader';

export function cellNumber(value: number | string | undefined): number {
  return typeof value === 'number' ? value : Number.NaN;
}

export function cellText(value: number | string | undefined): string {
  if (typeof value === 'number') return Number.isNaN(value) ? '' : String(value);
  return value ?? '';
}

/** The row at `offset` of a page. */
export function rowOfPage(page: TablePage, offset: number): TableRow {
  const cell = (key: string) => valueAt(page.cells[key], offset);
  return {
    id: page.rowIds[offset]!,
    position: page.firstRow + offset,
    number: (key) => cellNumber(cell(key)),
    text: (key) => cellText(cell(key)),
  };
}

function valueAt(cells: Cells | undefined, offset: number): number | string | undefined {
  if (cells === undefined) return undefined;
  return cells.kind === 'number' ? cells.values[offset] : cells.texts[cells.values[offset]!];
}

interface PageParts {
  readonly columns: readonly TableColumn[];
  readonly wanted: readonly string[];
  readonly values: ReadonlyMap<string, readonly (number | string)[]>;
  /** Of the matching rows, in their order. */
  readonly positions: readonly number[];
  readonly firstRow: number;
  readonly rowCount: number;
  readonly totalRows: number;
}

/** A page as the Engine would answer it, of values in memory. */
export function pageOf({ columns, wanted, values, positions, firstRow, rowCount, totalRows }: PageParts): TablePage {
  const rows = positions.slice(firstRow, firstRow + rowCount);
  const shown = columns.filter(({ key }) => wanted.includes(key));
  const numbers = shown.filter(({ kind }) => kind === 'number');
  return {
    columns,
    firstRow,
    cells: Object.fromEntries(shown.map(({ key, kind }) => [key, cellsOf(kind, values.get(key) ?? [], rows)])),
    rowIds: Uint32Array.from(rows),
    matchingRows: positions.length,
    totalRows,
    totals: Object.fromEntries(numbers.map(({ key }) => [key, totalsOf(values.get(key) ?? [], positions)])),
  };
}

function cellsOf(kind: TableColumn['kind'], values: readonly (number | string)[], rows: readonly number[]): Cells {
  if (kind === 'number') return { kind, values: Float64Array.from(rows, (row) => cellNumber(values[row])) };
  return { kind, values: Uint32Array.from(rows, (_, at) => at), texts: rows.map((row) => cellText(values[row])) };
}

function totalsOf(values: readonly (number | string)[], positions: readonly number[]): ColumnTotals {
  let [sum, min, max, valueCount] = [0, Number.NaN, Number.NaN, 0];
  for (const position of positions) {
    const value = cellNumber(values[position]);
    if (Number.isNaN(value)) continue;
    sum += value;
    min = valueCount === 0 ? value : Math.min(min, value);
    max = valueCount === 0 ? value : Math.max(max, value);
    valueCount++;
  }
  return { sum, min, max, valueCount };
}
