import { expect, test } from 'vitest';
import type { RankIndex, SummaryRank } from '../../../../../src-contract';
import { usualSides } from '../../../../../src-renderer/tabs/summary/compare/compareStore';

const rank = (own: number, parts: Partial<SummaryRank> = {}): SummaryRank => {
  return { rank: own, index: own as RankIndex, label: `Rank ${own}`, splitSource: 'timeline', ...parts };
};

test('what is held against what until somebody chooses', () => {
  const { splitSource: _, ...untold } = rank(0);
  const { index: __, ...elsewhere } = rank(1);
  const ranks = [untold, elsewhere, rank(2), rank(3), rank(4)];
  // Only ranks with a split, and with a place in the dump; their mean steps.
  expect(usualSides({ ranks, steps: [7, 8] })).toEqual({
    a: { rank: 2, step: 'all' },
    b: { rank: 3, step: 'all' },
  });
  // Of one rank its first and last step; two devices of a rank are one.
  expect(usualSides({ ranks: [rank(2), rank(2)], steps: [7, 8, 9] })).toEqual({
    a: { rank: 2, step: 7 },
    b: { rank: 2, step: 9 },
  });
  expect(usualSides({ ranks: [rank(2)], steps: [7] })).toBeUndefined();
  expect(usualSides({ ranks: [untold], steps: [] })).toBeUndefined();
});
