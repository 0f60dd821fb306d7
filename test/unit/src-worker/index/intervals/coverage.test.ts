import { expect, test } from 'vitest';
import { Coverage } from '../../../../../src-worker/index/intervals/coverage';
import { union } from '../../../../../src-worker/index/intervals/intervals';
import { Random } from '../../../../fixtures/random';

test('what is covered of any stretch, asked in any order, is what counting each ns comes to', () => {
  const random = new Random(11);
  for (let round = 0; round < 20; round++) {
    const starts = Array.from({ length: random.integer(0, 30) }, () => random.integer(0, 200));
    const ends = starts.map((start) => start + random.integer(0, 9));
    const intervals = union(starts, ends);
    const covers = new Coverage(intervals);
    const isCovered = (ns: number) => starts.some((start, i) => start <= ns && ns < ends[i]);
    for (let asked = 0; asked < 100; asked++) {
      const from = random.integer(-5, 215);
      const to = from + random.integer(0, asked % 4 === 0 ? 200 : 5);
      let wanted = 0;
      for (let ns = from; ns < to; ns++) if (isCovered(ns)) wanted++;
      expect(covers.coveredNs(from, to)).toBe(wanted);
    }
  }
});

test('a union takes starts in any order, whole or not, in arrays or columns', () => {
  const starts = [5.5, 1.25, 1, 9];
  const ends = [6, 2, 1.5, 9];
  const wanted = { startNs: Float64Array.of(1, 5.5), endNs: Float64Array.of(2, 6) };
  expect(union(starts, ends)).toEqual(wanted);
  expect(union(Float64Array.from(starts), Float64Array.from(ends))).toEqual(wanted);
});
