/** A table that a tab shows, as csv or JSON, in pages. */
import type { DumpId, Engine, RankIndex, TableName, TablePage, TableQuery, TableSource } from '../../../src-contract';
import { tableArguments } from '../../../src-contract/arguments/viewArguments';
import { UsageError } from '../usageError';
import { usual } from './usualTables';

const PAGE_ROWS = 50_000;

/** `of`: JSON, laid over what the table is usually told. Throws a `UsageError` that says what is wrong with it. */
export function tableSource(table: TableName, of: string | undefined, ranks: readonly RankIndex[]): TableSource {
  const given = of === undefined ? {} : parsed(of);
  const before = usual[table](ranks);
  if (before === undefined && of === undefined)
    throw new UsageError(`${table} needs --of JSON: what it is to show, as in src-contract/views.`);
  const checked = tableArguments[table].safeParse({ ...before, ...given });
  if (checked.success) return { table, of: checked.data } as TableSource;
  const [issue] = checked.error.issues;
  throw new UsageError(`--of: ${issue?.path.join('.') || 'it'} has to be ${issue?.message ?? 'something else'}.`);
}

function parsed(of: string): object {
  try {
    const value: unknown = JSON.parse(of);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  } catch {
    // Said below, as for what is JSON and no object.
  }
  throw new UsageError(`--of is a JSON object, not "${of}".`);
}

interface TableExport {
  readonly engine: Engine;
  readonly dump: DumpId;
  readonly source: TableSource;
  readonly write: (text: string) => void;
  readonly progress: (done: number, total: number) => void;
}

/** Resolves with the number of rows. Rejects with a `TableError` where a file can't be read. */
export async function exportCsv({ engine, dump, source, write, progress }: TableExport): Promise<number> {
  const query = queryOf(dump, source);
  const { totalRows } = await engine.table({ ...query, firstRow: 0, rowCount: 0 });
  // A byte order mark: without it some spreadsheet programs take UTF-8 for the system's code page.
  write('\ufeff');
  for (let firstRow = 0; firstRow === 0 || firstRow < totalRows; firstRow += PAGE_ROWS) {
    write(await engine.tableCsv({ ...query, firstRow, rowCount: PAGE_ROWS }));
    progress(Math.min(totalRows, firstRow + PAGE_ROWS), totalRows);
  }
  return totalRows;
}

/** Columns with their units, then rows; `null`: no value. Times are ns since the dump's origin, sizes bytes. */
export async function exportJson({ engine, dump, source, write, progress }: TableExport): Promise<number> {
  const query = queryOf(dump, source);
  let firstRow = 0;
  for (;;) {
    const page = await engine.table({ ...query, firstRow, rowCount: PAGE_ROWS });
    if (firstRow === 0) {
      const columns = page.columns.map(({ key, label, unit }) => ({ key, label, unit }));
      write(`{"table":${JSON.stringify(source)},\n"columns":${JSON.stringify(columns)},\n"rows":[`);
    }
    const rows = rowTexts(page, Math.min(PAGE_ROWS, page.totalRows - firstRow));
    if (rows.length > 0) write(`${firstRow === 0 ? '\n' : ',\n'}${rows.join(',\n')}`);
    firstRow += PAGE_ROWS;
    progress(Math.min(page.totalRows, firstRow), page.totalRows);
    if (firstRow < page.totalRows) continue;
    write(']}\n');
    return page.totalRows;
  }
}

function rowTexts({ columns, cells }: TablePage, count: number): readonly string[] {
  return Array.from({ length: Math.max(0, count) }, (_, row) =>
    JSON.stringify(
      columns.map(({ key }) => {
        const own = cells[key];
        if (own === undefined) return null;
        if (own.kind === 'text') return own.texts[own.values[row]] ?? null;
        const value = own.values[row];
        return Number.isFinite(value) ? value : null;
      }),
    ),
  );
}

function queryOf(dump: DumpId, source: TableSource): Omit<TableQuery, 'firstRow' | 'rowCount'> {
  return { dump, source, sort: [], filters: [] };
}
