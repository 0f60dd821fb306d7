import { expect, test } from 'vitest';
import type { LaneGroup, LaneId, RankState } from '../../../../../src-contract';
import { mayBePacked, packOf } from '../../../../../src-renderer/session/lanes/packing';
import { laneId, rankState, sliceLane } from '../../../../fixtures/dumpState';

const limits = { 'lanes.pack-from': 20, 'lanes.near-empty': 5 };

/** Streams with so many slices each. */
function rankOf(counts: readonly number[]): RankState {
  const lanes = counts.map((sliceCount, at) => sliceLane(at + 1, { sliceCount }));
  const group: LaneGroup = { id: laneId(0), kind: 'hardware', name: 'Ascend Hardware', pid: '1', labels: 'NPU', lanes };
  return { ...rankState(0), status: 'ready', groups: [group] };
}

test('streams with few slices are packed where there are enough of them, others stay', () => {
  const rank = rankOf([...Array.from({ length: 20 }, () => 5), 6, 0, 1_000]);
  expect(mayBePacked(rank)).toBe(true);
  expect(packOf(rank, new Set(), limits)?.lanes).toEqual(Array.from({ length: 20 }, (_, at) => at + 1));
  expect(packOf(rankOf(Array.from({ length: 19 }, () => 5)), new Set(), limits)).toBeUndefined();
  // What stands for others already counts no more.
  expect(packOf(rank, new Set([1 as LaneId]), limits)).toBeUndefined();
});

test('few lanes, or a rank that is not read, are not asked about', () => {
  expect(mayBePacked(rankOf([1, 1, 1]))).toBe(false);
  expect(mayBePacked({ ...rankOf(Array.from({ length: 200 }, () => 1)), status: 'indexing' })).toBe(false);
});
