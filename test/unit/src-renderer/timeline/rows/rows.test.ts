import { describe, expect, it } from 'vitest';
import type { GroupKind, LaneGroup, LaneId, TimePart } from '../../../../../src-contract';
import { buildRowModel } from '../../../../../src-renderer/timeline/rows/buildRows';
import { metrics } from '../../../../../src-renderer/timeline/rows/metrics';
import {
  eachRow,
  laneRowsBetween,
  laneSpot,
  lanesTouching,
  type RowModel,
  rankStrips,
  rowIndexAt,
  rowsBetween,
  rowWindow,
} from '../../../../../src-renderer/timeline/rows/rows';
import { rowDetail } from '../../../../../src-renderer/timeline/rows/rowText';
import { counterLane, group, rank, sliceLane } from '../picture';

const ranks = [
  rank(0, [group(1, [sliceLane(10, 3), sliceLane(11)]), group(2, [counterLane(20, 2)])]),
  rank(1, [group(3, [sliceLane(30)])]),
];

function model(folded: readonly number[] = [], foldedRanks: readonly number[] = []): RowModel {
  return buildRowModel(ranks, { folded: new Set(folded as LaneId[]), foldedRanks: new Set(foldedRanks) });
}

const keys = (rows: RowModel) => rows.rows.map((row) => row.key);

describe('the row model', () => {
  it('has pinned lanes above everything, in their order, and nowhere else, whatever is folded', () => {
    const pinned = [30, 11, 99] as LaneId[];
    const built = buildRowModel(ranks, { folded: new Set([1] as LaneId[]), foldedRanks: new Set([1]), pinned });
    expect(keys(built)).toEqual(['lane-30', 'lane-11', 'rank-0', 'group-1', 'group-2', 'lane-20', 'rank-1']);
    expect(built.rows.slice(0, 3).map(({ isPinned = false }) => isPinned)).toEqual([true, true, false]);
    expect(laneSpot(built, 30 as LaneId, 0)).toMatchObject({ isHidden: false });
    expect(built.rowOfLane.get(11 as LaneId)).toBe(1);
    expect(built.rowOfLane.get(10 as LaneId)).toBe(3);
  });

  it('keeps pinned lanes where they are as far as there is room, above 0; the rest is scrolled', () => {
    const folds = { folded: new Set<LaneId>(), foldedRanks: new Set<number>(), pinned: [30, 11] as LaneId[] };
    const whole = buildRowModel(ranks, folds, 1000);
    const [first, second, third] = whole.rows;
    expect([whole.fixedCount, whole.fixedHeight]).toEqual([2, first.height + second.height]);
    expect([first.top, second.top, third.top]).toEqual([-whole.fixedHeight, -second.height, 0]);
    expect(whole.totalHeight).toBe(whole.rows.slice(2).reduce((sum, { height }) => sum + height, 0));
    expect([-whole.fixedHeight - 1, -whole.fixedHeight, -1, 0].map((y) => rowIndexAt(whole, y))).toEqual([
      undefined,
      0,
      1,
      2,
    ]);
    // They are in every window, each as a whole, and no row twice.
    const seen: number[] = [];
    eachRow(whole, rowWindow(whole, third.height, third.height + 5), (row, index, top, bottom) => {
      seen.push(index);
      if (row.kind === 'slices' && row.top < 0)
        expect(laneRowsBetween(row, top, bottom)).toEqual({ first: 0, end: row.shownRows });
    });
    expect(seen).toEqual([0, 1, 3]);
    const some = buildRowModel(ranks, folds, first.height);
    expect([some.fixedCount, some.rows[1].top, some.rows[1].key]).toEqual([1, 0, second.key]);
  });

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

  describe('the first look', () => {
    const ofKind = (id: number, kind: GroupKind, lanes: LaneGroup['lanes'] = [sliceLane(id + 1)]) => ({
      ...group(id, lanes),
      kind,
    });
    const timeLane = (id: number, timePart: TimePart) => sliceLane(id, 1, { timePart });
    const parts = [
      timeLane(41, 'computing'),
      timeLane(42, 'communication'),
      timeLane(43, 'exposed'),
      timeLane(44, 'free'),
    ];
    const ranks = [
      rank(0, [
        ofKind(10, 'python', [sliceLane(11, 30), sliceLane(12, 2)]),
        ofKind(20, 'cann'),
        ofKind(30, 'hardware'),
        ofKind(35, 'hardware'),
        ofKind(40, 'overlap', parts),
      ]),
    ];
    const build = (folded: readonly number[]) =>
      buildRowModel(ranks, { folded: new Set(folded as readonly LaneId[]), foldedRanks: new Set() });

    it('the device first, groups of one kind in the order of the dump', () => {
      const ids = build([]).rows.flatMap((row) => (row.kind === 'group' ? row.group.id : []));
      expect(ids).toEqual([30, 35, 40, 10, 20]);
    });

    it('only the groups of a preset; those of others stand for their rank', () => {
      const built = buildRowModel(ranks, { folded: new Set(), foldedRanks: new Set(), lanePreset: 'host' });
      expect(built.rows.flatMap((row) => (row.kind === 'group' ? row.group.id : []))).toEqual([10, 20]);
      expect(built.rowOfLane.get(31 as LaneId)).toBe(0);
    });

    it('of a folded stack of Python calls three rows, and how many there are more', () => {
      const built = build([11, 12]);
      const [stack, small] = [11, 12].map((id) => built.rows[built.rowOfLane.get(id as LaneId) ?? 0]);
      expect(stack).toMatchObject({
        isFolded: true,
        shownRows: 3,
        height: 3 * metrics.sliceRow + 2 * metrics.rowPadding,
      });
      expect(small).toMatchObject({ isFoldable: false, isFolded: false, shownRows: 2 });
      expect(rowDetail(stack, 0)).toBe('+27');
      expect(rowDetail(small, 0)).toBe('');
      expect(laneSpot(built, 11 as LaneId, 2)).toMatchObject({ isHidden: false });
      expect(laneSpot(built, 11 as LaneId, 3)).toMatchObject({ isHidden: true });
    });

    it('of a rank one strip of the lanes that are all of its time; without such one for each group, if it is folded', () => {
      const [open] = build([]).rows;
      expect(open.kind === 'rank' && rankStrips(open)).toEqual([41, 43, 44]);
      const plain = (foldedRanks: readonly number[]) =>
        buildRowModel([rank(0, [ofKind(10, 'python')])], { folded: new Set(), foldedRanks: new Set(foldedRanks) })
          .rows[0];
      const [unfolded, folded] = [plain([]), plain([0])];
      expect(unfolded.kind === 'rank' && rankStrips(unfolded)).toEqual([]);
      expect(folded.kind === 'rank' && rankStrips(folded)).toEqual([10]);
    });
  });
});

describe('the lanes between two heights', () => {
  const topOf = (rows: RowModel, key: string) => rows.rows.find((row) => row.key === key)?.top ?? Number.NaN;

  it('are those whose rows are touched, and those that a folded row among them hides', () => {
    const rows = model([2], [1]);
    expect(lanesTouching(rows, topOf(rows, 'lane-11') - 1, topOf(rows, 'lane-11') + 1)).toEqual([10, 11]);
    expect(lanesTouching(rows, topOf(rows, 'lane-11') + 1, topOf(rows, 'group-2') + 1)).toEqual([11, 20]);
    expect(lanesTouching(rows, topOf(rows, 'rank-1') + 1, topOf(rows, 'rank-1') + 2)).toEqual([30]);
    expect(lanesTouching(rows, rows.totalHeight + 5, rows.totalHeight + 9)).toEqual([]);
  });

  it('are all that are below a heading, where nothing but headings was dragged over', () => {
    const rows = model();
    expect(lanesTouching(rows, 1, 2)).toEqual([10, 11, 20]);
    expect(lanesTouching(rows, topOf(rows, 'group-1') + 1, topOf(rows, 'group-1') + 2)).toEqual([10, 11]);
    expect(lanesTouching(rows, 1, topOf(rows, 'lane-10') + 1)).toEqual([10]);
  });

  it('are pinned ones above 0 alone, since they lie over what is scrolled', () => {
    const folds = { folded: new Set<LaneId>(), foldedRanks: new Set<number>(), pinned: [30] as LaneId[] };
    const rows = buildRowModel(ranks, folds, 1000);
    expect(lanesTouching(rows, -rows.fixedHeight, -1)).toEqual([30]);
  });
});
