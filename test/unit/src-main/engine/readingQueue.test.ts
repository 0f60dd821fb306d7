import { expect, test } from 'vitest';
import type { RankIndex, ReadingChange } from '../../../../src-contract';
import { RankQueue } from '../../../../src-main/engine/opening/readingQueue';

/** Two at a time of ten; each is read when `done` says so. */
function prepare(width = 2) {
  const read = new Set<number>();
  const ends = new Map<number, () => void>();
  const begun: number[] = [];
  let rests = 0;
  const queue: RankQueue = new RankQueue(
    width,
    (rank) => {
      begun.push(rank);
      return new Promise((resolve) => ends.set(rank, resolve));
    },
    () => Array.from({ length: 10 }, (_, rank) => rank as RankIndex).filter((rank) => !read.has(rank)),
    () => {},
    () => rests++,
  );
  return {
    begun,
    rests: () => rests,
    waiting: () => queue.waiting.join(' '),
    change: (what: object) => queue.change(what as ReadingChange),
    async done(rank: number) {
      read.add(rank);
      ends.get(rank)?.();
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

test('ranks are read in order, so many at a time, and each once', async () => {
  const { begun, change, waiting, done, rests } = prepare();
  change({ kind: 'next', ranks: [4, 5, 6, 4] });
  expect([begun, waiting()]).toEqual([[4, 5], '6']);
  change({ kind: 'all' });
  expect(waiting()).toBe('6 0 1 2 3 7 8 9');
  await done(5);
  expect(begun).toEqual([4, 5, 6]);
  // Read, being read, and none of the dump's.
  change({ kind: 'next', ranks: [5, 4, 99] });
  expect([waiting(), rests()]).toEqual(['0 1 2 3 7 8 9', 0]);
});

test('what is needed now goes before what waits; what waits is moved and taken out', () => {
  const { change, waiting } = prepare(1);
  change({ kind: 'all' });
  change({ kind: 'next', ranks: [7, 3] });
  expect(waiting()).toBe('7 3 1 2 4 5 6 8 9');
  change({ kind: 'move', rank: 9, before: 3 });
  expect(waiting()).toBe('7 9 3 1 2 4 5 6 8');
  change({ kind: 'move', rank: 7 });
  change({ kind: 'move', rank: 0, before: 9 });
  expect(waiting()).toBe('9 3 1 2 4 5 6 8 7');
  change({ kind: 'drop', ranks: [3, 5] });
  expect(waiting()).toBe('9 1 2 4 6 8 7');
  change({ kind: 'drop' });
  expect(waiting()).toBe('');
});

test('while it is paused, what is being read is read to its end, and nothing else begins', async () => {
  const { begun, change, done, rests } = prepare(1);
  change({ kind: 'next', ranks: [1, 2] });
  change({ kind: 'pause' });
  await done(1);
  expect([begun, rests()]).toEqual([[1], 1]);
  change({ kind: 'next', ranks: [3] });
  expect(begun).toEqual([1]);
  change({ kind: 'resume' });
  expect(begun).toEqual([1, 3]);
  await done(3);
  await done(2);
  expect([begun, rests()]).toEqual([[1, 3, 2], 2]);
});
