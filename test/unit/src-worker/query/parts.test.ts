import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { DumpId, LaneId, RankIndex as RankNumber, SliceSource } from '../../../../src-contract';
import { fillCacheSections, openCacheFile, writeCacheFile } from '../../../../src-worker/index/cache/cacheFile';
import type { RankIndex } from '../../../../src-worker/index/rankIndex';
import { eachSlice, lanesOf, slicesOfLane } from '../../../../src-worker/query/laneSlices';
import { queryViewport } from '../../../../src-worker/query/quads/viewport';
import { RankView } from '../../../../src-worker/query/rankView';
import { querySearch } from '../../../../src-worker/query/search';
import { findSlice } from '../../../../src-worker/query/slice/findSlice';
import { queryNeighbour, querySlice } from '../../../../src-worker/query/slice/sliceDetails';
import { sliceAtSource, sliceSourceOf } from '../../../../src-worker/query/slice/sliceSource';
import { queryStatistics } from '../../../../src-worker/query/sums/statistics';
import { drawTrace } from '../../../fixtures/drawnTrace';
import { type Indexed, indexText, type ListedSlice, listSlices, temporaryFolder } from '../../../fixtures/indexed';

const dump = 'd' as DumpId;
const categories = { GPU: 'kernel' };
/** Computing 4–12, 16–23, 25–32; Communication 8–23, of which 12–16 is not overlapped; Free 23–25. */
const picture = `
    python / thread 1 : [step                              ]
    python / thread 1 :  [mm]   [all_reduce]
    GPU 0 / stream 7  :     [gemm  ]    [relu ]  [gemm ]
    GPU 0 / stream 9  :         [ncclDevKernel]`;
/** The same, and what has come since: the last interval of Computing goes on, and one follows. */
const later = `${picture}
    GPU 0 / stream 7  :                                [add] [mul]`;

let indexed: Indexed;
let slices: ListedSlice[];
const isComputed = ({ isComputed }: ListedSlice) => isComputed;

beforeAll(async () => {
  indexed = await indexText(drawTrace(picture, { categories }));
  slices = listSlices(indexed);
});

function laneIdsOf({ view }: Indexed): LaneId[] {
  return lanesOf(view).map(({ position }) => view.laneId(position));
}

/** The part with other lanes: one that a plugin might have added. */
function foreign(part: RankIndex): RankIndex {
  const move = <T extends { readonly localId: number }>(one: T): T => ({ ...one, localId: one.localId + 1000 });
  return {
    ...part,
    groups: part.groups.map(move),
    lanes: part.lanes.map((lane) => ({ ...move(lane), groupLocalId: lane.groupLocalId + 1000 })),
  };
}

function viewOver(parts: readonly RankIndex[]): RankView {
  return new RankView(0 as RankNumber, 'Rank 0', 2, parts, 0);
}

describe('a rank of several parts', () => {
  test('computed lanes are a part of their own', () => {
    expect(indexed.computed).toHaveLength(1);
    expect(indexed.view.parts).toHaveLength(2);
    const times = (name: string) =>
      slices.filter((one) => isComputed(one) && one.laneName === name).map(({ startNs, endNs }) => [startNs, endNs]);
    const us = (...pairs: readonly (readonly [number, number])[]) =>
      pairs.map((pair) => pair.map((one) => BigInt(one) * 1000n));
    expect(times('Computing')).toEqual(us([4, 12], [16, 23], [25, 32]));
    expect(times('Communication')).toEqual(us([8, 23]));
    expect(times('Communication(Not Overlapped)')).toEqual(us([12, 16]));
    expect(times('Free')).toEqual(us([23, 25]));
  });

  test('lanes, rows and slices are numbered through all parts', () => {
    const { view } = indexed;
    expect(slices.map(({ slice }) => slice)).toEqual(Array.from({ length: view.sliceCount }, (_, i) => i));
    expect(new Set(laneIdsOf(indexed)).size).toBe(lanesOf(view).length);
    for (const { position, name } of lanesOf(view)) {
      const own = slices.filter(({ laneName }) => laneName === name).map(({ slice }) => slice);
      expect([...slicesOfLane(view, position)]).toEqual(own);
      for (const slice of own) expect(view.laneOfRow(view.rowOf(slice))).toBe(position);
      let visited = 0;
      eachSlice(view, position, (slice, part) => {
        expect(part.ref(slice).slice).toBe(own[visited++]);
      });
      expect(visited).toBe(own.length);
    }
  });

  test('a computed slice has details and neighbours', async () => {
    const computing = slices.filter((one) => isComputed(one) && one.laneName === 'Computing');
    const details = await querySlice(indexed.view, computing[1].slice);
    expect(details).toMatchObject({
      ref: { slice: computing[1].slice },
      name: 'Computing',
      laneName: 'Computing',
      groupName: 'Overlap Analysis',
      startNs: 16_000,
      durationNs: 7000,
      selfNs: 7000,
      args: [],
      links: [],
    });
    expect(details.place).toBeUndefined();
    const neighbour = (at: number, to: 'previous' | 'next') =>
      queryNeighbour(indexed.view, computing[at].slice, to)?.ref.slice;
    expect(neighbour(1, 'previous')).toBe(computing[0].slice);
    expect(neighbour(1, 'next')).toBe(computing[2].slice);
    // What stands beside it in the numbering is another lane.
    expect(neighbour(0, 'previous')).toBeUndefined();
    expect(neighbour(2, 'next')).toBeUndefined();
  });

  test('search goes over all parts', () => {
    const ranks = new Map([[0, indexed.view]]);
    for (const text of ['comp', 'com', 'e', 'gemm', 'nope']) {
      const wanted = slices.filter(({ name }) => name.toLowerCase().includes(text));
      const found = querySearch(ranks, { dump, text, maxResults: 100 });
      expect(found.totalCount, text).toBe(wanted.length);
      expect(new Set(found.slices.map(({ ref }) => ref.slice as number))).toEqual(
        new Set(wanted.map(({ slice }) => slice)),
      );
      for (const { ref, name } of found.slices) expect(name).toBe(slices[ref.slice].name);
    }
    // "e" is in names of both parts: the first results are the files'.
    const few = querySearch(ranks, { dump, text: 'e', maxResults: 3 });
    expect(few.slices.map(({ ref }) => slices[ref.slice].isComputed)).toEqual([false, false, false]);
  });

  test('statistics sum up lanes of all parts', () => {
    const query = { dump, startNs: 0, endNs: 100_000, lanes: laneIdsOf(indexed), maxRows: 100 };
    const { rows, sliceCount } = queryStatistics(new Map([[0, indexed.view]]), query);
    expect(sliceCount).toBe(slices.length);
    for (const name of new Set(slices.map((one) => one.name))) {
      const own = slices.filter((one) => one.name === name);
      const row = rows.find((one) => one.name === name);
      const durations = own.map(({ startNs, endNs }) => Number(endNs - startNs));
      expect(row).toMatchObject({ count: own.length, totalNs: durations.reduce((a, b) => a + b) });
      expect(slices[row?.longest.slice ?? -1]).toMatchObject({ name });
    }
  });

  test('a viewport has the slices and names of all parts', () => {
    const query = { dump, startNs: 0, endNs: 40_000, nsPerPixel: 100, labelMinPixels: 1, folded: [] };
    const answer = queryViewport(new Map([[0, indexed.view]]), { ...query, lanes: laneIdsOf(indexed) });
    const { quads, names } = answer;
    expect([...quads.slice].sort((a, b) => a - b)).toEqual(slices.map(({ slice }) => slice));
    const texts = new Map(Array.from(names[0].ids, (id, i) => [id, names[0].names[i]]));
    expect(quads.name).toHaveLength(slices.length);
    quads.slice.forEach((slice, quad) => {
      expect(texts.get(quads.name[quad])).toBe(slices[slice].name);
    });
  });

  test('a slice of any part is found by its time', () => {
    for (const { slice, name, startNs } of slices) {
      const query = { dump, rank: 0 as RankNumber, startNs: Number(startNs), toleranceNs: 0, name };
      const found = findSlice(indexed.view, query);
      expect([found?.name, found?.startNs]).toEqual([name, Number(startNs)]);
      if (slices.filter((one) => one.name === name && one.startNs === startNs).length === 1)
        expect(found?.ref.slice).toBe(slice);
    }
    const only = { dump, rank: 0 as RankNumber, startNs: 4000, toleranceNs: 0, groups: ['overlap'] as const };
    expect(findSlice(indexed.view, only)?.name).toBe('Computing');
  });
});

describe('what is selected', () => {
  /** Of the slices of the one the same in the other, by what they are made of. */
  function expectKept(before: RankView, after: RankView, kept: readonly number[]): void {
    for (const slice of kept) {
      const again = sliceAtSource(after, sliceSourceOf(before, slice));
      const { ref: _, durationNs: _durationNs, ...was } = before.summary(slice);
      expect(again, was.name).toBeDefined();
      if (again !== undefined) expect(after.summary(again)).toMatchObject(was);
    }
  }

  const all = (view: RankView) => Array.from({ length: view.sliceCount }, (_, slice) => slice);

  test('is kept when another part comes, wherever it stands', () => {
    const [files, computed] = indexed.view.indexes;
    for (const parts of [
      [files, foreign(computed), computed],
      [files, computed, foreign(computed)],
    ]) {
      const view = viewOver(parts);
      expect(view.sliceCount).toBe(slices.length + slices.filter(isComputed).length);
      expectKept(indexed.view, view, all(indexed.view));
      expectKept(view, view, all(view));
      for (const slice of all(view)) expect(sliceAtSource(view, sliceSourceOf(view, slice))).toBe(slice);
    }
  });

  test('is kept when what has come since is there, and the computed lanes are others', async () => {
    const more = await indexText(drawTrace(later, { categories }));
    const [before, after] = [indexed, more].map(({ view }) => view);
    expect(after.sliceCount).toBeGreaterThan(before.sliceCount);
    // The computed slices have other numbers, and one is longer than it was.
    const computing = slices.filter((one) => isComputed(one) && one.laneName === 'Computing');
    const last = computing[2].slice;
    const again = sliceAtSource(after, sliceSourceOf(before, last));
    expect(again).not.toBe(last);
    expect(after.summary(again ?? -1).durationNs).toBeGreaterThan(before.summary(last).durationNs);
    expectKept(
      before,
      after,
      slices.filter(isComputed).map(({ slice }) => slice),
    );
  });

  test('is gone when its part is, and nonsense finds nothing', () => {
    const [files] = indexed.view.indexes;
    const alone = viewOver([files]);
    for (const { slice, isComputed: isGone } of slices)
      expect(sliceAtSource(alone, sliceSourceOf(indexed.view, slice)) === undefined).toBe(isGone);
    for (const text of ['', 'lane', 'lane 1', 'lane x 3', 'lane 1 2 3', 'event -1', 'event 1e3', 'other 1'])
      expect(sliceAtSource(indexed.view, text as SliceSource), text).toBeUndefined();
  });
});

test('the parts come back from a file as they were', () => {
  const path = join(temporaryFolder(), 'index');
  const { index, computed } = indexed;
  writeCacheFile(path, { index, computed });
  const { value, sections } = openCacheFile(path);
  fillCacheSections(path, sections);
  expect(value).toEqual({ index, computed });
});
