import { syncBuiltinESMExports } from 'node:module';
import vm from 'node:vm';
import { expect, onTestFinished, test, vi } from 'vitest';
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

test('one that is kept breaks off what takes too long, and goes on behind it', () => {
  const limiter = new TimeLimiter();
  expect(() => limiter.run(50, () => /^(a+)+$/.test(`${'a'.repeat(40)}!`))).toThrow(TimeLimitError);
  let done = 0;
  limiter.run(10_000, () => void done++);
  expect(done).toBe(1);
});

test('one that is kept makes once what V8 needs for it, and each of many makes its own', () => {
  const made = vi.spyOn(vm, 'createContext');
  onTestFinished(() => {
    made.mockRestore();
    syncBuiltinESMExports();
  });
  syncBuiltinESMExports();
  const contextsOf = (run: () => void): number => {
    made.mockClear();
    for (let at = 0; at < 10; at++) run();
    return made.mock.calls.length;
  };
  const limiter = new TimeLimiter();
  expect(contextsOf(() => limiter.run(10_000, () => {}))).toBe(1);
  expect(contextsOf(() => withinMs(10_000, () => {}))).toBe(10);
});
