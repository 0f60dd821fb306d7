import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Leisure } from '../../../../src-main/engine/questions/leisure';
import { Rest } from '../../../../src-main/engine/questions/rest';
import { byHand } from '../../../fixtures/byHand';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Whether it has come by now. */
function watched(coming: Promise<void>): { isThere: boolean } {
  const own = { isThere: false };
  void coming.then(() => {
    own.isThere = true;
  });
  return own;
}

/** A question that is answered by hand. */
function questionOf(leisure: Leisure) {
  const answer = byHand<string>();
  return { answer, over: leisure.during(() => answer.promise) };
}

test('leisure is there where nobody has asked for anything', async () => {
  const own = watched(new Leisure().comes());
  await vi.advanceTimersByTimeAsync(0);
  expect(own.isThere).toBe(true);
});

test('it comes a moment after the last of all questions has been answered, and rest does not wait for them', async () => {
  const leisure = new Leisure(new Rest(100));
  const [one, other] = [questionOf(leisure), questionOf(leisure)];
  const own = watched(leisure.comes());
  const rest = watched(leisure.rest.comes());
  await vi.advanceTimersByTimeAsync(1000);
  one.answer.resolve('one');
  expect(await one.over).toBe('one');
  await vi.advanceTimersByTimeAsync(1000);
  expect([own.isThere, rest.isThere]).toEqual([false, true]);
  other.answer.resolve('other');
  await vi.advanceTimersByTimeAsync(99);
  expect(own.isThere).toBe(false);
  await vi.advanceTimersByTimeAsync(101);
  expect(own.isThere).toBe(true);
});

test('who asks one question after another has no leisure in between', async () => {
  const leisure = new Leisure(new Rest(100));
  let question = questionOf(leisure);
  const own = watched(leisure.comes());
  for (let i = 0; i < 20; i++) {
    await vi.advanceTimersByTimeAsync(30);
    question.answer.resolve('');
    await question.over;
    await vi.advanceTimersByTimeAsync(90);
    question = questionOf(leisure);
  }
  expect(own.isThere).toBe(false);
});

test('a question that fails is over as well', async () => {
  const leisure = new Leisure(new Rest(100));
  const question = questionOf(leisure);
  const own = watched(leisure.comes());
  question.answer.reject(new Error('damaged'));
  await expect(question.over).rejects.toThrow('damaged');
  await vi.advanceTimersByTimeAsync(200);
  expect(own.isThere).toBe(true);
});

test('it comes neither while a view is moved nor while something else is in the way', async () => {
  const leisure = new Leisure(new Rest(100));
  let isInTheWay = true;
  const own = watched(leisure.comes(() => isInTheWay));
  await vi.advanceTimersByTimeAsync(1000);
  expect(own.isThere).toBe(false);
  leisure.rest.noteMoving(true);
  isInTheWay = false;
  await vi.advanceTimersByTimeAsync(1000);
  expect(own.isThere).toBe(false);
  leisure.rest.noteMoving(false);
  await vi.advanceTimersByTimeAsync(100);
  expect(own.isThere).toBe(true);
});
