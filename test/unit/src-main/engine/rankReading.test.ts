import { describe, expect, test } from 'vitest';
import { Cancellation } from '../../../../src-main/engine/opening/cancellation';
import { dumpTitle } from '../../../../src-main/engine/opening/dumpTitle';
import type { IndexCache } from '../../../../src-main/engine/opening/indexCache';
import { RankClocks } from '../../../../src-main/engine/opening/rankClocks';
import { RankIndexes } from '../../../../src-main/engine/opening/rankIndexes';
import { RankReading } from '../../../../src-main/engine/opening/rankReading';
import { RankStates } from '../../../../src-main/engine/opening/rankStates';
import { Revisions } from '../../../../src-main/engine/opening/revisions';
import type { RankReader } from '../../../../src-main/engine/questions/residentRanks';
import { ThreadDiedError } from '../../../../src-main/engine/threads/thread';
import type { ThreadPool } from '../../../../src-main/engine/threads/threadPool';
import type { DiscoveredRank } from '../../../../src-worker/discovery/discoveredDump';
import type { RankResult } from '../../../../src-worker/importers/importRank';
import type { LoadedRank } from '../../../../src-worker/workerApi';
import { rankState } from '../../../fixtures/dumpState';

const found = {
  folder: '/other/job',
  timelinePaths: ['/other/job/x.json'],
  files: [],
  notices: [],
} as unknown as DiscoveredRank;

/** An index of nothing, as the cache has it. */
function cachedIndex(values: Record<string, string> = {}): RankResult {
  return {
    index: { baseUs: 0, startNs: 0, endNs: 0, slices: { startNs: new Float64Array() }, counters: [] },
    computed: [],
    laneIds: new Map([['lane', 5]]),
    summary: { lanes: [], groups: [], eventCounts: { X: 3, M: 1 }, flowCategories: [], skipped: [], notices: [] },
    values: new Map(Object.entries(values)),
    status: 'ready',
  } as unknown as RankResult;
}

/** Two ranks whose indexes come from a cache that does as it is asked to. */
function prepare(load: () => Promise<RankResult | undefined>, save: () => Promise<boolean> = async () => true) {
  const loaded: LoadedRank[] = [];
  const memory = { isFull: false };
  const readers: { readonly rank: number; readonly generation: number; readonly reader: RankReader }[] = [];
  const cache = { load, save, stampOf: async () => undefined } as unknown as IndexCache;
  const cancellation = new Cancellation();
  const indexes = new RankIndexes({} as ThreadPool, cache, cancellation, {
    load: (own) => loaded.push(own),
    saved: (rank, generation, reader) => readers.push({ rank, generation, reader }),
    isFull: () => memory.isFull,
  });
  const ranks = new RankStates(new RankClocks(() => Promise.reject()), new Revisions(Promise.resolve()));
  ranks.put(0, rankState(0));
  const { rank: _, ...nameless } = rankState(1, {
    label: 'worker0',
    status: 'waiting',
    groups: [],
    folder: found.folder,
  });
  ranks.put(1, nameless);
  const events = { shownCount: 0, notSaved: [] as unknown[], isClosed: false };
  const reading = new RankReading(ranks, indexes, cancellation, {
    shown: () => events.shownCount++,
    notSaved: (error) => events.notSaved.push(error),
    isClosed: () => events.isClosed,
  });
  return { loaded, memory, readers, indexes, ranks, reading, events, cancellation };
}

describe('a rank that is read', () => {
  test('goes to where it is asked about, then into the state, and can be had again', async () => {
    const { reading, ranks, loaded, readers, events } = prepare(async () => cachedIndex());
    await reading.read(1, found);
    expect(ranks.all[1]).toMatchObject({ status: 'ready', generation: 1, eventCounts: { X: 3, M: 1 } });
    expect(ranks.all[1].progress).toMatchObject({ bytesDone: 100, bytesTotal: 100, eventsDone: 4 });
    expect(loaded).toMatchObject([{ rank: 1, label: 'worker0', generation: 1 }]);
    expect([events.shownCount, readers.length, readers[0].generation]).toEqual([1, 1, 1]);
    expect(await readers[0].reader()).toHaveLength(1);
    await reading.read(1, found);
    expect(loaded.map(({ generation }) => generation)).toEqual([1, 2]);
  });

  test.each([
    ['distributedInfo', '{"backend": "nccl", "rank": 7}', 7, 'Rank 7'],
    ['rank_device_map', '{"rank": "3"}', 3, 'Rank 3'],
    // Another rank has that name.
    ['distributedInfo', '{"rank":0}', 0, 'Rank 0 (other)'],
  ])('is named by what its file says: %s %s', async (key, value, rank, label) => {
    const { reading, ranks, loaded } = prepare(async () => cachedIndex({ [key]: value }));
    await reading.read(1, found);
    expect(ranks.all[1]).toMatchObject({ rank, label });
    expect(loaded[0].label).toBe(label);
  });

  test.each([[[1, 2]], [[2, 1]]])(
    'is told apart from others of its number whatever is read first: %j',
    async (order) => {
      const { reading, ranks } = prepare(async () => cachedIndex({ distributedInfo: '{"rank":4}' }));
      const { rank: _, ...nameless } = rankState(2, {
        label: 'worker1',
        status: 'waiting',
        groups: [],
        folder: '/new',
      });
      ranks.put(1, { ...ranks.all[1], folder: '/old' });
      ranks.put(2, nameless);
      for (const rank of order) await reading.read(rank, found);
      expect(ranks.all.map(({ label, job }) => [label, job?.name])).toEqual([
        ['Rank 0', 'dump'],
        ['Rank 4 (old)', 'old'],
        ['Rank 4 (new)', 'new'],
      ]);
      expect(reading.names.get(1)).toMatchObject({ rank: 4, label: 'Rank 4 (old)' });
      expect(ranks.all.map(({ notices }) => notices.map(({ params }) => params))).toEqual([
        [],
        [],
        [{ rank: 4, other: 'Rank 4 (old)' }],
      ]);
    },
  );

  test('is not shown where the dump was closed meanwhile, nor read where it was cancelled', async () => {
    const { reading, ranks, loaded, events, cancellation } = prepare(async () => cachedIndex());
    events.isClosed = true;
    await reading.read(1, found);
    expect([loaded.length, events.shownCount]).toEqual([0, 0]);
    cancellation.request();
    await reading.read(1, found);
    expect(ranks.all[1].status).toBe('cancelled');
  });

  test.each([
    [new ThreadDiedError('the thread’s memory ran out', 'memory'), 'out-of-memory'],
    [new ThreadDiedError('the thread ended'), 'reading-ended'],
    [Object.assign(new Error('EACCES'), { code: 'EACCES' }), 'file-unreadable'],
  ])('says why it can’t be: %s', async (error, code) => {
    const { reading, ranks } = prepare(() => Promise.reject(error));
    await reading.read(1, found);
    expect(ranks.all[1].status).toBe('failed');
    expect(ranks.all[1].notices.map((own) => own.code)).toEqual([code]);
  });
});

test('where memory is full, a rank is read when an index has been saved, and may be dropped', async () => {
  let finishSaving: (isKept: boolean) => void = () => {};
  const { reading, indexes, loaded, memory, readers } = prepare(
    async () => cachedIndex(),
    () =>
      new Promise((resolve) => {
        finishSaving = resolve;
      }),
  );
  const result = cachedIndex();
  indexes.load(result, { rank: 0 as never, label: 'Rank 0', offsetNs: 0, shift: {} as never });
  memory.isFull = true;
  const saved = indexes.save(0, found, { result, isCached: false, before: [] });
  const read = reading.read(1, found);
  await new Promise((resolve) => setImmediate(resolve));
  expect([loaded.length, readers.length]).toEqual([1, 0]);
  // Still full, but nothing is saved any more that could make room.
  finishSaving(true);
  await Promise.all([saved, read]);
  expect([loaded.length, readers.length]).toEqual([2, 2]);
});

test('an index that can’t be saved can be had again all the same', async () => {
  const { indexes, readers } = prepare(
    async () => undefined,
    () => Promise.reject(new Error('ENOSPC')),
  );
  const result = cachedIndex();
  indexes.load(result, { rank: 0 as never, label: 'Rank 0', offsetNs: 0, shift: {} as never });
  await expect(indexes.save(0, found, { result, isCached: false, before: [] })).rejects.toThrow('ENOSPC');
  expect(readers).toMatchObject([{ rank: 0, generation: 1 }]);
});

test.each([
  [['/jobs/llama'], 'llama'],
  [['/jobs/llama', '/jobs/other', '/x'], 'llama + 2'],
  [['/'], '/'],
  [[], ''],
])('a dump of %j is called %j', (paths, title) => {
  expect(dumpTitle(paths)).toBe(title);
});
