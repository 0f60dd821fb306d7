import { expect, test } from 'vitest';
import { plainText, plainValue } from '../../../../src-worker/parquet/plainJson';

test('numbers that JSON lacks, and long lists of ranks, come back as they were', () => {
  const own = {
    unknown: Number.NaN,
    most: Number.POSITIVE_INFINITY,
    all: Array.from({ length: 10_000 }, (_, rank) => rank),
    stage: [0, 8, 16, 24, 32, 40, 48, 56, 57, 3, 3, 2, 1],
    below: [-3, -2, -1, 0, 1, 2, 3, 4],
    short: [1, 2, 3],
    broken: [0.5, 1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5],
    inside: { list: [{ ranks: [7, 6, 5, 4, 3, 2, 1, 0] }], text: '0-9' },
  };
  expect(plainValue(plainText(own))).toEqual(own);
  expect(plainText(own.all)).toBe('{"$runs":"0-9999"}');
  expect(plainText(own.stage)).toContain('0-56:8,57,3,3,2,1');
});

test('lists that are alike become one; what is no list of runs is refused', () => {
  const known = new Map<string, readonly number[]>();
  const [one, other] = [plainValue('{"$runs":"0-99"}', known), plainValue('{"$runs":"0-99"}', known)];
  expect(other).toBe(one);
  for (const wrong of ['a', '1-', '0-9:0', '0-99999999', '1,,2', '1.5'])
    expect(() => plainValue(JSON.stringify({ $runs: wrong })), wrong).toThrow(SyntaxError);
});
