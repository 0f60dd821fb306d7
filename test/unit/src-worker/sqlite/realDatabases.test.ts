import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { bigints, numbers, since, texts } from '../../../../src-worker/sqlite/columns';
import { type Database, openDatabase } from '../../../../src-worker/sqlite/database';
import type { SqlValue } from '../../../../src-worker/sqlite/tableRow';
import { describeDumps, dumpPath, hasDumps } from '../../../fixtures/dumps';
import { folderState } from '../../../fixtures/folderState';

/** All literals below were read with SQLite itself. */
const rank0 = 'ascend/db_level1_2ranks/rank0_ascend_pt/ASCEND_PROFILER_OUTPUT/ascend_pytorch_profiler_0.db';

function open(path: string): Database {
  const database = openDatabase(dumpPath(path));
  onTestFinished(() => database.close());
  return database;
}

function sum(values: Iterable<number>): number {
  let total = 0;
  for (const value of values) if (!Number.isNaN(value)) total += value;
  return total;
}

function wholeRows(database: Database, table: string): Map<SqlValue, SqlValue[]> {
  const names = database.tables.get(table)?.columns.map(({ name }) => name) ?? [];
  const rows = new Map<SqlValue, SqlValue[]>();
  database.scan(table, [...names, 'rowid'], (row) => {
    rows.set(
      row.value(names.length),
      names.map((_, column) => row.value(column)),
    );
  });
  return rows;
}

describeDumps('databases of profilers', () => {
  let before: string[];
  beforeAll(() => {
    if (hasDumps) before = folderState(dumpPath('ascend', 'db_level1_2ranks'));
  });
  afterAll(() => {
    if (hasDumps) expect(folderState(dumpPath('ascend', 'db_level1_2ranks'))).toEqual(before);
  });

  test('a PyTorch profile with a log’s header and no log', () => {
    const database = open(rank0);
    expect(database.tables.size).toBe(37);
    const base = 1736410576376650902n;
    const task = database.readColumns('TASK', {
      startNs: since(base, 'startNs'),
      endNs: since(base, 'endNs'),
      globalTaskId: numbers('globalTaskId'),
      contextId: numbers('contextId'),
    });
    expect(task.rowCount).toBe(552);
    expect(sum(task.columns.startNs)).toBe(60_176_131_068);
    expect(sum(task.columns.endNs.map((end, row) => end - task.columns.startNs[row]))).toBe(367_681_571);
    expect(sum(task.columns.globalTaskId)).toBe(152_076);
    expect(sum(task.columns.contextId)).toBe(1_043_677_063_809);
    // Instants as texts, and columns that are mostly NULL.
    const api = database.readColumns('PYTORCH_API', {
      startNs: since(base, 'startNs'),
      connectionId: numbers('connectionId'),
      inputShapes: numbers('inputShapes'),
    });
    expect(api.rowCount).toBe(2460);
    expect(sum(api.columns.startNs)).toBe(109_506_794_770);
    expect(sum(api.columns.connectionId)).toBe(118_341);
    expect(api.columns.connectionId.filter((id) => !Number.isNaN(id))).toHaveLength(487);
    expect(sum(api.columns.inputShapes)).toBe(147_908_272_789);
    const strings = database.readColumns('STRING_IDS', { id: numbers('id'), value: texts('value') });
    expect(strings.rowCount).toBe(1377);
    expect(sum(strings.columns.value.map((value) => value?.length ?? 0))).toBe(44_996);
    expect(sum(strings.columns.id)).toBe(269_241_285_470);
    const pmu = database.readColumns('TASK_PMU_INFO', { value: numbers('value') });
    expect(pmu.rowCount).toBe(5180);
    expect(sum(pmu.columns.value)).toBeCloseTo(561_689_404.6363062, 4);
    expect(wholeRows(database, 'HOST_INFO')).toEqual(new Map([[1, ['3538958389648580163', 'ubuntu']]]));
    expect(sum(database.readColumns('LLC', { hitRate: numbers('hitRate') }).columns.hitRate)).toBeCloseTo(1297.3, 9);
    expect(database.readColumns('CANN_API', { tid: bigints('globalTid') }).columns.tid[0]).toBe(13471134862272974n);
    const notify = database.readColumns('COMMUNICATION_TASK_INFO', { id: bigints('notifyId') }).columns.id;
    expect(notify.reduce((total, id) => total + id / 1024n, 0n)).toBe(324259175049723868n);
    expect(sum(database.readColumns('PYTORCH_CALLCHAINS', { depth: numbers('stackDepth') }).columns.depth)).toBe(
      36_501,
    );
    expect(database.notices).toEqual([]);
  });

  test('an older schema, in pages of 1 kB', () => {
    const database = open('ascend/old_db/msprof_0_older_schema.db');
    const strings = database.readColumns('STRING_IDS', { id: numbers('id'), value: texts('value') });
    expect(strings.rowCount).toBe(1405);
    expect(sum(strings.columns.id)).toBe(986_310);
    expect(sum(strings.columns.value.map((value) => value?.length ?? 0))).toBe(34_932);
    const memory = database.readColumns('NPU_OP_MEM', {
      timeNs: since(1710490360222620070n, 'timestampNs'),
      address: numbers('addr'),
    });
    expect(memory.rowCount).toBe(494);
    expect(sum(memory.columns.timeNs)).toBe(498_945_263_770);
    expect(sum(memory.columns.address)).toBe(9_919_407_285_338_112);
    // A primary key that is told behind the columns, and one within.
    expect([...wholeRows(database, 'COMPUTE_TASK_INFO').values()].slice(0, 3).map((row) => [row[1], row[12]])).toEqual([
      [0, 0],
      [1, 132_797_234],
      [2, 333_546],
    ]);
    expect([...wholeRows(database, 'TASK').values()].slice(0, 3).map((row) => [row[10], row[0]])).toEqual([
      [0, 1698220811392354694n],
      [1, 1698220811525764020n],
      [2, 1698220811526099986n],
    ]);
    expect(database.readColumns('COMMUNICATION_OP', { id: numbers('opId') }).rowCount).toBe(0);
    expect(database.notices).toEqual([]);
  });

  test('a cut off database gives every row of the pages that are left', () => {
    const whole = open(rank0);
    const cut = open('broken/trunc_ascend_pytorch_profiler_0.db');
    const sizeBytes = readFileSync(cut.path).length;
    expect(cut.notices).toMatchObject([{ code: 'database-truncated', byteOffset: sizeBytes, path: cut.path }]);
    expect([...cut.tables.keys()]).toEqual([...whole.tables.keys()]);
    let complete = 0;
    let rowCount = 0;
    for (const table of whole.tables.keys()) {
      const all = wholeRows(whole, table);
      const left = wholeRows(cut, table);
      for (const [rowId, row] of left) expect(row, `${table} ${rowId}`).toEqual(all.get(rowId));
      const isDamaged = cut.notices.some(({ params }) => params.table === table);
      expect(isDamaged, table).toBe(left.size < all.size);
      if (!isDamaged) complete++;
      rowCount += left.size;
    }
    expect(complete).toBe(COMPLETE_TABLES);
    expect(rowCount).toBeGreaterThanOrEqual(ROWS_ON_WHOLE_PAGES);
    expect(rowCount).toBeLessThan(ROWS_ON_WHOLE_PAGES + ROWS_ON_CUT_PAGE);
    for (const { code, byteOffset } of cut.notices) {
      if (code === 'database-damaged-pages') expect(byteOffset).toBeGreaterThan(sizeBytes - 4096);
    }
  });
});

/** Of 37 tables, by SQLite's own account of which pages belong to which table (dbstat). */
const COMPLETE_TABLES = 22;
/** On whole pages, by the same account; of the page that is cut some more may be there. */
const ROWS_ON_WHOLE_PAGES = 5933;
const ROWS_ON_CUT_PAGE = 292;
