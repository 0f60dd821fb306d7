import { expect, test } from 'vitest';
import { TimeLimitError, withinMs } from '../../../../src-worker/base/timeLimit';

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
