import { expect, test } from 'vitest';
import { attributed } from '../../../../../src-worker/analysis/attribute';
import { drift } from '../../../../../src-worker/analysis/rules/drift';
import { lineFit } from '../../../../../src-worker/model/lineFit';
import { drawnJob, limits } from '../../../../fixtures/drawnJob';

const MS = 1e6;
/** Computing of each step, ms. */
const rankWith = (steps: readonly number[]) => ({
  computing: steps.reduce((sum, ms) => sum + ms, 0) / steps.length,
  steps: steps.length,
  record: { trend: lineFit(steps.map((ms) => ms * MS)) ?? { count: 0, first: 0, slope: 0, fit: 0 } },
});
const even = rankWith([100, 101, 99, 100, 100]);

test('the rank that computes longer from step to step, by what its steps take longer than the first on the mean', () => {
  const job = drawnJob([even, rankWith([100, 103, 106, 109, 112]), even]);
  const { findings } = drift.find(job, limits);
  expect(findings).toMatchObject([{ rule: 'E2', rank: 1, place: { ranks: [1] } }]);
  // (0 + 3 + 6 + 9 + 12) / 5
  expect(findings[0].lostNsPerStep).toBeCloseTo(6 * MS, 0);
  expect(findings[0].title.values.growth).toBeCloseTo(0.12, 6);
});

test('shows the last step, and the first, where the rank has a timeline', () => {
  const drifting = rankWith([100, 110, 120, 130]);
  const steps = [0, 1, 2, 3].map((number) => {
    return { number, ns: 1, span: { startNs: number * 1000, endNs: number * 1000 + 900 } };
  });
  const shown = (index: number | undefined) =>
    drift.find(drawnJob([{ ...drifting, record: { ...drifting.record, index: index as never, steps } }]), limits)
      .findings[0].evidence;
  expect(shown(4)).toEqual([
    { kind: 'range', rank: 4, startNs: 3000, endNs: 3900, lanes: [], step: 3 },
    { kind: 'range', rank: 4, startNs: 0, endNs: 900, lanes: [], step: 0 },
  ]);
  expect(shown(undefined)).toEqual([]);
});

test('all ranks that drift are one finding of the job', () => {
  const all = [1, 2, 3].map(() => rankWith([100, 110, 120, 130]));
  expect(drift.find(drawnJob(all), limits).findings).toMatchObject([{ place: { ranks: [0, 1, 2] } }]);
});

test('no drift: one slow step, steps up and down, growth of little account, too few steps', () => {
  for (const steps of [
    [100, 100, 100, 100, 130],
    [100, 120, 90, 130, 100],
    [100, 100.5, 101, 101.5],
  ])
    expect(drift.find(drawnJob([rankWith(steps)]), limits).findings).toEqual([]);
  expect(drift.find(drawnJob([rankWith([100, 101, 102, 103])]), limits).notReported).toMatchObject([
    { threshold: 'drift.growth', rank: 0 },
  ]);
  // It grows enough, but by one slow step: the line is what it is short of.
  const [byFit] = drift.find(drawnJob([rankWith([100, 100, 100, 100, 130])]), limits).notReported ?? [];
  expect(byFit).toMatchObject({ threshold: 'drift.fit', value: expect.closeTo(0.5, 6), limit: limits['drift.fit'] });
  expect(drift.find(drawnJob([rankWith([100, 120, 140])]), limits).notRun).toMatchObject([{ rule: 'E2' }]);
});

test('that it is slow on the mean is an effect of the drift', () => {
  const job = drawnJob([even, rankWith([100, 103, 106, 109, 112])]);
  const [growing] = drift.find(job, limits).findings;
  const slow = { ...growing, id: 'D2:1', rule: 'D2' as const };
  const found = attributed([slow, growing], job);
  expect(found.map(({ rule }) => rule)).toEqual(['E2']);
  expect(found[0].effects).toEqual([slow.title]);
});
