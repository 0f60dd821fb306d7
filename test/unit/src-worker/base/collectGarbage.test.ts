import { Script } from 'node:vm';
import { expect, test, vi } from 'vitest';
import { collectGarbage, foundBy } from '../../../../src-worker/base/collectGarbage';

test('code that was compiled before garbage was collected is taken afterwards', () => {
  const source = '(function () { return "compiled before"; })';
  const cachedData = new Script(source, { filename: 'before.js' }).createCachedData();
  collectGarbage();
  // Of another file, or V8 would find what it has in memory.
  expect(new Script(source, { filename: 'after.js', cachedData }).cachedDataRejected).toBe(false);
});

test('a thread from which another takes the flag back meanwhile looks again', () => {
  const gc = vi.fn();
  const look = vi.fn().mockReturnValueOnce(undefined).mockReturnValueOnce(undefined).mockReturnValue(gc);
  foundBy(look)?.({ type: 'minor' });
  expect(gc).toHaveBeenCalledWith({ type: 'minor' });
  expect(look).toHaveBeenCalledTimes(3);
});

test('where there is none at all it is not looked for without end', () => {
  const look = vi.fn();
  expect(foundBy(look)).toBeUndefined();
  expect(look.mock.calls.length).toBeLessThanOrEqual(50);
});
