import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { LatestQuestion, RENEW_MS } from '../../../../src-renderer/session/latestQuestion';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A question whose answers the test gives. */
function start(delayMs = 100) {
  const asked: { answer(text: string): void; fail(error: Error): void }[] = [];
  const seen: string[] = [];
  const question = new LatestQuestion<string>({
    ask: () => new Promise((answer, fail) => asked.push({ answer, fail })),
    delayMs,
    onAsking: () => seen.push('asking'),
    onAnswer: (text) => seen.push(text),
    onError: (error) => seen.push(String(error)),
  });
  return { question, asked, seen };
}

it('asks once, after the pause', async () => {
  const { asked, seen } = start();
  await vi.advanceTimersByTimeAsync(99);
  expect(asked).toHaveLength(0);
  await vi.advanceTimersByTimeAsync(1);
  asked[0]!.answer('one');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked).toHaveLength(1);
  expect(seen).toEqual(['asking', 'one']);
});

it('gets answers while the data changes ten times a second and each takes 1.5 s', async () => {
  const answers: number[] = [];
  const question = new LatestQuestion<number>({
    ask: () => new Promise((answer) => setTimeout(() => answer(performance.now()), 1_500)),
    delayMs: 100,
    onAsking: () => undefined,
    onAnswer: (answer) => answers.push(answer),
    onError: () => undefined,
  });
  for (let ms = 0; ms < 10_000; ms += 100) {
    question.dataChanged();
    await vi.advanceTimersByTimeAsync(100);
  }
  question.dispose();
  expect(answers.map((ms) => Math.round(ms - answers[0]!))).toEqual([0, 2_500, 5_000, 7_500]);
});

it('waits a while before it asks again, and needs no second change for it', async () => {
  const { question, asked } = start();
  await vi.advanceTimersByTimeAsync(100);
  question.dataChanged();
  asked[0]!.answer('one');
  await vi.advanceTimersByTimeAsync(RENEW_MS - 1);
  expect(asked).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(asked).toHaveLength(2);
});

it('tells of an error, and goes on with the next change', async () => {
  const { question, asked, seen } = start();
  await vi.advanceTimersByTimeAsync(100);
  asked[0]!.fail(new Error('no'));
  await vi.advanceTimersByTimeAsync(0);
  question.dataChanged();
  await vi.advanceTimersByTimeAsync(RENEW_MS);
  asked[1]!.answer('two');
  await vi.advanceTimersByTimeAsync(0);
  expect(seen).toEqual(['asking', 'Error: no', 'asking', 'two']);
});

it('is quiet once it is disposed', async () => {
  const { question, asked, seen } = start();
  await vi.advanceTimersByTimeAsync(100);
  question.dispose();
  question.dataChanged();
  asked[0]!.answer('late');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked).toHaveLength(1);
  expect(seen).toEqual(['asking']);
});
