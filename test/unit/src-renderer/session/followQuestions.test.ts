import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { QuestionId, QuestionProgress } from '../../../../src-contract';
import { followQuestions } from '../../../../src-renderer/session/followQuestions';
import { fakeEngine } from '../../../fixtures/fakeEngine';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function prepare() {
  const progressOf = new Map<QuestionId, QuestionProgress>();
  const cancelled: QuestionId[] = [];
  let lookCount = 0;
  const engine = fakeEngine({
    questionProgress: async (id) => {
      lookCount++;
      return progressOf.get(id);
    },
    cancelQuestion: async (id) => void cancelled.push(id),
  });
  const questions = followQuestions(engine);
  const asked: { readonly id: QuestionId; readonly answer: (text: string) => void }[] = [];
  const ask = (signal?: AbortSignal) =>
    questions.follow((id) => new Promise<string>((answer) => asked.push({ id, answer })), signal);
  const at = (ranksDone: number, ranksTotal = 256) => ({ ranksDone, ranksTotal });
  return { questions, progressOf, cancelled, asked, ask, at, looks: () => lookCount };
}

test('of a question that takes long it is shown how far it is, until it is answered', async () => {
  const { questions, progressOf, asked, ask, at, looks } = prepare();
  const answered = ask();
  const [{ id, answer }] = asked as [(typeof asked)[number]];
  progressOf.set(id, at(3));
  await vi.advanceTimersByTimeAsync(300);
  expect(questions.progress.getState()).toBeUndefined();
  await vi.advanceTimersByTimeAsync(200);
  expect(questions.progress.getState()).toEqual(at(3));
  progressOf.set(id, at(37));
  await vi.advanceTimersByTimeAsync(300);
  expect(questions.progress.getState()).toEqual(at(37));
  answer('the answer');
  expect(await answered).toBe('the answer');
  expect(questions.progress.getState()).toBeUndefined();
  const before = looks();
  await vi.advanceTimersByTimeAsync(5000);
  expect(looks()).toBe(before);
});

test('of several the one that has most left; what goes over one rank only is not counted', async () => {
  const { questions, progressOf, asked, ask, at } = prepare();
  for (let i = 0; i < 3; i++) void ask();
  const [first, second, third] = asked.map(({ id }) => id) as [QuestionId, QuestionId, QuestionId];
  progressOf.set(first, at(250)).set(second, at(2, 16)).set(third, at(0, 1));
  await vi.advanceTimersByTimeAsync(500);
  expect(questions.progress.getState()).toEqual(at(2, 16));
});

test('what nobody waits for any more is stopped in the engine; what has been answered is not', async () => {
  const { cancelled, asked, ask } = prepare();
  const [left, done] = [new AbortController(), new AbortController()];
  void ask(left.signal);
  const answered = ask(done.signal);
  asked[1]?.answer('there');
  await answered;
  left.abort();
  done.abort();
  expect(cancelled).toEqual([asked[0]?.id]);
  expect(new Set(asked.map(({ id }) => id)).size).toBe(2);
});
