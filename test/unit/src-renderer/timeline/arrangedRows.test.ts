import { describe, expect, it } from 'vitest';
import type { GroupKind, LaneGroup, LaneId } from '../../../../src-contract';
import { noLaneFilter, orderKey } from '../../../../src-renderer/session/lanes/laneArrangement';
import { lanesOf } from '../../../../src-renderer/timeline/data/windowPlan';
import { droppedAt, siblingsOf, stepped } from '../../../../src-renderer/timeline/lanes/siblings';
import { buildRowModel, type RowsInput } from '../../../../src-renderer/timeline/rows/buildRows';
import { laneSpot, type RowModel, rowWindow } from '../../../../src-renderer/timeline/rows/rows';
import { rowLevel, rowTitle } from '../../../../src-renderer/timeline/rows/rowText';
import { counterLane, group, rank, sliceLane } from './picture';

const of = (kind: GroupKind, made: LaneGroup): LaneGroup => ({
  ...made,
  kind,
  name: `Process ${made.id}`,
  pid: `${made.id}`,
});
const named = <T extends { readonly name: string }>(name: string, lane: T): T => ({ ...lane, name });
const ranks = [0, 1].map((index) =>
  rank(index, [
    of(
      'hardware',
      group(index * 100 + 1, [
        named('Stream 1', sliceLane(index * 100 + 10, 3)),
        named('Stream 2', sliceLane(index * 100 + 11)),
      ]),
    ),
    of('communication', group(index * 100 + 2, [named('Plane 0', sliceLane(index * 100 + 20))])),
    of('counters', group(index * 100 + 3, [named('HBM', counterLane(index * 100 + 30, 1))])),
  ]),
);

function model(input: Partial<RowsInput> = {}): RowModel {
  return buildRowModel(ranks, { folded: new Set(), foldedRanks: new Set(), ...input });
}
const keys = (built: RowModel) => built.rows.map(({ key }) => key);
const ids = (...all: number[]) => new Set(all as LaneId[]);
const firstOfRank = ['rank-0', 'group-1', 'lane-10', 'lane-11', 'group-2', 'lane-20', 'group-3', 'lane-30'];
const secondRank = ['rank-1', 'group-101', 'lane-110', 'lane-111', 'group-102', 'lane-120', 'group-103', 'lane-130'];

describe('hidden lanes', () => {
  it('are not there, nor those of hidden groups and ranks; what looks for them finds what they are in', () => {
    expect(keys(model())).toEqual([...firstOfRank, ...secondRank]);
    const built = model({ hidden: ids(10, 2), hiddenRanks: new Set([1]) });
    expect(keys(built)).toEqual(['rank-0', 'group-1', 'lane-11', 'group-3', 'lane-30']);
    expect([10, 20, 2].map((id) => built.rowOfLane.get(id as LaneId))).toEqual([1, 0, 0]);
    expect(laneSpot(built, 110 as LaneId, 0)).toBeUndefined();
  });
});

describe('the filter', () => {
  it('by words keeps lanes of which rank, process or name hold each of them, open whatever is folded', () => {
    const folds = { folded: ids(1, 101), foldedRanks: new Set([1]) };
    const filtered = (text: string) => keys(model({ ...folds, laneFilter: { ...noLaneFilter, text } }));
    expect(filtered('  STREAM 2 ')).toEqual(['rank-0', 'group-1', 'lane-11', 'rank-1', 'group-101', 'lane-111']);
    expect(filtered(`${ranks[1].label} plane`)).toEqual(['rank-1', 'group-102', 'lane-120']);
    expect(filtered('nothing of it')).toEqual([]);
  });

  it('by rank, kind and chosen lanes keeps what is of all of them', () => {
    const filter = { ...noLaneFilter, ranks: new Set([1]), kinds: new Set<GroupKind>(['communication', 'counters']) };
    expect(keys(model({ laneFilter: filter }))).toEqual(['rank-1', 'group-102', 'lane-120', 'group-103', 'lane-130']);
    const lanes = { name: 'tp', ids: ids(20, 120) };
    expect(keys(model({ laneFilter: { ...noLaneFilter, lanes } }))).toEqual([
      'rank-0',
      'group-2',
      'lane-20',
      'rank-1',
      'group-102',
      'lane-120',
    ]);
    expect(keys(model({ laneFilter: { ...filter, lanes } }))).toEqual(['rank-1', 'group-102', 'lane-120']);
  });
});

describe('the order', () => {
  it('is the one they were put in, at each level; what was not put comes after', () => {
    const laneOrder = new Map<string, readonly number[]>([
      [orderKey.ranks, [1, 0]],
      [orderKey.ofRank(1), [103, 101]],
      [orderKey.ofGroup(1 as LaneId), [11]],
    ]);
    expect(keys(model({ laneOrder }))).toEqual([
      ...['rank-1', 'group-103', 'lane-130', 'group-101', 'lane-110', 'lane-111', 'group-102', 'lane-120'],
      ...['rank-0', 'group-1', 'lane-11', 'lane-10', 'group-2', 'lane-20', 'group-3', 'lane-30'],
    ]);
  });

  it('moves a row one place among those of its parent, and no further', () => {
    const built = model({ pinned: [20, 130] as LaneId[] });
    const row = (key: string) => built.rows.find((own) => own.key === key)!;
    expect(stepped(built, row('lane-11'), -1)).toEqual({ parent: 'group-1', children: [11, 10] });
    expect(stepped(built, row('lane-11'), 1)).toBeUndefined();
    expect(stepped(built, row('lane-10'), -1)).toBeUndefined();
    expect(stepped(built, row('group-1'), 1)).toEqual({ parent: 'rank-0', children: [2, 1, 3] });
    expect(stepped(built, row('rank-0'), 1)).toEqual({ parent: 'ranks', children: [1, 0] });
    expect(stepped(built, row('lane-130'), -1)).toEqual({ parent: 'pinned', children: [130, 20] });
  });

  it('drops a row before or after the one whose half the pointer is on, with all that stands below it', () => {
    const built = model();
    const row = (key: string) => built.rows.find((own) => own.key === key)!;
    const siblings = siblingsOf(built, row('rank-0'));
    const [first, second] = siblings;
    expect([first.top, first.bottom, second.bottom]).toEqual([0, row('rank-1').top, built.totalHeight]);
    const at = (y: number) => droppedAt(row('rank-0'), siblings, y);
    expect(at(second.bottom - 1)).toEqual({ y: second.bottom, order: { parent: 'ranks', children: [1, 0] } });
    expect(at(second.top + 1)).toEqual({ y: second.top, order: undefined });
    expect(at(-50)).toEqual({ y: 0, order: undefined });
    expect(at(1e9)?.order?.children).toEqual([1, 0]);
  });
});

describe('by kind', () => {
  it('lanes of all ranks stand under a heading for each kind, those of one name together', () => {
    const built = model({ laneGrouping: 'kind', folded: ids(1, 102), foldedRanks: new Set([0]) });
    expect(keys(built)).toEqual([
      ...['kind-hardware', 'lane-10', 'lane-110', 'lane-11', 'lane-111'],
      ...['kind-communication', 'lane-20', 'lane-120', 'kind-counters', 'lane-30', 'lane-130'],
    ]);
    expect(built.rows.map(rowLevel)).toEqual([1, 2, 2, 2, 2, 1, 2, 2, 1, 2, 2]);
    expect(rowTitle(built.rows[2], (key) => key)).toBe(`${ranks[1].label} › Stream 1`);
    let top = 0;
    for (const row of built.rows) {
      expect(row.top).toBe(top);
      top += row.height;
    }
  });

  it('a folded heading hides its lanes, and those that look for them find it', () => {
    const built = model({ laneGrouping: 'kind', foldedKinds: new Set<GroupKind>(['hardware']), hidden: ids(2) });
    expect(keys(built)).toEqual([
      'kind-hardware',
      'kind-communication',
      'lane-120',
      'kind-counters',
      'lane-30',
      'lane-130',
    ]);
    expect(built.rowOfLane.get(111 as LaneId)).toBe(0);
  });
});

describe('a folded group of counters', () => {
  it('asks for its counters, to draw them; one with slices for where they are busy', () => {
    const built = model({ folded: ids(1, 3), foldedRanks: new Set([1]) });
    const asked = lanesOf(built, rowWindow(built, 0, built.totalHeight));
    expect(asked.lanes).toEqual([20, 30]);
    expect(asked.folded).toContain(1);
    expect(asked.folded).not.toContain(3);
  });
});

describe('lanes that stand for others', () => {
  const merge = { into: 'one', byNs: 0, of: [10, 11] as LaneId[] } as const;
  const made = { ...of('hardware', group(50, [named('Stream 1 + Stream 2', sliceLane(51, 2))])), merge };
  const together = [{ ...ranks[0], groups: [made, ...ranks[0].groups] }, ranks[1]];
  const built = (input: Partial<RowsInput>) =>
    buildRowModel(together, { folded: new Set(), foldedRanks: new Set(), ...input });

  it('are there while they are in force, the others are not; what looks for those finds them', () => {
    expect(keys(built({}))).toEqual([...firstOfRank, ...secondRank]);
    const inForce = built({ merged: ids(50) });
    const rest = ['group-2', 'lane-20', 'group-3', 'lane-30'];
    expect(keys(inForce)).toEqual(['rank-0', 'group-50', 'lane-51', ...rest, ...secondRank]);
    expect([10, 11].map((id) => inForce.rowOfLane.get(id as LaneId))).toEqual([2, 2]);
    expect(keys(built({ merged: ids(50), pinned: [...ids(10)] })).includes('lane-10')).toBe(false);
    // By kind, too.
    const kinds = keys(built({ merged: ids(50), laneGrouping: 'kind' }));
    expect(kinds.slice(0, 4)).toEqual(['kind-hardware', 'lane-51', 'lane-110', 'lane-111']);
  });
});

it('lanes of one height are all as high, and show two rows; as many as they have otherwise', () => {
  const heights = (built: RowModel) =>
    built.rows.filter(({ kind }) => kind === 'slices' || kind === 'counter').map(({ height }) => height);
  expect(new Set(heights(model({ laneHeights: 'fixed' }))).size).toBe(1);
  expect(new Set(heights(model())).size).toBe(3);
  const shown = model({ laneHeights: 'fixed' }).rows.flatMap((row) => (row.kind === 'slices' ? [row.shownRows] : []));
  expect(shown).toEqual([2, 1, 1, 2, 1, 1]);
});
