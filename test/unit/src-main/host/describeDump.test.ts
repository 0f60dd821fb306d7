import { expect, test } from 'vitest';
import { number, plural } from '../../../../src-main/host/describeDump';

test('whole numbers are as English has them', () => {
  const values = [
    0, 7, 99, 100, 999, 1000, 1001, 12_345, 999_999, 1_000_000, 9_007_199_254_740_991, -1, -1000, -123_456,
  ];
  expect(values.map(number)).toEqual(values.map((value) => value.toLocaleString('en-US')));
  expect([plural(1, 'rank'), plural(1234, 'rank'), plural(2, 'entry', 'entries')]).toEqual([
    '1 rank',
    '1,234 ranks',
    '2 entries',
  ]);
});
