import { expect, test } from 'vitest';
import { createFolding, rememberFolds } from '../../../../src-renderer/session/folds';
import { laneGroup, laneId, rankState, sliceLane } from '../../../fixtures/dumpState';

const first = { rank: ({ index }: { readonly index: number }) => index > 0, group: () => false, lane: () => false };
const none = { folded: new Set<never>(), foldedRanks: new Set<number>() };
const group = (id: number, name: string, lanes: readonly number[]) =>
  laneGroup(
    id,
    lanes.map((lane) => sliceLane(lane, { tid: `${lane % 100}`, name: `lane ${lane % 100}` })),
    { name, pid: '7' },
  );

test('each rank and row is folded once, when it is first there', () => {
  const folding = createFolding({ ...first, group: (_rank, { name }) => name === 'CANN' });
  const empty = [rankState(0, { groups: [] }), rankState(1, { groups: [] })];
  const folds = folding.withNew({ ranks: empty }, none);
  expect([...folds.foldedRanks]).toEqual([1]);
  // The user opens it; it grows.
  const grown = [empty[0], rankState(1, { groups: [group(10, 'Python', [11]), group(20, 'CANN', [21])] })];
  const after = folding.withNew({ ranks: grown }, { folded: new Set(), foldedRanks: new Set() });
  expect([[...after.foldedRanks], [...after.folded]]).toEqual([[], [20]]);
  expect(folding.withNew({ ranks: grown }, after).folded).toBe(after.folded);
});

test('what was folded is found again under other ids, another order, and in a newer copy elsewhere', () => {
  const before = [
    rankState(0, { groups: [group(10, 'Python', [11, 12]), group(20, 'CANN', [21])] }),
    rankState(1, { groups: [group(110, 'Python', [111])] }),
  ];
  const remembered = rememberFolds(
    { ranks: before },
    { folded: new Set([laneId(12), laneId(20)]), foldedRanks: new Set([0]) },
  );
  const now = [
    rankState(0, { rank: 1, folder: '/dump/rank1', place: '/dump/rank1', groups: [group(10, 'Python', [11])] }),
    rankState(1, {
      rank: 0,
      folder: '/up/rank0',
      place: '/up/rank0',
      groups: [group(120, 'CANN', [121]), group(110, 'Python', [111, 112, 113])],
    }),
    rankState(2, { groups: [group(220, 'CANN', [221])] }),
  ];
  const folds = createFolding(first, remembered).withNew({ ranks: now }, none);
  // Rank 0 was folded and rank 1 was not; rank 2 is new, and folded as at first.
  expect([...folds.foldedRanks].sort()).toEqual([1, 2]);
  expect([...folds.folded].sort()).toEqual([112, 120]);
});
