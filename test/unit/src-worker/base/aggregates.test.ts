import { expect, test } from 'vitest';
import { medianOf, medianOfNumbers, medianOfOthers } from '../../../../src-worker/base/aggregates';
import { Random } from '../../../fixtures/random';

test('the median by selection is that by sorting: of few, of many, of equal ones, in any order', () => {
  const random = new Random(7);
  for (let round = 0; round < 300; round++) {
    const length = random.integer(1, 40);
    const values = Float64Array.from({ length }, () => random.integer(0, round % 3 === 0 ? 3 : 1000));
    if (round % 5 === 0) values.sort();
    if (round % 7 === 0) values.reverse();
    expect(medianOfNumbers(values.slice()), `${values}`).toBe(medianOf(values));
  }
  expect(medianOfNumbers(new Float64Array())).toBeNaN();
});

test('the median of the others is that of a list without the one: of equal ones, without some values, alone', () => {
  const random = new Random(11);
  for (let round = 0; round < 300; round++) {
    const length = random.integer(1, 12);
    const values = Array.from({ length }, () => (random.integer(0, 5) === 0 ? Number.NaN : random.integer(0, 6)));
    const of = medianOfOthers(values);
    for (const [at, own] of values.entries())
      expect(of(own), `${values} without ${own}`).toBe(medianOf(values.filter((_, other) => other !== at)));
  }
  expect(medianOfOthers([3])(3)).toBeNaN();
});
