import { afterEach, describe, expect, it, vi } from 'vitest';
import type { SliceSource } from '../../../../src-contract';
import { createSession } from '../../../../src-renderer/session/createSession';
import type { DumpSession } from '../../../../src-renderer/session/session';
import {
  dumpState,
  laneGroup,
  laneId,
  rankState,
  sliceDetails,
  sliceLane,
  sliceRef,
} from '../../../fixtures/dumpState';
import { scriptedEngine, settled } from '../../../fixtures/scriptedEngine';

const sessions: DumpSession[] = [];
afterEach(() => {
  for (const session of sessions.splice(0)) session.dispose();
});

const groups = [laneGroup(110, [sliceLane(111), sliceLane(112)])];
const slice = sliceDetails(sliceRef(0, 3), { lane: laneId(112), row: 4, startNs: 600_000, durationNs: 100 });

function open() {
  let nowMs = 0;
  const script = scriptedEngine();
  const dump = dumpState({ ranks: [rankState(0, { groups })] });
  const session = createSession({ engine: script.engine, dump, onError: vi.fn(), watchRetryMs: 1, nowMs: () => nowMs });
  sessions.push(session);
  return {
    ...script,
    session,
    dump,
    actions: session.actions,
    state: () => session.store.getState(),
    /** The next act of the user's, so many ms later. */
    later: async (ms = 1_000) => {
      nowMs += ms;
      await settled();
    },
  };
}

const range = (startNs: number, endNs: number) => ({ startNs, endNs });

describe('gestures', () => {
  it('what moves on without a pause is one place; a pause, or a jump, ends it', async () => {
    const { actions, state, later } = open();
    const whole = state().view;
    // A wheel that is turned three times, a pause, and once more.
    for (const endNs of [900, 800, 700]) {
      actions.setView(range(0, endNs));
      await later(100);
    }
    await later(500);
    actions.setView(range(0, 600));
    await later(100);
    actions.setView(range(10, 20), { isJump: true });
    await later(100);
    actions.setView(range(10, 30));
    const seen = [];
    while (actions.go('back')) seen.push(state().view);
    expect(seen).toEqual([range(10, 20), range(0, 600), range(0, 700), whole]);
  });

  it('while a key or a button is held all is one, however long it takes; then something new begins', async () => {
    const { actions, state, later } = open();
    const whole = state().view;
    actions.hold(true);
    for (const endNs of [900, 800]) {
      actions.setView(range(0, endNs));
      actions.selectRange(range(0, endNs));
      await later(5_000);
    }
    actions.hold(false);
    actions.hold(true);
    actions.setView(range(0, 700));
    actions.hold(false);
    actions.go('back');
    expect(state()).toMatchObject({ view: range(0, 800), selectedRange: range(0, 800) });
    actions.go('undo');
    expect(state()).toMatchObject({ view: whole, selectedRange: undefined });
  });

  it('a stretch that is dragged is one change, and comes back whole', async () => {
    const { actions, state, later } = open();
    actions.selectRange(range(1, 2));
    await later();
    for (const endNs of [30, 40, 50]) {
      actions.selectRange(range(20, endNs));
      await later(16);
    }
    actions.go('undo');
    expect(state().selectedRange).toEqual(range(1, 2));
    actions.go('redo');
    expect(state().selectedRange).toEqual(range(20, 50));
  });
});

describe('undo', () => {
  it('takes back acts one by one, whatever they were of, and does them again in turn', async () => {
    const { actions, state, later } = open();
    const whole = state().view;
    actions.toggleFold(laneId(110));
    await later();
    actions.setView(range(0, 1_000));
    await later();
    actions.selectSlice(slice.ref);
    await later();
    actions.showLanes('host');
    const looks = () => [[...state().folded], state().view, state().selectedSlice, state().lanePreset];
    const steps = [looks()];
    while (actions.go('undo')) steps.push(looks());
    expect(steps).toEqual([
      // The lanes that were asked for are unfolded.
      [[], range(0, 1_000), slice.ref, 'host'],
      [[110], range(0, 1_000), slice.ref, 'everything'],
      [[110], range(0, 1_000), undefined, 'everything'],
      [[110], whole, undefined, 'everything'],
      [[], whole, undefined, 'everything'],
    ]);
    const again = [looks()];
    while (actions.go('redo')) again.push(looks());
    expect(again).toEqual(steps.toReversed());
  });

  it('a jump is one act: its view, its slice and what it unfolds', async () => {
    const { actions, state, later } = open();
    actions.foldAll(true);
    const whole = state().view;
    await later();
    actions.jumpTo(slice);
    expect([...state().folded]).toEqual([]);
    await later();
    actions.go('undo');
    expect(state()).toMatchObject({ view: whole, selectedSlice: undefined });
    expect([...state().folded]).toEqual([110]);
    actions.go('redo');
    expect(state()).toMatchObject({ view: range(599_750, 600_350), selectedSlice: slice.ref });
    expect([...state().folded]).toEqual([]);
  });

  it('leaves the lanes alone that have come since', async () => {
    const { actions, state, watches, later, dump } = open();
    actions.toggleFold(laneId(110));
    await later();
    const more = rankState(1, { groups: [laneGroup(210, [sliceLane(211)])] });
    watches[0]!.answer({ ...dump, revision: 2, ranks: [...dump.ranks, more] });
    await later();
    const { foldedRanks } = state();
    expect([...foldedRanks]).toEqual([1]);
    actions.toggleRankFold(0);
    await later();
    actions.go('undo');
    actions.go('undo');
    expect([[...state().folded], [...state().foldedRanks]]).toEqual([[], [1]]);
  });

  it('finds a slice again whose rank was read anew', async () => {
    const { actions, state, watches, slices, sources, later, dump } = open();
    actions.selectSlice(slice.ref);
    slices[0]!.answer({ ...slice, source: '77' as SliceSource });
    await later();
    actions.selectSlice(undefined);
    watches[0]!.answer({ ...dump, revision: 2, ranks: [rankState(0, { groups, generation: 2 })] });
    await later();
    actions.go('undo');
    expect(sources.at(-1)!.input).toBe(77);
    const found = { ...sliceRef(0, 9), generation: 2 };
    sources.at(-1)!.answer(found);
    await settled();
    expect(state().selectedSlice).toEqual(found);
  });

  it('takes back the clock in its turn, and the clock alone where that is wanted', async () => {
    const { engine, session, actions, state, watches, later, dump } = open();
    const setClock = vi.spyOn(engine, 'setClock').mockResolvedValue();
    const clock = { revision: 1, mode: 'off', rankCounts: {}, errorNs: 0, hasDrift: false, choice: {} } as const;
    watches[0]!.answer({ ...dump, revision: 2, clock });
    await later();
    await actions.setClock({ mode: 'off' });
    watches[1]!.answer({ ...dump, revision: 3, clock: { ...clock, revision: 2, choice: { mode: 'off' } } });
    await later();
    actions.setView(range(0, 1_000));
    actions.go('undo');
    expect(setClock.mock.calls.map(([, choice]) => choice)).toEqual([{ mode: 'off' }]);
    actions.go('undo');
    watches[2]!.answer({ ...dump, revision: 4, clock: { ...clock, revision: 3 } });
    await later();
    actions.go('redo');
    expect(state().view).not.toEqual(range(0, 1_000));
    expect(session.can('clock', 'memory')).toBe(true);
    actions.go('clock');
    expect(setClock.mock.calls.map(([, choice]) => choice)).toEqual([{ mode: 'off' }, {}, { mode: 'off' }, {}]);
  });

  it('knows how far it goes', async () => {
    const { session, actions, later } = open();
    const ways = () => (['undo', 'redo', 'back', 'forward'] as const).filter((way) => session.can(way, 'timeline'));
    expect(ways()).toEqual([]);
    actions.selectSlice(slice.ref);
    expect(ways()).toEqual(['undo']);
    await later();
    actions.setView(range(0, 1_000));
    expect(ways()).toEqual(['undo', 'back']);
    actions.go('undo');
    expect(ways()).toEqual(['undo', 'redo', 'forward']);
    expect(session.can('undo', 'operator')).toBe(false);
  });
});

describe('back and forward', () => {
  it('to the slice that a link was followed from, and on again; the arrangement stays', async () => {
    const { actions, state, later } = open();
    const first = sliceRef(0, 1);
    actions.selectSlice(first);
    actions.scrollRows(70);
    await later();
    actions.jumpTo(slice);
    await later();
    actions.scrollRows(400);
    actions.toggleFold(laneId(111));
    await later();
    actions.go('back');
    expect(state()).toMatchObject({ selectedSlice: first, scrollTop: 70 });
    expect([...state().folded]).toEqual([111]);
    actions.go('forward');
    expect(state()).toMatchObject({ selectedSlice: slice.ref, scrollTop: 400, view: range(599_750, 600_350) });
  });

  it('keep what is selected where one has only moved', async () => {
    const { actions, state, later } = open();
    actions.setView(range(0, 1_000));
    await later();
    actions.selectSlice(slice.ref);
    actions.go('back');
    expect(state().selectedSlice).toEqual(slice.ref);
  });

  it('lead to the view of the window that one came from, and from there forward to the timeline again', async () => {
    const { session, actions, state, later } = open();
    actions.setView(range(0, 1_000), { isJump: true, from: 'findings' });
    await later();
    actions.go('back');
    expect(state().leadTo).toBe('findings');
    expect([session.can('forward', 'findings'), session.can('forward', 'memory')]).toEqual([true, false]);
    actions.go('forward');
    expect(state()).toMatchObject({ leadTo: 'timeline', view: range(0, 1_000) });
  });

  it('show the same when all instants are shown later', async () => {
    const { actions, state, watches, later, dump } = open();
    actions.selectRange(range(5, 7));
    actions.setView(range(1_000, 2_000), { isJump: true });
    await later();
    actions.setView(range(3_000, 4_000), { isJump: true });
    actions.selectRange(undefined);
    const moved = { ...dump.ranks[0]!, startNs: dump.ranks[0]!.startNs + 100 };
    watches[0]!.answer({ ...dump, revision: 2, ranks: [moved] });
    await later();
    actions.go('undo');
    expect(state()).toMatchObject({ view: range(1_100, 2_100), selectedRange: range(105, 107) });
  });
});
