import { expect, test } from 'vitest';
import { RankSet } from '../../../../../src-worker/model/collectives/rankSet';
import { Random } from '../../../../fixtures/random';

test('counts each number once, as a Set does, whatever it is', () => {
  const random = new Random(5);
  const own = new RankSet();
  const known = new Set<number>();
  const odd = [-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 20, 2 ** 31, 2 ** 40];
  for (let i = 0; i < 5000; i++) {
    const rank = random.chance(0.01) ? random.pick(odd) : random.integer(0, i);
    own.add(rank);
    known.add(rank);
    expect(own.size).toBe(known.size);
  }
  for (const last of [31, 32, 63, 64, 2 ** 20 - 1]) {
    own.add(last);
    own.add(last);
    known.add(last);
  }
  expect(own.size).toBe(known.size);
});
