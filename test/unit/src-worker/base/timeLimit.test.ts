import { expect, test } from 'vitest';
import { TimeLimitError, TimeLimiter, withinMs } from '../../../../src-worker/base/timeLimit';

test('what takes too long is left, a pattern in the middle of a name as well', () => {
  const startMs = performance.now();
  // 2^40 ways to divide the a.
  expect(() => withinMs(100, () => /^(a+)+$/.test(`${'a'.repeat(40)}!`))).toThrow(TimeLimitError);
  expect(performance.now() - startMs).toBeLessThan(5_000);
});

test('what is done in time has been done; its own errors are its own', () => {
  let done = 0;
  withinMs(1_000, () => {
    done = 7;
  });
  expect(done).toBe(7);
  const own = new RangeError('own');
  expect(() =>
    withinMs(1_000, () => {
      throw own;
    }),
  ).toThrow(own);
});

test('one that is kept breaks off what takes too long, goes on behind it, and costs a fraction of many', () => {
  const limiter = new TimeLimiter();
  expect(() => limiter.run(50, () => /^(a+)+$/.test(`${'a'.repeat(40)}!`))).toThrow(TimeLimitError);
  let done = 0;
  const cpuMs = (run: () => void): number => {
    const start = process.cpuUsage();
    for (let at = 0; at < 100; at++) run();
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1e3;
  };
  const kept = cpuMs(() => limiter.run(10_000, () => void done++));
  const each = cpuMs(() => withinMs(10_000, () => void done++));
  expect(done).toBe(200);
  expect(kept).toBeLessThan(each / 2);
});
