import { expect, test } from 'vitest';
import type { RankIndex } from '../../../../../src-contract';
import type { StepSeries } from '../../../../../src-worker/model/stepSeries/series';
import { stepsOverTime } from '../../../../../src-worker/views/findings/stepsOverTime';
import { limits } from '../../../../fixtures/drawnJob';

const MS = 1e6;
const HOUR = 3_600e9;
/** 20 skipped, the third of them over the bound; 20 of mean 100 ms and deviation 2. */
const begun = Array.from({ length: 40 }, (_, i) => (i === 2 ? 300 : i % 2 ? 102 : 98));
const dump = { shiftOf: () => ({ offsetNs: -1000, rate: 0, aroundNs: 0 }) };

/** A step an hour where `isSlow`. */
function drawn(ms: readonly number[], parts: Partial<StepSeries> = {}, isSlow = false): StepSeries {
  return {
    key: 'Rank 0',
    label: 'Rank 0',
    rank: 0,
    parts: [{ label: 'Rank 0', index: 0 as RankIndex }],
    steps: ms.map((value, at) => ({
      number: at + 1,
      ns: value * MS,
      part: 0,
      ...(isSlow && { timeNs: at * HOUR, span: { startNs: at, endNs: at + 1 } }),
    })),
    ...parts,
  };
}

test('every step over the bound, and why it asked for a profile, or why not', () => {
  const four = [150, 150, 150, 150];
  const ms = [...begun, ...four, 150, 100, ...four, 100, 150, 100];
  const { shown } = stepsOverTime(dump, { series: [drawn(ms)] }, limits, undefined);
  expect(shown?.baseline).toEqual({ meanNs: 100 * MS, deviationNs: 2 * MS, boundNs: 110 * MS, from: 20, to: 40 });
  expect(shown?.crossings.map(({ at, outcome, inARow }) => [at, outcome, inARow])).toEqual([
    [2, 'no-baseline', 0],
    [40, 'too-few', 1],
    [41, 'too-few', 2],
    [42, 'too-few', 3],
    [43, 'triggered', 4],
    [44, 'goes-on', 5],
    [46, 'too-few', 1],
    [47, 'too-few', 2],
    [48, 'too-few', 3],
    [49, 'cooldown', 4],
    [51, 'too-few', 1],
  ]);
  // No clock: time is the running sum of the steps.
  expect(shown?.crossings.find(({ outcome }) => outcome === 'cooldown')?.sinceNs).toBeCloseTo(850 * MS, 0);
  expect(shown).toMatchObject({ spikeCount: 10, alarmCount: 2, triggerCount: 1 });
  expect(shown?.startNs.every(Number.isNaN)).toBe(true);
});

test('by the clock of the series the cooldown ends, and the limit holds back the rest', () => {
  const alarm = [150, 150, 150, 150, 100];
  const series = drawn([...begun, ...alarm, ...alarm, ...alarm, ...alarm], {}, true);
  const outcomes = (own = limits) =>
    stepsOverTime(dump, { series: [series] }, own, undefined)
      .shown?.crossings.map(({ outcome }) => outcome)
      .filter((outcome) => outcome !== 'too-few' && outcome !== 'no-baseline');
  expect(outcomes()).toEqual(['triggered', 'triggered', 'triggered', 'at-limit']);
  expect(outcomes({ ...limits, 'spikes.cooldown': 6 * HOUR })).toEqual([
    'triggered',
    'cooldown',
    'triggered',
    'cooldown',
  ]);
  expect(outcomes({ ...limits, 'spikes.triggers': 1 })).toEqual(['triggered', 'at-limit', 'at-limit', 'at-limit']);
  const { shown } = stepsOverTime(dump, { series: [series] }, limits, undefined);
  expect([shown?.startNs[5], shown?.endNs[5], shown?.timeNs[5]]).toEqual([1005, 1006, 5 * HOUR]);
});

test('the series that loses most is shown, unless another is asked for; a shift is told', () => {
  const series = [
    drawn(begun, { key: 'calm' }),
    drawn([...begun, ...new Array<number>(40).fill(106)], { key: 'shifted' }),
  ];
  const worst = stepsOverTime(dump, { series }, limits, undefined);
  expect(worst.shown).toMatchObject({ key: 'shifted', shift: { from: 40, meanNs: 106 * MS }, lostNs: 3 * MS });
  expect(worst.series.map(({ key, lostNs }) => [key, lostNs])).toEqual([
    ['calm', 0],
    ['shifted', 3 * MS],
  ]);
  expect(stepsOverTime(dump, { series }, limits, 'calm').shown?.key).toBe('calm');
  expect(stepsOverTime(dump, { series }, limits, 'gone').shown?.key).toBe('shifted');
  expect(stepsOverTime(dump, { series }, { ...limits, 'shift.limit': 200 }, undefined).shown?.key).toBe('calm');
});

test('too few steps have no baseline, no steps at all nothing', () => {
  const few = stepsOverTime(dump, { series: [drawn([1, 2, 3])] }, limits, undefined).shown;
  expect(few).toMatchObject({ baseline: undefined, crossings: [], stepCount: 3 });
  expect(stepsOverTime(dump, { series: [] }, limits, undefined).shown).toBeUndefined();
});
