import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Cancellation } from '../../../../src-main/engine/opening/cancellation';
import { IndexJob } from '../../../../src-main/engine/opening/indexJob';
import { Rehearsal } from '../../../../src-main/engine/opening/rehearsal';
import { rehearsalTrace } from '../../../../src-main/engine/opening/rehearsalTrace';
import { ThreadPool } from '../../../../src-main/engine/threads/threadPool';
import { ThreadProgram } from '../../../../src-main/engine/threads/threadProgram';
import { readableRoots } from '../../../../src-main/engine/user/readableRoots';
import { builtWorker } from '../../../fixtures/builtWorker';
import { temporaryFolder } from '../../../fixtures/indexed';

const { url } = builtWorker();

function prepare() {
  const pool = new ThreadPool(new ThreadProgram(url), 2);
  onTestFinished(() => pool.stop());
  const folder = join(temporaryFolder(), 'not there yet');
  return { pool, folder, rehearsal: new Rehearsal(pool, join(folder, 'rehearsal.json')) };
}

test('the trace has slices within each other, arrows between processes and counters, and nothing of it is odd', async () => {
  const { pool } = prepare();
  const folder = temporaryFolder();
  const path = join(folder, 'trace.json');
  writeFileSync(path, rehearsalTrace());
  const { summary, index, status } = await new IndexJob([path], pool, new Cancellation(), { started: () => {} }).run();
  expect([status, summary.skipped, summary.notices]).toEqual(['ready', [], []]);
  const { X = 0, C = 0, s = 0, f = 0 } = summary.eventCounts as Readonly<Record<string, number>>;
  expect([X > 3000, C > 50, s > 500, s === f]).toEqual([true, true, true, true]);
  expect(index).toBeDefined();
});

test('reads the trace by all threads, shows nothing, and leaves nothing behind', async () => {
  const { pool, folder, rehearsal } = prepare();
  const read = vi.spyOn(pool, 'run');
  rehearsal.begin();
  await vi.waitFor(() => expect(read.mock.calls.length).toBeGreaterThan(30), { timeout: 15_000 });
  expect(readdirSync(folder)).toHaveLength(1);
  const startMs = performance.now();
  await rehearsal.end();
  expect(performance.now() - startMs).toBeLessThan(2000);
  expect(readdirSync(folder)).toEqual([]);
  // What is asked for afterwards is done.
  expect((await pool.run((api) => api.discover([folder], []))).ranks).toEqual([]);
});

test('never begins where a dump has been opened before, and where the trace can’t be written it says nothing', async () => {
  const { pool, folder, rehearsal } = prepare();
  await rehearsal.end();
  rehearsal.begin();
  await rehearsal.end();
  expect(existsSync(folder)).toBe(false);
  const file = join(temporaryFolder(), 'a file');
  writeFileSync(file, '');
  const impossible = new Rehearsal(pool, join(file, 'rehearsal.json'));
  impossible.begin();
  await impossible.end();
});

test('where a host lets its windows read some folders only, threads may read the trace in the temporary one', async () => {
  const folder = temporaryFolder();
  const dirs = { cacheDir: join(folder, 'cache'), configDir: join(folder, 'config'), tempDir: join(folder, 'tmp') };
  const host = {
    kind: 'browser' as const,
    version: '0',
    platform: 'test',
    initialPaths: [],
    roots: [temporaryFolder()],
  };
  const pool = new ThreadPool(new ThreadProgram(url), 1, { readableRoots: readableRoots(host, dirs) });
  onTestFinished(() => pool.stop());
  mkdirSync(dirs.tempDir);
  const path = join(dirs.tempDir, 'trace.json');
  writeFileSync(path, rehearsalTrace());
  const { summary } = await new IndexJob([path], pool, new Cancellation(), { started: () => {} }).run();
  expect([summary.notices, (summary.eventCounts as Readonly<Record<string, number>>).X > 3000]).toEqual([[], true]);
});
