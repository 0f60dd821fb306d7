import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { DumpFolder } from '../../../../../src-main/watch/sources/dumpFolder';
import { newDatabase } from '../../../../fixtures/newDatabase';

const root = mkdtempSync(join(tmpdir(), 'tracelane-dumps-'));
afterAll(() => rmSync(root, { recursive: true }));
let made = 0;

const HEAD = 'Device_id,Step,Computing,Communication(Not Overlapped),Overlapped,Communication,Free,Stage\n';

/** As a profiler writes it: its raw data, then what it has analysed, then that it is done. */
function dump(folder: string, rank: number, steps: readonly number[]) {
  const path = join(folder, `host_${rank}_2026_ascend_pt`);
  const output = join(path, 'ASCEND_PROFILER_OUTPUT');
  mkdirSync(output, { recursive: true });
  writeFileSync(join(path, `profiler_info_${rank}.json`), '{}');
  const rows = steps.map((step) => `0,${step},600.5,300,50,350,99.5,1000\n`);
  writeFileSync(join(output, 'step_trace_time.csv'), HEAD + rows.join(''));
  writeFileSync(join(output, 'trace_view.json'), '[{"name":"a"},');
  return { end: () => appendFileSync(join(output, 'trace_view.json'), '{"name":"b"}]') };
}

function watched(saved?: unknown, path = join(root, String(made++))) {
  let nowMs = 0;
  mkdirSync(path, { recursive: true });
  const source = new DumpFolder(path, saved, { quietMs: 4_000, everyMs: 2_000 }, () => nowMs);
  const look = async (atMs: number) => {
    nowMs = atMs;
    return (await source.look()).steps.map((own) => own.map(({ rank, step, durationNs }) => [rank, step, durationNs]));
  };
  return { path, source, look };
}

test('a dump is read when it is whole and stands still, once; the next one behind it', async () => {
  const { path, source, look } = watched();
  expect(await look(0)).toEqual([]);
  expect(source.status[0]).toMatchObject({ state: 'following', isKnown: false, needs: 'dumps' });
  const first = dump(join(path, 'job', 'first'), 3, [12, 13]);
  expect(await look(2_000)).toEqual([]);
  // It stands still, and is not whole.
  expect(await look(20_000)).toEqual([]);
  first.end();
  expect(await look(22_000)).toEqual([]);
  expect(await look(24_000)).toEqual([]);
  expect(await look(26_000)).toEqual([
    [
      [3, 12, 1_000_000],
      [3, 13, 1_000_000],
    ],
  ]);
  expect(await look(40_000)).toEqual([]);
  const next = watched(JSON.parse(JSON.stringify(source.save())), path);
  dump(join(path, 'job', 'second'), 3, [40]).end();
  dump(join(path, 'job', 'second'), 4, [40]).end();
  await next.look(0);
  expect(await next.look(4_000)).toEqual([[[3, 40, 1_000_000]], [[4, 40, 1_000_000]]]);
});

test('a dump of databases alone tells of its steps, to the ns; one that is damaged of none', async () => {
  const { path, look } = watched();
  const folder = (rank: number) => join(path, `host_${rank}_2026_ascend_pt`);
  for (const rank of [3, 4]) {
    mkdirSync(join(folder(rank), 'ASCEND_PROFILER_OUTPUT'), { recursive: true });
    writeFileSync(join(folder(rank), `profiler_info_${rank}.json`), '{}');
  }
  const database = newDatabase(join(folder(3), 'ASCEND_PROFILER_OUTPUT', 'ascend_pytorch_profiler_3.db'));
  database.exec('CREATE TABLE STEP_TIME (id INTEGER, startNs INTEGER, endNs INTEGER)');
  database.exec('INSERT INTO STEP_TIME VALUES (51, 1736410576538298460, 1736410576687298467)');
  database.exec('INSERT INTO STEP_TIME VALUES (50, 1736410576386409710, 1736410576538298460), (52, NULL, 5)');
  database.close();
  writeFileSync(join(folder(4), 'ASCEND_PROFILER_OUTPUT', 'ascend_pytorch_profiler_4.db'), 'no database');
  await look(0);
  expect(await look(4_000)).toEqual([
    [
      [3, 50, 151_888_750],
      [3, 51, 149_000_007],
    ],
    [],
  ]);
});

test('between two looks so much time goes by; a folder that is not there is waited for', async () => {
  const { path, source, look } = watched();
  rmSync(path, { recursive: true });
  await look(0);
  expect(source.status[0]).toMatchObject({ state: 'missing', reason: 'ENOENT' });
  dump(path, 0, [1]).end();
  await look(1_000);
  expect(source.status[0].state).toBe('missing');
  await look(2_000);
  expect(await look(6_000)).toEqual([[[0, 1, 1_000_000]]]);
});
