import type {
  Cells,
  ColumnFilter,
  ColumnTotals,
  ColumnValues,
  SortKey,
  TableColumn,
  TablePage,
} from '../../src-contract';
import { csvCell } from '../../src-contract/cells/csvCell';
import { compareNames } from '../../src-contract/cells/nameOrder';
import { type Column, type ColumnTable, findColumn, type TextColumn } from './columnTable';
import { type RowKey, sortedRows } from './sortRows';

/** Which rows, in which order. */
export interface RowChoice {
  readonly sort: readonly SortKey[];
  readonly filters: readonly ColumnFilter[];
}

export interface RowWindow {
  readonly firstRow: number;
  readonly rowCount: number;
  readonly columns?: readonly string[];
}

/** The rows of the table that pass the filters, in the order asked. Unknown columns are left out of account. `turn`: see `sortedRows`. */
export function chooseRows(
  table: ColumnTable,
  { sort, filters }: RowChoice,
  timeOffsetNs: number,
  turn?: () => void,
): Uint32Array {
  return orderedRows(table, passingRows(table, filters, timeOffsetNs), sort, turn);
}

/** Those of `rows` in the order asked. */
export function orderedRows(
  table: ColumnTable,
  rows: Uint32Array,
  sort: readonly SortKey[],
  turn?: () => void,
): Uint32Array {
  const keys = sort.flatMap(({ column, isDescending }) => {
    const found = findColumn(table, column);
    return found ? [{ values: sortValues(found), isDescending } satisfies RowKey] : [];
  });
  turn?.();
  return sortedRows(rows, keys, turn);
}

/** In the order of the table. */
export function passingRows(table: ColumnTable, filters: readonly ColumnFilter[], timeOffsetNs: number): Uint32Array {
  const tests = filters.flatMap((filter) => testOf(table, filter, timeOffsetNs));
  const { rowCount } = table;
  const rows = new Uint32Array(rowCount);
  let count = 0;
  if (tests.length === 0) while (count < rowCount) rows[count] = count++;
  else for (let row = 0; row < rowCount; row++) if (tests.every((test) => test(row))) rows[count++] = row;
  return rows.subarray(0, count);
}

/** The rows asked for of those that were chosen. `timeOffsetNs`: what to add to instants to get the dump's. */
export function pageOf(
  table: ColumnTable,
  rows: Uint32Array,
  window: RowWindow,
  timeOffsetNs: number,
): Omit<TablePage, 'totals'> {
  const rowIds = rows.slice(window.firstRow, window.firstRow + window.rowCount);
  const cells = wantedColumns(table, window.columns).map((column): [string, Cells] => [
    column.key,
    cellsOf(column, rowIds, timeOffsetNs),
  ]);
  return {
    columns: table.columns.map(describe),
    firstRow: window.firstRow,
    cells: Object.fromEntries(cells),
    rowIds,
    matchingRows: rows.length,
    totalRows: table.rowCount,
  };
}

export function wantedColumns(table: ColumnTable, keys: readonly string[] | undefined): readonly Column[] {
  return keys ? keys.flatMap((key) => findColumn(table, key) ?? []) : table.columns;
}

export function totalsOf(column: Column, rows: Uint32Array, timeOffsetNs: number): ColumnTotals | undefined {
  if (column.kind === 'text') return undefined;
  const totals = { sum: 0, min: Number.POSITIVE_INFINITY, max: Number.NEGATIVE_INFINITY, valueCount: 0 };
  for (let row = 0; row < rows.length; row += BLOCK_ROWS)
    addTotals(totals, column.values, rows, row, Math.min(rows.length, row + BLOCK_ROWS));
  const { sum, min, max, valueCount } = totals;
  if (valueCount === 0) return { sum: 0, min: Number.NaN, max: Number.NaN, valueCount };
  const offset = column.unit === 'time' ? timeOffsetNs : 0;
  return { sum, min: min + offset, max: max + offset, valueCount };
}

/** Rows of one call: V8 makes fast code of what is called often, and of one call over a million rows it makes slower code, late. */
const BLOCK_ROWS = 16_384;

/** Those of the positions `from` to `end` in `rows`, in their order: so the sum is the same whatever the blocks are. */
function addTotals(
  totals: { sum: number; min: number; max: number; valueCount: number },
  values: Float64Array,
  rows: Uint32Array,
  from: number,
  end: number,
): void {
  let { sum, min, max, valueCount } = totals;
  for (let i = from; i < end; i++) {
    const value = values[rows[i]];
    if (Number.isNaN(value)) continue;
    sum += value;
    if (value < min) min = value;
    if (value > max) max = value;
    valueCount++;
  }
  totals.sum = sum;
  totals.min = min;
  totals.max = max;
  totals.valueCount = valueCount;
}

/** Distinct values among the chosen rows, most frequent first. Of a number column: its numbers as texts. */
export function valuesOf(table: ColumnTable, key: string, rows: Uint32Array, limit: number): ColumnValues {
  const column = findColumn(table, key);
  if (!column) return { values: [], distinctCount: 0 };
  const counts = new Map<string, number>();
  for (const row of rows) {
    const text = column.kind === 'text' ? column.texts[column.codes[row]] : numberText(column.values[row]);
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  const values = [...counts].map(([text, count]) => ({ text, count }));
  values.sort((a, b) => b.count - a.count || compareNames(a.text, b.text));
  return { values: values.slice(0, limit), distinctCount: values.length };
}

/**
 * RFC 4180, with a header line before row 0 (`hasHeader`: or not). Times and durations in µs as the profiler writes them (instants by the
 * file's own clock, exact), sizes in bytes. No value, and one that is not finite ("never released"), is an empty cell.
 */
export function csvOf(
  table: ColumnTable,
  rows: Uint32Array,
  window: RowWindow,
  baseNs: bigint,
  hasHeader = window.firstRow === 0,
): string {
  const columns = wantedColumns(table, window.columns);
  const lines: string[] = [];
  if (hasHeader) lines.push(columns.map((column) => csvCell(csvHeader(column))).join());
  const end = Math.min(rows.length, window.firstRow + window.rowCount);
  for (let i = window.firstRow; i < end; i++) {
    lines.push(columns.map((column) => csvCell(csvText(column, rows[i], baseNs))).join());
  }
  return lines.map((line) => `${line}\r\n`).join('');
}

function testOf(table: ColumnTable, filter: ColumnFilter, timeOffsetNs: number): ((row: number) => boolean)[] {
  const column = findColumn(table, filter.column);
  if (!column) return [];
  if (filter.kind === 'range') {
    if (column.kind !== 'number') return [];
    const offset = column.unit === 'time' ? timeOffsetNs : 0;
    const min = (filter.min ?? Number.NEGATIVE_INFINITY) - offset;
    const max = (filter.max ?? Number.POSITIVE_INFINITY) - offset;
    const { values } = column;
    return [(row) => values[row] >= min && values[row] <= max];
  }
  if (filter.kind === 'oneOf') {
    const wanted = new Set(filter.values);
    return [textTest(column, (text) => wanted.has(text))];
  }
  const part = filter.text.toLowerCase();
  return [textTest(column, (text) => text.toLowerCase().includes(part))];
}

/** Each distinct text is tested once. */
function textTest(column: Column, test: (text: string) => boolean): (row: number) => boolean {
  if (column.kind === 'number') {
    const { values } = column;
    return (row) => test(numberText(values[row]));
  }
  const { codes } = column;
  const passes = Uint8Array.from(column.texts, (text) => (test(text) ? 1 : 0));
  return (row) => passes[codes[row]] === 1;
}

function numberText(value: number): string {
  return Number.isNaN(value) ? '' : String(value);
}

/** Texts sort by the place of their text among all, numbers in them by value; the empty one last. */
function sortValues(column: Column): Float64Array {
  return column.kind === 'number' ? column.values : textRanks(column);
}

function textRanks({ codes, texts }: TextColumn): Float64Array {
  const order = texts.map((_, code) => code).sort((a, b) => compareNames(texts[a], texts[b]));
  const rankOf = new Float64Array(texts.length);
  order.forEach((code, place) => {
    rankOf[code] = texts[code] === '' ? Number.NaN : place;
  });
  const ranks = new Float64Array(codes.length);
  for (let row = 0; row < codes.length; row++) ranks[row] = rankOf[codes[row]];
  return ranks;
}

function cellsOf(column: Column, rowIds: Uint32Array, timeOffsetNs: number): Cells {
  if (column.kind === 'number') {
    const offset = column.unit === 'time' ? timeOffsetNs : 0;
    return { kind: 'number', values: Float64Array.from(rowIds, (row) => column.values[row] + offset) };
  }
  const places = new Map<number, number>();
  const texts: string[] = [];
  const values = Uint32Array.from(rowIds, (row) => {
    const code = column.codes[row];
    let place = places.get(code);
    if (place === undefined) {
      place = texts.length;
      places.set(code, place);
      texts.push(column.texts[code]);
    }
    return place;
  });
  return { kind: 'text', values, texts };
}

function describe({ key, label, kind, unit, isHidden }: Column): TableColumn {
  return { key, label, kind, unit, isHidden };
}

function csvHeader({ label, unit }: Column): string {
  const name = label.replace(/\s*\((ns|us|ms|s|b|kb|mb|gb|gb\/s|mb\/s|%|mhz)\)\s*$/i, '');
  switch (unit) {
    case 'time':
    case 'duration':
      return `${name}(us)`;
    case 'bytes':
    case 'traffic':
      return `${name}(B)`;
    case 'percent':
      return `${name}(%)`;
    case 'GB/s':
    case 'MB/s':
    case 'MHz':
    case 'FLOP/s':
      return `${name}(${unit})`;
    default:
      return name;
  }
}

function csvText(column: Column, row: number, baseNs: bigint): string {
  if (column.kind === 'text') return column.texts[column.codes[row]];
  const value = column.values[row];
  if (!Number.isFinite(value)) return '';
  if (column.unit === 'time') return microseconds(baseNs + BigInt(Math.round(value)));
  return String(column.unit === 'duration' ? scaledDown(value) : value);
}

function microseconds(ns: bigint): string {
  const sign = ns < 0n ? '-' : '';
  const digits = (ns < 0n ? -ns : ns).toString().padStart(4, '0');
  return `${sign}${digits.slice(0, -3)}.${digits.slice(-3)}`;
}

/** ns in µs, rounded once. */
function scaledDown(ns: number): number {
  const text = String(ns);
  return text.includes('e') ? ns / 1000 : Number(`${text}e-3`);
}
