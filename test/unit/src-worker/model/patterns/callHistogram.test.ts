import { expect, test } from 'vitest';
import { callHistogram } from '../../../../../src-worker/model/patterns/callHistogram';
import { Random } from '../../../../fixtures/random';

const histogram = (...durationsNs: readonly number[]) =>
  callHistogram(Float64Array.from(durationsNs)).map(({ fromNs, count }) => [fromNs, count]);

test('two classes an octave, each from its own limit on', () => {
  expect(histogram(1024, 1535, 1535.9, 1536, 2047, 2048)).toEqual([
    [1024, 3],
    [1536, 2],
    [2048, 1],
  ]);
  expect(histogram(5000, 20)).toEqual([
    [16, 1],
    [4096, 1],
  ]);
});

test('what takes no time has a class, and what has no duration has none', () => {
  expect(histogram()).toEqual([]);
  expect(histogram(0, 0.5, 1, 1.5, 1.9, 2, 3, Number.NaN, -1, Number.POSITIVE_INFINITY)).toEqual([
    [0, 2],
    [1, 1],
    [1.5, 2],
    [2, 1],
    [3, 1],
  ]);
});

test('every limit of the largest durations, too, and what lies just below it', () => {
  for (let octave = 0; octave < 60; octave++)
    for (const from of [2 ** octave, 1.5 * 2 ** octave]) {
      expect(histogram(from)).toEqual([[from, 1]]);
      const below = from - from * Number.EPSILON;
      expect(histogram(below)[0][0]).toBeLessThan(from);
    }
});

test('random durations: each between its limit and the next', () => {
  const random = new Random(5);
  const durations = Array.from({ length: 500 }, () => 2 ** (45 * random.next()));
  const found = histogram(...durations);
  expect(found.map(([from]) => from)).toEqual(found.map(([from]) => from).toSorted((a, b) => a - b));
  for (const [from, count] of found) {
    const to = Math.log2(from) % 1 === 0 ? 1.5 * from : (4 / 3) * from;
    expect(durations.filter((ns) => ns >= from && ns < to)).toHaveLength(count);
  }
});
