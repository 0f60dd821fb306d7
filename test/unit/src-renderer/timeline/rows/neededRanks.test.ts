import { expect, test, vi } from 'vitest';
import type { RankIndex, RankState } from '../../../../../src-contract';
import { buildRowModel } from '../../../../../src-renderer/timeline/rows/buildRows';
import { NeededRanks, unreadRanks } from '../../../../../src-renderer/timeline/rows/neededRanks';
import { rankState } from '../../../../fixtures/dumpState';

test('ranks on screen that are not read are asked for, once they have been there for a moment', () => {
  vi.useFakeTimers();
  try {
    const ranks = [0, 1, 2, 3].map(
      (rank) => ({ ...rankState(rank), groups: [], status: rank === 1 ? 'ready' : 'unread' }) as RankState,
    );
    const model = buildRowModel(ranks, { folded: new Set(), foldedRanks: new Set() });
    expect(unreadRanks(model, { first: 0, end: 3 })).toEqual([0, 2]);

    const asked: (readonly RankIndex[])[] = [];
    const window = { setTimeout, clearTimeout } as unknown as Window;
    const needed = new NeededRanks(window, (own) => asked.push(own));
    needed.show(unreadRanks(model, { first: 0, end: 1 }));
    vi.advanceTimersByTime(100);
    // Scrolled on.
    needed.show(unreadRanks(model, { first: 2, end: 4 }));
    vi.advanceTimersByTime(100);
    needed.show(unreadRanks(model, { first: 2, end: 4 }));
    vi.advanceTimersByTime(1000);
    needed.show(unreadRanks(model, { first: 2, end: 4 }));
    vi.advanceTimersByTime(1000);
    expect(asked).toEqual([[2, 3]]);
    needed.show([0 as RankIndex]);
    needed.dispose();
    vi.advanceTimersByTime(1000);
    expect(asked).toHaveLength(1);
  } finally {
    vi.useRealTimers();
  }
});
