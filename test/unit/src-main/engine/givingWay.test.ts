import { readdirSync } from 'node:fs';
import { constants, getPriority } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createEngine } from '../../../../src-main/engine/engine';
import { Thread } from '../../../../src-main/engine/threads/thread';
import { ThreadPool } from '../../../../src-main/engine/threads/threadPool';
import { ThreadProgram } from '../../../../src-main/engine/threads/threadProgram';
import { builtWorker } from '../../../fixtures/builtWorker';
import { temporaryFolder } from '../../../fixtures/indexed';
import { opened, writeTrace } from './startedEngine';

const { url } = builtWorker();

/** How many threads of this process give way; with those that another test has not ended yet. */
function countGivingWay(): number {
  return readdirSync('/proc/self/task').filter(
    (thread) => getPriority(Number(thread)) === constants.priority.PRIORITY_BELOW_NORMAL,
  ).length;
}

test.runIf(process.platform === 'linux')('a thread gives way where it is told to, and no other one does', async () => {
  const program = new ThreadProgram(url);
  const start = { readableRoots: [] };
  const before = countGivingWay();
  const plain = new Thread(program, start);
  onTestFinished(() => plain.stop());
  await plain.call((api) => api.discover([], []));
  expect(countGivingWay()).toBe(before);
  const giving = new Thread(program, { ...start, givesWay: true });
  onTestFinished(() => giving.stop());
  await giving.call((api) => api.discover([], []));
  expect(countGivingWay()).toBe(before + 1);
});

test.runIf(process.platform === 'linux')('what indexes gives way to a window, and in a command to nobody', async () => {
  const folder = temporaryFolder();
  const trace = writeTrace(folder, 'trace.json', '1');
  const options = {
    workerUrl: url,
    host: { kind: 'browser' as const, version: '0', platform: 'test', initialPaths: [], roots: [] },
    userDirs: { cacheDir: join(folder, 'cache'), configDir: join(folder, 'config'), tempDir: join(folder, 'tmp') },
    indexThreads: 1,
  };
  for (const hasWindow of [false, true]) {
    const before = countGivingWay();
    const { engine, dispose } = createEngine({ ...options, hasWindow });
    onTestFinished(dispose);
    await opened(engine, trace);
    // Once there is something to draw it is told to, and does when it comes to it.
    if (hasWindow) await vi.waitFor(() => expect(countGivingWay()).toBe(before + 1), { timeout: 5000 });
    else expect(countGivingWay()).toBe(before);
    await dispose();
  }
});

test.runIf(process.platform === 'linux')(
  'of a pool the thread of the first jobs gives way only when it is told to',
  async () => {
    const before = countGivingWay();
    const pool = new ThreadPool(new ThreadProgram(url), 2, { readableRoots: [], givesWay: true });
    onTestFinished(() => pool.stop());
    pool.start();
    const job = () => pool.run((api) => api.discover([], []));
    await Promise.all([job(), job()]);
    expect(countGivingWay() - before).toBe(1);
    pool.giveWay();
    await Promise.all([job(), job()]);
    expect(countGivingWay() - before).toBe(2);
  },
);
