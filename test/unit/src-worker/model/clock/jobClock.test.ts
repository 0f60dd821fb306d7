import { describe, expect, test } from 'vitest';
import type { JobClock } from '../../../../../src-contract';
import type { DemoOptions } from '../../../../../src-main/demo/options';
import type { DemoTruth } from '../../../../../src-main/demo/truth';
import { clockOf } from '../../../../../src-worker/model/clock/jobClock';
import { openContext } from '../../../../fixtures/dumpContext';
import { describeDumps, dumpPath } from '../../../../fixtures/dumps';
import { generated } from './generatedClock';

function expectTrue({ truth, clock }: { truth: DemoTruth; clock: JobClock }, limitNs: number): void {
  const reference = truth.ranks[clock.ranks.findIndex(({ method }) => method === 'reference')]!;
  clock.ranks.forEach(({ offsetNs, errorNs }, i) => {
    const wrongNs = Math.abs(offsetNs - (truth.ranks[i]!.clockOffsetNs - reference.clockOffsetNs));
    expect(wrongNs, `rank ${i}`).toBeLessThanOrEqual(errorNs);
    expect(wrongNs, `rank ${i}`).toBeLessThanOrEqual(limitNs);
  });
}

describe('clocks up to ten seconds wrong', () => {
  test.each([
    ['stages joined by sends alone, on two hosts', { ranksPerHost: 4 }],
    ['one group of all', { parallel: { tensor: 8, pipeline: 1, data: 1 } }],
    ['tables only', { withTimeline: false }],
  ] as const)('are aligned by collectives to 20 µs, and the error bars hold: %s', async (name, options) => {
    const found = await generated(name.replaceAll(' ', '-'), options);
    const spread = found.truth.ranks.map(({ clockOffsetNs }) => clockOffsetNs);
    expect(Math.max(...spread) - Math.min(...spread)).toBeGreaterThan(5e9);
    expectTrue(found, 20_000);
    expect(found.clock.isAligned).toBe(true);
    expect(found.clock.ranks.map(({ method }) => method)).toEqual(['reference', ...new Array(7).fill('collectives')]);
    for (const { errorNs } of found.clock.ranks) expect(errorNs).toBeLessThan(20_000);
    expect(found.clock.usedCollectives).toBeGreaterThan(5);
  });

  // Replicas that serve by themselves have nothing to say to each other.
  const alone: Partial<DemoOptions> = {
    parallel: { tensor: 1, pipeline: 1, data: 8 },
    inference: { decodeSteps: 1 },
  };

  test('are not aligned without collectives: the first common step is for drawing only', async () => {
    const { clock } = await generated('alone', { ...alone, ranksPerHost: 1 });
    expect(clock).toMatchObject({ isAligned: false, usedCollectives: 0 });
    expect(clock.ranks.map(({ method }) => method)).toEqual(['reference', ...new Array(7).fill('first-step')]);
    expect(clock.ranks.slice(1).map(({ errorNs }) => errorNs)).toEqual(new Array(7).fill(Number.NaN));
  });

  test('are aligned by the clock of their host where they share one', async () => {
    const found = await generated('one-host', { ...alone, ranksPerHost: 8 });
    expect(found.clock.ranks.map(({ method }) => method)).toEqual(['reference', ...new Array(7).fill('clock-pair')]);
    expectTrue(found, 100_000);
    expect(found.clock.isAligned).toBe(true);
  });
});

describeDumps('real dumps', () => {
  test('eight GPUs with one clock: no offset, within the error bars, from three collectives', async () => {
    const clock = await clockOf(await openContext(dumpPath('kineto', 'dlrm_8ranks_v100')));
    expect(clock.isAligned).toBe(true);
    for (const { offsetNs, errorNs } of clock.ranks) expect(Math.abs(offsetNs)).toBeLessThanOrEqual(errorNs);
  });

  test('two NPUs of one host: collectives and the pair of host clocks agree within their errors', async () => {
    const clock = await clockOf(await openContext(dumpPath('ascend', 'text_level1_2ranks')));
    expect(clock.ranks[1]?.method).toBe('collectives');
    // profiler_info: 1736408884003926530 − 172164245509280 less 1736408884023552840 − 172164265133640 ns.
    expect(Math.abs((clock.ranks[1]?.offsetNs ?? 0) - -1950)).toBeLessThan((clock.ranks[1]?.errorNs ?? 0) + 79_000);
    expect(clock.ranks[1]?.errorNs).toBeLessThan(30_000);
  });
});
