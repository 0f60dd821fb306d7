import { expect, test } from 'vitest';
import type { RankIndex, RankState } from '../../../../../src-contract';
import { queueOrder, readingCounts } from '../../../../../src-renderer/app/reading/readingCounts';
import { rankState } from '../../../../fixtures/dumpState';

const statuses = ['ready', 'unread', 'waiting', 'indexing', 'waiting', 'no-timeline', 'failed', 'waiting'] as const;
const ranks = statuses.map((status, rank) => ({ ...rankState(rank), status }) as RankState);

test('ranks without a timeline don’t count; what failed is done with', () => {
  expect(readingCounts(ranks)).toEqual({ all: 7, read: 2, wanted: 4, unread: 1 });
});

test('what is being read comes first, then what waits in its order, then the others', () => {
  const reading = { waiting: [7, 2] as readonly number[] as readonly RankIndex[], isPaused: false };
  // The fifth has just been taken off the queue: its first bytes are on their way.
  expect(queueOrder(ranks, reading).map(({ index }) => index)).toEqual([3, 4, 7, 2, 1]);
  expect(queueOrder(ranks, undefined).map(({ index }) => index)).toEqual([3, 2, 4, 7, 1]);
});
