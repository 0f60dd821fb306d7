import { describe, expect, test } from 'vitest';
import { SeriesWatch } from '../../../../src-watch/rule/seriesWatch';
import { type KSigmaLimits, usualKSigma } from '../../../../src-worker/model/stepSeries/kSigma';
import { Random } from '../../../fixtures/random';

interface Sample {
  readonly step: number;
  readonly ms: number;
  /** By the log’s clock. */
  readonly timeMs?: number;
  /** From this sample on. */
  readonly limits?: Partial<KSigmaLimits>;
}

const START: KSigmaLimits = { ...usualKSigma, skip: 2, baseline: 10, sigmas: 3, inARow: 3, cooldownNs: 0 };

/** `step outcome` of each alarm, by the watch. */
function watched(samples: readonly Sample[]): string[] {
  const watch = new SeriesWatch(START);
  return samples.flatMap(({ step, ms, timeMs, limits }) => {
    if (limits) watch.change(limits);
    const time = timeMs === undefined ? {} : { timeNs: timeMs * 1e6 };
    const said = watch.add({ step, durationNs: ms * 1e6, ...time, slowestRank: undefined });
    return said.flatMap((own) => (own.kind === 'alarm' ? [`${own.step} ${own.outcome}`] : []));
  });
}

/**
 * The same, written anew from ModelArts’ page: a time for each sample first, then the baseline, then runs that end where limits change, then
 * which alarms may ask for a profile.
 */
function calculated(samples: readonly Sample[]): string[] {
  let clockMs = 0;
  let limits = START;
  const good: { step: number; ms: number; atMs: number; limits: KSigmaLimits; isChanged: boolean }[] = [];
  let isChanged = false;
  for (const own of samples) {
    if (own.limits) {
      limits = { ...limits, ...own.limits };
      isChanged = true;
    }
    if (!(own.ms >= 0 && own.ms < Infinity)) continue;
    // A clock that is set back does not count: time goes on by what the step took.
    const isForward = own.timeMs !== undefined && own.timeMs >= clockMs;
    clockMs = isForward ? (own.timeMs ?? 0) : clockMs + own.ms;
    good.push({ step: own.step, ms: own.ms, atMs: clockMs, limits, isChanged });
    isChanged = false;
  }
  const first = START.skip + START.baseline;
  const base = good.slice(START.skip, first).map(({ ms }) => ms);
  const mean = base.reduce((a, b) => a + b, 0) / base.length;
  const deviation = Math.sqrt(base.map((ms) => (ms - mean) ** 2).reduce((a, b) => a + b, 0) / base.length);
  const told: string[] = [];
  const asked: number[] = [];
  let run = 0;
  for (const own of good.slice(first)) {
    if (own.isChanged) run = 0;
    run = (own.ms - mean) / deviation >= own.limits.sigmas ? run + 1 : 0;
    if (run !== own.limits.inARow) continue;
    const isFree = asked.length === 0 || (own.atMs - asked[asked.length - 1]) * 1e6 >= own.limits.cooldownNs;
    const outcome = asked.length >= own.limits.mostTriggers ? 'at-limit' : isFree ? 'triggered' : 'cooldown';
    if (outcome === 'triggered') asked.push(own.atMs);
    told.push(`${own.step} ${outcome}`);
  }
  return told;
}

const begun: readonly Sample[] = Array.from({ length: 12 }, (_, at) => ({ step: at + 1, ms: at % 2 ? 102 : 98 }));
const spikes = (from: number, count: number, more: (at: number) => Partial<Sample> = () => ({})): Sample[] =>
  Array.from({ length: count }, (_, at) => ({ step: from + at, ms: 120, ...more(at) }));

describe('drawn by hand', () => {
  test('another number in a row midway: the count begins anew', () => {
    const samples = [...begun, ...spikes(13, 2), ...spikes(15, 5, (at) => (at === 0 ? { limits: { inARow: 4 } } : {}))];
    expect(watched(samples)).toEqual(['18 triggered']);
    expect(calculated(samples)).toEqual(['18 triggered']);
  });

  test('steps whose numbers are missing are in a row all the same', () => {
    const samples = [...begun, { step: 20, ms: 120 }, { step: 31, ms: 120 }, { step: 45, ms: 120 }];
    expect(watched(samples)).toEqual(['45 triggered']);
  });

  test('a clock that jumps ahead ends a cooldown, one that is set back does not', () => {
    const cooldown = (jumpMs: number): Sample[] =>
      [
        ...begun.map((own, at) => ({ ...own, timeMs: at * 100 })),
        ...spikes(13, 3, (at) => ({ timeMs: 1_200 + at * 120, limits: { cooldownNs: 3_600e9 } })).slice(0, 3),
      ]
        .map((own, at) => (at > 12 ? { step: own.step, ms: own.ms, timeMs: own.timeMs ?? 0 } : own))
        .concat(
          { step: 16, ms: 100, timeMs: 1_700 },
          spikes(17, 3, (at) => ({ timeMs: 1_800 + jumpMs + at * 120 })),
        );
    expect(watched(cooldown(0))).toEqual(['15 triggered', '19 cooldown']);
    expect(watched(cooldown(3_600_000))).toEqual(['15 triggered', '19 triggered']);
    expect(watched(cooldown(-1_000_000))).toEqual(['15 triggered', '19 cooldown']);
    for (const jumpMs of [0, 3_600_000, -1_000_000])
      expect(calculated(cooldown(jumpMs))).toEqual(watched(cooldown(jumpMs)));
  });
});

test('over many series with limits changed, clocks that jump, gaps and values that are none: as calculated', () => {
  let alarms = 0;
  for (let seed = 0; seed < 300; seed++) {
    const random = new Random(seed);
    const hasClock = random.chance(0.5);
    let timeMs = 0;
    let step = 0;
    const samples = Array.from({ length: 200 }, (_, at): Sample => {
      step += random.chance(0.1) ? random.integer(2, 9) : 1;
      timeMs += random.chance(0.02) ? random.pick([-5_000, 20_000, 600_000]) : 100;
      const isSlow = Math.floor(at / 7) % 3 === 1 && at > 15;
      const ms = random.chance(0.03)
        ? random.pick([Number.NaN, -5, Number.POSITIVE_INFINITY])
        : random.integer(98, 102);
      const limits: Partial<KSigmaLimits> | undefined = random.chance(0.03)
        ? random.pick([
            { sigmas: random.integer(1, 9) },
            { inARow: random.integer(1, 6) },
            { cooldownNs: random.integer(0, 5) * 1e9 },
            { mostTriggers: random.integer(0, 6) },
          ])
        : undefined;
      return {
        step,
        ms: isSlow && ms > 0 ? ms + 30 : ms,
        ...(hasClock && { timeMs }),
        ...(at > 13 && limits && { limits }),
      };
    });
    const own = calculated(samples);
    alarms += own.length;
    expect(watched(samples), `seed ${seed}`).toEqual(own);
  }
  expect(alarms).toBeGreaterThan(1_000);
});
