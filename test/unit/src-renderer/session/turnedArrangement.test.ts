import { expect, test } from 'vitest';
import { firstState } from '../../../../src-renderer/session/firstState';
import { arrangementOf } from '../../../../src-renderer/session/look';
import { turned } from '../../../../src-renderer/session/turnedArrangement';
import { dumpState, laneId } from '../../../fixtures/dumpState';

const ids = (...numbers: number[]) => new Set(numbers.map(laneId));
const plain = arrangementOf(firstState(dumpState()));

test('of sets what was added and removed is taken back, what has come since stays', () => {
  const from = { ...plain, folded: ids(1, 2), hidden: ids(5), merged: ids() };
  const to = { ...plain, folded: ids(2, 3), hidden: ids(5), merged: ids(8) };
  const now = { ...plain, folded: ids(1, 2, 70), hidden: ids(5, 6), merged: ids(9) };
  const next = turned(now, from, to);
  expect([...next.folded].sort()).toEqual([2, 3, 70]);
  expect([...next.hidden]).toEqual([5, 6]);
  expect([...next.merged].sort()).toEqual([8, 9]);
});

test('what is no set is as it was where that differs, else as it is now', () => {
  const from = { ...plain, pinned: [laneId(1)], laneHeights: 'fixed' as const };
  const to = { ...plain, pinned: [laneId(2)], laneHeights: from.laneHeights };
  const now = { ...plain, pinned: [laneId(3)], laneHeights: 'auto' as const };
  expect(turned(now, from, to)).toMatchObject({ pinned: [2], laneHeights: 'auto' });
});
