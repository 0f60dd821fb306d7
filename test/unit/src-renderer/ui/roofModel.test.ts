import { expect, test } from 'vitest';
import type { RoofPoint } from '../../../../src-renderer/ui/chart/chartProps';
import {
  decadeScale,
  pointAtSpot,
  pointByKey,
  radiusOf,
  roofAt,
  roofLine,
  roofScales,
  spotOf,
} from '../../../../src-renderer/ui/chart/roofline/roofModel';

/** 100 TFLOP/s, 1 TB/s: the ridge is at 100 FLOP a byte. */
const series = [{ id: 'bf16', name: 'bfloat16', peakFlopPerSecond: 100e12 }];
const memoryBytesPerSecond = 1e12;

function point(id: string, flopPerByte: number, flopPerSecond: number, share = 0.01): RoofPoint {
  return { id, name: id, series: 'bf16', flopPerByte, flopPerSecond, share, lines: [] };
}

test('a scale is whole decades, at least one', () => {
  expect(decadeScale(3, 700)).toEqual({ start: 0, end: 3, step: 1 });
  expect(decadeScale(0.1, 1)).toEqual({ start: -1, end: 0, step: 1 });
  expect(decadeScale(5, 5)).toEqual({ start: 0, end: 1, step: 1 });
});

test('the roof is the lower of memory and peak, and what is known of them', () => {
  const [own] = series;
  expect(roofAt(own!, memoryBytesPerSecond, 10)).toBe(10e12);
  expect(roofAt(own!, memoryBytesPerSecond, 100)).toBe(100e12);
  expect(roofAt(own!, memoryBytesPerSecond, 5000)).toBe(100e12);
  expect(roofAt(own!, undefined, 1)).toBe(100e12);
  expect(roofAt({}, memoryBytesPerSecond, 1)).toBe(1e12);
  expect(roofAt({}, undefined, 1)).toBeNaN();
});

test('axes hold points, ceilings and ridges; the line bends at the ridge', () => {
  expect(roofScales({ series, points: [], memoryBytesPerSecond })).toBeUndefined();
  const scales = roofScales({ series, points: [point('a', 2, 1e9)], memoryBytesPerSecond })!;
  expect(scales.x).toEqual({ start: 0, end: 3, step: 1 });
  expect(scales.y).toEqual({ start: 8, end: 15, step: 1 });
  const close = (spots: ReturnType<typeof roofLine>) =>
    spots.map(({ x, y }) => [Number(x.toFixed(9)), Number(y.toFixed(9))]);
  expect(close(roofLine(series[0]!, memoryBytesPerSecond, scales))).toEqual([
    [0, 12],
    [2, 14],
    [3, 14],
  ]);
  expect(close(roofLine(series[0]!, undefined, scales))).toEqual([
    [0, 14],
    [3, 14],
  ]);
  expect(roofLine({}, undefined, scales)).toEqual([]);
});

test('the pointer finds the nearest middle, small ones over large ones; the area is as the share', () => {
  expect(radiusOf(0.5) ** 2 / radiusOf(0.25) ** 2).toBeCloseTo(2, 9);
  expect(radiusOf(0)).toBe(4);
  const rect = { left: 50, top: 20, width: 300, height: 400 };
  const scales = { x: decadeScale(1, 1000), y: decadeScale(1e10, 1e14) };
  expect(spotOf(rect, scales, 10, 1e13)).toEqual({ x: 150, y: 120 });
  const large = point('large', 10, 1e13, 1);
  const small = point('small', 10 ** 1.1, 1e13, 0.001);
  const find = (x: number, y: number) => pointAtSpot([large, small], rect, scales, { x, y })?.id;
  expect(find(150, 120)).toBe('large');
  expect(find(160, 120)).toBe('small');
  // 40 pixels and the 6 around them.
  expect(find(150, 165)).toBe('large');
  expect(find(150, 167)).toBeUndefined();
});

test('keys go along FLOP/byte or FLOP/s, and stay at the ends', () => {
  const points = [point('a', 1, 3e9), point('b', 3, 1e9), point('c', 2, 2e9)];
  const go = (from: string | undefined, key: string) => pointByKey(points, from, key)?.id;
  expect(go(undefined, 'ArrowRight')).toBe('a');
  expect(go('a', 'ArrowRight')).toBe('c');
  expect(go('b', 'ArrowRight')).toBe('b');
  expect(go('b', 'ArrowUp')).toBe('c');
  expect(go('b', 'ArrowDown')).toBe('b');
  expect(go('c', 'Home')).toBe('a');
  expect(go('c', 'End')).toBe('b');
  expect(go('c', 'Enter')).toBeUndefined();
});
