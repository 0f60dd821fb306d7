import { expect, test } from 'vitest';
import type { RankClock } from '../../../../../src-contract';
import type { RankTruth } from '../../../../../src-main/demo/truth';
import { generated } from './generatedClock';

/** Of a rank's clock, at this time of the dump by the true clock. */
function shiftAt({ offsetNs, rate, aroundNs }: RankClock, atNs: number, { clockOffsetNs }: RankTruth): number {
  // What it has gained by then is a ms, which makes no difference to how much more it gains.
  const ownNs = atNs + clockOffsetNs;
  return offsetNs + rate * (ownNs - aroundNs);
}

test('clocks that drift by 5 ppm over ten minutes and are up to ten seconds wrong: 20 µs at both ends, and the error bars hold', async () => {
  const { truth, clock, fromNs } = await generated('drift', {
    steps: 31,
    model: { layersPerStage: 1, microBatches: 2 },
    withTimeline: false,
    stepEveryMs: 20_000,
    clockDriftPpm: 5,
    parallel: { tensor: 2, pipeline: 2, data: 2 },
  });
  const [reference] = truth.ranks;
  const drifts = truth.ranks.map(({ clockDriftPpm }) => clockDriftPpm);
  expect(Math.max(...drifts) - Math.min(...drifts)).toBeGreaterThan(5);
  expect(clock.ranks[0]).toMatchObject({ method: 'reference', offsetNs: 0, rate: 0 });
  for (const [i, own] of clock.ranks.entries()) {
    const { clockOffsetNs, clockDriftPpm } = truth.ranks[i]!;
    // Counted from where both began; the dump counts its times from the first event by one of the clocks.
    for (const atNs of [0, 600e9]) {
      const wantedNs =
        clockOffsetNs - reference!.clockOffsetNs + ((clockDriftPpm - reference!.clockDriftPpm) * atNs) / 1e6;
      const wrongNs = Math.abs(shiftAt(own, atNs - fromNs, truth.ranks[i]!) - wantedNs);
      expect(wrongNs, `rank ${i} at ${atNs}`).toBeLessThanOrEqual(20_000);
      expect(wrongNs, `rank ${i} at ${atNs}`).toBeLessThanOrEqual(own.errorNs);
    }
    expect(own.errorNs).toBeLessThan(20_000);
    expect(Math.abs(own.rate * 1e6 - (clockDriftPpm - reference!.clockDriftPpm))).toBeLessThan(0.05);
  }
});
