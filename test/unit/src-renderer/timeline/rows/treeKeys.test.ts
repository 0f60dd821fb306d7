import { describe, expect, it } from 'vitest';
import type { LaneId } from '../../../../../src-contract';
import { buildRowModel } from '../../../../../src-renderer/timeline/rows/buildRows';
import { treeKey } from '../../../../../src-renderer/timeline/rows/treeKeys';
import { group, rank, sliceLane } from '../picture';

const ranks = [rank(0, [group(1, [sliceLane(10, 2), sliceLane(11)]), group(2, [sliceLane(20)])])];
const model = buildRowModel(ranks, { folded: new Set([2 as LaneId]), foldedRanks: new Set() });

const press = (code: string, from: string): string | undefined => {
  const move = treeKey(code, model, from);
  return move === undefined ? undefined : `${move.kind} ${move.row.key}`;
};

describe('keys in the tree of lanes', () => {
  it('go up and down, and stop at the ends', () => {
    expect(press('ArrowDown', 'rank-0')).toBe('focus group-1');
    expect(press('ArrowUp', 'rank-0')).toBe('focus rank-0');
    expect(press('ArrowDown', 'group-2')).toBe('focus group-2');
    expect(press('End', 'rank-0')).toBe('focus group-2');
    expect(press('Home', 'lane-11')).toBe('focus rank-0');
  });

  it('unfold and go in, fold and go out', () => {
    expect(press('ArrowRight', 'group-2')).toBe('toggle group-2');
    expect(press('ArrowRight', 'group-1')).toBe('focus lane-10');
    expect(press('ArrowLeft', 'lane-10')).toBe('toggle lane-10');
    expect(press('ArrowLeft', 'lane-11')).toBe('focus group-1');
    expect(press('ArrowLeft', 'group-2')).toBe('focus rank-0');
    expect(press('Enter', 'lane-11')).toBe('select lane-11');
    expect(press('Space', 'lane-11')).toBeUndefined();
    expect(press('Enter', 'group-1')).toBe('toggle group-1');
    expect(press('Space', 'group-1')).toBe('toggle group-1');
  });

  it('leave other keys alone', () => {
    expect(press('KeyW', 'group-1')).toBeUndefined();
    expect(press('ArrowDown', 'lane-99')).toBeUndefined();
  });
});
