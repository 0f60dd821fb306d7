import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { DumpId, DumpState, LaneId, ViewportQuery } from '../../../../src-contract';
import { Leisure } from '../../../../src-main/engine/questions/leisure';
import { Rest } from '../../../../src-main/engine/questions/rest';
import { type UnaskedView, WarmUp, warmUpStatistics, warmUpViews } from '../../../../src-main/engine/questions/warmUp';
import { byHand } from '../../../fixtures/byHand';

/** A dump of one rank whose lanes have so many slices. */
function dumpOf(sliceCounts: readonly number[]): DumpState {
  const lanes = sliceCounts.map((sliceCount, id) => ({ kind: 'slices', id: id as LaneId, sliceCount }));
  const counter = { kind: 'counter', id: 1000 };
  const ranks = [{ groups: [{ lanes: [...lanes, counter] }] }];
  return { id: 'd' as DumpId, startNs: 1000, endNs: 2_001_000, ranks } as unknown as DumpState;
}

describe('what is drawn before anybody asks', () => {
  test('is nothing of a small dump', () => {
    expect([...warmUpViews(dumpOf([999_999]))]).toEqual([]);
  });

  const counts = Array.from({ length: 70 }, (_, lane) => 20_000 + lane);
  const fullest = Array.from({ length: 60 }, (_, i) => 69 - i);
  const views = [...warmUpViews(dumpOf(counts))];
  const queriesBy = (by: UnaskedView['by']) => views.filter((view) => view.by === by).map(({ query }) => query);
  const shareOf = ({ startNs, endNs }: ViewportQuery) => 2_000_000 / (endNs - startNs);

  test('are the fullest lanes, few at a time, at several zooms, by one thread and then by the other', () => {
    const queries = queriesBy('first');
    expect(queriesBy('second')).toEqual(queries);
    expect(views.slice(0, queries.length).map(({ query }) => query)).toEqual(queries);
    const shares = [...new Set(queries.map(shareOf))];
    expect(shares).toEqual([1, 20, 500]);
    for (const share of shares) {
      const own = queries.filter((query) => shareOf(query) === share);
      expect(own.flatMap(({ lanes }) => lanes)).toEqual(fullest);
      expect(Math.max(...own.map(({ lanes }) => lanes.length))).toBeLessThanOrEqual(6);
    }
  });

  test('are then all of those at once, by both threads, at every zoom and all over the dump', () => {
    const queries = queriesBy('two');
    expect(views.slice(-queries.length).map(({ query }) => query)).toEqual(queries);
    for (const { lanes } of queries) expect(lanes).toEqual(fullest);
    // Of each ten evenly, give or take some.
    const tenths = (numbers: readonly number[]) =>
      numbers.reduce(
        (sums, number) => sums.with(Math.floor(10 * number), sums[Math.floor(10 * number)] + 1),
        Array(10).fill(0),
      );
    const zooms = queries.map((query) => Math.min(0.999, Math.log(shareOf(query)) / Math.log(20_000)));
    const places = queries.map(({ startNs, endNs }) => (startNs - 1000) / (2_000_001 - (endNs - startNs)));
    for (const count of [...tenths(zooms), ...tenths(places)])
      expect(Math.abs(count - queries.length / 10)).toBeLessThan(5);
  });

  test('lie within the dump', () => {
    const outside = views.filter(({ query }) => query.startNs < 1000 || query.endNs > 2_001_000);
    expect(outside).toEqual([]);
  });
});

describe('what is summed up before anybody asks', () => {
  test('is nothing of a small dump', () => {
    expect([...warmUpStatistics(dumpOf([299_999]))]).toEqual([]);
  });

  test('are ten stretches all over the dump, of the fullest lanes, of some 30,000 slices each if they lie evenly', () => {
    const queries = [...warmUpStatistics(dumpOf(Array.from({ length: 70 }, (_, lane) => 20_000 + lane)))];
    expect(queries.length).toBe(10);
    for (const { lanes, startNs, endNs } of queries) {
      expect(lanes).toEqual(Array.from({ length: 60 }, (_, i) => 69 - i));
      expect((70 * 20_000 * (endNs - startNs)) / 2_000_000).toBeCloseTo(30_000, -3);
      expect([startNs >= 1000, endNs <= 2_001_000]).toEqual([true, true]);
    }
    const middles = queries.map(({ startNs, endNs }) => (startNs + endNs) / 2).sort((one, other) => one - other);
    for (const [at, middle] of middles.entries())
      expect(Math.abs((middle - 1000) / 2_000_000 - (at + 0.5) / 10)).toBeLessThan(0.1);
  });
});

describe('views that nobody has asked for', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  const viewsBy = (by: UnaskedView['by']) =>
    [1, 2, 3, 4].map((nsPerPixel): UnaskedView => ({ query: { nsPerPixel } as ViewportQuery, by }));

  test('wait until views have not been asked for in a while', async () => {
    const drawn: number[] = [];
    const warmUp: WarmUp = new WarmUp(
      async ({ query: { nsPerPixel } }) => {
        drawn.push(nsPerPixel);
        // Somebody asks while the second is drawn.
        if (nsPerPixel === 2) warmUp.leisure.rest.note();
        return true;
      },
      () => false,
      new Leisure(new Rest(100)),
    );
    const done = warmUp.run(viewsBy('two'));
    await vi.advanceTimersByTimeAsync(60);
    warmUp.leisure.rest.note();
    await vi.advanceTimersByTimeAsync(99);
    expect(drawn).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(drawn).toEqual([1, 2]);
    await vi.advanceTimersByTimeAsync(100);
    expect(drawn).toEqual([1, 2, 3, 4]);
    await done;
  });

  test('by the second thread, or by both, wait for what takes long as well', async () => {
    const drawn: number[] = [];
    let isBusy = true;
    const warmUp = new WarmUp(
      async ({ query }) => drawn.push(query.nsPerPixel) > 0,
      () => isBusy,
      new Leisure(new Rest(100)),
    );
    const first = warmUp.run(viewsBy('first'));
    await vi.advanceTimersByTimeAsync(100);
    await first;
    expect(drawn).toEqual([1, 2, 3, 4]);
    for (const by of ['second', 'two'] as const) {
      drawn.length = 0;
      isBusy = true;
      const others = warmUp.run(viewsBy(by));
      await vi.advanceTimersByTimeAsync(1000);
      expect(drawn).toEqual([]);
      isBusy = false;
      await vi.advanceTimersByTimeAsync(100);
      await others;
      expect(drawn).toEqual([1, 2, 3, 4]);
    }
  });

  test('are summed up neither beside what takes long nor while views are asked for', async () => {
    const summed: number[] = [];
    let isBusy = false;
    const warmUp = new WarmUp(
      async () => true,
      () => isBusy,
      new Leisure(new Rest(100)),
    );
    const done = warmUp.runSums([1, 2, 3], async (query) => {
      // Somebody asks for what takes long while the first is summed up.
      isBusy = summed.push(query) === 1;
      return query < 2;
    });
    // As does who asks as soon as the dump has been read.
    isBusy = true;
    await vi.advanceTimersByTimeAsync(1000);
    expect(summed).toEqual([]);
    isBusy = false;
    await vi.advanceTimersByTimeAsync(100);
    expect(summed).toEqual([1]);
    warmUp.leisure.rest.note();
    isBusy = false;
    await vi.advanceTimersByTimeAsync(99);
    expect(summed).toEqual([1]);
    await vi.advanceTimersByTimeAsync(101);
    await done;
    // There is nothing more after the second.
    expect(summed).toEqual([1, 2]);
  });

  test('none is begun while an answer is awaited, by whichever thread; the next one is a moment after it, or its failure', async () => {
    const begun: number[] = [];
    const leisure = new Leisure(new Rest(100));
    let question = byHand<void>();
    const ask = () => {
      question = byHand();
      return leisure.during(() => question.promise);
    };
    const note = (unit: number) => {
      // Somebody asks while the second is under way.
      if (begun.push(unit) === 2) void ask().catch(() => {});
      return Promise.resolve(true);
    };
    const warmUp = new WarmUp(
      ({ query }) => note(query.nsPerPixel),
      () => false,
      leisure,
    );
    const runs = [
      ...(['first', 'second', 'two'] as const).map((by) => () => warmUp.run(viewsBy(by))),
      () => warmUp.runSums([1, 2, 3, 4], note),
    ];
    for (const run of runs) {
      begun.length = 0;
      const first = ask();
      const done = run();
      await vi.advanceTimersByTimeAsync(1000);
      expect(begun).toEqual([]);
      question.resolve();
      await first;
      await vi.advanceTimersByTimeAsync(99);
      expect(begun).toEqual([]);
      await vi.advanceTimersByTimeAsync(1000);
      expect(begun).toEqual([1, 2]);
      question.reject(new Error('damaged'));
      await vi.advanceTimersByTimeAsync(200);
      expect(begun).toEqual([1, 2, 3, 4]);
      await done;
    }
  });

  test('end where there is nothing to draw any more', async () => {
    const drawn: number[] = [];
    const warmUp = new WarmUp(
      async ({ query }) => drawn.push(query.nsPerPixel) < 2,
      () => false,
      new Leisure(new Rest(0)),
    );
    await warmUp.run(viewsBy('first'));
    expect(drawn).toEqual([1, 2]);
  });
});
