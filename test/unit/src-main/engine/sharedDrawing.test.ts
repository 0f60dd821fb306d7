import { beforeAll, describe, expect, test } from 'vitest';
import type { DumpId, LaneId, ViewportQuery, ViewportResult } from '../../../../src-contract';
import { joinedViewport, SharedDrawing } from '../../../../src-main/engine/questions/sharedDrawing';
import { QuadPacker } from '../../../../src-worker/query/quadPacker';
import { laneIdOf } from '../../../../src-worker/query/rankView';
import {
  LaneCell,
  type LaneRange,
  type LaneShare,
  lanesToDraw,
  leaveQuads,
  SharedLanes,
} from '../../../../src-worker/query/sharedLanes';
import { DrawingSpace, queryViewport } from '../../../../src-worker/query/viewport';
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
  const draw = (asked: ViewportQuery, share?: LaneShare) =>
    queryViewport(new Map([[0, indexed.view]]), asked, space, share);

  test.each([1, 1e4, 1e6, 2e7])('is what one thread draws, at %d ns a pixel', (nsPerPixel) => {
    // As wide as a screen can be, not wider.
    const asked = { ...query(nsPerPixel), folded: nsPerPixel < 1e7 ? [] : lanes.slice(1, 3) };
    const whole = draw(asked);
    expect(whole.quads.large.length).toBeGreaterThan(0);
    expect(whole.folded).toHaveLength(asked.folded.length);
    const all = asked.lanes.length + asked.folded.length;
    for (let ofFirst = 0; ofFirst <= all; ofFirst++) {
      const shared = new SharedLanes(all, room());
      // The other thread has taken so many meanwhile.
      const second = draw(asked, withTaken(shared.second, ofFirst));
      expect([shared.isFirstAll, shared.isAll]).toEqual([false, ofFirst === 0]);
      const first = draw(asked, withTaken(shared.first, all - ofFirst));
      expect([shared.isFirstAll, shared.isAll]).toEqual([ofFirst === all, true]);
      expect(second.quads.gapNs).toHaveLength(0);
      expect(joinedViewport(first, second, shared.counts)).toEqual(whole);
    }
  });

  test('is not joined where a rank has been replaced in between', () => {
    const shared = new SharedLanes(LANES, room());
    const second = draw(query(1e4), withTaken(shared.second, 2));
    const first = draw(query(1e4), withTaken(shared.first, LANES - 2));
    const later = { ...second, lanes: second.lanes.map((lane) => ({ ...lane, generation: lane.generation + 1 })) };
    expect(joinedViewport(first, second, shared.counts)).toBeDefined();
    expect(joinedViewport(first, later, shared.counts)).toBeUndefined();
  });

  test('is not all where there is no room for it, or the second thread dies of it', () => {
    const crowded = new SharedLanes(LANES, new SharedArrayBuffer(64));
    draw(query(1e4), withTaken(crowded.second, 2));
    draw(query(1e4), withTaken(crowded.first, LANES - 2));
    expect([crowded.isFirstAll, crowded.isAll]).toEqual([false, false]);

    const left = new SharedLanes(LANES, room());
    left.endSecond();
    // The first does not wait for it.
    draw(query(1e4), withTaken(left.first, 2));
    expect([left.isFirstAll, left.isAll]).toEqual([false, false]);
  });
});

function lanesOf(range: LaneRange | undefined): number[] {
  return range ? Array.from({ length: range.end - range.first }, (_, at) => range.first + at) : [-1];
}

describe('lanes that two threads share', () => {
  test('are each drawn by one of them, from both sides', () => {
    const shared = new SharedLanes(7, room());
    const [first, second] = [lanesToDraw(7, shared.first), lanesToDraw(7, shared.second)];
    const drawn: number[] = [];
    for (const thread of [first, second, second, first, second, second, second])
      drawn.push(...lanesOf(thread.next().value));
    expect(drawn).toEqual([0, 6, 5, 1, 4, 3, 2]);
    expect(shared.isAll).toBe(false);
    expect([first.next().done, shared.isAll, second.next().done, shared.isAll]).toEqual([true, false, true, false]);
    leaveQuads(shared.second, new QuadPacker());
    expect(shared.isAll).toBe(true);
    expect(shared.isFirstAll).toBe(false);
  });

  test.each([8, 60, 1000])('are taken some at a time while there are many: %d', (laneCount) => {
    const shared = new SharedLanes(laneCount, room());
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
    const shared = new SharedLanes(3, room());
    expect([...lanesToDraw(3, shared.first)].flatMap(lanesOf)).toEqual([0, 1, 2]);
    expect(shared.isFirstAll).toBe(true);
    expect([...lanesToDraw(3, shared.second)]).toEqual([]);
  });

  test('are not all drawn where a thread dies of some, even if it is asked again', () => {
    const shared = new SharedLanes(4, room());
    lanesToDraw(4, shared.second).next();
    expect([...lanesToDraw(4, shared.second)].flatMap(lanesOf)).toEqual([3, 2, 1]);
    expect([...lanesToDraw(4, shared.first)]).toEqual([]);
    expect(shared.isAll).toBe(false);
  });
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
