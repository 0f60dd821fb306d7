import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { DumpId, DumpState, LaneId, ViewportQuery } from '../../../../src-contract';
import { WarmUp, warmUpQueries } from '../../../../src-main/engine/questions/warmUp';

/** A dump of one rank whose lanes have so many slices. */
function dumpOf(sliceCounts: readonly number[]): DumpState {
  const lanes = sliceCounts.map((sliceCount, id) => ({ kind: 'slices', id: id as LaneId, sliceCount }));
  const counter = { kind: 'counter', id: 1000 };
  const ranks = [{ groups: [{ lanes: [...lanes, counter] }] }];
  return { id: 'd' as DumpId, startNs: 1000, endNs: 2_001_000, ranks } as unknown as DumpState;
}

describe('what is drawn before anybody asks', () => {
  test('is nothing of a small dump', () => {
    expect([...warmUpQueries(dumpOf([999_999]))]).toEqual([]);
  });

  test('are the fullest lanes, few at a time, at several zooms', () => {
    const counts = Array.from({ length: 70 }, (_, lane) => 20_000 + lane);
    const queries = [...warmUpQueries(dumpOf(counts))];
    const shares = [...new Set(queries.map(({ startNs, endNs }) => 2_000_000 / (endNs - startNs)))];
    expect(shares).toEqual([1, 20, 500]);
    for (const share of shares) {
      const own = queries.filter(({ startNs, endNs }) => 2_000_000 / (endNs - startNs) === share);
      expect(own.flatMap(({ lanes }) => lanes)).toEqual(Array.from({ length: 60 }, (_, i) => 69 - i));
      expect(Math.max(...own.map(({ lanes }) => lanes.length))).toBeLessThanOrEqual(6);
    }
    const outside = queries.filter(({ startNs, endNs }) => startNs < 1000 || endNs > 2_001_000);
    expect(outside).toEqual([]);
  });
});

describe('views that nobody has asked for', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  const queries = [1, 2, 3, 4].map((nsPerPixel) => ({ nsPerPixel }) as ViewportQuery);

  test('wait until views have not been asked for in a while', async () => {
    const drawn: number[] = [];
    const warmUp: WarmUp = new WarmUp(async ({ nsPerPixel }) => {
      drawn.push(nsPerPixel);
      // Somebody asks while the second is drawn.
      if (nsPerPixel === 2) warmUp.noteAsked();
      return true;
    }, 100);
    const done = warmUp.run(queries);
    await vi.advanceTimersByTimeAsync(60);
    warmUp.noteAsked();
    await vi.advanceTimersByTimeAsync(99);
    expect(drawn).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(drawn).toEqual([1, 2]);
    await vi.advanceTimersByTimeAsync(100);
    expect(drawn).toEqual([1, 2, 3, 4]);
    await done;
  });

  test('end where there is nothing to draw any more', async () => {
    const drawn: number[] = [];
    await new WarmUp(async ({ nsPerPixel }) => drawn.push(nsPerPixel) < 2, 0).run(queries);
    expect(drawn).toEqual([1, 2]);
  });
});
