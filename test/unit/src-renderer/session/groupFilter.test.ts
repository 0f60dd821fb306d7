import { expect, test } from 'vitest';
import type { LaneGroup, LaneId, LaneInfo, RankState } from '../../../../src-contract';
import { laneMatcher, noLaneFilter } from '../../../../src-renderer/session/lanes/laneArrangement';

const rank = { label: 'Rank 0' } as RankState;
const group = { name: 'Communication' } as LaneGroup;
const lane = (id: number) => ({ id: id as LaneId, kind: 'counter', name: `Group ${id} Communication` }) as LaneInfo;
const names = new Map([
  [0 as LaneId, 'tp'],
  [1 as LaneId, 'dp'],
]);

test('lanes are found by what their group is for, once that is known', () => {
  const found = (text: string, known: ReadonlyMap<LaneId, string> | undefined) => {
    const matcher = laneMatcher({ ...noLaneFilter, text }, known);
    return [0, 1, 2].filter((id) => matcher?.lane(rank, group, lane(id)));
  };
  expect(found('tp', names)).toEqual([0]);
  expect(found('DP group', names)).toEqual([1]);
  expect(found('dp tp', names)).toEqual([]);
  expect(found('tp', undefined)).toEqual([]);
  expect(found('group', names)).toEqual([0, 1, 2]);
});
