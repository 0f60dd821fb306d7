import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { MonitorDatabases } from '../../../../../src-main/watch/sources/monitorDatabases';
import { monitorThreadUrl, readInThread } from '../../../../../src-main/watch/sources/monitorReader';
import { builtWorker } from '../../../../fixtures/builtWorker';
import { newDatabase } from '../../../../fixtures/newDatabase';

const root = mkdtempSync(join(tmpdir(), 'tracelane-monitor-thread-'));
afterAll(() => rmSync(root, { recursive: true }));

const { programPath } = builtWorker();
const STEPS = 600;
const KERNELS = 500;

test('a large database is read by a thread, while it is written; this one goes on', async () => {
  const path = join(root, 'msmonitor_1_20250912133501123_5.db');
  const database = newDatabase(path);
  database.exec(`PRAGMA journal_mode=WAL;
    CREATE TABLE TASK (startNs INTEGER, endNs INTEGER, connectionId INTEGER);
    CREATE TABLE MSTX_EVENTS (startNs INTEGER, endNs INTEGER, message INTEGER);`);
  const write = (from: number, to: number): void => {
    database.exec('BEGIN');
    for (let step = from; step < to; step++) {
      const at = BigInt(step) * 10_000_000n + 1_757_655_301_000_000_000n;
      database.exec(`INSERT INTO TASK WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${KERNELS - 1})
        SELECT ${at} + i * 10000, ${at} + i * 10000 + 8000, 12 FROM n`);
      database.run('INSERT INTO MSTX_EVENTS VALUES (?, ?, ?)', [at, at + 9_900_000n, step]);
    }
    database.exec('COMMIT');
  };
  write(0, STEPS / 2);
  const source = new MonitorDatabases([path], undefined, readInThread(monitorThreadUrl(programPath)));
  const spent = { activeMs: 0, allMs: 0 };
  const steps: { readonly step: number; readonly computeNs: readonly number[] }[] = [];
  for (let from = STEPS / 2; steps.length < STEPS; from += 20) {
    const before = performance.eventLoopUtilization();
    const { steps: found } = await source.look();
    const { active, idle } = performance.eventLoopUtilization(before);
    spent.activeMs += active;
    spent.allMs += active + idle;
    for (const { step, light = [] } of found.flat()) steps.push({ step, computeNs: light.map((own) => own.computeNs) });
    // Also while the thread is at it: into the file itself, and with a log that begins anew.
    if (from < STEPS) write(from, from + 20);
    if (from % 100 === 0) database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  }
  database.close();
  expect(steps.map(({ step }) => step)).toEqual(Array.from({ length: STEPS }, (_, at) => at + 1));
  const computed = steps.flatMap(({ computeNs }) => computeNs);
  expect(computed.length).toBe(STEPS - 2);
  expect(new Set(computed)).toEqual(new Set([KERNELS * 8_000]));
  // This thread waited for it.
  expect(spent.activeMs).toBeLessThan(0.3 * spent.allMs);
}, 60_000);
