import { expect, test } from 'vitest';
import type { RankIndex } from '../../../../../src-contract';
import { sentenceText } from '../../../../../src-contract/findings/sentence';
import { notReportedText } from '../../../../../src-contract/views/notReported';
import { spikes, stepShift } from '../../../../../src-worker/analysis/rules/spikes';
import { drawnJob, limits } from '../../../../fixtures/drawnJob';

const MS = 1e6;
/** Steps 1, 2, …; 20 skipped, then 20 of mean 100 ms and deviation 2. */
const begun = [...new Array<number>(20).fill(300), ...Array.from({ length: 20 }, (_, i) => (i % 2 ? 102 : 98))];
const rankWith = (ms: readonly number[], index = 0) => ({
  computing: 100,
  steps: ms.length,
  record: {
    index: index as RankIndex,
    steps: ms.map((value, at) => ({
      number: at + 1,
      ns: value * MS,
      span: { startNs: at * 1000 * MS, endNs: (at * 1000 + value) * MS },
    })),
  },
});

test('steps that fluctuate: how many, what they cost, where a profile would have been asked for, and why not', () => {
  const rest = [150, 150, 100, 160, 160, 160, 160, 160, 100, 150, 150, 150, 150, 100];
  const { findings } = spikes.find(drawnJob([rankWith([...begun, ...rest])]), limits);
  expect(findings).toMatchObject([{ rule: 'E1', rank: 0, place: { ranks: [0] } }]);
  const [own] = findings;
  // 2 × 50, 5 × 60 and 4 × 50 over 54 steps.
  expect(own.lostNsPerStep).toBeCloseTo((600 * MS) / 54, 0);
  expect(own.title.values).toMatchObject({ count: 11, total: 54, longest: 160 * MS, mean: 100 * MS });
  expect(own.cause.values).toMatchObject({ deviation: 2 * MS, alarms: 2 });
  expect(own.effects.map((one) => sentenceText(one, 'en'))).toEqual([
    'ModelArts’ monitor would have asked for a profile at step 47.',
    'Alarm without a profile at step 53: the one before is less than 2 hours old.',
    'No alarm up to step 42: fewer than 4 in a row.',
  ]);
  expect(own.evidence).toHaveLength(3);
  expect(own.evidence[0]).toEqual({
    kind: 'range',
    rank: 0,
    startNs: 43_000 * MS,
    endNs: 43_160 * MS,
    lanes: [],
    step: 44,
  });
});

test('ranks that wait for each other are one finding; limits are the user’s', () => {
  const slow = rankWith([...begun, 150, 150]);
  const { findings } = spikes.find(drawnJob([slow, slow]), limits);
  expect(findings).toMatchObject([{ place: { ranks: [0, 1] } }]);
  const lax = spikes.find(drawnJob([slow]), { ...limits, 'spikes.score': 30 });
  expect(lax.findings).toEqual([]);
  expect(lax.notReported).toMatchObject([{ threshold: 'spikes.score', value: 25, limit: 30 }]);
});

test('without scores it could not run, and says how many steps it takes', () => {
  for (const ms of [begun, begun.map(() => 100).concat(100, 200), []]) {
    const { findings, notRun } = spikes.find(drawnJob([rankWith(ms)]), limits);
    expect(findings).toEqual([]);
    expect(notRun).toMatchObject([{ rule: 'E1', reason: { id: 'needs.baseline', values: { steps: 41 } } }]);
  }
});

test('a shift that makes no spike: from where, and what it costs', () => {
  const shifted = rankWith([...begun, ...new Array<number>(20).fill(100), ...new Array<number>(20).fill(106)]);
  const { findings } = stepShift.find(drawnJob([shifted]), limits);
  expect(findings).toMatchObject([{ rule: 'E2', place: { step: '61' } }]);
  expect(findings[0].lostNsPerStep).toBeCloseTo((6 * MS * 20) / 80, 0);
  expect(findings[0].title.values.growth).toBeCloseTo(0.06, 9);
  // Spikes are E1’s, a line of computing is E2’s own.
  expect(stepShift.find(drawnJob([rankWith([...begun, ...new Array<number>(20).fill(120)])]), limits).findings).toEqual(
    [],
  );
  const line = { ...shifted, record: { ...shifted.record, trend: { count: 80, first: 90, slope: 1, fit: 0.95 } } };
  expect(stepShift.find(drawnJob([line]), limits).findings).toEqual([]);
});

test('deviations are told as such', () => {
  const { notReported = [] } = spikes.find(drawnJob([rankWith([...begun, 107])]), limits);
  expect(notReportedText(notReported[0], 'en')).toBe(
    'Longest step, in deviations above the baseline: 3.50 of 5 (Rank 0)',
  );
});
