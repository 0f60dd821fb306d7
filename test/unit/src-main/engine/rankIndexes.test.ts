import { beforeEach, describe, expect, test } from 'vitest';
import { Cancellation } from '../../../../src-main/engine/opening/cancellation';
import type { IndexCache } from '../../../../src-main/engine/opening/indexCache';
import { RankIndexes, type ReadIndex } from '../../../../src-main/engine/opening/rankIndexes';
import type { RankReader } from '../../../../src-main/engine/questions/residentRanks';
import type { ThreadPool } from '../../../../src-main/engine/threads/threadPool';
import type { DiscoveredRank } from '../../../../src-worker/discovery/discoveredDump';
import type { BuiltIndex } from '../../../../src-worker/index/buildIndex';
import type { LoadedRank } from '../../../../src-worker/workerApi';

const found = { timelinePaths: ['/data/a.json'], files: [] } as unknown as DiscoveredRank;
const place = (rank: number) => ({ rank, label: '' }) as unknown as Omit<LoadedRank, 'generation' | 'parts'>;
/** What is in it does not matter here, only which it is. */
const built = (name: string) =>
  ({ index: `${name} files`, computed: [`${name} lanes`], laneIds: new Map() }) as unknown as BuiltIndex;

const loaded: LoadedRank[] = [];
const readers: { rank: number; generation: number; reader: RankReader }[] = [];
let kept: BuiltIndex | undefined;
let isDiskFull = false;
const cache = {
  load: async () => kept,
  save: async () => {
    if (isDiskFull) throw new Error('ENOSPC');
  },
} as unknown as IndexCache;

function indexes() {
  return new RankIndexes({} as ThreadPool, cache, new Cancellation(), {
    load: (own) => void loaded.push(own),
    saved: (rank, generation, reader) => void readers.push({ rank, generation, reader }),
    isFull: () => false,
  });
}

beforeEach(() => {
  loaded.length = 0;
  readers.length = 0;
  kept = undefined;
  isDiskFull = false;
});

describe('indexes of ranks', () => {
  test('are numbered for each rank, and have what was read before what was made of it', () => {
    const own = indexes();
    const generations = [
      own.load(built('a'), place(0)),
      own.load(built('b'), place(1)),
      own.load(built('c'), place(0)),
    ];
    expect(generations).toEqual([1, 1, 2]);
    expect(loaded.map(({ rank, generation, parts }) => [rank, generation, parts])).toEqual([
      [0, 1, ['a files', 'a lanes']],
      [1, 1, ['b files', 'b lanes']],
      [0, 2, ['c files', 'c lanes']],
    ]);
  });

  test('can be had again from the cache, by the generation that is in use', async () => {
    const own = indexes();
    own.load(built('a'), place(0));
    own.load(built('b'), place(0));
    kept = built('kept');
    await own.save(0, found, { before: [], result: built('b'), isCached: false } as unknown as ReadIndex);
    expect(readers.map(({ rank, generation }) => [rank, generation])).toEqual([[0, 2]]);
    expect(await readers[0].reader()).toEqual(['kept files', 'kept lanes']);
  });

  test('can be had again also where there was no room to keep them', async () => {
    const own = indexes();
    own.load(built('a'), place(3));
    isDiskFull = true;
    const read = { before: [], result: built('a'), isCached: false } as unknown as ReadIndex;
    await expect(own.save(3, found, read)).rejects.toThrow('ENOSPC');
    expect(readers).toHaveLength(1);
  });
});
