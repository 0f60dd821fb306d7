import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Rest } from '../../../../src-main/engine/questions/rest';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Whether it has come by now. */
function watched(rest: Rest): { isThere: boolean } {
  const own = { isThere: false };
  void rest.comes().then(() => {
    own.isThere = true;
  });
  return own;
}

test('rest is there where nobody has asked for anything', async () => {
  const own = watched(new Rest());
  await vi.advanceTimersByTimeAsync(0);
  expect(own.isThere).toBe(true);
});

test('it comes a moment after the last view has been asked for', async () => {
  const rest = new Rest(100);
  rest.note();
  const own = watched(rest);
  await vi.advanceTimersByTimeAsync(60);
  rest.note();
  await vi.advanceTimersByTimeAsync(99);
  expect(own.isThere).toBe(false);
  await vi.advanceTimersByTimeAsync(101);
  expect(own.isThere).toBe(true);
});

test('while a view is moved it does not come, though no view is asked for, and soon after the view rests it does', async () => {
  const rest = new Rest(100);
  rest.noteMoving(true);
  const own = watched(rest);
  await vi.advanceTimersByTimeAsync(2000);
  rest.noteMoving(true);
  await vi.advanceTimersByTimeAsync(2000);
  expect(own.isThere).toBe(false);
  rest.noteMoving(false);
  await vi.advanceTimersByTimeAsync(100);
  expect(own.isThere).toBe(true);
});

test('a window that is gone while its view is moved is waited for no longer than some seconds', async () => {
  const rest = new Rest(100);
  rest.noteMoving(true);
  const own = watched(rest);
  await vi.advanceTimersByTimeAsync(3000);
  expect(own.isThere).toBe(true);
});
