import { expect, test } from 'vitest';
import { LightCurve } from '../../../../src-watch/series/lightCurve';

const light = (step: number, computeNs: number, communicationBytes = 0) => ({
  ...{ step, durationNs: 100, computeNs, communicationNs: 10, communicationBytes },
});

test('means of the ranks that told of a step, with the bandwidth of its collectives', () => {
  const curve = new LightCurve();
  curve.add(light(5, 20, 40), 1_000);
  curve.add(light(5, 40, 40), 1_001);
  curve.add(light(6, 50), 2_000);
  const { atMs, lastStep, computeNs, communicationNs, bytesPerS } = curve.columns(0, 5_000);
  expect([...lastStep]).toEqual([5, 6]);
  expect([...atMs]).toEqual([1_001, 2_000]);
  expect([...computeNs]).toEqual([30, 50]);
  expect([...communicationNs]).toEqual([10, 10]);
  // 80 bytes in 20 ns.
  expect([...bytesPerS]).toEqual([4e9, Number.NaN]);
  expect([...curve.columns(1_500, 5_000).lastStep]).toEqual([6]);
});

test('never more rows than that, whatever the time; kept as plain data', () => {
  const curve = new LightCurve(undefined, 8);
  for (let step = 1; step <= 100; step++) curve.add(light(step, step), step);
  const { lastStep, computeNs } = curve.columns(0, 1_000);
  expect(lastStep.length).toBeLessThanOrEqual(8);
  // The first sixteen steps.
  expect([lastStep[0], computeNs[0]]).toEqual([16, 8.5]);
  const again = new LightCurve(JSON.parse(JSON.stringify(curve.save())), 8);
  expect(again.columns(0, 1_000)).toEqual(curve.columns(0, 1_000));
  again.begin();
  expect(again.isEmpty).toBe(true);
});
