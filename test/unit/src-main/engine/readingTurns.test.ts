import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Remote } from 'comlink';
import { expect, test } from 'vitest';
import { Cancellation } from '../../../../src-main/engine/opening/cancellation';
import { IndexJob } from '../../../../src-main/engine/opening/indexJob';
import { ReadingTurns } from '../../../../src-main/engine/opening/readingTurns';
import type { ThreadApi } from '../../../../src-main/engine/threads/workerMain';
import { temporaryFolder } from '../../../fixtures/indexed';
import { LocalPool } from './indexJobs';

/** Looking through a file takes a moment longer the earlier it was asked for, and it is told of which file each part is that is read. */
class SlowPlans extends LocalPool {
  readonly read: string[] = [];
  #plans = 0;

  override run<T>(work: (api: Remote<ThreadApi>) => Promise<T>, isUrgent = false): Promise<T> {
    return super.run(async (api) => {
      const told = new Proxy(api, {
        get: (target, name) => {
          const own = Reflect.get(target, name) as (...args: unknown[]) => Promise<unknown>;
          return async (...args: unknown[]) => {
            if (name === 'readSegment') this.read.push((args[1] as { path: string }).path.slice(-6, -5));
            const answer = await own.apply(target, args);
            if (name === 'planRank') await new Promise((resolve) => setTimeout(resolve, 60 - 30 * this.#plans++));
            return answer;
          };
        },
      });
      return work(told);
    }, isUrgent);
  }
}

test('of ranks that are read at the same time, the first has its parts read first', async () => {
  const folder = temporaryFolder();
  const events = Array.from({ length: 400 }, (_, i) => `{"ph":"X","pid":1,"tid":1,"ts":${i},"dur":0.5,"name":"op"}`);
  const pool = new SlowPlans(() => {});
  const turns = new ReadingTurns();
  const sizes = { firstBytes: 1 << 10, furtherBytes: 1 << 12 };
  const jobs = ['0', '1'].map((name) => {
    const path = join(folder, `${name}.json`);
    writeFileSync(path, `[${events.join(',\n')}]`);
    return new IndexJob([path], pool, new Cancellation(), { started: () => {} }, { sizes, turn: turns.next() });
  });
  const results = await Promise.all(jobs.map((job) => job.run()));
  expect(results.map(({ status }) => status)).toEqual(['ready', 'ready']);
  const { length } = pool.read;
  expect(length).toBeGreaterThan(8);
  expect(pool.read.join('')).toBe('0'.repeat(length / 2) + '1'.repeat(length / 2));
});

test('nobody waits long for a rank that takes long, and not at all for one that has ended', async () => {
  const turns = new ReadingTurns();
  const [first, second, third] = [turns.next(), turns.next(), turns.next()];
  const begunMs = performance.now();
  await first.comes();
  expect(performance.now() - begunMs).toBeLessThan(100);
  await second.comes();
  expect(performance.now() - begunMs).toBeGreaterThan(150);
  second.passes();
  const passedMs = performance.now();
  await third.comes();
  expect(performance.now() - passedMs).toBeLessThan(100);
});
