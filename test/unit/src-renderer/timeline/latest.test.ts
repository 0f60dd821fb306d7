import { describe, expect, it } from 'vitest';
import { LatestLoader } from '../../../../src-renderer/timeline/latest';

function setup() {
  const asked: { query: number; answer: (value: string) => void; fail: (error: unknown) => void }[] = [];
  const answers: (readonly [number, string])[] = [];
  const errors: unknown[] = [];
  const loader = new LatestLoader<number, string>(
    (query) => new Promise((answer, fail) => asked.push({ query, answer, fail })),
    (query, answer) => answers.push([query, answer]),
    (error) => errors.push(error),
  );
  return { asked, answers, errors, loader };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

describe('asking for the latest', () => {
  it('has one question under way and keeps only the newest of the rest', async () => {
    const { asked, answers, loader } = setup();
    for (const query of [1, 2, 3]) loader.request(query);
    expect(asked.map(({ query }) => query)).toEqual([1]);
    asked[0].answer('one');
    await settled();
    expect(asked.map(({ query }) => query)).toEqual([1, 3]);
    asked[1].answer('three');
    await settled();
    loader.request(4);
    asked[2].answer('four');
    await settled();
    expect(answers).toEqual([
      [1, 'one'],
      [3, 'three'],
      [4, 'four'],
    ]);
  });

  it('goes on after an error', async () => {
    const { asked, answers, errors, loader } = setup();
    loader.request(1);
    loader.request(2);
    asked[0].fail('broken');
    await settled();
    asked[1].answer('two');
    await settled();
    expect(errors).toEqual(['broken']);
    expect(answers).toEqual([[2, 'two']]);
  });

  it('is silent once disposed', async () => {
    const { asked, answers, errors, loader } = setup();
    loader.request(1);
    loader.request(2);
    loader.dispose();
    asked[0].answer('one');
    await settled();
    loader.request(3);
    expect([asked.length, answers, errors]).toEqual([1, [], []]);
  });
});
