import { describe, expect, it } from 'vitest';
import type { GroupKind, LaneId } from '../../../../src-contract';
import type { FirstFolds } from '../../../../src-renderer/session/folds';
import { noLaneFilter, orderKey, plainArrangement } from '../../../../src-renderer/session/lanes/laneArrangement';
import {
  appliedPreset,
  createOwnPresets,
  presetOf,
  renamedPreset,
  withoutPreset,
  withPreset,
} from '../../../../src-renderer/session/ownPresets';
import {
  createLaneReturn,
  foldsOf,
  readRememberedLanes,
  rememberLanes,
} from '../../../../src-renderer/session/rememberedLanes';
import type { SessionState } from '../../../../src-renderer/session/sessionState';
import { dumpState, laneGroup, rankState, sliceLane } from '../../../fixtures/dumpState';

const ids = (...all: number[]) => new Set(all as LaneId[]);
/** Processes and threads of dumps 5000 ids apart have the same numbers. */
const numberOf = (id: number) => `${id % 5000}`;
const group = (id: number, kind: GroupKind, name: string, lanes: readonly (readonly [number, string])[]) =>
  laneGroup(
    id,
    lanes.map(([lane, laneName]) => sliceLane(lane, { name: laneName, tid: numberOf(lane) })),
    { kind, name, pid: numberOf(id) },
  );
/** A dump of ranks alike; ids begin at `base`. */
const dumpOf = (base: number, count: number, place: string) =>
  dumpState({
    ranks: Array.from({ length: count }, (_, index) => {
      const at = base + index * 100;
      return rankState(index, {
        place: `${place}/${index}`,
        groups: [
          group(at + 1, 'hardware', 'Ascend Hardware', [
            [at + 10, 'Stream 1'],
            [at + 11, 'Stream 2'],
          ]),
          group(at + 2, 'communication', 'HCCL', [[at + 20, 'Plane 0']]),
          group(at + 3, 'python', `python ${numberOf(at + 3)}`, [[at + 30, 'main']]),
        ],
      });
    }),
  });
const open: FirstFolds = { rank: () => false, group: () => false, lane: () => false };
const stateOf = (dump: ReturnType<typeof dumpOf>, change: Partial<SessionState> = {}): SessionState =>
  ({
    ...plainArrangement,
    dump,
    lanePreset: 'everything',
    packedRanks: new Set(),
    folded: new Set(),
    foldedRanks: new Set(),
    shownFlows: new Set(),
    pinned: [],
    marks: [],
    userMarks: [],
    ...change,
  }) as unknown as SessionState;

describe('an arrangement that is remembered', () => {
  const dump = dumpOf(0, 2, '/job');
  const arranged = stateOf(dump, {
    hidden: ids(10, 102),
    hiddenRanks: new Set([1]),
    folded: ids(2),
    pinned: [30, 20] as LaneId[],
    laneGrouping: 'kind',
    laneOrder: new Map<string, readonly number[]>([
      [orderKey.ranks, [1, 0]],
      [orderKey.ofRank(0), [2, 1]],
      [orderKey.ofGroup(1 as LaneId), [11, 10]],
    ]),
  });
  const kept = () => readRememberedLanes(JSON.parse(JSON.stringify(rememberLanes(arranged, open))));

  it('comes back in the same dump with other ids, rank by rank as they are read, and each only once', () => {
    const again = dumpOf(5000, 2, '/job');
    const back = createLaneReturn(kept());
    const first = back.withNew({ ranks: again.ranks.slice(0, 1) }, { ...plainArrangement, pinned: [] });
    expect(first).toMatchObject({ hidden: ids(5010), pinned: [5030, 5020] });
    const changed = back.withNew(again, { ...plainArrangement, ...first, hidden: new Set(), pinned: [] });
    // What was shown and unpinned meanwhile stays so.
    expect(changed).toEqual({
      hidden: ids(5102),
      hiddenRanks: new Set([1]),
      laneOrder: new Map<string, readonly number[]>([
        [orderKey.ofGroup(5001 as LaneId), [5011, 5010]],
        [orderKey.ofRank(0), [5002, 5001]],
        [orderKey.ranks, [1, 0]],
      ]),
    });
    expect(back.withNew(again, plainArrangement as never)).toEqual({});
    expect(foldsOf(kept()!).rows.get('/job/0\ncommunication\n2\nHCCL')).toBe(true);
    expect(kept()).toMatchObject({ grouping: 'kind', preset: 'everything' });
  });

  it('is nothing where all is as at first; pins of evidence are not remembered; what others wrote is distrusted', () => {
    expect(rememberLanes(stateOf(dump), open)).toBeUndefined();
    expect(rememberLanes(stateOf(dump, { laneFilter: { ...noLaneFilter, text: 'a' } }), open)).toBeUndefined();
    const evidence = { pinned: [10] as LaneId[], marks: [{ startNs: 0, endNs: 1 }] };
    expect(rememberLanes(stateOf(dump, evidence), open)).toBeUndefined();
    expect(readRememberedLanes('x')).toBeUndefined();
    expect(
      readRememberedLanes({ hidden: [1, 'a'], order: ['b', ['c', 'd'], ['e', ['f', 3]]], preset: 'no' }),
    ).toMatchObject({
      hidden: ['a'],
      order: [
        ['c', []],
        ['e', ['f']],
      ],
      preset: 'everything',
    });
  });
});

describe('an own preset', () => {
  const state = stateOf(dumpOf(0, 2, '/job'), {
    hidden: ids(11, 3, 103),
    folded: ids(2, 102),
    foldedRanks: new Set([1]),
    pinned: [120] as LaneId[],
    lanePreset: 'everything',
    laneGrouping: 'kind',
    laneOrder: new Map<string, readonly number[]>([[orderKey.ofRank(0), [2, 1, 3]]]),
  });

  it('arranges another dump by names and kinds, whatever its ids, pids and ranks', () => {
    const other = stateOf(dumpOf(7000, 3, '/elsewhere'), { folded: ids(7010), foldedRanks: new Set([2]) });
    const applied = appliedPreset(presetOf(' Mine ', state), other);
    expect(applied).toEqual({
      lanePreset: 'everything',
      laneGrouping: 'kind',
      foldedKinds: new Set(),
      hidden: ids(7011, 7003, 7111, 7103, 7211, 7203),
      folded: ids(7002, 7102, 7202),
      laneOrder: new Map(
        [0, 1, 2].map((index) => [orderKey.ofRank(index), [2, 1, 3].map((id) => 7000 + index * 100 + id)]),
      ),
      pinned: [7120],
    });
  });

  it('of a group that it does not know does what it does with all of that kind, else nothing', () => {
    const dump = dumpOf(7000, 1, '/x');
    const [rank] = dump.ranks;
    const groups = [group(1, 'python', 'trainer', []), group(2, 'cann', 'CANN', []), group(3, 'cann', 'CANN 2', [])];
    const other = stateOf({ ...dump, ranks: [{ ...rank, groups }] }, { folded: ids(3), hidden: ids(2) });
    const { hidden, folded } = appliedPreset(presetOf('Mine', state), other);
    expect([hidden, folded]).toEqual([ids(1), ids(3)]);
  });

  it('is kept, replaced by one of its name, renamed and removed', () => {
    const stored = new Map<string, string>();
    const storage = {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
    };
    const presets = createOwnPresets(storage);
    presets.setState((kept) => withPreset(kept, presetOf('A', stateOf(dumpOf(0, 1, '/a')))));
    presets.setState((kept) => withPreset(kept, presetOf('A', state)));
    presets.setState((kept) => withPreset(kept, presetOf('B', state)));
    presets.setState((kept) => renamedPreset(kept, 'A', ' C '));
    expect(createOwnPresets(storage).getState()).toEqual({ presets: [presetOf('C', state), presetOf('B', state)] });
    expect(renamedPreset(presets.getState(), 'C', 'B').presets.map(({ name }) => name)).toEqual(['B']);
    expect(renamedPreset(presets.getState(), 'C', '  ')).toEqual(presets.getState());
    expect(withoutPreset(presets.getState(), 'C').presets.map(({ name }) => name)).toEqual(['B']);
    stored.set('tracelane.lanePresets', '{"presets":[{"name":7},{"name":"D","groups":[["a","odd"]]}]}');
    expect(createOwnPresets(storage).getState().presets).toMatchObject([{ name: 'D', groups: [['a', 'open']] }]);
  });
});
