import { describe, expect, it } from 'vitest';
import type { LaneId } from '../../../../src-contract';
import { metrics } from '../../../../src-renderer/timeline/metrics';
import {
  buildRowModel,
  laneSpot,
  type RowModel,
  rowIndexAt,
  rowsBetween,
} from '../../../../src-renderer/timeline/rows';
import { counterLane, group, rank, sliceLane } from './picture';

const ranks = [
  rank(0, [group(1, [sliceLane(10, 3), sliceLane(11)]), group(2, [counterLane(20, 2)])]),
  rank(1, [group(3, [sliceLane(30)])]),
];

function model(folded: readonly number[] = [], foldedRanks: readonly number[] = []): RowModel {
  return buildRowModel(ranks, { folded: new Set(folded as LaneId[]), foldedRanks: new Set(foldedRanks) });
}

const keys = (rows: RowModel) => rows.rows.map((row) => row.key);

describe('the row model', () => {
  it('lists ranks, groups and lanes in the order of the dump, without gaps', () => {
    const built = model();
    expect(keys(built)).toEqual([
      'rank-0',
      'group-1',
      'lane-10',
      'lane-11',
      'group-2',
      'lane-20',
      'rank-1',
      'group-3',
      'lane-30',
    ]);
    let top = 0;
    for (const row of built.rows) {
      expect(row.top).toBe(top);
      top += row.height;
    }
    expect(built.totalHeight).toBe(top);
  });

  it('makes a lane as high as its rows, and rows of very deep lanes lower', () => {
    const heights = (rowCount: number) =>
      buildRowModel([rank(0, [group(1, [sliceLane(10, rowCount)])])], { folded: new Set(), foldedRanks: new Set() })
        .rows[2].height;
    expect(heights(3)).toBe(3 * metrics.sliceRow + 2 * metrics.rowPadding);
    expect(heights(41)).toBe(41 * metrics.denseSliceRow + 2 * metrics.rowPadding);
  });

  it('leaves out what is folded and tells where it is hidden', () => {
    const built = model([1], [1]);
    expect(keys(built)).toEqual(['rank-0', 'group-1', 'group-2', 'lane-20', 'rank-1']);
    expect(built.rowOfLane.get(10 as LaneId)).toBe(1);
    expect(built.rowOfLane.get(30 as LaneId)).toBe(4);
    expect(laneSpot(built, 11 as LaneId, 0)).toMatchObject({ isHidden: true, y: built.rows[1].top + 2 });
  });

  it('folds a lane of several rows to one, and leaves a lane of one row as it is', () => {
    const built = model([10, 11]);
    expect(built.rows[2]).toMatchObject({ isFolded: true, height: metrics.foldedLane + 2 * metrics.rowPadding });
    expect(built.rows[3]).toMatchObject({ isFolded: false, isFoldable: false });
  });

  it('finds the place of a row of a lane', () => {
    const built = model();
    const lane = built.rows[2];
    expect(laneSpot(built, 10 as LaneId, 2)).toEqual({
      y: lane.top + metrics.rowPadding + 2 * metrics.sliceRow,
      height: metrics.sliceRow - 1,
      isHidden: false,
    });
    expect(laneSpot(built, 99 as LaneId, 0)).toBeUndefined();
  });

  it('finds rows by their place', () => {
    const built = model();
    for (const [index, row] of built.rows.entries()) {
      expect(rowIndexAt(built, row.top)).toBe(index);
      expect(rowIndexAt(built, row.top + row.height - 0.01)).toBe(index);
    }
    expect(rowIndexAt(built, -1)).toBeUndefined();
    expect(rowIndexAt(built, built.totalHeight)).toBeUndefined();
    const third = built.rows[2];
    expect(rowsBetween(built, third.top, third.top + third.height)).toEqual({ first: 2, end: 3 });
    expect(rowsBetween(built, third.top - 1, third.top + third.height + 1)).toEqual({ first: 1, end: 4 });
    expect(rowsBetween(built, -100, 1e6)).toEqual({ first: 0, end: built.rows.length });
    expect(rowsBetween(built, built.totalHeight + 5, 1e6)).toEqual({ first: 0, end: 0 });
  });
});
