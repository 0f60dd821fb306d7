import { expect, test } from 'vitest';
import { quantityOf, quantityText } from '../../../src-contract/live/quantity';

test('a quantity that is shown is read as the same number', () => {
  expect([128, 999_999, 0.5, 1.68e17, 4_194_304, 312e12].map(quantityText)).toEqual([
    ...['128', '999999', '0.5', '1.68e17', '4.194304e6', '3.12e14'],
  ]);
  for (const value of [1e-6, 0.1, 1 / 3, 1e6, 123_456_789, 1e21, 1.7e99])
    expect(quantityOf(quantityText(value))).toBe(value);
});
