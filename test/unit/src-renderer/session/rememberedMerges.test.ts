import { expect, test } from 'vitest';
import type { LaneGroup, LaneId, RankState } from '../../../../src-contract';
import { mergesThere, readMerges, rememberedMerges } from '../../../../src-renderer/session/rememberedMerges';
import { dumpState, laneGroup, laneId, rankState, sliceLane } from '../../../fixtures/dumpState';

const lane = (id: number, name: string) =>
  ({ id: id as LaneId, kind: 'slices', name, tid: name, startNs: 0, endNs: 9 }) as LaneGroup['lanes'][number];

/** Ids begin at `first`: another opening numbers lanes otherwise. */
function rankOf(first: number, merges: readonly LaneGroup[] = []): RankState {
  const id = (n: number) => (first + n) as LaneId;
  const common = { kind: 'hardware', pid: '7', labels: '' } as const;
  const groups: readonly LaneGroup[] = [
    { ...common, id: id(0), name: 'Hardware', lanes: [lane(id(1), '2'), lane(id(2), '3'), lane(id(3), '4')] },
    { ...common, id: id(4), name: 'HCCL', lanes: [lane(id(5), '2'), lane(id(6), '5')] },
  ];
  return { ...rankState(0), place: '/data/rank0', status: 'ready', groups: [...merges, ...groups] };
}

const made = (id: number, of: readonly number[], byNs = 0): LaneGroup => ({
  ...{ id: id as LaneId, kind: 'hardware', name: 'Merged lanes', pid: '', labels: '', lanes: [lane(id + 1, 'x')] },
  merge: { into: 'one', byNs, of: of as readonly LaneId[] },
});

test('what stands for what is known again by names, whole groups in one word, whatever the ids', () => {
  const rank = rankOf(10, [made(900, [11, 12, 13, 15]), made(910, [16], -5)]);
  const kept = rememberedMerges([rank], new Set([900, 910] as LaneId[]));
  expect(kept.map(({ lanes }) => lanes.length)).toEqual([2, 1]);
  const again = rankOf(500);
  const { wanted, waiting } = mergesThere(readMerges(JSON.parse(JSON.stringify(kept))), [again]);
  expect(waiting).toEqual([]);
  expect(wanted.map(({ wish: { lanes, byNs } }) => [lanes, byNs])).toEqual([
    [[501, 502, 503, 505], 0],
    [[506], -5],
  ]);
});

test('those that are not in force are forgotten; those of ranks that are not read wait', () => {
  const rank = rankOf(10, [made(900, [11, 12])]);
  expect(rememberedMerges([rank], new Set())).toEqual([]);
  const kept = rememberedMerges([rank], new Set([900 as LaneId]));
  const unread: RankState = { ...rank, status: 'unread', groups: [] };
  expect(mergesThere(kept, [unread])).toEqual({ wanted: [], waiting: kept });
  expect(mergesThere(kept, dumpState().ranks)).toEqual({ wanted: [], waiting: kept });
});

test('where a filter leaves lanes out they wait, or are made of the others; remembered are all of them', () => {
  const rank = rankOf(10, [made(900, [11, 12, 15])]);
  const kept = rememberedMerges([rank], new Set([900 as LaneId]));
  const [, hardware, hccl] = rank.groups as readonly [LaneGroup, LaneGroup, LaneGroup];
  const only = (...ids: readonly number[]): RankState => ({
    ...rank,
    groups: [hardware, hccl].map((group) => ({ ...group, lanes: group.lanes.filter(({ id }) => ids.includes(id)) })),
  });
  // One of them alone would stand for itself.
  for (const ids of [[13], [12]]) expect(mergesThere(kept, [only(...ids)])).toEqual({ wanted: [], waiting: kept });
  const { wanted, waiting } = mergesThere(kept, [only(12, 13, 15)]);
  expect(wanted.map(({ wish, merge }) => [wish.lanes, merge])).toEqual([[[12, 15], kept[0]]]);
  expect(waiting).toEqual([]);
  const partly = only(12, 13, 15);
  const remade: RankState = { ...partly, groups: [made(900, [12, 15]), ...partly.groups] };
  expect(rememberedMerges([remade], new Set([900 as LaneId]), () => kept[0])).toEqual(kept);
});

test('what somebody else wrote is read as far as it makes sense', () => {
  const good = { into: 'work', byNs: 5, place: '/a', lanes: ['x'] };
  expect(readMerges([good, { ...good, into: 'two' }, { ...good, byNs: 'x' }, { ...good, lanes: 7 }, 7, null])).toEqual([
    good,
  ]);
  expect(readMerges('x')).toEqual([]);
});

/** 150 streams with few slices and two with many. */
function rankOfStreams(): RankState {
  const lanes = Array.from({ length: 152 }, (_, at) => sliceLane(at + 1, { name: `Stream ${at}`, tid: `${at}` }));
  const filled = lanes.map((own, at) => ({ ...own, sliceCount: at < 150 ? 1 + (at % 4) : 1_000 }));
  return {
    ...rankState(0),
    place: '/data/rank0',
    status: 'ready',
    groups: [laneGroup(900, filled, { kind: 'hardware' })],
  };
}

const packedGroup = (of: readonly LaneId[]): LaneGroup => ({
  ...laneGroup(950, [sliceLane(951)]),
  merge: { into: 'work', byNs: 0, of },
});

test.each([
  ['all near-empty streams', (at: number) => at < 150, 0, 0],
  ['all but two of them', (at: number) => at < 150 && at !== 7 && at !== 9, 0, 2],
  ['one that is not a stream with few slices makes all of them full', (at: number) => at < 151, 0, 1],
])('hundreds of streams in one word: %s', (_, isPacked, named, without) => {
  const rank = rankOfStreams();
  const ids = rank.groups[0].lanes.flatMap(({ id }, at) => (isPacked(at) ? [id] : []));
  const state: RankState = { ...rank, groups: [packedGroup(ids), ...rank.groups] };
  const kept = rememberedMerges([state], new Set([laneId(950)]));
  expect(kept).toHaveLength(1);
  expect(kept[0].lanes).toHaveLength(named);
  expect(kept[0].packed?.without).toHaveLength(without);
  expect(JSON.stringify(kept).length).toBeLessThan(250);
  const { wanted } = mergesThere(readMerges(JSON.parse(JSON.stringify(kept))), [rank]);
  expect(wanted.map(({ wish: { lanes, into } }) => [[...lanes].sort((a, b) => a - b), into])).toEqual([[ids, 'work']]);
});

test('few lanes of many are named one by one, also by kind of work', () => {
  const rank = rankOfStreams();
  const ids = rank.groups[0].lanes.slice(0, 10).map(({ id }) => id);
  const state: RankState = { ...rank, groups: [packedGroup(ids), ...rank.groups] };
  const [kept] = rememberedMerges([state], new Set([laneId(950)]));
  expect(kept.packed).toBeUndefined();
  expect(kept.lanes).toHaveLength(10);
});
