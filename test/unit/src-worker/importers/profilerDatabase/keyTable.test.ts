import { expect, test } from 'vitest';
import { firstRow, keyTableOf, nextRow } from '../../../../../src-worker/importers/profilerDatabase/keyTable';
import { NumberPairs } from '../../../../../src-worker/importers/profilerDatabase/numberPairs';
import { Random } from '../../../../fixtures/random';

const random = new Random(7);
const some = (count: number, make: () => number) => Float64Array.from({ length: count }, make);

test.each([
  ['close together', some(5000, () => 1_000_000 + random.integer(0, 6000)), true],
  ['below 0 too', some(500, () => random.integer(-200, 200)), true],
  ['all over 53 bits', some(5000, () => random.integer(0, 3000) * 2 ** 40 + random.integer(0, 1)), false],
  [
    'neighbours far apart from others',
    Float64Array.of(...some(800, () => random.integer(0, 900)), 2e15, 2e9, 2e15),
    false,
  ],
  ['one', Float64Array.of(7), true],
  ['none', new Float64Array(0), true],
  ['some missing', some(300, () => (random.integer(0, 2) === 0 ? Number.NaN : random.integer(5, 90))), true],
])('rows are found by their numbers: %s', (_, keys, isClose) => {
  const table = keyTableOf(keys, true);
  expect(table.keys.length === 0).toBe(isClose);
  const expected = new Map<number, number[]>();
  keys.forEach((key, row) => {
    if (!Number.isNaN(key)) expected.set(key, [...(expected.get(key) ?? []), row]);
  });
  const found = new Map(
    [...expected.keys()].map((key) => {
      const rows: number[] = [];
      for (let row = firstRow(table, key); row >= 0; row = nextRow(table, row)) rows.push(row);
      return [key, rows];
    }),
  );
  expect(found).toEqual(expected);
  const strangers = [Number.NaN, -1e12, 1e15 + 1, 0.5, 1_000_000.5, 7.25];
  expect(strangers.filter((key) => firstRow(table, key) !== -1)).toEqual([]);
  // Without chains the first of each.
  const firsts = keyTableOf(keys);
  expect([...expected].filter(([key, [row]]) => firstRow(firsts, key) !== row)).toEqual([]);
});

test('a lane for each pair of numbers, however they follow one another', () => {
  const pairs = new NumberPairs();
  const made: string[] = [];
  const lane = (first: number, second: number) => {
    const known = pairs.get(first, second);
    return known >= 0 ? known : pairs.set(first, second, made.push(`${first} ${second}`) - 1);
  };
  const asked = [0, 5, 0, 2 ** 33, 5, 0.5, -1, 2 ** 33].flatMap((second) =>
    [0, 7].map((first) => [first, second] as const),
  );
  for (const [first, second] of asked) expect(made[lane(first, second)]).toBe(`${first} ${second}`);
  expect(new Set(made).size).toBe(made.length);
});
