import { describe, expect, test } from 'vitest';
import { ReportMaker } from '../../../../src-watch/rule/report';
import { SeriesWatch } from '../../../../src-watch/rule/seriesWatch';
import { type KSigmaLimits, usualKSigma } from '../../../../src-worker/model/stepSeries/kSigma';
import { Random } from '../../../fixtures/random';
import { alarmsOfRule } from '../../../fixtures/ruleOfAlarm';

/** 20 skipped, 20 of mean 100 and deviation 2. */
const begun = [...new Array<number>(20).fill(90), ...Array.from({ length: 20 }, (_, i) => (i % 2 ? 102 : 98))];

function reportOf(ms: readonly number[], limits: Partial<KSigmaLimits> = {}) {
  const maker = new ReportMaker({ ...usualKSigma, ...limits });
  for (const [at, own] of ms.entries())
    maker.add({ kind: 'step', step: at + 1, durationNs: own * 1e6, slowestRank: undefined });
  return maker.report();
}

const stepsOf = (own: readonly { readonly step: number }[]) => own.map(({ step }) => step);

describe('a series drawn by hand', () => {
  test('four spikes in a row are an alarm at the fourth, three are none', () => {
    const { baseline, alarms, triggers, crossings } = reportOf([...begun, 110, 110, 110, 100, 110, 110, 110, 110, 110]);
    expect(baseline).toEqual({ meanMs: 100, deviationMs: 2, thresholdMs: 110, fromStep: 21, toStep: 40 });
    expect(alarms).toMatchObject([{ step: 48, fromStep: 45, ms: 110, score: 5, trigger: 'triggered' }]);
    const sum = [...begun, 110, 110, 110, 100, 110, 110, 110, 110].reduce((whole, own) => whole + own);
    expect(triggers).toEqual([{ step: 48, timeMs: sum }]);
    expect(crossings.map(({ step, inARow, reason }) => [step, inARow, reason])).toEqual([
      [41, 1, 'too-few'],
      [42, 2, 'too-few'],
      [43, 3, 'too-few'],
      [45, 1, 'too-few'],
      [46, 2, 'too-few'],
      [47, 3, 'too-few'],
      [49, 5, 'goes-on'],
    ]);
  });

  test('each limit moves what it says', () => {
    const ms = [...begun, 109, 109, 109, 109];
    expect(stepsOf(reportOf(ms).alarms)).toEqual([]);
    expect(stepsOf(reportOf(ms, { sigmas: 4.5 }).alarms)).toEqual([44]);
    expect(stepsOf(reportOf(ms, { sigmas: 4.5, inARow: 2 }).alarms)).toEqual([42]);
    // The baseline is 20 steps of 90: flat, whatever comes.
    expect(reportOf(ms, { skip: 0 })).toMatchObject({ baseline: { meanMs: 90, deviationMs: 0 }, alarms: [] });
    expect(reportOf(ms, { baseline: 24 }).baseline).toMatchObject({ fromStep: 21, toStep: 44 });
    expect(reportOf(ms, { baseline: 25 }).baseline).toBeNull();
  });

  test('cooldown and limit hold back triggers, never alarms', () => {
    const ms = [...begun, ...[1, 2, 3, 4].flatMap(() => [120, 120, 120, 120, 100])];
    // From one alarm to the next: 580 ms.
    const held = reportOf(ms, { cooldownNs: 1000e6, mostTriggers: 3 });
    expect(held.alarms.map(({ step, trigger }) => [step, trigger])).toEqual([
      [44, 'triggered'],
      [49, 'cooldown'],
      [54, 'triggered'],
      [59, 'cooldown'],
    ]);
    expect(held.crossings.filter(({ reason }) => reason === 'cooldown').map(({ step }) => step)).toEqual([49, 59]);
    const limited = reportOf(ms, { cooldownNs: 0, mostTriggers: 2 });
    expect(limited.alarms.map(({ trigger }) => trigger)).toEqual(['triggered', 'triggered', 'at-limit', 'at-limit']);
    expect(stepsOf(limited.triggers)).toEqual([44, 49]);
    expect(stepsOf(reportOf(ms, { mostTriggers: 0 }).alarms)).toEqual([44, 49, 54, 59]);
  });

  test('steps over the threshold from before there was a baseline are told, and why they were no alarm', () => {
    const { crossings } = reportOf([200, ...begun.slice(1), 100]);
    expect(crossings).toEqual([{ step: 1, ms: 200, score: 50, inARow: 0, reason: 'no-baseline' }]);
  });

  test('steps that are no times count for nothing, and end no run', () => {
    const { alarms, steps } = reportOf([
      Number.NaN,
      ...begun,
      120,
      -1,
      120,
      Number.NaN,
      120,
      Number.POSITIVE_INFINITY,
      120,
    ]);
    expect(stepsOf(alarms)).toEqual([48]);
    expect(steps).toBe(48);
  });

  test('a slow drift is told, with where it began, and none of its steps is a crossing', () => {
    const rise = Array.from({ length: 60 }, (_, i) => 100 + 0.15 * (i + 1));
    const { alarms, crossings, drift } = reportOf([...begun, ...new Array<number>(10).fill(100), ...rise]);
    expect({ alarms, crossings }).toEqual({ alarms: [], crossings: [] });
    // Over one deviation from the 14th of the rise on; 15 steps later the sum of what is over it is more than 8 deviations.
    expect(drift).toMatchObject([{ fromStep: 64, atStep: 78 }]);
  });

  test('a job that began anew gets a baseline of its own; its triggers are still counted', () => {
    const maker = new ReportMaker({ ...usualKSigma, mostTriggers: 1, cooldownNs: 0 });
    const run = (ms: readonly number[]) => {
      for (const [at, own] of ms.entries())
        maker.add({ kind: 'step', step: at + 1, durationNs: own * 1e6, slowestRank: undefined });
    };
    run([...begun, 120, 120, 120, 120]);
    maker.add({ kind: 'restart', step: 1, before: 44 });
    run([...begun.map((own) => own * 10), 1000, 1200, 1200, 1200, 1200]);
    const { baseline, alarms, restarts } = maker.report();
    expect(baseline).toMatchObject({ meanMs: 1000, deviationMs: 20 });
    expect(alarms.map(({ ms, trigger }) => [ms, trigger])).toEqual([
      [120, 'triggered'],
      [1200, 'at-limit'],
    ]);
    expect(restarts).toEqual([{ step: 1, before: 44 }]);
  });
});

test('as an independent calculation has it, over many series and limits', () => {
  const random = new Random(15);
  for (let run = 0; run < 60; run++) {
    const isFlat = random.chance(0.1);
    const ms = Array.from({ length: random.integer(10, 300) }, () => {
      if (isFlat) return 100;
      if (random.chance(0.03)) return random.pick([Number.NaN, -1, Number.POSITIVE_INFINITY]);
      return 100 + random.integer(0, 4) + (random.chance(0.6) ? 0 : 25);
    });
    const limits: KSigmaLimits = {
      skip: random.integer(0, 8),
      baseline: random.integer(2, 30),
      sigmas: random.integer(1, 6) / 2,
      inARow: random.integer(1, 4),
      cooldownNs: random.integer(0, 4) * 1e9,
      mostTriggers: random.integer(0, 5),
    };
    const { baseline, alarms, triggers, crossings } = reportOf(ms, limits);
    const own = alarmsOfRule(ms, limits);
    const said = `run ${run}: ${JSON.stringify(limits)}`;
    expect([baseline?.meanMs, baseline?.deviationMs].map(rounded), said).toEqual(
      [own.mean, own.deviation].map(rounded),
    );
    expect(
      alarms.map(({ step, score }) => [step, rounded(score)]),
      said,
    ).toEqual(own.alarms.map(({ step, score }) => [step, rounded(score)]));
    expect(stepsOf(triggers), said).toEqual(stepsOf(own.alarms.filter(({ isTrigger }) => isTrigger)));
    expect(stepsOf(crossings), said).toEqual(own.crossings);
  }
});

const rounded = (value: number | undefined) => (value === undefined ? undefined : Number(value.toFixed(6)));

describe('a watch that goes on', () => {
  const random = new Random(4);
  const drawn = [...begun, ...Array.from({ length: 120 }, () => random.pick([99, 100, 101, 104, 120, 120, 120, 120]))];
  const limits = { ...usualKSigma, cooldownNs: 2e9 };

  const follow = (watch: SeriesWatch, from: number, to: number) =>
    drawn
      .slice(from, to)
      .flatMap((own, at) => watch.add({ step: from + at, durationNs: own * 1e6, slowestRank: undefined }));

  test('says the same wherever it was kept as data and taken up again', () => {
    const whole = follow(new SeriesWatch(limits), 0, drawn.length);
    expect(whole.filter(({ kind }) => kind === 'alarm').length).toBeGreaterThan(2);
    for (let cut = 0; cut <= drawn.length; cut++) {
      const first = new SeriesWatch(limits);
      const before = follow(first, 0, cut);
      const saved = JSON.parse(JSON.stringify(first.save()));
      const behind = follow(new SeriesWatch(limits, saved), cut, drawn.length);
      expect([...before, ...behind], `cut at ${cut}`).toEqual(whole);
    }
  });

  test('another threshold midway: the count of spikes in a row begins anew, the baseline stays', () => {
    const watch = new SeriesWatch(usualKSigma);
    const add = (step: number, ms: number) => watch.add({ step, durationNs: ms * 1e6, slowestRank: undefined });
    for (const [at, own] of begun.entries()) add(at + 1, own);
    for (const step of [41, 42, 43]) add(step, 120);
    watch.change({ sigmas: 6 });
    expect(add(44, 120)).toMatchObject([{ kind: 'crossing', inARow: 1, reason: 'too-few' }]);
    for (const step of [45, 46]) add(step, 120);
    expect(add(47, 120)).toMatchObject([{ kind: 'alarm', step: 47, fromStep: 44, inARow: 4 }]);
    watch.change({ sigmas: 11 });
    // Ten deviations are none of eleven; that it stays up there is told as drift.
    expect(add(48, 120).map(({ kind }) => kind)).toEqual(['drift']);
    expect(watch.baseline).toEqual({ meanNs: 100e6, deviationNs: 2e6 });
  });
});
