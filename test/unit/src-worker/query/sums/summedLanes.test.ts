import { describe, expect, test } from 'vitest';
import type { DumpId } from '../../../../../src-contract';
import { isNested } from '../../../../../src-worker/query/nested';
import { laneIdOf } from '../../../../../src-worker/query/rankView';
import { sumLanes } from '../../../../../src-worker/query/sums/laneRegion';
import { NameSums } from '../../../../../src-worker/query/sums/nameSums';
import { queryStatistics } from '../../../../../src-worker/query/sums/statistics';
import { SummedLanes } from '../../../../../src-worker/query/sums/summedLanes';
import { type Indexed, indexText, viewOf } from '../../../../fixtures/indexed';
import { type PlannedSlice, planSlices, traceOf } from '../../../../fixtures/madeUpLanes';
import { Random } from '../../../../fixtures/random';
import { wasm } from '../drawnQuads';

const dump = 'd' as DumpId;

/** Lanes where slices nest: few above many, many above few, deep; with long ones, of more slices than are looked at at a time. */
function nesting(random: Random): PlannedSlice[] {
  const planned: PlannedSlice[] = [];
  const add = (tid: number, startNs: number, durationNs: number) =>
    planned.push({ tid, startNs, durationNs, name: `n${random.integer(0, 300)}` });
  for (let i = 0; i < 12; i++) {
    add(1, i * 100_000, 99_000);
    const inside = random.integer(0, 3000);
    for (let j = 0; j < inside; j++) {
      add(1, i * 100_000 + j * 33, random.integer(0, 33));
    }
  }
  for (let i = 0; i < 15_000; i++) {
    add(2, i * 80, 79);
    if (random.chance(0.002)) add(2, i * 80 + 10, 30);
  }
  // Slices of 3 s and more: their ends stand elsewhere.
  for (let i = 0; i < 20; i++) {
    const startNs = i * 4_000_000_000;
    add(3, startNs, 3_500_000_000);
    add(3, startNs + 1000, 3_000_000_000);
    add(3, startNs + 2000, 50);
  }
  return planned;
}

/** All names are others than those of `nesting`, and more than have room in 16 bits. */
function manyNames(): PlannedSlice[] {
  return Array.from({ length: 70_000 }, (_, i) => ({ tid: 1, startNs: i * 20, durationNs: i % 19, name: `name ${i}` }));
}

const crossing = (random: Random) =>
  planSlices(random, { laneCount: 2, sliceCount: 12_000, spanNs: 1_200_000, maxDurationNs: 900, zeroShare: 0.05 });

/** Many rows, each of which has few of its slices in the memory at a time. */
const crossingMuch = (random: Random) =>
  planSlices(random, { laneCount: 1, sliceCount: 3000, spanNs: 60_000, maxDurationNs: 30_000, zeroShare: 0 });

const lanesOf = ({ summary }: Indexed, rank = 0) => summary.lanes.map(({ localId }) => laneIdOf(rank, localId));

describe('what WebAssembly sums up is what is summed up slice by slice', () => {
  test.each([
    ['where slices nest', nesting, true, 12],
    ['where they cross', crossing, false, 12],
    ['where they cross in many rows', crossingMuch, false, 12],
    ['of many names', manyNames, true, 2],
  ] as const)('%s', async (_, plan, isNesting, rounds) => {
    const random = new Random(77);
    const indexed = await indexText(traceOf(plan(random)));
    expect(indexed.index.lanes.every((_lane, at) => isNested(indexed.index, at))).toBe(isNesting);
    const summed = new SummedLanes(wasm);
    const ranks = new Map([[0, indexed.view]]);
    const spanNs = indexed.index.slices.startNs.reduce((most, ns) => Math.max(most, ns), 0) + 1000;
    for (let round = 0; round < rounds; round++) {
      const startNs = round === 0 ? -spanNs : random.integer(-spanNs, spanNs);
      const endNs = round === 0 ? spanNs + 5e9 : startNs + random.integer(0, spanNs);
      const query = { dump, startNs, endNs, lanes: lanesOf(indexed), maxRows: 100_000 };
      const found = queryStatistics(ranks, query, summed);
      expect(found).toEqual(queryStatistics(ranks, query));
      if (round === 0) expect(found.sliceCount).toBe(indexed.index.slices.startNs.length);
    }
  });

  test('of several ranks and parts, one after the other in the same memory, larger ones after smaller ones', async () => {
    const random = new Random(78);
    const traces = [crossing(random), nesting(random), manyNames().slice(0, 20_000), crossingMuch(random)];
    const all = await Promise.all(traces.map((planned) => indexText(traceOf(planned))));
    const ranks = new Map(all.map((one, rank) => [rank, viewOf(one, rank)]));
    const summed = new SummedLanes(wasm);
    const lanes = all.flatMap((one, rank) => lanesOf(one, rank));
    for (const endNs of [500_000, 1_000, 90e9]) {
      const query = { dump, startNs: -1e6, endNs, lanes: random.shuffled(lanes), maxRows: 100_000 };
      const found = queryStatistics(ranks, query, summed);
      expect(found).toEqual(queryStatistics(ranks, query));
      expect(found.ranks).toEqual([0, 1, 2, 3]);
    }
  });

  test('a part that does not fit into the memory is left to who goes slice by slice, and nothing of it stays', async () => {
    const indexed = await indexText(traceOf(nesting(new Random(79))));
    const summed = new SummedLanes(wasm);
    const [part] = indexed.view.parts;
    const huge = Object.create(part, {
      index: { value: { ...part.index, names: { ...part.index.names, ends: { length: 2 ** 27 } } } },
    });
    const region = { fromNs: 0, toNs: 1e6 };
    let isUsed = false;
    expect(
      summed.sum(huge, [0], region, () => {
        isUsed = true;
      }),
    ).toBe(false);
    expect(isUsed).toBe(false);
    const sums = new NameSums(0);
    expect(summed.sum(part, [0], region, (ofPart) => sums.add(ofPart, -1))).toBe(true);
    const others = new NameSums(0);
    others.add(sumLanes(part, [0], region), -1);
    expect(sums.rows(1000)).toEqual(others.rows(1000));
  });
});

test('self time of all names is that of those without a row too, and ranks are counted however many there are', async () => {
  const indexed = await indexText(traceOf(nesting(new Random(79))));
  const ranks = new Map([
    [0, indexed.view],
    [3, viewOf(indexed.index, 3)],
  ]);
  const query = { dump, startNs: 0, endNs: 1e9, lanes: [...lanesOf(indexed), ...lanesOf(indexed, 3)] };
  const whole = queryStatistics(ranks, { ...query, maxRows: 100_000 });
  const cut = queryStatistics(ranks, { ...query, maxRows: 2 });
  expect([cut.rows.length, cut.rankCount]).toEqual([2, 2]);
  expect(whole.allSelfNs).toBeCloseTo(
    whole.rows.reduce((sum, { selfNs }) => sum + selfNs, 0),
    0,
  );
  expect(cut.allSelfNs).toBe(whole.allSelfNs);
  expect(cut.allSelfNs).toBeGreaterThan(cut.rows.reduce((sum, { selfNs }) => sum + selfNs, 0));
});
