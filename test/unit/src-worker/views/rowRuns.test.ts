import { expect, test } from 'vitest';
import type { RankIndex } from '../../../../src-contract';
import { RowRuns } from '../../../../src-worker/views/rowRuns';

const rank = (number: number) => number as RankIndex;
const runs = new RowRuns([
  { rank: rank(0), count: 3, name: 'a' },
  { rank: rank(2), count: 0, name: 'nothing' },
  { rank: rank(2), count: 2, name: 'b' },
  { rank: rank(0), count: 1, name: 'c' },
]);

test('each row is in the run that has it, and runs without rows have none', () => {
  expect(runs.rowCount).toBe(6);
  expect([0, 1, 2, 3, 4, 5].map((row) => runs.runOf(row).name).join('')).toBe('aaabbc');
  expect(runs.runs.map(({ firstRow }) => firstRow)).toEqual([0, 3, 3, 5]);
});

test('places of rows in any order, rank by rank', () => {
  expect([...runs.placesByRank(Uint32Array.of(4, 5, 0, 3))]).toEqual([
    [2, [0, 3]],
    [0, [1, 2]],
  ]);
  expect([...runs.placesByRank(undefined)]).toEqual([
    [0, [0, 1, 2, 5]],
    [2, [3, 4]],
  ]);
  expect([...new RowRuns([]).placesByRank(undefined)]).toEqual([]);
});
