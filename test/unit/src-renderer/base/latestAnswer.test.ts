import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LatestAnswer, RENEW_MS } from '../../../../src-renderer/base/latestAnswer';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A loader whose answers the test gives. */
function setup() {
  const asked: { readonly question: number; answer(text: string): void; fail(error: Error): void }[] = [];
  const seen: string[] = [];
  const loader = new LatestAnswer<number, string>({
    ask: (question) => new Promise((answer, fail) => asked.push({ question, answer, fail })),
    onAsking: () => seen.push('asking'),
    onAnswer: (text, question) => seen.push(`${question}: ${text}`),
    onError: (error) => seen.push(String(error)),
  });
  return { loader, asked, seen };
}

const settled = () => vi.advanceTimersByTimeAsync(0);

describe('several questions', () => {
  it('has one under way and keeps only the newest of the rest', async () => {
    const { asked, seen, loader } = setup();
    for (const question of [1, 2, 3]) loader.request(question);
    expect(asked.map(({ question }) => question)).toEqual([1]);
    asked[0]!.answer('one');
    await settled();
    expect(asked.map(({ question }) => question)).toEqual([1, 3]);
    asked[1]!.answer('three');
    await settled();
    loader.request(4);
    asked[2]!.answer('four');
    await settled();
    expect(seen).toEqual(['1: one', '3: three', '4: four']);
  });

  it('goes on after an error', async () => {
    const { asked, seen, loader } = setup();
    loader.request(1);
    loader.request(2);
    asked[0]!.fail(new Error('broken'));
    await settled();
    asked[1]!.answer('two');
    await settled();
    expect(seen).toEqual(['Error: broken', '2: two']);
  });

  it('asks the one that came last in the pause, and that once', async () => {
    const { asked, loader } = setup();
    loader.request(1, 100);
    await vi.advanceTimersByTimeAsync(60);
    loader.request(2, 100);
    await vi.advanceTimersByTimeAsync(99);
    expect(asked).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(asked.map(({ question }) => question)).toEqual([2]);
  });

  it('forgets one that has not been asked yet', async () => {
    const { asked, loader } = setup();
    loader.request(1);
    loader.request(2);
    loader.cancelPending();
    asked[0]!.answer('one');
    await settled();
    loader.request(3, 100);
    loader.cancelPending();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(asked).toHaveLength(1);
  });
});

describe('the same question again', () => {
  it('gets answers while the data changes ten times a second and each takes 1.5 s', async () => {
    const answers: number[] = [];
    const loader = new LatestAnswer<undefined, number>({
      ask: () => new Promise((answer) => setTimeout(() => answer(performance.now()), 1_500)),
      onAnswer: (answer) => answers.push(answer),
      onError: () => undefined,
    });
    loader.request(undefined, 100);
    for (let ms = 0; ms < 10_000; ms += 100) {
      loader.renew();
      await vi.advanceTimersByTimeAsync(100);
    }
    loader.dispose();
    expect(answers.map((ms) => Math.round(ms - answers[0]!))).toEqual([0, 2_500, 5_000, 7_500]);
  });

  it('waits a while before it asks, and needs no second change for it', async () => {
    const { loader, asked } = setup();
    loader.request(1);
    loader.renew();
    asked[0]!.answer('one');
    await vi.advanceTimersByTimeAsync(RENEW_MS - 1);
    expect(asked).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(asked.map(({ question }) => question)).toEqual([1, 1]);
  });

  it('is not asked again for a change that came before it was asked', async () => {
    const { loader, asked } = setup();
    loader.request(1, 100);
    loader.renew();
    await vi.advanceTimersByTimeAsync(100);
    asked[0]!.answer('one');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(asked).toHaveLength(1);
  });

  it('tells of an error, and goes on with the next change', async () => {
    const { loader, asked, seen } = setup();
    loader.request(1, 100);
    await vi.advanceTimersByTimeAsync(100);
    asked[0]!.fail(new Error('no'));
    await settled();
    loader.renew();
    await vi.advanceTimersByTimeAsync(RENEW_MS);
    asked[1]!.answer('two');
    await settled();
    expect(seen).toEqual(['asking', 'Error: no', 'asking', '1: two']);
  });

  it('needs a first one', async () => {
    const { loader, asked } = setup();
    loader.renew();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(asked).toHaveLength(0);
  });
});

it('is silent once it is disposed', async () => {
  const { loader, asked, seen } = setup();
  loader.request(1);
  loader.request(2);
  loader.dispose();
  loader.renew();
  asked[0]!.answer('late');
  await vi.advanceTimersByTimeAsync(10_000);
  loader.request(3);
  expect(asked).toHaveLength(1);
  expect(seen).toEqual([]);
});
