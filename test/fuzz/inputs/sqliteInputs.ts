import { existsSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { type Database, withDatabase } from '../../../src-worker/sqlite/database';
import { type ColumnSchema, ROW_ID } from '../../../src-worker/sqlite/schema';
import type { Input } from '../format';
import { realDumps } from './realDumps';
import { type SqlCell, type TableToWrite, writeDatabase } from './sqliteWriter';

const PATHS = [
  'ascend/db_level1_2ranks/rank0_ascend_pt/ASCEND_PROFILER_OUTPUT/ascend_pytorch_profiler_0.db',
  'ascend/db_level1_2ranks/rank0_ascend_pt/ASCEND_PROFILER_OUTPUT/analysis.db',
  'ascend/pp2_dp2_4ranks_no_timeline/rank_3_ascend_pt/ASCEND_PROFILER_OUTPUT/analysis.db',
  'ascend/old_db/msprof_0_older_schema.db',
  'ascend/cluster_analysis.db',
];

/** Every kind of value, trees of three levels, rows longer than a page; no tables that a profiler has. */
const ODD = 'test/unit/src-worker/sqlite/files/values.db';
/** Of a job, with made-up rows. */
const MADE_UP = 'test/unit/src-worker/sqlite/files/cluster_analysis.db';

/** Larger databases are written anew, with the first rows of each table. */
const MOST_BYTES = 60_000;
const ROWS_KEPT = 25;
/** Call stacks are longer than everything else together. */
const CHARACTERS_KEPT = 600;

export async function sqliteInputs(): Promise<readonly Input[]> {
  const folder = realDumps();
  const real = folder ? PATHS.map((path) => join(folder, path)).filter((path) => existsSync(path)) : [];
  const own = [MADE_UP, ODD].map((path) => resolve(process.cwd(), path)).filter((path) => existsSync(path));
  return [...real, ...own].map((path) => {
    const whole = readFileSync(path);
    const bytes = whole.length <= MOST_BYTES || path.endsWith(ODD) ? whole : cutDatabase(path);
    const name = folder && path.startsWith(folder) ? path.slice(folder.length + 1) : basename(path);
    return { name, bytes, path: placeOf(path), beside: {} };
  });
}

function placeOf(path: string): string {
  const name = basename(path);
  if (name === 'cluster_analysis.db') return `cluster_analysis_output/${name}`;
  return `rank0_ascend_pt/ASCEND_PROFILER_OUTPUT/${name === 'values.db' ? 'analysis.db' : name}`;
}

/** The same tables with their first rows. */
export function cutDatabase(path: string): Buffer {
  return withDatabase(path, (database) =>
    writeDatabase([...database.tables.keys()].map((name) => firstRows(database, name))),
  );
}

function firstRows(database: Database, name: string): TableToWrite {
  // What is not stored is not written either.
  const columns = database.tables.get(name)?.columns.filter(({ position }) => position >= ROW_ID) ?? [];
  const rows: SqlCell[][] = [];
  database.scan(
    name,
    columns.map((column) => column.name),
    (row) => {
      if (rows.length >= ROWS_KEPT) return;
      rows.push(columns.map((column, i) => (column.position === ROW_ID ? undefined : shortened(row.value(i)))));
    },
  );
  return { name, columns: columns.map(declared), rows };
}

function declared({ name, type, position }: ColumnSchema): string {
  return `"${name}" ${position === ROW_ID ? 'INTEGER PRIMARY KEY' : type}`;
}

function shortened(value: SqlCell): SqlCell {
  return typeof value === 'string' ? value.slice(0, CHARACTERS_KEPT) : value;
}
