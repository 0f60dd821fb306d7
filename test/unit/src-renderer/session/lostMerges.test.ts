import { expect, test, vi } from 'vitest';
import type { LaneGroup, LaneId, RankState } from '../../../../src-contract';
import { createSession } from '../../../../src-renderer/session/createSession';
import { createLostMerges } from '../../../../src-renderer/session/lostMerges';
import { dumpState, laneGroup, laneId, rankState, sliceLane } from '../../../fixtures/dumpState';
import { scriptedEngine, settled } from '../../../fixtures/scriptedEngine';

const place = '/dump/rank0';

/** A rank as it is read for a filter: only lanes whose names are among these, with the ids they always have. */
function rankOf(generation: number, names: readonly string[], made: readonly LaneGroup[] = []): RankState {
  const lanes = ['a', 'b', 'c'].flatMap((name, at) => (names.includes(name) ? [sliceLane(at + 1, { name })] : []));
  return rankState(0, { place, status: 'ready', generation, groups: [...made, laneGroup(50, lanes)] });
}

const mergedGroup = (id: number, of: readonly number[]): LaneGroup =>
  laneGroup(id, [sliceLane(id + 1)], { merge: { into: 'one', byNs: -5, of: of.map(laneId) } });

test('what goes with its index waits for its lanes, and for all of them also when only some were there meanwhile', () => {
  const lost = createLostMerges();
  const whole = { ranks: [rankOf(1, ['a', 'b', 'c'], [mergedGroup(900, [1, 2])])] };
  const none = { ranks: [rankOf(2, ['c'])] };
  const merged = new Set([laneId(900)]);
  expect(lost.follow(whole, whole, merged)).toEqual([]);
  expect(lost.follow(none, whole, merged)).toEqual([900]);
  expect(lost.take(none)).toEqual([]);
  expect(lost.waiting()).toHaveLength(1);
  // Read again for "a": half of it.
  const half = { ranks: [rankOf(3, ['a'])] };
  expect(lost.follow(half, none, new Set())).toEqual([]);
  const [first] = lost.take(half);
  expect(first.wish).toMatchObject({ lanes: [1], into: 'one', byNs: -5 });
  expect(lost.waiting()).toEqual([]);
  lost.made(laneId(910), first.lost);
  const halfMade = { ranks: [rankOf(3, ['a'], [mergedGroup(910, [1])])] };
  const all = { ranks: [rankOf(4, ['a', 'b', 'c'])] };
  expect(lost.follow(all, halfMade, new Set([laneId(910)]))).toEqual([910]);
  expect(lost.take(all).map(({ wish }) => wish.lanes)).toEqual([[1, 2]]);
});

test('groups that are not in force, or that stay, are not lost', () => {
  const lost = createLostMerges();
  const before = { ranks: [rankOf(1, ['a', 'b'], [mergedGroup(900, [1, 2]), mergedGroup(910, [1])])] };
  const now = { ranks: [rankOf(2, ['a', 'b'], [mergedGroup(900, [1, 2])])] };
  expect(lost.follow(now, before, new Set([laneId(900)]))).toEqual([]);
  expect(lost.waiting()).toEqual([]);
});

test('in the window a rank that is read again has its merged lanes again, and undo takes them apart', async () => {
  const { engine, watches } = scriptedEngine();
  const mergeLanes = vi.fn(async () => laneId(910));
  const dump = dumpState({ ranks: [rankOf(1, ['a', 'b'])] });
  const onError = vi.fn();
  const session = createSession({ engine: { ...engine, mergeLanes }, dump, onError, watchRetryMs: 1 });
  const merged = () => [...session.store.getState().merged];
  mergeLanes.mockResolvedValueOnce(laneId(900));
  const [rank] = dump.ranks;
  const done = session.actions.mergeLanes({ rank, lanes: [1, 2] as LaneId[], into: 'one', byNs: -5 });
  watches[0]!.answer({ ...dump, revision: 2, ranks: [rankOf(1, ['a', 'b'], [mergedGroup(900, [1, 2])])] });
  await done;
  expect(merged()).toEqual([900]);

  await expect.poll(() => watches.length).toBe(2);
  watches[1]!.answer({ ...dump, revision: 3, ranks: [rankOf(2, ['a', 'b'])] });
  await settled();
  expect(merged()).toEqual([]);
  await expect.poll(() => watches.length).toBe(3);
  watches[2]!.answer({ ...dump, revision: 4, ranks: [rankOf(2, ['a', 'b'], [mergedGroup(910, [1, 2])])] });
  await expect.poll(merged).toEqual([910]);
  expect(mergeLanes).toHaveBeenLastCalledWith(dump.id, { rank: 0, lanes: [1, 2], into: 'one', byNs: -5 });
  session.actions.go('undo');
  expect(merged()).toEqual([]);
  session.actions.go('redo');
  expect(merged()).toEqual([910]);
  expect(onError).not.toHaveBeenCalled();
  session.dispose();
});

test('while lanes are put together again they are remembered, and wait once more where their rank is read again meanwhile', async () => {
  const { engine, watches } = scriptedEngine();
  const made: ((group: LaneId) => void)[] = [];
  const mergeLanes = vi.fn(() => new Promise<LaneId>((resolve) => made.push(resolve)));
  const dump = dumpState({ ranks: [rankOf(1, ['a', 'b'])] });
  // As the address has it.
  const first = createSession({ engine, dump, onError: vi.fn() });
  first.store.setState({
    dump: { ...dump, ranks: [rankOf(1, ['a', 'b'], [mergedGroup(900, [1, 2])])] },
    merged: new Set([laneId(900)]),
  });
  const remembered = first.remember();
  expect(remembered.merges).toHaveLength(1);
  first.dispose();

  const onError = vi.fn();
  const session = createSession({ engine: { ...engine, mergeLanes }, dump, remembered, onError, watchRetryMs: 1 });
  await expect.poll(() => made.length).toBe(1);
  // It is in force nowhere, and whoever reloads now has it again.
  expect(session.store.getState().merged.size).toBe(0);
  expect(session.remember().merges).toEqual(remembered.merges);

  // The rank is read again before the group is there.
  const latest = watches.length - 1;
  watches[latest]!.answer({ ...dump, revision: 2, ranks: [rankOf(2, ['a', 'b'])] });
  await settled();
  made[0]!(laneId(900));
  await expect.poll(() => made.length, { timeout: 5_000 }).toBe(2);
  expect(session.store.getState().merged.size).toBe(0);
  expect(session.remember().merges).toEqual(remembered.merges);
  made[1]!(laneId(910));
  await expect.poll(() => watches.length).toBe(latest + 2);
  watches[latest + 1]!.answer({ ...dump, revision: 3, ranks: [rankOf(2, ['a', 'b'], [mergedGroup(910, [1, 2])])] });
  await expect.poll(() => [...session.store.getState().merged]).toEqual([910]);
  expect(session.remember().merges).toEqual(remembered.merges);
  expect(onError).not.toHaveBeenCalled();
  session.dispose();
});
