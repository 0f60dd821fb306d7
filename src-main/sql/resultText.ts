/** What a query answers, as text. */
import { csvCell } from '../../src-contract/cells/csvCell';
import type { Result } from './duckdb';

/** On a terminal more rows than these are no help; csv and JSON have all. */
const MOST_ROWS = 1000;
const WIDEST = 80;

/** Resolves with the number of rows that were written. */
export async function writeResult(
  result: Result,
  format: 'table' | 'csv' | 'json',
  write: (text: string) => void,
): Promise<number> {
  const names = result.columnNames();
  if (format === 'table') return writeTable(result, names, write);
  const isCsv = format === 'csv';
  write(isCsv ? `\ufeff${names.map(csvCell).join()}\r\n` : `{"columns":${JSON.stringify(names)},\n"rows":[`);
  let count = 0;
  for await (const row of rowsOf(result)) {
    write(
      isCsv ? `${row.map((own) => csvCell(textOf(own))).join()}\r\n` : `${count === 0 ? '\n' : ',\n'}${jsonOf(row)}`,
    );
    count++;
  }
  if (!isCsv) write(']}\n');
  return count;
}

export async function* rowsOf(result: Result): AsyncIterable<readonly unknown[]> {
  for (;;) {
    const chunk = await result.fetchChunk();
    if (!chunk || chunk.rowCount === 0) return;
    yield* chunk.getRows();
  }
}

async function writeTable(result: Result, names: readonly string[], write: (text: string) => void): Promise<number> {
  const rows: string[][] = [];
  let hasMore = false;
  const isNumber = names.map(() => true);
  for await (const row of rowsOf(result)) {
    if (rows.length === MOST_ROWS) {
      hasMore = true;
      break;
    }
    for (const [at, own] of row.entries())
      if (own !== null && typeof own !== 'number' && typeof own !== 'bigint') isNumber[at] = false;
    rows.push(row.map((own) => shortened(textOf(own))));
  }
  const widths = names.map((name, at) => Math.max(name.length, ...rows.map((row) => row[at]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    `${cells.map((own, at) => (isNumber[at] ? own.padStart(widths[at] ?? 0) : own.padEnd(widths[at] ?? 0))).join('  ')}`.trimEnd();
  for (const own of [[...names], widths.map((width) => '-'.repeat(width)), ...rows]) write(`${line(own)}\n`);
  if (hasMore) write(`… more than ${MOST_ROWS} rows: --format csv has all.\n`);
  return rows.length;
}

/** A line of the table stays one, and does nothing to the terminal. */
function shortened(text: string): string {
  const plain = text.replace(/\p{Cc}/gu, '�');
  return plain.length > WIDEST ? `${plain.slice(0, WIDEST - 1)}…` : plain;
}

export function textOf(value: unknown): string {
  return value === null || value === undefined ? '' : String(value);
}

function jsonOf(row: readonly unknown[]): string {
  return JSON.stringify(
    row.map((own) => {
      if (typeof own === 'bigint') return Number.isSafeInteger(Number(own)) ? Number(own) : String(own);
      if (typeof own === 'number') return Number.isFinite(own) ? own : null;
      return own === null || typeof own === 'boolean' ? own : String(own);
    }),
  );
}
