import { beforeAll, describe, expect, test } from 'vitest';
import type { DumpId, LaneId, ViewportQuery, ViewportResult } from '../../../../src-contract';
import { SharedDrawing } from '../../../../src-main/engine/questions/sharedDrawing';
import { viewportOf } from '../../../../src-worker/query/quads/quadColumns';
import { QuadPacker } from '../../../../src-worker/query/quads/quadPacker';
import {
  drawnLeft,
  LaneCell,
  type LaneRange,
  type LaneShare,
  lanesToDraw,
  leaveDrawn,
  SharedLanes,
} from '../../../../src-worker/query/quads/sharedLanes';
import { DrawingSpace, drawViewport, queryViewport } from '../../../../src-worker/query/quads/viewport';
import { laneIdOf, RankView } from '../../../../src-worker/query/rankView';
import { type Indexed, indexText } from '../../../fixtures/indexed';
import { planSlices, traceOf } from '../../../fixtures/madeUpLanes';
import { Random } from '../../../fixtures/random';

const dump = 'd' as DumpId;
const LANES = 5;

const room = () => new SharedArrayBuffer(1 << 20);

function withTaken(share: LaneShare, count: number): LaneShare {
  share.cells[LaneCell.taken] = count;
  return share;
}

describe('what two threads draw', () => {
  const random = new Random(5);
  const planned = planSlices(random, {
    laneCount: LANES,
    sliceCount: 3000,
    spanNs: 10_000_000_000,
    maxDurationNs: 6_000_000_000,
    zeroShare: 0.1,
  });
  let indexed: Indexed;
  let lanes: LaneId[];
  beforeAll(async () => {
    indexed = await indexText(traceOf(planned));
    lanes = indexed.summary.lanes.map(({ localId }) => laneIdOf(0, localId));
  });
  const query = (nsPerPixel: number): ViewportQuery => {
    return { dump, startNs: 0, endNs: 10_000_000_000, nsPerPixel, lanes, folded: [], labelMinPixels: 20 };
  };
  const space = new DrawingSpace();
  const draw = (asked: ViewportQuery, share: LaneShare, view = indexed.view) => {
    const drawn = drawViewport(new Map([[0, view]]), asked, space, share);
    return drawn && viewportOf(asked, drawn);
  };
  const drawAlone = (asked: ViewportQuery) => queryViewport(new Map([[0, indexed.view]]), asked, space);

  test.each([1, 1e4, 1e6, 2e7])('is what one thread draws, at %d ns a pixel', (nsPerPixel) => {
    // As wide as a screen can be, not wider.
    const asked = { ...query(nsPerPixel), folded: nsPerPixel < 1e7 ? [] : lanes.slice(1, 3) };
    const whole = drawAlone(asked);
    expect(whole.quads.large.length).toBeGreaterThan(0);
    expect(whole.folded).toHaveLength(asked.folded.length);
    const all = asked.lanes.length + asked.folded.length;
    for (let ofFirst = 0; ofFirst <= all; ofFirst++) {
      const shared = new SharedLanes(room());
      // The other thread has taken so many meanwhile.
      expect(draw(asked, withTaken(shared.second, ofFirst))).toBeUndefined();
      expect(draw(asked, withTaken(shared.first, all - ofFirst))).toEqual(whole);
    }
  });

  test('has the counters of both', async () => {
    const events = Array.from({ length: 400 }, (_, i) => {
      const at = { ph: 'C', pid: i % 4, ts: i * 10 };
      return JSON.stringify({ ...at, name: `memory ${i % 4}`, args: { used: i, free: 400 - i } });
    });
    const { view } = await indexText(`[${events.join()}]`);
    const counted = view.index.counters.map(({ laneLocalId }) => laneIdOf(0, laneLocalId));
    const ids = [...new Set(counted)];
    expect(ids).toHaveLength(4);
    const asked = { ...query(100), endNs: 4_000_000, lanes: ids };
    const whole = queryViewport(new Map([[0, view]]), asked, space);
    expect(whole.counters).toHaveLength(8);
    for (let ofFirst = 0; ofFirst <= ids.length; ofFirst++) {
      const shared = new SharedLanes(room());
      draw(asked, withTaken(shared.second, ofFirst), view);
      expect(draw(asked, withTaken(shared.first, ids.length - ofFirst), view)).toEqual(whole);
    }
  });

  test('is nothing where a rank has been replaced in between', () => {
    const { rank, label, generation, indexes, offsetNs } = indexed.view;
    const later = new RankView(rank, label, generation + 1, indexes, offsetNs);
    for (const [view, isAll] of [
      [indexed.view, true],
      [later, false],
    ] as const) {
      const shared = new SharedLanes(room());
      draw(query(1e4), withTaken(shared.second, 2), view);
      expect(draw(query(1e4), withTaken(shared.first, LANES - 2)) !== undefined).toBe(isAll);
    }
  });

  test('is nothing where there is no room for it, or the second thread dies of it', () => {
    const whole = drawAlone(query(1e4));
    // Too little for its quads, and for what belongs to them.
    for (const sizeBytes of [64, 15 * whole.quads.gapNs.length]) {
      const crowded = new SharedLanes(new SharedArrayBuffer(sizeBytes));
      draw(query(1e4), withTaken(crowded.second, 0));
      expect(draw(query(1e4), withTaken(crowded.first, LANES))).toBeUndefined();
    }

    const left = new SharedLanes(room());
    left.endSecond();
    // The first does not wait for it.
    expect(draw(query(1e4), withTaken(left.first, 2))).toBeUndefined();
  });
});

function lanesOf(range: LaneRange | undefined): number[] {
  return range ? Array.from({ length: range.end - range.first }, (_, at) => range.first + at) : [-1];
}

describe('lanes that two threads share', () => {
  test('are each drawn by one of them, from both sides', () => {
    const shared = new SharedLanes(room());
    const [first, second] = [lanesToDraw(7, shared.first), lanesToDraw(7, shared.second)];
    const drawn: number[] = [];
    for (const thread of [first, second, second, first, second, second, second])
      drawn.push(...lanesOf(thread.next().value));
    expect(drawn).toEqual([0, 6, 5, 1, 4, 3, 2]);
    expect([first.next().done, second.next().done]).toEqual([true, true]);
    const left = { lanes: [], counters: [], folded: [], labels: new Map() };
    leaveDrawn(shared.second, new QuadPacker(), left);
    expect(drawnLeft(shared.first, new QuadPacker(), 7)).toMatchObject(left);
  });

  test.each([8, 60, 1000])('are taken some at a time while there are many: %d', (laneCount) => {
    const shared = new SharedLanes(room());
    const [first, second] = [lanesToDraw(laneCount, shared.first), lanesToDraw(laneCount, shared.second)];
    const taken: Record<'first' | 'second', LaneRange[]> = { first: [], second: [] };
    const random = new Random(laneCount);
    for (let isDone = false; !isDone; ) {
      const isFirst = random.chance(0.7);
      const { done, value } = (isFirst ? first : second).next();
      if (done) isDone = true;
      else taken[isFirst ? 'first' : 'second'].push(value);
    }
    const all = [...taken.first, ...taken.second.reverse()];
    expect(all.flatMap(lanesOf)).toEqual(Array.from({ length: laneCount }, (_, lane) => lane));
    const sizes = all.map(({ first, end }) => end - first);
    expect(Math.max(...sizes)).toBe(Math.floor(laneCount / 8));
    // They end at about the same time.
    expect([taken.first.at(-1), taken.second[0]].filter((range) => range && lanesOf(range).length === 1)).not.toEqual(
      [],
    );
  });

  test('are all the first one’s where the second is late', () => {
    const shared = new SharedLanes(room());
    expect([...lanesToDraw(3, shared.first)].flatMap(lanesOf)).toEqual([0, 1, 2]);
    expect(drawnLeft(shared.first, new QuadPacker(), 3)).toBe('none');
    expect([...lanesToDraw(3, shared.second)]).toEqual([]);
  });

  test('are not all drawn where a thread dies of some, even if it is asked again', () => {
    const shared = new SharedLanes(room());
    lanesToDraw(4, shared.second).next();
    expect([...lanesToDraw(4, shared.second)].flatMap(lanesOf)).toEqual([3, 2, 1]);
    expect([...lanesToDraw(4, shared.first)]).toEqual([]);
    leaveDrawn(shared.second, new QuadPacker(), { lanes: [], counters: [], folded: [], labels: new Map() });
    expect(drawnLeft(shared.first, new QuadPacker(), 4)).toBeUndefined();
  });
});

test('what two threads share is used again once both have answered, as if it were new', () => {
  const drawing = new SharedDrawing();
  const shared = drawing.begin();
  expect(drawing.begin()).not.toBe(shared);
  expect([...lanesToDraw(3, shared.first)].flatMap(lanesOf)).toEqual([0, 1, 2]);
  leaveDrawn(shared.second, new QuadPacker(), { lanes: [], counters: [], folded: [], labels: new Map() });
  drawing.giveBack(shared);
  const again = drawing.begin();
  expect(again).toBe(shared);
  expect([...again.first.cells]).toEqual([...new SharedLanes(room()).first.cells]);
});

describe('what is for two', () => {
  const query: ViewportQuery = {
    dump,
    startNs: 0,
    endNs: 1,
    nsPerPixel: 1000,
    lanes: [1, 2, 3] as LaneId[],
    folded: [],
    labelMinPixels: 1,
  };
  const noted = (quadCount: number, nsPerPixel: number) => {
    const shared = new SharedDrawing();
    const answer = { nsPerPixel, quads: { gapNs: new Uint32Array(quadCount) } } as unknown as ViewportResult;
    return { isMany: shared.note(dump, answer), shared };
  };

  test('is all that is not known to be little', () => {
    expect(new SharedDrawing().isForTwo(query)).toBe(true);
    expect(noted(999, 1000).shared.isForTwo(query)).toBe(false);
    expect(noted(1000, 1000).shared.isForTwo(query)).toBe(true);
    expect(noted(999, 1000).shared.isForTwo({ ...query, dump: 'other' as DumpId })).toBe(true);
  });

  test('can be little at one zoom and much at another', () => {
    for (const nsPerPixel of [500, 2000]) expect(noted(10, nsPerPixel).shared.isForTwo(query)).toBe(true);
    for (const nsPerPixel of [900, 1100]) expect(noted(10, nsPerPixel).shared.isForTwo(query)).toBe(false);
  });

  test('is no single lane', () => {
    const one = { ...query, lanes: [1] as LaneId[] };
    expect(new SharedDrawing().isForTwo(one)).toBe(false);
    expect(new SharedDrawing().isForTwo({ ...one, folded: [9 as LaneId] })).toBe(true);
  });

  test('a second thread is started for much', () => {
    expect(noted(5999, 1000).isMany).toBe(false);
    expect(noted(6000, 1000).isMany).toBe(true);
  });
});
