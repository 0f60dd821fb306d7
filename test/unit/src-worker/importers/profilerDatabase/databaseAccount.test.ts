/**
 * The lines of everyFile.tsv about databases: their slices, lanes and values of counters as SQLite itself counts them, and
 * the rows of every table of the others. Arrows are counted in realDatabases.test.ts.
 */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openDatabase } from '../../../../../src-worker/sqlite/database';
import { describeDumps, dumpPath } from '../../../../fixtures/dumps';
import { everyFileRows, type FileRow, shownRow } from '../../../../fixtures/everyFile';
import { indexFiles, temporaryFile } from '../../../../fixtures/indexed';
import { withSqlite } from '../../../src-main/demo/readDatabase';

type Count = (sql: string) => number;

const NONE = 4_294_967_295;

/** Tables of events and what tells their lanes. Of tasks those are left out that only frame others of their launch. */
const sliceTables = {
  PYTORCH_API: 'globalTid',
  CANN_API: 'globalTid',
  TASK: 'deviceId * 65536 + streamId',
  COMMUNICATION_OP: 'groupName',
  MSTX_EVENTS: 'globalTid',
  GC_RECORD: '1',
};
const framing = `contextId = ${NONE} AND connectionId <> ${NONE}
  AND globalTaskId NOT IN (SELECT globalTaskId FROM COMPUTE_TASK_INFO)
  AND connectionId IN (SELECT connectionId FROM TASK WHERE contextId <> ${NONE})
  AND taskType IN (SELECT id FROM STRING_IDS WHERE value LIKE 'KERNEL%' OR value = 'AI_CORE')`;

/** Columns with a value for each row, and what tells the counters of a table. */
const sampleTables: Readonly<Record<string, readonly [columns: readonly string[], lanes: string]>> = {
  AICORE_FREQ: [['freq'], '1'],
  HBM: [['bandwidth'], 'hbmId * 1048576 + type'],
  LLC: [['hitRate', 'throughput'], 'llcId * 1048576 + mode'],
  DDR: [['read', 'write'], '1'],
  // Also their sum.
  NPU_MEM: [['ddr', 'hbm', 'ddr + hbm'], 'type'],
  SOC_BANDWIDTH_LEVEL: [['l2BufferBwLevel', 'mataBwLevel'], '1'],
  ACC_PMU: [['readBwLevel', 'writeBwLevel', 'readOstLevel', 'writeOstLevel'], '1'],
};

function counted(path: string, count: Count, has: (table: string) => boolean): Partial<FileRow> {
  let [slices, lanes, counters, samples] = [0, 0, 0, 0];
  for (const [table, lane] of Object.entries(sliceTables).filter(([name]) => has(name))) {
    const where = table === 'TASK' ? `WHERE NOT (${framing})` : '';
    slices += count(`SELECT count(*) FROM ${table} ${where}`);
    lanes += count(`SELECT count(DISTINCT ${lane}) FROM ${table} ${where}`);
  }
  const parts = 'COMMUNICATION_TASK_INFO AS part JOIN TASK ON TASK.globalTaskId = part.globalTaskId';
  slices += count(`SELECT count(*) FROM ${parts}`);
  lanes += count(`SELECT count(DISTINCT groupName * 65536 + planeId % ${NONE}) FROM ${parts}`);
  const isFinished =
    has('status_info') &&
    count("SELECT count(*) FROM status_info WHERE key = 'OVERLAP_ANALYSIS_STATUS' AND value = 'FINISH'");
  if (isFinished) {
    slices += count('SELECT count(*) FROM OVERLAP_ANALYSIS');
    lanes += count('SELECT count(DISTINCT type) FROM OVERLAP_ANALYSIS');
  }
  for (const [table, [columns, lane]] of Object.entries(sampleTables).filter(([name]) => has(name))) {
    counters += columns.length * count(`SELECT count(DISTINCT ${lane}) FROM ${table}`);
    for (const column of columns) samples += count(`SELECT count(${column}) FROM ${table}`);
  }
  return { path, lanes: `${lanes}+${counters}`, samples: `${samples}`, events: `X ${slices}` };
}

/** A copy without the mark that there may be a log, for which SQLite wants to write beside the file. */
function withoutLog(path: string): string {
  const bytes = readFileSync(dumpPath(path));
  return temporaryFile('copy.db', Buffer.concat([bytes.subarray(0, 18), Buffer.of(1, 1), bytes.subarray(20)]));
}

const rows = [...everyFileRows().values()].filter(({ opens }) => opens.startsWith('database'));

describeDumps('databases', () => {
  const timelines = rows.filter(({ opens, path }) => opens === 'database profiler-db' && !path.startsWith('broken/'));

  test.each(timelines)('$path has the slices, lanes and values that SQLite counts', async (row) => {
    const own = withSqlite(withoutLog(row.path), (query) => {
      const tables = new Set(query("SELECT name FROM sqlite_master WHERE type = 'table'").map(({ name }) => name));
      const count: Count = (sql) => Number(Object.values(query(sql)[0])[0]);
      return counted(row.path, count, (table) => tables.has(table));
    });
    const shown = shownRow(row.path, await indexFiles([dumpPath(row.path)]));
    expect({ ...shown, opens: row.opens }).toEqual(row);
    expect({ ...row, events: /X \d+/.exec(row.events)?.[0] }).toMatchObject(own);
  });

  test('a truncated one shows what its line says', async () => {
    for (const row of rows.filter(({ path }) => path.startsWith('broken/'))) {
      const shown = shownRow(row.path, await indexFiles([dumpPath(row.path)]));
      expect({ ...shown, opens: row.opens }).toEqual(row);
    }
  });

  test('the tables of all others have the rows that SQLite counts', () => {
    const others = rows.filter(({ opens }) => opens !== 'database profiler-db');
    for (const { path, events } of others) {
      const tables = withSqlite(withoutLog(path), (query) =>
        query("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").map(({ name }) => {
          return `${name} ${Object.values(query(`SELECT count(*) FROM ${name}`)[0])[0]}`;
        }),
      );
      const database = openDatabase(dumpPath(path));
      const read = [...database.tables.keys()].sort().map((name) => `${name} ${database.scan(name, [], () => {})}`);
      database.close();
      expect([path, read.join(', '), tables.join(', ')]).toEqual([path, events, events]);
    }
  });
});
