import { expect, test } from 'vitest';
import { sortedRows } from '../../../../src-worker/tables/sortRows';
import { Random } from '../../../fixtures/random';

const special = [
  0,
  -0,
  1,
  -1,
  1e-310,
  -1e-310,
  1e300,
  -1e300,
  Number.POSITIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
  Number.NaN,
];

/** The rows by a comparison of plain numbers, NaN behind all. */
function expectedOrder(rows: readonly number[], values: Float64Array, isDescending: boolean): number[] {
  const withValue = rows.filter((row) => !Number.isNaN(values[row]));
  const without = rows.filter((row) => Number.isNaN(values[row]));
  const sign = isDescending ? -1 : 1;
  return [
    ...withValue.sort((a, b) => (values[a] === values[b] ? 0 : values[a] < values[b] ? -sign : sign)),
    ...without,
  ];
}

test.each([
  ['few', 200],
  ['many', 20_000],
])('%s rows: by value, equal ones in their order, NaN last in both directions', (_, count) => {
  const generator = new Random(5);
  const random = () => generator.next();
  const values = Float64Array.from({ length: count }, () =>
    random() < 0.3 ? special[Math.floor(random() * special.length)] : Math.floor((random() - 0.5) * 1000) / 8,
  );
  // Not all rows, and not in their order.
  const rows = Uint32Array.from({ length: count }, (_, i) => (i * 7919) % count).filter((row) => row % 3 !== 0);
  for (const isDescending of [false, true]) {
    const order = sortedRows(rows, [{ values, isDescending }]);
    expect(Array.from(order)).toEqual(expectedOrder(Array.from(rows), values, isDescending));
  }
});

test.each([300, 10_000])('several keys, the first being the most important (%i rows)', (count) => {
  const generator = new Random(9);
  const random = () => generator.next();
  const first = Float64Array.from({ length: count }, () => Math.floor(random() * 5));
  const second = Float64Array.from({ length: count }, () => Math.floor(random() * 50) - 25);
  const rows = Uint32Array.from({ length: count }, (_, i) => i);
  const order = sortedRows(rows, [
    { values: first, isDescending: true },
    { values: second, isDescending: false },
  ]);
  const expected = Array.from(rows).sort((a, b) => first[b] - first[a] || second[a] - second[b] || a - b);
  expect(Array.from(order)).toEqual(expected);
});

test('without a key the rows stay as they are', () => {
  expect(Array.from(sortedRows(Uint32Array.of(3, 1, 2), []))).toEqual([3, 1, 2]);
});

test.each([
  ['within a digit', 0, 500],
  ['of several digits', -3e6, 6e6],
  ['of all 32 bits', 1e15, 0xffff_fffe],
  ['of more', -1e15, 2 ** 33],
  ['of an hour in ns', 5, 3.6e12],
  ['of a day in ns', 0, 8.64e13],
])('whole numbers %s, some without a value', (_, from, range) => {
  const generator = new Random(11);
  const values = Float64Array.from({ length: 9_000 }, (_, i) => {
    if (i < 2) return from + i * range;
    return i % 97 === 0 ? Number.NaN : from + Math.floor(generator.next() * range);
  });
  const rows = Uint32Array.from(values.keys()).reverse();
  for (const isDescending of [false, true])
    expect(Array.from(sortedRows(rows, [{ values, isDescending }]))).toEqual(
      expectedOrder(Array.from(rows), values, isDescending),
    );
});

test('instants of which one is far from all others, or no whole number', () => {
  const generator = new Random(13);
  const values = Float64Array.from({ length: 9_000 }, () => Math.floor(generator.next() * 1e6));
  values[17] = 7e12;
  const rows = Uint32Array.from(values.keys());
  for (const own of [values, values.with(23, 0.5), values.with(23, Number.NEGATIVE_INFINITY)])
    expect(Array.from(sortedRows(rows, [{ values: own, isDescending: false }]))).toEqual(
      expectedOrder(Array.from(rows), own, false),
    );
});
