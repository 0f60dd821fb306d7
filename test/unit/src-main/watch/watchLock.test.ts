import { once } from 'node:events';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterAll, expect, test } from 'vitest';
import { WatchLock } from '../../../../src-main/watch/watchLock';

const folder = mkdtempSync(join(tmpdir(), 'tracelane-lock-'));
afterAll(() => rmSync(folder, { recursive: true }));
let made = 0;
const path = () => join(folder, 'watch', `${made++}.lock`);

/** No process has it: the largest number that Linux gives is 4,194,304. */
const GONE = 99_999_999;

test('of several one holds it, until it lets go', async () => {
  const own = path();
  const locks = Array.from({ length: 5 }, () => new WatchLock(own));
  await Promise.all(locks.map((lock) => lock.refresh()));
  const holders = locks.filter(({ isHeld }) => isHeld);
  expect(holders).toHaveLength(1);
  const other = locks.find(({ isHeld }) => !isHeld)!;
  expect(other.other).toBe(`${hostname()}, ${process.pid}`);
  await other.refresh();
  expect(other.isHeld).toBe(false);
  await other.release();
  await holders[0].refresh();
  expect(holders[0].isHeld).toBe(true);
  await holders[0].release();
  await other.refresh();
  expect([other.isHeld, other.other]).toEqual([true, undefined]);
  expect(readdirSync(join(folder, 'watch'))).toEqual(['0.lock']);
});

test.each([
  ['whose process has ended', { id: 'x', pid: GONE, host: hostname() }, 0, true],
  ['of another machine that said so just now', { id: 'x', pid: GONE, host: 'other' }, 0, false],
  ['of another machine that has been silent for a minute', { id: 'x', pid: GONE, host: 'other' }, 61, true],
  ['of a process that runs, but has been silent', { id: 'x', pid: process.pid, host: hostname() }, 61, true],
])('one %s', async (_, holder, ageS, isTaken) => {
  const own = path();
  const lock = new WatchLock(own);
  await lock.refresh();
  await lock.release();
  writeFileSync(own, JSON.stringify(holder));
  const then = new Date(Date.now() - ageS * 1000);
  utimesSync(own, then, then);
  await lock.refresh();
  expect(lock.isHeld).toBe(isTaken);
});

test('who was taken for gone finds out, and asks no more', async () => {
  const own = path();
  const [first, second] = [new WatchLock(own), new WatchLock(own)];
  await first.refresh();
  const longAgo = new Date(0);
  utimesSync(own, longAgo, longAgo);
  await second.refresh();
  expect(second.isHeld).toBe(true);
  await first.refresh();
  expect(first.isHeld).toBe(false);
  await first.release();
  await second.refresh();
  expect(second.isHeld).toBe(true);
});

test('who holds it says so by the time of the file, and what it says stays', async () => {
  const own = path();
  const lock = new WatchLock(own);
  await lock.refresh();
  const before = readFileSync(own, 'utf8');
  utimesSync(own, new Date(0), new Date(0));
  await lock.refresh();
  expect(Date.now() - statSync(own).mtimeMs).toBeLessThan(10_000);
  expect(readFileSync(own, 'utf8')).toBe(before);
});

test('of many that find a dead one’s at once one has it, and one only', async () => {
  for (let round = 0; round < 20; round++) {
    const own = path();
    mkdirSync(dirname(own), { recursive: true });
    writeFileSync(own, JSON.stringify({ id: 'dead', pid: GONE, host: hostname() }));
    const locks = Array.from({ length: 8 }, () => new WatchLock(own));
    await Promise.all(locks.map((lock) => lock.refresh()));
    // Whoever was pushed aside finds out with the next beat.
    await Promise.all(locks.map((lock) => lock.refresh()));
    expect(locks.filter(({ isHeld }) => isHeld).length, `round ${round}`).toBe(1);
  }
});

test('at no moment does it lie there without its holder: nobody could tell whose it is after a kill', async () => {
  const own = path();
  const lock = new WatchLock(own);
  await lock.refresh();
  await lock.release();
  const code = `
    const { parentPort, workerData } = require('node:worker_threads');
    const { readFileSync } = require('node:fs');
    let isOver = false;
    const seen = { whole: 0, empty: 0 };
    parentPort.on('message', () => { isOver = true; });
    (async () => {
      while (!isOver) {
        for (let i = 0; i < 200; i++) {
          try { seen[readFileSync(workerData, 'utf8') === '' ? 'empty' : 'whole']++; } catch {}
        }
        await new Promise(setImmediate);
      }
      parentPort.postMessage(seen);
    })();`;
  const looker = new Worker(code, { eval: true, workerData: own });
  for (let n = 0; n < 1_000; n++) {
    await lock.refresh();
    await lock.release();
  }
  looker.postMessage('over');
  const [{ whole, empty }] = await once(looker, 'message');
  await looker.terminate();
  expect(whole).toBeGreaterThan(0);
  expect(empty).toBe(0);
});
