import { expect, test } from 'vitest';
import { medianOf, medianOfNumbers } from '../../../../src-worker/base/aggregates';
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
