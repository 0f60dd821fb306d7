import type { SqlResultColumn, SqlRows } from '../../src-contract';
import type { Result } from './duckdb';
import { rowsOf, textOf } from './resultText';

/** More than these nobody reads in a window; a file has all. */
const MOST_ROWS = 50_000;
const MOST_CELL_CHARACTERS = 10_000;
const MOST_CHARACTERS = 32 << 20;

/** A result for the window: its first rows, column by column. */
export async function shownRows(result: Result): Promise<Omit<SqlRows, 'milliseconds'>> {
  const names = result.columnNames();
  const cells: (number | string)[][] = names.map(() => []);
  let [rowCount, characters, isCut] = [0, 0, false];
  for await (const row of rowsOf(result)) {
    if (rowCount === MOST_ROWS || characters > MOST_CHARACTERS) {
      isCut = true;
      break;
    }
    for (const [at, value] of row.entries()) {
      const own = cellOf(value);
      const isLong = typeof own === 'string' && own.length > MOST_CELL_CHARACTERS;
      isCut ||= isLong;
      const shown = isLong ? `${own.slice(0, MOST_CELL_CHARACTERS)}…` : own;
      if (typeof shown === 'string') characters += shown.length;
      cells[at]?.push(shown);
    }
    rowCount++;
  }
  return { columns: names.map((name, at) => columnOf(name, cells[at] ?? [])), rowCount, isCut };
}

function columnOf(name: string, cells: readonly (number | string)[]): SqlResultColumn {
  const isNumber =
    cells.some((own) => typeof own === 'number') && cells.every((own) => typeof own === 'number' || own === '');
  if (!isNumber) return { name, kind: 'text', values: cells.map(String) };
  return {
    name,
    kind: 'number',
    values: Float64Array.from(cells, (own) => (typeof own === 'number' ? own : Number.NaN)),
  };
}

/** A number where it is one exactly enough; '' for no value. */
function cellOf(value: unknown): number | string {
  if (typeof value === 'number') return value;
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  // Decimal numbers are objects of DuckDB's.
  if (typeof value === 'object' && value !== null && 'toDouble' in value && typeof value.toDouble === 'function')
    return Number(value.toDouble());
  return textOf(value);
}
