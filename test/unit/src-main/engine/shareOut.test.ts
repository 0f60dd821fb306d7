import { expect, test } from 'vitest';
import { heaviest, shareOut } from '../../../../src-main/engine/opening/shareOut';

const itself = (weight: number) => weight;

test('parts have about the same weight, the heaviest first', () => {
  expect(shareOut([1, 9, 2, 8, 3], 2, itself)).toEqual([
    [9, 2, 1],
    [8, 3],
  ]);
  expect(shareOut([], 2, itself)).toEqual([]);
});

test('the heaviest weigh as much as a part of all', () => {
  expect(heaviest([1, 4, 20, 10, 8, 7, 10], 2, itself)).toEqual([20, 10]);
  expect(heaviest([5, 4, 3, 2], 2, itself)).toEqual([5, 4]);
  expect(heaviest([50, 1, 2], 2, itself)).toEqual([50]);
  expect(heaviest([], 2, itself)).toEqual([]);
});
