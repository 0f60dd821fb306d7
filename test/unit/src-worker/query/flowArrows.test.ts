import { beforeAll, describe, expect, test } from 'vitest';
import type { DumpId, FlowQuery, LaneId } from '../../../../src-contract';
import { queryFlows } from '../../../../src-worker/query/flowArrows';
import { laneIdOf } from '../../../../src-worker/query/rankView';
import { type Indexed, indexText } from '../../../fixtures/indexed';
import { microseconds } from '../../../fixtures/madeUpLanes';
import { Random } from '../../../fixtures/random';

interface Planned {
  readonly category: string;
  readonly fromNs: number;
  readonly toNs: number;
  readonly fromTid: number;
  readonly toTid: number;
}

describe('arrows of whole categories, against looking at every one', () => {
  const random = new Random(41);
  // A slice every 100 ns on each of three threads; arrows begin and end at their starts, both ways.
  // Those of fwdbwd are short, so that whole blocks of them end before a window.
  const arrows: Planned[] = Array.from({ length: 1500 }, () => {
    const category = random.pick(['async_npu', 'HostToDevice', 'fwdbwd']);
    const from = random.integer(0, 4999);
    const to = category === 'fwdbwd' ? Math.min(4999, from + random.integer(0, 3)) : random.integer(0, 4999);
    return { category, fromNs: from * 100, toNs: to * 100, fromTid: random.integer(1, 3), toTid: random.integer(1, 3) };
  });
  let indexed: Indexed;
  let laneByTid: Map<number, LaneId>;
  beforeAll(async () => {
    const events: string[] = [];
    for (let i = 0; i < 5000; i++)
      for (const tid of [1, 2, 3])
        events.push(`{"ph":"X","pid":1,"tid":${tid},"ts":${microseconds(i * 100)},"dur":0.05}`);
    arrows.forEach(({ category, fromNs, toNs, fromTid, toTid }, id) => {
      events.push(`{"ph":"s","cat":"${category}","id":${id},"pid":1,"tid":${fromTid},"ts":${microseconds(fromNs)}}`);
      events.push(
        `{"ph":"f","bp":"e","cat":"${category}","id":${id},"pid":1,"tid":${toTid},"ts":${microseconds(toNs)}}`,
      );
    });
    indexed = await indexText(`[${events.join(',\n')}]`);
    laneByTid = new Map(indexed.summary.lanes.map(({ tid, localId }) => [Number(tid), laneIdOf(0, localId)]));
  });

  function ask(query: Partial<FlowQuery>) {
    return queryFlows(new Map([[0, indexed.view]]), {
      dump: 'd' as DumpId,
      startNs: 0,
      endNs: 500_000,
      nsPerPixel: 1,
      categories: ['async_npu'],
      lanes: [...laneByTid.values()],
      maxArrows: 100_000,
      ...query,
    });
  }

  const touching = (startNs: number, endNs: number, categories: readonly string[], tids: readonly number[]) =>
    arrows.filter(
      (arrow) =>
        categories.includes(arrow.category) &&
        tids.includes(arrow.fromTid) &&
        tids.includes(arrow.toTid) &&
        Math.min(arrow.fromNs, arrow.toNs) <= endNs &&
        Math.max(arrow.fromNs, arrow.toNs) >= startNs,
    );

  test('all that touch the window, and no others', () => {
    for (let round = 0; round < 200; round++) {
      // Often exactly where an arrow ends.
      const startNs = random.pick([random.integer(-1000, 500_000), random.pick(arrows).toNs, random.pick(arrows).toNs]);
      const endNs = startNs + random.integer(0, 30_000);
      const categories = random
        .shuffled(['async_npu', 'HostToDevice', 'fwdbwd', 'absent'])
        .slice(0, random.integer(1, 4));
      const tids = random.shuffled([1, 2, 3]).slice(0, random.integer(1, 3));
      const lanes = tids.map((tid) => laneByTid.get(tid) as LaneId);
      const found = ask({ startNs, endNs, categories, lanes, nsPerPixel: 0.1 });
      const expected = touching(startNs, endNs, categories, tids);
      expect(found.totalCount).toBe(expected.length);
      const text = (category: string, from: number, to: number, a: LaneId, b: LaneId) =>
        `${category} ${from} ${to} ${a} ${b}`;
      const wanted = new Set(
        expected.map((arrow) =>
          text(
            arrow.category,
            arrow.fromNs,
            arrow.toNs,
            laneByTid.get(arrow.fromTid) as LaneId,
            laneByTid.get(arrow.toTid) as LaneId,
          ),
        ),
      );
      const got = Array.from(found.fromNs, (from, i) =>
        text(
          categories[found.category[i]],
          from,
          found.toNs[i],
          found.fromLane[i] as LaneId,
          found.toLane[i] as LaneId,
        ),
      );
      expect(new Set(got)).toEqual(wanted);
    }
  });

  test('those on the same pixels become one that counts them', () => {
    for (const nsPerPixel of [1, 1000, 50_000, 1e6]) {
      const found = ask({ nsPerPixel, categories: ['async_npu', 'fwdbwd'] });
      const expected = new Map<string, number>();
      for (const arrow of touching(0, 500_000, ['async_npu', 'fwdbwd'], [1, 2, 3])) {
        const pixels = [arrow.fromNs, arrow.toNs].map((ns) => Math.floor(ns / nsPerPixel));
        const key = `${arrow.category} ${arrow.fromTid} ${arrow.toTid} ${pixels}`;
        expected.set(key, (expected.get(key) ?? 0) + 1);
      }
      expect([...found.arrowCount].sort((a, b) => a - b)).toEqual([...expected.values()].sort((a, b) => a - b));
      expect(found.arrowCount.reduce((sum, one) => sum + one, 0)).toBe(found.totalCount);
    }
  });

  test('never more than asked for', () => {
    const found = ask({ maxArrows: 50, nsPerPixel: 0.1 });
    expect(found.fromNs).toHaveLength(50);
    expect(found.totalCount).toBe(touching(0, 500_000, ['async_npu'], [1, 2, 3]).length);
    for (const column of [
      found.toNs,
      found.fromLane,
      found.toLane,
      found.fromRow,
      found.toRow,
      found.category,
      found.arrowCount,
    ])
      expect(column).toHaveLength(50);
  });
});
