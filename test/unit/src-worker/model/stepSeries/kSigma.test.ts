import { describe, expect, test } from 'vitest';
import { cusum } from '../../../../../src-worker/model/stepSeries/cusum';
import { KSigma, type KSigmaLimits, kSigma, usualKSigma } from '../../../../../src-worker/model/stepSeries/kSigma';
import { Random } from '../../../../fixtures/random';

const HOUR = 3_600e9;
const samples = (...ms: readonly number[]) => ms.map((value) => ({ durationNs: value * 1e6 }));
/** 20 skipped, 20 of mean 100 and deviation 2. */
const begun = [...new Array<number>(20).fill(500), ...Array.from({ length: 20 }, (_, i) => (i % 2 ? 102 : 98))];

function outcomes(ms: readonly number[], limits: Partial<KSigmaLimits> = {}): string[] {
  return kSigma(samples(...begun, ...ms), limits)
    .verdicts.slice(40)
    .map((own) => (own.kind === 'spike' ? own.outcome : own.kind));
}

describe('ModelArts’ monitor', () => {
  test('skips 20, takes 20, then scores; the skipped ones count for nothing', () => {
    const { baseline, verdicts } = kSigma(samples(...begun, 109.9, 110));
    expect(verdicts.slice(0, 20).every(({ kind }) => kind === 'skipped')).toBe(true);
    expect(verdicts.slice(20, 40).every(({ kind }) => kind === 'baseline')).toBe(true);
    expect(baseline).toEqual({ meanNs: 100e6, deviationNs: 2e6 });
    expect(verdicts[40]).toEqual({ kind: 'normal', score: 4.95 });
    // Five deviations are a spike.
    expect(verdicts[41]).toEqual({ kind: 'spike', score: 5, inARow: 1, outcome: 'too-few' });
  });

  test('four in a row are an alarm, one that a normal step ends; an unbroken run is one alarm', () => {
    expect(outcomes([120, 120, 120, 100, 120, 120, 120, 120, 120, 120])).toEqual([
      ...['too-few', 'too-few', 'too-few', 'normal'],
      ...['too-few', 'too-few', 'too-few', 'triggered', 'goes-on', 'goes-on'],
    ]);
  });

  test('two hours between triggers, three in all; alarms go on', () => {
    const run = [100, 120, 120, 120, 120];
    const timed = (hours: readonly number[]) => {
      const monitor = new KSigma();
      for (const own of samples(...begun)) monitor.add({ ...own, timeNs: 0 });
      return hours.map((hour) => {
        const verdicts = samples(...run).map((own) => monitor.add({ ...own, timeNs: hour * HOUR }));
        const last = verdicts.at(-1);
        return last?.kind === 'spike' ? `${last.outcome} ${monitor.alarmCount}` : '';
      });
    };
    expect(timed([0, 1.9, 2, 3.9, 4, 10])).toEqual([
      'triggered 1',
      'cooldown 2',
      'triggered 3',
      'cooldown 4',
      'triggered 5',
      'at-limit 6',
    ]);
  });

  test('without a clock time is the sum of the steps', () => {
    // The second alarm comes 5 × 120 ms after the first; with a cooldown of that it is one.
    const run = [120, 120, 120, 120, 100, 120, 120, 120, 120];
    expect(outcomes(run, { cooldownNs: 580e6 }).at(-1)).toBe('triggered');
    expect(outcomes(run, { cooldownNs: 580e6 + 1 }).at(-1)).toBe('cooldown');
  });

  test('a clock that is set back is not believed: the steps tell the time until it has caught up', () => {
    const monitor = new KSigma({ cooldownNs: 600e6 });
    for (const own of samples(...begun)) monitor.add({ ...own, timeNs: HOUR });
    const run = (timeNs: number) =>
      samples(120, 120, 120, 120, 100).map((own) => {
        const verdict = monitor.add({ ...own, timeNs });
        return verdict.kind === 'spike' ? verdict.outcome : '';
      })[3];
    expect(run(HOUR)).toBe('triggered');
    // 100 + 4 × 120 ms after the first, whatever the clock says; then 580 ms more.
    expect(run(0)).toBe('cooldown');
    expect(run(0)).toBe('triggered');
  });

  test('another threshold while it runs: the count begins anew, the baseline stays', () => {
    const monitor = new KSigma();
    for (const own of samples(...begun, 120, 120, 120)) monitor.add(own);
    monitor.change({ sigmas: 6 });
    const [next] = samples(120).map((own) => monitor.add(own));
    expect(next).toEqual({ kind: 'spike', score: 10, inARow: 1, outcome: 'too-few' });
    expect(monitor.baseline?.meanNs).toBe(100e6);
    monitor.change({ sigmas: 11 });
    expect(monitor.add({ durationNs: 120e6 }).kind).toBe('normal');
  });

  test('a flat baseline gives no score; too few samples no baseline; what is no time is left out', () => {
    const flat = new Array<number>(41).fill(0.1 + 0.2);
    expect(kSigma(samples(...flat)).verdicts.at(-1)).toEqual({ kind: 'flat' });
    expect(kSigma(samples(...begun.slice(0, 39))).baseline).toBeUndefined();
    expect(outcomes([120, Number.NaN, 120, -1, 120, Number.POSITIVE_INFINITY, 120])).toEqual([
      ...['too-few', 'unknown', 'too-few', 'unknown', 'too-few', 'unknown', 'triggered'],
    ]);
  });

  test('as an independent calculation over whole series has it', () => {
    const random = new Random(11);
    for (let run = 0; run < 40; run++) {
      const ms = Array.from({ length: 300 }, () => 100 + random.integer(0, 4) + (random.chance(0.6) ? 0 : 25));
      const limits = {
        skip: random.integer(0, 5),
        baseline: random.integer(2, 30),
        sigmas: random.integer(1, 3),
        inARow: random.integer(1, 4),
        cooldownNs: random.integer(0, 4) * 1e9,
        mostTriggers: random.integer(0, 5),
      };
      const { spikeCount, alarmCount, triggerCount } = kSigma(samples(...ms), limits);
      expect({ spikeCount, alarmCount, triggerCount }, JSON.stringify(limits)).toEqual(independent(ms, limits));
    }
    expect(usualKSigma).toMatchObject({ skip: 20, baseline: 20, sigmas: 5, inARow: 4, mostTriggers: 3 });
  });
});

/** By the whole series: scores first, then runs, then triggers among the alarms. */
function independent(ms: readonly number[], own: KSigmaLimits) {
  const [from, to] = [own.skip, own.skip + own.baseline];
  const base = ms.slice(from, to);
  const mean = base.reduce((sum, value) => sum + value) / base.length;
  const variance = base.reduce((sum, value) => sum + value * value, 0) / base.length - mean * mean;
  const isSpike = ms.map((value, at) => at >= to && value >= mean + own.sigmas * Math.sqrt(variance));
  const runs = isSpike
    .map((spike) => (spike ? 's' : '-'))
    .join('')
    .matchAll(/s+/g);
  const alarms = [...runs].filter(([run]) => run.length >= own.inARow).map(({ index }) => index + own.inARow - 1);
  const triggers: number[] = [];
  for (const at of alarms) {
    const ns = ms.slice(0, at + 1).reduce((sum, value) => sum + value) * 1e6;
    const isFree = triggers.length === 0 || ns - triggers[triggers.length - 1] >= own.cooldownNs;
    if (isFree && triggers.length < own.mostTriggers) triggers.push(ns);
  }
  return { spikeCount: isSpike.filter(Boolean).length, alarmCount: alarms.length, triggerCount: triggers.length };
}

describe('drift that makes no spike', () => {
  const baseline = { meanNs: 100, deviationNs: 2 };

  test('a slow rise is found, from where it began; no step of it is a spike', () => {
    const values = [...new Array<number>(30).fill(100), ...Array.from({ length: 60 }, (_, i) => 100 + 0.15 * (i + 1))];
    expect(Math.max(...values)).toBeLessThan(baseline.meanNs + 5 * baseline.deviationNs);
    const found = cusum(values, baseline, 0);
    // Over one deviation from the 14th of the rise; then 0.075 more with each: the sum passes 8 with n (n + 1) / 2 × 0.075.
    expect(found?.from).toBe(43);
    expect(found?.at).toBe(43 + 14);
    expect(found?.meanNs).toBeCloseTo(values.slice(43).reduce((sum, own) => sum + own) / values.slice(43).length, 9);
  });

  test('noise is none, and one step out of many neither; a flat baseline tells nothing', () => {
    const random = new Random(3);
    // A sum of twelve uniform numbers is nearly normal.
    const normal = () => Array.from({ length: 12 }, () => random.next()).reduce((sum, own) => sum + own) - 6;
    const noise = Array.from({ length: 20_000 }, () => 100 + 2 * normal());
    expect(cusum(noise, baseline, 0)).toBeUndefined();
    expect(cusum([100, 100, 115, 100, Number.NaN, 100], baseline, 0)).toBeUndefined();
    expect(cusum([100, 200], { meanNs: 100, deviationNs: 0 }, 0)).toBeUndefined();
  });
});
