import { expect, test } from 'vitest';
import { NameCodes, slicesNamed, slicesOfCode } from '../../../../src-worker/query/namedSlices';

const slices = { name: Uint16Array.of(0, 1, 2, 1, 0, 1), startNs: Float64Array.of(0, 10, 20, 30, 40, 50) };

/** Names 1 are looked for. */
function oddNames() {
  const asked: number[] = [];
  const names = new NameCodes(3, (name) => {
    asked.push(name);
    return name === 1 ? 7 : NameCodes.none;
  });
  return { names, asked };
}

test('slices of names that are looked for, each name asked about once', () => {
  const { names, asked } = oddNames();
  expect(slicesNamed(slices, 0, 6, names)).toEqual([1, 3, 5]);
  expect(slicesNamed(slices, 2, 5, names)).toEqual([3]);
  expect(asked).toEqual([0, 1, 2]);
  expect([...names.codes]).toEqual([NameCodes.none, 7, NameCodes.none]);
});

test('only those that begin in time, both borders included; names of others are not asked about', () => {
  const { names, asked } = oddNames();
  expect(slicesNamed(slices, 0, 6, names, 30, 50)).toEqual([3, 5]);
  expect(asked).toEqual([1, 0]);
});

test('slices of one code, each name asked about once, whichever code is looked for first', () => {
  const { names, asked } = oddNames();
  expect(slicesOfCode(slices, 1, 6, names, 7)).toEqual(Uint32Array.of(1, 3, 5));
  expect(slicesOfCode(slices, 2, 5, names, 7)).toEqual(Uint32Array.of(3));
  expect(slicesOfCode(slices, 0, 6, names, NameCodes.none)).toEqual(Uint32Array.of(0, 2, 4));
  expect(asked).toEqual([1, 2, 0]);
});
