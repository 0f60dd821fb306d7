import { expect, test } from 'vitest';
import { orderByKey } from '../../../../src-worker/index/arranging/sortLane';
import { Random } from '../../../fixtures/random';

const COUNT = 500;

/** Stable order by key, as plainly as possible. */
const plainOrder = (keys: Float64Array) => [...keys.keys()].sort((a, b) => keys[a] - keys[b] || a - b);

test.each([
  ['in order', (i: number) => i],
  ['all the same', () => 7],
  ['a step aside here and there', (i: number) => (i % 50 === 49 ? i - 3.5 : i) * 2],
  ['backwards', (i: number) => -i],
  ['two runs', (i: number) => (i < COUNT / 2 ? 2 * i : 2 * i - COUNT + 1)],
  ['seven runs, with ties between them', (i: number) => i % 72],
  ['as many runs as are merged, and one more', (i: number) => (i * 97) % 743],
  ['far apart', (i: number) => ((i * 7919) % COUNT) * 2 ** 40],
  ['close to each other', (i: number) => 2 ** 52 + ((i * 7919) % 100)],
])('orders keys: %s', (_name, keyOf) => {
  const keys = Float64Array.from({ length: COUNT }, (_, i) => keyOf(i));
  expect([...orderByKey(keys, 0, COUNT)]).toEqual(plainOrder(keys));
});

test('orders a part of random keys', () => {
  const random = new Random(5);
  const keys = Float64Array.from({ length: COUNT }, () => random.integer(-500, 500));
  expect([...orderByKey(keys, 100, 300)]).toEqual(plainOrder(keys.slice(100, 400)));
});
