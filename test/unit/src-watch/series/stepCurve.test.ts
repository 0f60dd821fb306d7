import { expect, test } from 'vitest';
import { type CurveSample, StepCurve } from '../../../../src-watch/series/stepCurve';
import { Random } from '../../../fixtures/random';

const small = { raw: 16, level: 8 };

function samples(count: number, seed: number): CurveSample[] {
  const random = new Random(seed);
  let atMs = 1e12;
  return Array.from({ length: count }, (_, at) => {
    const durationNs = 400e6 * (1 + 0.1 * random.next());
    atMs += durationNs / 1e6;
    return { atMs, step: at + 1, durationNs, ...(at >= 40 && { score: random.next() * 10 }) };
  });
}

function curveOf(all: readonly CurveSample[], sizes = small): StepCurve {
  const curve = new StepCurve(undefined, sizes);
  for (const own of all) curve.add(own);
  return curve;
}

test('the last steps stand each by itself, to the digit', () => {
  const all = samples(500, 1);
  const found = curveOf(all).columns(all[490].atMs, all[499].atMs, 100);
  expect([...found.firstStep]).toEqual(all.slice(490).map(({ step }) => step));
  expect([...found.meanNs]).toEqual(all.slice(490).map(({ durationNs }) => durationNs));
  expect([...found.score]).toEqual(all.slice(490).map(({ score }) => score));
  expect([...found.count]).toEqual(Array(10).fill(1));
});

test.each([10, 100, 2_000, 20_000])('of %d steps each row is what a plain calculation says of its steps', (count) => {
  const all = samples(count, count);
  for (const rows of [7, 50]) {
    const found = curveOf(all).columns(0, Number.POSITIVE_INFINITY, rows);
    expect(found.atMs.length).toBeLessThanOrEqual(rows);
    let next = 0;
    for (let row = 0; row < found.atMs.length; row++) {
      const own = all.slice(next, next + found.count[row]);
      next += own.length;
      const times = own.map(({ durationNs }) => durationNs).sort((a, b) => a - b);
      const scores = own.flatMap(({ score }) => score ?? []);
      expect(found.firstStep[row]).toBe(own[0].step);
      expect(found.lastStep[row]).toBe(own.at(-1)?.step);
      expect(found.atMs[row]).toBe(own.at(-1)?.atMs);
      expect(found.minNs[row]).toBe(times[0]);
      expect(found.maxNs[row]).toBe(times.at(-1));
      expect(found.meanNs[row] / (times.reduce((sum, one) => sum + one, 0) / times.length)).toBeCloseTo(1, 12);
      expect(found.score[row]).toBe(scores.length === 0 ? Number.NaN : Math.max(...scores));
      for (const [column, share] of [
        [found.medianNs, 0.5],
        [found.p95Ns, 0.95],
      ] as const) {
        const wanted = times[Math.max(1, Math.ceil(share * times.length)) - 1];
        expect(Math.abs(column[row] / wanted - 1)).toBeLessThan(0.0051);
      }
    }
    // Not one is lost, and none counted twice.
    expect(next).toBe(count);
  }
});

test.each([
  small,
  // The first level hands on many times what the next one does, as the real sizes have it.
  { raw: 128, level: 8 },
])('memory does not grow with the time, nor what is kept of it: %o', (sizes) => {
  const curve = curveOf(samples(40_000, 9), sizes);
  const buckets = curve.save().levels.reduce((sum, own) => sum + own.length, 0);
  expect(buckets).toBeLessThan(2 * (sizes.raw + 12 * sizes.level));
  expect(curve.count).toBe(40_000);
});

test('the mean from a step on is that of a plain calculation', () => {
  const all = samples(3_000, 6);
  const mean = all.slice(2_990).reduce((sum, { durationNs }) => sum + durationNs, 0) / 10;
  expect((curveOf(all).meanFrom(2_991, all[2_990].atMs) ?? 0) / mean).toBeCloseTo(1, 12);
  expect(curveOf(all).meanFrom(3_001, 0)).toBeUndefined();
});

test('kept as plain data and taken up again, it goes on as if nothing had been', () => {
  const all = samples(3_000, 5);
  const first = curveOf(all.slice(0, 1_700));
  const second = new StepCurve(JSON.parse(JSON.stringify(first.save())), small);
  for (const own of all.slice(1_700)) second.add(own);
  expect(second.count).toBe(3_000);
  expect(second.extent).toEqual({ startMs: all[0].atMs, endMs: all[2_999].atMs });
  expect(second.columns(0, Number.POSITIVE_INFINITY, 40)).toEqual(
    curveOf(all).columns(0, Number.POSITIVE_INFINITY, 40),
  );
});

test('without steps there is nothing', () => {
  expect(new StepCurve().extent).toBeUndefined();
  expect(new StepCurve().columns(0, 1, 10).atMs).toHaveLength(0);
});
