import { expect, test } from 'vitest';
import type { LiveEvent, LiveSeries } from '../../../../../src-contract';
import {
  eventMarks,
  lightCurves,
  rateCurves,
  ratesOf,
  scoreCurves,
  stepCurves,
  stretchView,
} from '../../../../../src-renderer/tabs/live/liveCurves';
import { sliceColourOf } from '../../../../../src-renderer/ui/chart/chartColours';

const column = (...values: number[]) => Float64Array.from(values);

const series: LiveSeries = {
  ...{
    extent: { startMs: 0, endMs: 300 },
    atMs: column(100, 200, 300),
    firstStep: column(1, 2, 3),
    lastStep: column(1, 2, 3),
  },
  ...{ count: column(1, 1, 1), meanNs: column(1e8, 2e8, 0), minNs: column(1e8, 2e8, 0), maxNs: column(1e8, 2e8, 0) },
  ...{ medianNs: column(1e8, 2e8, 0), p95Ns: column(1e8, 2e8, 0), score: column(Number.NaN, 3, 8) },
  thresholds: [
    { fromMs: 100, meanNs: 1e8, deviationNs: 1e6, sigmas: 5 },
    { fromMs: 200, meanNs: 1e8, deviationNs: 0, sigmas: 6 },
  ],
  ...{
    allRanks: new Int32Array(),
    light: undefined,
    slowest: [],
    ranks: [{ rank: 4, atMs: column(100), meanNs: column(9e7) }],
  },
};

const event = (kind: LiveEvent['kind'], more: Partial<LiveEvent> = {}): LiveEvent => ({
  ...{
    number: 1,
    atMs: 200,
    kind,
    step: 2,
    durationNs: 2e8,
    score: 8,
    isPast: false,
    isProfile: false,
    text: { en: '', zh: '' },
  },
  ...more,
});

const name = (id: string) => id;
const rankName = (rank: number) => `Rank ${rank}`;

test('each step by itself, the threshold as it held when, ranks and alarms', () => {
  const lines = stepCurves(
    series,
    [event('alarm'), event('crossing', { atMs: 100 }), event('stall', { score: undefined })],
    name,
    rankName,
  );
  expect(lines.map(({ id }) => id)).toEqual(['step', 'baseline', 'bound', 'rank 4', 'crossing', 'alarm']);
  const bound = lines.find(({ id }) => id === 'bound');
  expect([[...(bound?.x ?? [])], [...(bound?.y ?? [])]]).toEqual([
    [100, 200, 300],
    [1.05e8, Number.NaN, Number.NaN],
  ]);
  expect([...(lines.at(-1)?.x ?? [])]).toEqual([200]);
});

test('no two curves have one colour', () => {
  const ranks = Array.from({ length: 16 }, (_, rank) => ({ rank, atMs: column(100), meanNs: column(9e7) }));
  for (const count of [column(1, 1, 1), column(2, 1, 1)]) {
    const lines = stepCurves({ ...series, count, ranks }, [event('alarm'), event('crossing')], name, rankName);
    const colours = lines.map(({ colour }, at) => sliceColourOf(colour ?? at));
    expect(new Set(colours).size).toBe(lines.length);
  }
});

test('steps that share a place have their mean, median, 95th percentile and slowest', () => {
  const lines = stepCurves({ ...series, count: column(2, 1, 1) }, [], name, rankName);
  expect(lines.slice(0, 4).map(({ id }) => id)).toEqual(['most', 'p95', 'median', 'mean']);
});

test('scores with their limit; steps a second, none for a step that took no time', () => {
  const [, bound, alarm] = scoreCurves(series, [event('alarm')], name);
  expect([...bound.y]).toEqual([5, 6, 6]);
  expect([...alarm.y]).toEqual([8]);
  expect([...rateCurves(series, 'steps', {}, 'rate')[0].y]).toEqual([10, 5, Number.NaN]);
});

test('throughput and MFU as far as it is said what a step is', () => {
  expect(ratesOf({ peakFlops: 1 })).toEqual(['steps']);
  const work = { samples: 64, flops: 4e12, peakFlops: 1e14 };
  expect(ratesOf(work)).toEqual(['steps', 'samples', 'flops', 'mfu']);
  const first = (rate: 'samples' | 'flops' | 'mfu') => rateCurves(series, rate, work, rate)[0].y[0];
  // Ten steps a second: 4e13 of 1e14 operations.
  expect([first('samples'), first('flops'), first('mfu')]).toEqual([640, 4e13, 40]);
});

test('kernels and collectives beside each other, with their bandwidth where sizes are told', () => {
  const light = {
    ...{ atMs: column(1, 2), lastStep: column(1, 2), computeNs: column(5, 6), communicationNs: column(2, 1) },
    bytesPerS: column(2e9, Number.NaN),
  };
  expect(lightCurves(light, (id) => id).map(({ id, y }) => [id, [...y]])).toEqual([
    ['compute', [5, 6]],
    ['communication', [2, 1]],
    ['bandwidth', [2, Number.NaN]],
  ]);
  const bytesPerS = column(Number.NaN, Number.NaN);
  expect(lightCurves({ ...light, bytesPerS }, (id) => id).map(({ id }) => id)).toEqual(['compute', 'communication']);
});

test('profiles that were asked for are marked, and no others', () => {
  const marks = eventMarks(
    [event('trigger'), event('trigger', { atMs: 7, isProfile: true }), event('limits', { atMs: 9 })],
    name,
  );
  expect(marks).toEqual([
    { at: 7, label: 'trigger' },
    { at: 9, label: 'limits' },
  ]);
});

test('the last minutes are those of the job, not of this machine', () => {
  const extent = { startMs: 0, endMs: 7_200_000 };
  expect(stretchView('all', extent)).toBeUndefined();
  expect(stretchView('hour', extent)).toEqual({ start: 3_600_000, end: 7_200_000 });
  expect(stretchView('minutes', { startMs: 7_000_000, endMs: 7_200_000 })).toBeUndefined();
});
