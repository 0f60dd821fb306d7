import { expect, test } from 'vitest';
import { stepCurve } from '../../../../../src-worker/views/memory/downsample';
import { Random } from '../../../../fixtures/random';

const steps = (count: number, of: (i: number) => number) => Float64Array.from({ length: count }, (_, i) => of(i));

/** What the step function is at `ns`. */
function valueAt(timeNs: Float64Array, bytes: Float64Array, ns: number): number {
  let value = Number.NaN;
  for (let at = 0; at < timeNs.length && timeNs[at] <= ns; at++) value = bytes[at];
  return value;
}

test('few samples are all there', () => {
  const curve = stepCurve(
    steps(100, (i) => i * 10),
    steps(100, (i) => i % 7),
    100,
  );
  expect(curve).toMatchObject({ sampleCount: 100, isReduced: false });
  expect(curve.timeNs).toHaveLength(100);
});

test('a single peak among a million samples survives, at its own instant', () => {
  const bytes = steps(1_000_000, (i) => 1000 + (i % 3));
  bytes[654_321] = 9_999;
  bytes[123_456] = 1;
  const curve = stepCurve(
    steps(1_000_000, (i) => i * 5),
    bytes,
    1000,
  );
  expect(curve).toMatchObject({ sampleCount: 1_000_000, isReduced: true });
  expect(curve.timeNs.length).toBeLessThanOrEqual(4004);
  expect(curve.timeNs[curve.bytes.indexOf(9_999)]).toBe(654_321 * 5);
  expect(curve.timeNs[curve.bytes.indexOf(1)]).toBe(123_456 * 5);
});

test('in every bucket: first, least, greatest, last, and times ascend', () => {
  const random = new Random(7);
  let ns = 0;
  const timeNs = steps(20_000, () => {
    // Bursts, long pauses, and several samples at one instant.
    ns += random.chance(0.01) ? 10_000 : random.integer(0, 2);
    return ns;
  });
  const bytes = steps(20_000, () => random.integer(0, 1e6));
  const buckets = 64;
  const curve = stepCurve(timeNs, bytes, buckets);
  expect(curve.timeNs.every((time, at) => at === 0 || time >= curve.timeNs[at - 1])).toBe(true);
  const bucketNs = (timeNs[19_999] - timeNs[0]) / buckets;
  for (let bucket = 0; bucket < buckets; bucket++) {
    const isIn = (time: number) => Math.floor((time - timeNs[0]) / bucketNs) === bucket;
    const own = [...bytes].filter((_, at) => isIn(timeNs[at]));
    const kept = [...curve.bytes].filter((_, at) => isIn(curve.timeNs[at]));
    if (own.length === 0) continue;
    expect([Math.min(...kept), Math.max(...kept), kept[0], kept[kept.length - 1]]).toEqual([
      Math.min(...own),
      Math.max(...own),
      own[0],
      own[own.length - 1],
    ]);
  }
});

test('a window has the value that holds at its start, and the sample behind its end', () => {
  const timeNs = steps(100, (i) => i * 10);
  const bytes = steps(100, (i) => i);
  const curve = stepCurve(timeNs, bytes, 1000, { startNs: 205, endNs: 305 });
  expect(curve.sampleCount).toBe(10);
  expect(curve.timeNs[0]).toBe(200);
  expect(curve.timeNs[curve.timeNs.length - 1]).toBe(310);
  for (let ns = 205; ns <= 305; ns++) expect(valueAt(curve.timeNs, curve.bytes, ns)).toBe(valueAt(timeNs, bytes, ns));
});

test('samples without a value are left out', () => {
  const curve = stepCurve(Float64Array.of(1, 2, 3), Float64Array.of(5, Number.NaN, 7), 10);
  expect([...curve.timeNs]).toEqual([1, 3]);
  expect(stepCurve(new Float64Array(0), new Float64Array(0), 10)).toMatchObject({ sampleCount: 0, isReduced: false });
});
