import { expect, test } from 'vitest';
import { RankGrid } from '../../../../src-watch/series/rankGrid';
import { Random } from '../../../fixtures/random';

test.each([1, 2, 3])('what is kept of a rank is the mean of its steps, whatever their number (seed %d)', (seed) => {
  const random = new Random(seed);
  const grid = new RankGrid(600, 100);
  const told: { readonly rank: number; readonly step: number; readonly ns: number }[] = [];
  for (let step = 5; step < 700; step++)
    for (let rank = 0; rank < 9; rank++) {
      if (random.next() < 0.1) continue;
      const ns = 1e8 * (1 + random.next());
      told.push({ rank, step, ns });
      grid.add(rank, step, ns, step * 10);
    }
  const wanted: (readonly [number, number])[] = [];
  const found: (readonly [number, number])[] = [];
  for (let rank = 0; rank < 9; rank++) {
    const { step: ends, atMs, meanNs } = grid.columns(rank);
    for (const [at, end] of ends.entries()) {
      const own = told.filter((one) => one.rank === rank && one.step <= end && one.step > end - grid.width);
      wanted.push([end, own.reduce((sum, one) => sum + one.ns, 0) / own.length]);
      found.push([end, meanNs[at]]);
      if (at < ends.length - 1)
        expect(atMs[at]).toBe(10 * Math.max(...told.flatMap((one) => (one.step <= end ? one.step : []))));
    }
    expect(told.filter((one) => one.rank === rank).every(({ step }) => step <= (ends.at(-1) ?? 0))).toBe(true);
  }
  expect(found.map(([end]) => end)).toEqual(wanted.map(([end]) => end));
  expect(found.filter(([, mean], at) => Math.abs(mean / wanted[at][1] - 1) > 1e-5)).toEqual([]);
});

test('ten thousand ranks fit, and the slow one is first', () => {
  const grid = new RankGrid();
  for (let step = 1; step <= 60; step++)
    for (let rank = 0; rank < 10_000; rank++) grid.add(rank, step, rank === 4_711 ? 150 : 100, step);
  expect(grid.ranks).toHaveLength(10_000);
  expect(grid.slowest(10)[0]).toMatchObject({ rank: 4_711, meanNs: 150 });
  expect(grid.slowest(10)[1]).toMatchObject({ rank: 0, meanNs: 100 });
});

test('another run of the job has steps of its own; no time is none', () => {
  const grid = new RankGrid();
  grid.add(0, 900, 5, 1);
  grid.begin();
  grid.add(0, 1, 7, 2);
  grid.add(0, 2, Number.NaN, 3);
  grid.add(0, 2, -1, 4);
  expect([...grid.columns(0).meanNs]).toEqual([7]);
  expect([...grid.columns(1).meanNs]).toEqual([]);
});

test('what is kept is the same grid again', () => {
  const grid = new RankGrid(64, 8);
  for (let step = 1; step <= 21; step++)
    for (const rank of [3, 0, 9]) grid.add(rank, step, 1e8 + step * rank, 1_000 * step);
  const again = new RankGrid(64, 8);
  again.restore(JSON.parse(JSON.stringify(grid.save())));
  expect(again.width).toBe(grid.width);
  for (const rank of [0, 3, 9]) expect(again.columns(rank)).toEqual(grid.columns(rank));
  for (const own of [grid, again]) own.add(9, 22, 2e8, 22_000);
  expect(again.columns(9)).toEqual(grid.columns(9));
});
