import { expect, test } from 'vitest';
import type { RankIndex } from '../../../../../src-contract';
import { type RankSteps, rankSeries } from '../../../../../src-worker/model/stepSeries/series';

interface Drawn extends Partial<RankSteps> {
  readonly numbers: readonly number[];
  /** s; absent: no timeline. */
  readonly at?: number;
}

/** Steps of 1 s one after another. */
const dump = (index: number, { numbers, at, ...rest }: Drawn): RankSteps => ({
  rank: 0,
  label: `Rank 0 (${index})`,
  index: index as RankIndex,
  startedMs: undefined,
  process: undefined,
  steps: numbers.map((number, i) => ({
    number,
    ns: 1e9,
    ...(at !== undefined && { span: { startNs: (at + i) * 1e9, endNs: (at + i + 1) * 1e9 } }),
  })),
  ...rest,
});

test('dumps of one job are a series in the order of time, each step with its dump', () => {
  const [own, ...others] = rankSeries([
    dump(0, { numbers: [500, 501], at: 7200 }),
    dump(1, { numbers: [100], at: 0 }),
    dump(2, { numbers: [300, 301], at: 3600 }),
  ]);
  expect(others).toEqual([]);
  expect(own).toMatchObject({ key: 'rank 0', label: 'Rank 0', rank: 0 });
  expect(own.parts.map(({ label }) => label)).toEqual(['Rank 0 (1)', 'Rank 0 (2)', 'Rank 0 (0)']);
  expect(own.steps.map(({ number, part }) => [number, part])).toEqual([
    [100, 0],
    [300, 1],
    [301, 1],
    [500, 2],
    [501, 2],
  ]);
  expect(own.steps.map(({ timeNs = Number.NaN }) => timeNs / 1e9)).toEqual([0, 3600, 3601, 7200, 7201]);
});

test('runs that are held against each other stay apart: the same steps, or at the same time', () => {
  const apart = [dump(0, { numbers: [10, 11], at: 0 }), dump(1, { numbers: [10, 11], at: 100 })];
  expect(rankSeries(apart).map(({ label }) => label)).toEqual(['Rank 0 (0)', 'Rank 0 (1)']);
  const beside = [dump(0, { numbers: [10, 11], at: 0 }), dump(1, { numbers: [12, 13], at: 1 })];
  expect(rankSeries(beside)).toHaveLength(2);
});

test('profiles of one process number their steps anew, and are one series all the same', () => {
  const [own, ...others] = rankSeries([
    dump(0, { numbers: [0, 1], at: 0, process: 'node_7' }),
    dump(1, { numbers: [0, 1], at: 100, process: 'node_7' }),
  ]);
  expect(others).toEqual([]);
  expect(own.steps.map(({ number }) => number)).toEqual([0, 1, 0, 1]);
});

test('without timelines names tell the order; without a clock in all of them there is none', () => {
  const [own] = rankSeries([dump(0, { numbers: [20], startedMs: 2000 }), dump(1, { numbers: [10], startedMs: 1000 })]);
  expect(own.steps).toEqual([
    { number: 10, ns: 1e9, part: 0 },
    { number: 20, ns: 1e9, part: 1 },
  ]);
});

test('a single step is no series', () => {
  expect(rankSeries([dump(0, { numbers: [1] }), dump(1, { numbers: [], rank: 1 })])).toEqual([]);
});
