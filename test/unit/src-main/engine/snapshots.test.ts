import { describe, expect, test } from 'vitest';
import { SnapshotPace } from '../../../../src-main/engine/opening/snapshotPace';
import { readingOrder, spreadOrder } from '../../../../src-main/engine/opening/spreadOrder';

describe('the order in which segments are read', () => {
  test('has each of them once, the first one first', () => {
    for (const count of [0, 1, 2, 3, 31, 60, 64, 1000])
      for (const order of [spreadOrder(count), readingOrder(count)]) {
        expect([...order].sort((a, b) => a - b)).toEqual(Array.from({ length: count }, (_, i) => i));
        expect(order[0]).toBe(count === 0 ? undefined : 0);
      }
  });

  test('begins with both ends', () => {
    expect(readingOrder(8)).toEqual([0, 7, 6, 4, 2, 1, 5, 3]);
    expect(readingOrder(2)).toEqual([0, 1]);
  });

  test('leaves no large gap after a few of them', () => {
    const seen = spreadOrder(60).slice(0, 8);
    const sorted = [...seen, 60].sort((a, b) => a - b);
    expect(Math.max(...sorted.slice(1).map((at, i) => at - sorted[i]))).toBeLessThanOrEqual(60 / 4);
  });
});

describe('the pace of snapshots', () => {
  test('lets the first one come at once', () => {
    expect(new SnapshotPace().isDue(0, false)).toBe(true);
  });

  test('leaves a pause after whatever has been shown, a shorter one where a thread is idle', () => {
    const pace = new SnapshotPace(100);
    pace.shown(1_000, 1);
    expect([1_020, 1_099, 1_100].map((ms) => pace.isDue(ms, false))).toEqual([false, false, true]);
    expect([1_020, 1_030].map((ms) => pace.isDue(ms, true))).toEqual([false, true]);
  });

  test('makes the more expensive ones rarer, if it is not one alone', () => {
    const pace = new SnapshotPace(100);
    pace.shown(1_000, 500);
    expect(pace.isDue(1_100, false)).toBe(true);
    pace.shown(2_000, 200);
    expect(pace.isDue(3_000, false)).toBe(false);
    expect(pace.isDue(3_600, false)).toBe(true);
    pace.shown(3_600, 0);
    expect(pace.isDue(3_700, false)).toBe(true);
  });
});
