import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LateCollection } from '../../../../src-main/engine/threads/lateCollection';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('asked many times, it collects once, a moment after the first; asked again later, once more', () => {
  const collect = vi.fn();
  const collection = new LateCollection(collect, 100);
  collection.ask();
  vi.advanceTimersByTime(99);
  collection.ask();
  expect(collect).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1000);
  expect(collect).toHaveBeenCalledTimes(1);
  collection.ask();
  vi.advanceTimersByTime(100);
  expect(collect).toHaveBeenCalledTimes(2);
});

test('stopped, it does not collect', () => {
  const collect = vi.fn();
  const collection = new LateCollection(collect, 100);
  collection.ask();
  collection.stop();
  vi.advanceTimersByTime(1000);
  expect(collect).not.toHaveBeenCalled();
});
