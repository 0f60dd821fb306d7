import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Engine, KeptMark, SliceSource } from '../../../../src-contract';
import { createSession } from '../../../../src-renderer/session/createSession';
import type { Remembered } from '../../../../src-renderer/session/remembered';
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
import { type ScriptedEngine, scriptedEngine, settled } from '../../../fixtures/scriptedEngine';

const sessions: DumpSession[] = [];
afterEach(() => {
  for (const session of sessions.splice(0)) session.dispose();
});

function open(dump = dumpState(), remembered: Remembered = {}) {
  const script: ScriptedEngine = scriptedEngine();
  const onError = vi.fn();
  const session = createSession({ engine: script.engine, dump, onError, watchRetryMs: 1, remembered });
  sessions.push(session);
  return { ...script, session, onError, state: () => session.store.getState(), actions: session.actions };
}

describe('leading on', () => {
  it('going back to a view that was left for evidence leads to where one came from, and later views do not', () => {
    const { actions, state } = open();
    const before = state().view;
    actions.setView({ startNs: 100_000, endNs: 200_000 }, { isJump: true, from: 'findings' });
    actions.setView({ startNs: 110_000, endNs: 120_000 }, { isJump: true });
    actions.go('back');
    expect(state()).toMatchObject({ view: { startNs: 100_000, endNs: 200_000 }, leadTo: undefined });
    actions.go('back');
    expect(state()).toMatchObject({ view: before, leadTo: 'findings' });
  });
});

describe('coming back', () => {
  const dump = dumpState();
  const at = (ns: number) => dump.originNs + BigInt(ns);
  const remembered: Remembered = {
    view: { startNs: at(500_000), endNs: at(600_000) },
    selectedRange: { startNs: at(510_000), endNs: at(520_000) },
    selection: { place: '/dump/rank0', source: '700' as SliceSource },
  };

  it('to the clock that was chosen, whose reference is found by its place', async () => {
    const clock = { mode: 'steps', reference: '/dump/rank1' } as const;
    const early = dumpState({ status: 'discovering', ranks: [] });
    const { watches, session, engine, state } = open(early, { clock });
    const setClock = vi.spyOn(engine, 'setClock').mockResolvedValue();
    const own = { revision: 1, mode: 'measuring', rankCounts: {}, errorNs: Number.NaN, hasDrift: false } as const;
    const ranks = [rankState(0, { place: '/dump/rank0' }), rankState(1, { place: '/dump/rank1' })];
    expect(session.remember()).toEqual({ clock });
    watches[0]!.answer({ ...dump, revision: 2, status: 'indexing', ranks, clock: { ...own, choice: {} } });
    await settled();
    expect(setClock.mock.calls).toEqual([[dump.id, { mode: 'steps', reference: 1 }]]);
    watches[1]!.answer({
      ...{ ...dump, revision: 3, ranks },
      clock: { ...own, choice: { mode: 'steps', reference: ranks[1].index } },
    });
    await settled();
    expect(session.remember()).toEqual({ clock });
    // Once: after that it is the user's.
    watches[2]!.answer({ ...dump, revision: 4, ranks, clock: { ...own, choice: {} } });
    await settled();
    expect([session.remember(), setClock.mock.calls.length, state().dump.revision]).toEqual([{}, 1, 4]);
  });

  it('to ranks that stood aligned: view, stretch and lanes stay where they are until their clock is in force', async () => {
    const ranks = [rankState(0, { place: '/dump/rank0' }), rankState(1, { place: '/dump/rank1' })];
    const [group] = ranks[1].groups;
    const [lane] = group.lanes;
    const view = { startNs: at(500_000), endNs: at(600_000) };
    const selectedRange = { startNs: at(510_000), endNs: at(520_000) };
    const alignedLane = ['/dump/rank1', group.kind, group.pid, group.name, 'slices', '111', lane.name].join('\n');
    const kept = {
      ...{ view, selectedRange, aligned: [alignedLane] },
      clock: { moved: [{ place: '/dump/rank1', byNs: -400 }] },
    };
    const { watches, session, engine, state } = open(dumpState({ status: 'discovering', ranks: [] }), kept);
    let setInForce = () => {};
    const setClock = vi.spyOn(engine, 'setClock').mockReturnValue(
      new Promise((done) => {
        setInForce = done;
      }),
    );
    const own = { revision: 1, mode: 'clocks', rankCounts: {}, errorNs: 0, hasDrift: false } as const;
    watches[0]!.answer({ ...dump, revision: 2, ranks, clock: { ...own, choice: {} } });
    await settled();
    const choice = { moved: [{ rank: ranks[1].index, byNs: -400 }] };
    expect(setClock.mock.calls).toEqual([[dump.id, choice]]);
    expect(state()).toMatchObject({ view: { startNs: 500_000, endNs: 600_000 }, pinned: [lane.id] });
    expect(session.remember()).toEqual(kept);
    setInForce();
    await settled();
    // Both ranks are shown elsewhere by it, and the dump begins earlier.
    const later = ranks.map((rank, at) => ({ ...rank, startNs: rank.startNs + 300 - at }));
    const clock = { ...own, revision: 2, choice };
    watches[1]!.answer({ ...dump, revision: 3, originNs: at(-400), ranks: later, clock });
    await settled();
    expect(state()).toMatchObject({
      view: { startNs: 500_400, endNs: 600_400 },
      selectedRange: { startNs: 510_400, endNs: 520_400 },
    });
    expect(session.remember()).toEqual(kept);
    // From then on what is on screen stays with its rank.
    watches[2]!.answer({ ...dump, revision: 4, originNs: at(-400), ranks, clock: { ...own, revision: 3, choice: {} } });
    await settled();
    expect(state().view).toEqual({ startNs: 500_100, endNs: 600_100 });
    expect(session.remember().aligned).toBeUndefined();
  });

  it('to filter, several slices and scroll position once all is read, and leaves what is selected where it is', async () => {
    const ranks = [rankState(0, { place: '/dump/rank0' }), rankState(1, { place: '/dump/rank1' })];
    const kept: Remembered = {
      selection: { place: '/dump/rank0', source: '700' as SliceSource },
      chosen: [{ place: '/dump/rank0', sources: ['600', '700'] as SliceSource[] }],
      filter: { text: 'stream', ranks: ['/dump/rank1', '/dump/gone'], kinds: ['hardware', 'none'] },
      scrollTop: 350,
    };
    const early = dumpState({ status: 'indexing', ranks: ranks.map((rank) => ({ ...rank, status: 'indexing' })) });
    const { watches, session, engine, state, sources, slices } = open(early, kept);
    expect(session.remember()).toEqual({ ...kept, scrollTop: undefined });
    const [one, two] = [6, 7].map((slice) => sliceDetails(sliceRef(0, slice)));
    const ask = vi.spyOn(engine, 'ask').mockResolvedValue([one, two] as never);
    watches[0]!.answer({ ...dump, revision: 2, ranks });
    await settled();
    expect(ask.mock.calls).toEqual([[dump.id, 'timeline.bySource', { rank: 0, sources: ['600', '700'] }]]);
    sources[0]!.answer(two.ref);
    await settled();
    slices[0]!.answer(two);
    await settled();
    expect(state()).toMatchObject({ scrollTop: 350, scrollTarget: undefined, selectedSlice: two.ref });
    expect(state().chosenSlices.map(({ ref }) => ref)).toEqual([one.ref, two.ref]);
    expect(state().laneFilter).toEqual({
      text: 'stream',
      ranks: new Set([ranks[1].index]),
      kinds: new Set(['hardware']),
    });
    // As it was, but for what is gone.
    expect(session.remember()).toMatchObject({
      chosen: [{ place: '/dump/rank0', sources: ['600', '700'] }],
      filter: { text: 'stream', ranks: ['/dump/rank1'], kinds: ['hardware'] },
    });
  });

  it('where the user has scrolled and filtered meanwhile, that stays', async () => {
    const rank = rankState(0, { place: '/dump/rank0' });
    const kept: Remembered = { filter: { text: 'stream', ranks: [], kinds: [] }, scrollTop: 350 };
    const { watches, state, actions } = open(
      dumpState({ status: 'indexing', ranks: [{ ...rank, status: 'indexing' }] }),
      kept,
    );
    actions.filterLanes({ text: 'plane' });
    actions.scrollRows(20);
    watches[0]!.answer({ ...dump, revision: 2, ranks: [rank] });
    await settled();
    expect([state().scrollTop, state().laneFilter.text]).toEqual([20, 'plane']);
  });

  it('a filter shows the first lane that it leaves; of a rank alone its lanes', async () => {
    const { state, actions } = open(dump);
    actions.scrollRows(350);
    actions.filterLanes({ text: 'stream' });
    expect(state().scrollTop).toBe(0);
    actions.scrollRows(350);
    actions.toggleRankFold(1);
    expect(state().foldedRanks.has(1)).toBe(true);
    // What is done at once is taken back at once.
    await settled();
    actions.showOnly({ ranks: new Set([1]) });
    expect([state().scrollTop, state().foldedRanks.has(1)]).toEqual([0, false]);
    actions.go('undo');
    expect([state().laneFilter.ranks.size, state().foldedRanks.has(1)]).toEqual([0, true]);
  });

  it('only what is asked for is shown, whatever was filtered before', () => {
    const { state, actions } = open(dump);
    const lanes = { name: 'tp', ids: new Set([laneId(1)]) };
    actions.filterLanes({ text: 'stream', lanes });
    actions.showOnly({ ranks: new Set([1]) });
    expect(state().laneFilter).toEqual({ text: '', ranks: new Set([1]), kinds: new Set() });
    actions.showOnly({ lanes });
    expect(state().laneFilter).toEqual({ text: '', ranks: new Set(), kinds: new Set(), lanes });
    actions.showOnly({ kinds: new Set(['cann']) });
    expect(state().laneFilter.lanes).toBeUndefined();
  });

  it('to a step that stood beside another of its rank, once that is read, with the lanes that stood above all', async () => {
    const copied = laneGroup(90, [sliceLane(91, { name: 'Stream 2', tid: '' })], { name: 'Copy', pid: '' });
    const aligned = ['/dump/rank0', copied.kind, '', 'Copy', 'slices', '', 'Stream 2'].join('\n');
    const kept: Remembered = { copy: { place: '/dump/rank0', step: 2, byNs: -700 }, aligned: [aligned] };
    const device = laneGroup(80, [sliceLane(81)], { kind: 'hardware' });
    const rank = rankState(0, { place: '/dump/rank0', groups: [device] });
    const reading = dumpState({ status: 'indexing', ranks: [{ ...rank, status: 'indexing' }] });
    const { watches, session, engine, state, actions } = open(reading, kept);
    const place = { startNs: 100, endNs: 200, slices: [] };
    const ask = vi.spyOn(engine, 'ask').mockResolvedValue({ a: place, b: place });
    const copyLanes = vi.spyOn(engine, 'copyLanes').mockResolvedValue([]);
    expect(session.remember()).toEqual(kept);
    watches[0]!.answer({ ...dump, revision: 2, ranks: [rank] });
    await settled();
    const side = { rank: 0, step: 2 };
    expect(ask.mock.calls).toEqual([[dump.id, 'compare.places', { a: side, b: side }]]);
    const wanted = { rank: 0, step: 2, lanes: [81], startNs: 100, endNs: 200, byNs: -700 };
    expect(copyLanes.mock.calls).toEqual([[dump.id, wanted]]);
    const copy = { step: 2, byNs: -700, of: [laneId(81)] };
    watches[1]!.answer({ ...dump, revision: 3, ranks: [{ ...rank, groups: [{ ...copied, copy }, device] }] });
    await settled();
    expect(state().pinned).toEqual([91]);
    expect(session.remember()).toEqual(kept);
    // Ended by the user.
    actions.pinLanes([]);
    watches[2]!.answer({ ...dump, revision: 4, ranks: [rank] });
    await settled();
    expect([session.remember(), copyLanes.mock.calls.length]).toEqual([{}, 1]);
  });

  it('to view, stretch and slice as the dump is read, though its origin moves', async () => {
    const early = dumpState({
      status: 'indexing',
      endNs: 0,
      ranks: [rankState(0, { status: 'indexing', groups: [] })],
    });
    const { watches, sources, slices, state, session } = open(early, remembered);
    expect(session.remember()).toEqual(remembered);
    watches[0]!.answer({ ...early, revision: 2, endNs: 550_000, originNs: at(-1_000) });
    await settled();
    // The view ends with what is read by now: 5 % beyond.
    expect(state().view.endNs).toBeCloseTo(577_500);
    expect(state().selectedRange).toEqual({ startNs: 511_000, endNs: 521_000 });
    expect(session.remember()).toEqual(remembered);
    watches[1]!.answer({ ...dump, revision: 3 });
    await settled();
    expect(state().view).toEqual({ startNs: 500_000, endNs: 600_000 });
    expect(state().selectedRange).toEqual({ startNs: 510_000, endNs: 520_000 });
    expect(sources[0]!.input).toBe(700);
    sources[0]!.answer(sliceRef(0, 7));
    await settled();
    slices[0]!.answer(sliceDetails(sliceRef(0, 7)));
    await settled();
    expect(state().selectedSlice).toEqual(sliceRef(0, 7));
    expect(state().scrollTarget).toEqual({ lane: 11, row: 0 });
    expect(session.remember()).toEqual(remembered);
  });

  it('to the lanes of a stretch: a whole rank, a whole group and single lanes, once all of them are there', async () => {
    const groups = [
      laneGroup(80, [sliceLane(81), sliceLane(82)], { kind: 'hardware' }),
      laneGroup(83, [sliceLane(84), sliceLane(85)]),
    ];
    const ranks = [rankState(0, { groups }), rankState(1)];
    const range = { startNs: 510_000, endNs: 520_000 };
    const first = open(dumpState({ ranks }));
    const lanes = [81, 82, 85, 111, 112].map(laneId);
    first.actions.selectRange(range, lanes);
    const kept = first.session.remember();
    expect(kept.selectedLanes).toEqual([
      '/dump/rank0\nhardware\n80\nProcess 80',
      '/dump/rank0\npython\n83\nProcess 83\nslices\n85\nThread 85',
      '/dump/rank1',
    ]);
    const reading = [ranks[0], rankState(1, { status: 'indexing', groups: [] })];
    const { watches, state, session, actions } = open(dumpState({ status: 'indexing', ranks: reading }), kept);
    expect([state().selectedRange, session.remember()]).toEqual([undefined, kept]);
    watches[0]!.answer({ ...dump, revision: 2, ranks });
    await settled();
    expect(state().selectedRange).toEqual(range);
    expect([...(state().selectedLanes ?? [])].sort()).toEqual([...lanes].sort());
    expect(session.remember()).toEqual(kept);
    // What the user selects meanwhile stays.
    const other = open(dumpState({ status: 'indexing', ranks: reading }), kept);
    other.actions.selectRange({ startNs: 1, endNs: 2 });
    other.watches[0]!.answer({ ...dump, revision: 2, ranks });
    await settled();
    expect(other.state()).toMatchObject({ selectedRange: { startNs: 1, endNs: 2 }, selectedLanes: undefined });
    actions.selectRange(undefined);
    expect(session.remember()).toEqual({});
  });

  it('not once the user has moved or chosen', async () => {
    const early = dumpState({ status: 'indexing', ranks: [rankState(0, { status: 'indexing' })] });
    const { watches, sources, state, actions } = open(early, remembered);
    actions.setView({ startNs: 0, endNs: 1_000 });
    watches[0]!.answer({ ...dump, revision: 2 });
    await settled();
    expect(state().view).toEqual({ startNs: 0, endNs: 1_000 });
    actions.selectSlice(sliceRef(0, 1));
    sources[0]!.answer(sliceRef(0, 7));
    await settled();
    expect(state().selectedSlice).toEqual(sliceRef(0, 1));
  });
});

describe('watching', () => {
  it('asks for what is newer than what it has, again and again', async () => {
    const { watches, state } = open(dumpState({ revision: 1, status: 'indexing' }));
    expect(watches.map((watch) => watch.input)).toEqual([1]);
    watches[0]!.answer(dumpState({ revision: 5 }));
    await settled();
    expect(state().dump.revision).toBe(5);
    expect(watches.map((watch) => watch.input)).toEqual([1, 5]);
  });

  it('goes on after a failure, reporting a row of failures once', async () => {
    const { watches, onError } = open();
    watches[0]!.fail(new Error('gone'));
    await expect.poll(() => watches).toHaveLength(2);
    watches[1]!.fail(new Error('still gone'));
    await expect.poll(() => watches).toHaveLength(3);
    expect(onError.mock.calls.map(([error]) => error.message)).toEqual(['gone']);
  });

  it.each(['DumpClosedError', 'ConnectionClosedError'])('ends for good with a %s', async (name) => {
    const { watches, onError } = open();
    watches[0]!.fail(Object.assign(new Error('closed'), { name }));
    await settled();
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(watches).toHaveLength(1);
    expect(onError).toHaveBeenCalledOnce();
  });

  it('ends, quietly, when it is disposed; the dump is closed once', async () => {
    const { watches, session, onError, closed, state } = open();
    session.dispose();
    session.dispose();
    watches[0]!.answer(dumpState({ revision: 9 }));
    await settled();
    expect(watches).toHaveLength(1);
    expect(state().dump.revision).toBe(1);
    expect(closed).toEqual(['dump']);
    expect(onError).not.toHaveBeenCalled();
  });
});

describe('the view', () => {
  it('moves without a word to those who draw nothing from it, who hear of everything else', async () => {
    const { session, actions, watches } = open(dumpState({ startNs: 0, endNs: 100_000 }));
    const [heard, calm] = [vi.fn(), vi.fn()];
    session.store.subscribe(heard);
    session.calmStore.subscribe(calm);
    actions.setView({ startNs: 500, endNs: 700 });
    actions.setView({ startNs: 600, endNs: 700 }, { isJump: true });
    actions.go('back');
    expect([heard.mock.calls.length, calm.mock.calls.length]).toEqual([3, 0]);
    actions.selectRange({ startNs: 1, endNs: 2 });
    watches[0]!.answer(dumpState({ revision: 2, startNs: 0, endNs: 100_000 }));
    await settled();
    // The stretch, the dump, and its views.
    expect([heard.mock.calls.length, calm.mock.calls.length]).toEqual([6, 3]);
    expect(session.calmStore.getState()).toBe(session.store.getState());
  });

  it('grows with the dump until the user moves it', async () => {
    const { watches, state, actions } = open(dumpState({ startNs: 0, endNs: 100_000 }));
    expect(state().view).toEqual({ startNs: -1_000, endNs: 101_000 });
    watches[0]!.answer(dumpState({ revision: 2, startNs: 0, endNs: 1_000_000 }));
    await settled();
    expect(state().view).toEqual({ startNs: -10_000, endNs: 1_010_000 });
    actions.setView({ startNs: 500, endNs: 700 });
    watches[1]!.answer(dumpState({ revision: 3, startNs: 0, endNs: 9_000_000 }));
    await settled();
    expect(state().view).toEqual({ startNs: 500, endNs: 700 });
  });

  it('goes back to each place that was left, by a jump or by a gesture', () => {
    const { state, actions } = open();
    const whole = state().view;
    actions.setView({ startNs: 0, endNs: 1_000 }, { isJump: true });
    actions.setView({ startNs: 10, endNs: 1_010 });
    actions.setView({ startNs: 400, endNs: 500 }, { isJump: true });
    actions.go('back');
    expect(state().view).toEqual({ startNs: 10, endNs: 1_010 });
    actions.go('back');
    expect(state().view).toEqual({ startNs: 0, endNs: 1_000 });
    actions.go('back');
    expect(state().view).toEqual(whole);
    expect(actions.go('back')).toBe(false);
    expect(state().view).toEqual(whole);
    for (const view of [
      { startNs: 0, endNs: 1_000 },
      { startNs: 10, endNs: 1_010 },
      { startNs: 400, endNs: 500 },
    ]) {
      actions.go('forward');
      expect(state().view).toEqual(view);
    }
    expect(actions.go('forward')).toBe(false);
  });

  it('remembers no more than a hundred', () => {
    const { state, actions } = open();
    for (let index = 0; index < 150; index++) {
      actions.setView({ startNs: index, endNs: index + 100 }, { isJump: true });
    }
    let count = 0;
    while (actions.go('back')) count++;
    expect(count).toBe(100);
    expect(state().view).toEqual({ startNs: 49, endNs: 149 });
  });

  it('does not wake anybody for the same view', () => {
    const { session, actions, state } = open();
    actions.setView({ startNs: 5, endNs: 105 });
    const listener = vi.fn();
    session.store.subscribe(listener);
    actions.setView({ ...state().view }, { isJump: true });
    expect(listener).not.toHaveBeenCalled();
  });
});

describe('the selected slice', () => {
  it('gets its details a moment later', async () => {
    const { slices, state, actions } = open();
    actions.selectSlice(sliceRef(0, 7));
    expect([state().selectedSlice?.slice, state().selectedDetails]).toEqual([7, undefined]);
    slices[0]!.answer(sliceDetails(sliceRef(0, 7)));
    await settled();
    expect(state().selectedDetails?.name).toBe('slice 7');
  });

  it('is never shown with the details of another that answered late', async () => {
    const { slices, state, actions } = open();
    actions.selectSlice(sliceRef(0, 1));
    actions.selectSlice(sliceRef(0, 2));
    slices[1]!.answer(sliceDetails(sliceRef(0, 2)));
    await settled();
    slices[0]!.answer(sliceDetails(sliceRef(0, 1)));
    await settled();
    expect(state().selectedDetails?.name).toBe('slice 2');
    actions.selectSlice(undefined);
    expect(state().selectedDetails).toBeUndefined();
  });

  it('is found again by its place in the file when the index is replaced, its details staying visible', async () => {
    const { watches, slices, sources, state, actions } = open();
    actions.selectSlice(sliceRef(0, 7));
    slices[0]!.answer(sliceDetails(sliceRef(0, 7)));
    await settled();
    watches[0]!.answer(dumpState({ revision: 2, ranks: [rankState(0, { generation: 2 })] }));
    await settled();
    expect(sources[0]!.input).toBe(700);
    expect(state().selectedDetails?.name).toBe('slice 7');
    sources[0]!.answer(sliceRef(0, 12, 2));
    await settled();
    expect(slices[1]!.input).toEqual(sliceRef(0, 12, 2));
    slices[1]!.answer(sliceDetails(sliceRef(0, 12, 2)));
    await settled();
    expect(state().selectedSlice).toEqual(sliceRef(0, 12, 2));
    expect(state().selectedDetails?.name).toBe('slice 12');
  });

  it('is dropped when it cannot be found again', async () => {
    const { watches, slices, sources, state, actions } = open();
    actions.selectSlice(sliceRef(0, 7));
    slices[0]!.answer(sliceDetails(sliceRef(0, 7)));
    await settled();
    watches[0]!.answer(dumpState({ revision: 2, ranks: [rankState(0, { generation: 2 })] }));
    await settled();
    sources[0]!.answer(undefined);
    await settled();
    expect([state().selectedSlice, state().selectedDetails]).toEqual([undefined, undefined]);
  });

  it('tells when the question fails', async () => {
    const { slices, onError, actions } = open();
    actions.selectSlice(sliceRef(0, 7));
    slices[0]!.fail(new Error('no'));
    await settled();
    expect(onError).toHaveBeenCalledOnce();
  });
});

describe('jumps', () => {
  const dump = dumpState({
    ranks: [rankState(0), rankState(1, { groups: [laneGroup(110, [sliceLane(111), sliceLane(112)])] })],
  });
  const slice = sliceDetails(sliceRef(1, 3), { lane: laneId(112), row: 4, startNs: 600_000, durationNs: 100 });

  it('unfold what hides the slice, scroll and zoom to it, and can be taken back', () => {
    const { state, actions } = open(dump);
    actions.foldAll(true);
    actions.toggleFold(laneId(112));
    const before = state().view;
    actions.jumpTo(slice);
    expect(state().view).toEqual({ startNs: 599_750, endNs: 600_350 });
    expect([...state().folded]).toEqual([10]);
    expect([...state().foldedRanks]).toEqual([0]);
    expect(state().scrollTarget).toEqual({ lane: 112, row: 4 });
    expect(state().selectedSlice).toEqual(slice.ref);
    actions.go('back');
    expect(state().view).toEqual(before);
  });

  it('to a group or lane unfold what hides it, not itself', () => {
    const { state, actions } = open(dump);
    actions.foldAll(true);
    actions.scrollTo(laneId(110));
    expect([...state().folded]).toEqual([10, 110]);
    expect([...state().foldedRanks]).toEqual([0]);
    expect(state().scrollTarget).toEqual({ lane: 110, row: 0 });
    actions.clearScrollTarget();
    actions.scrollTo(laneId(999));
    expect(state().scrollTarget).toBeUndefined();
  });
});

describe('folding', () => {
  it('keeps a single rank open', () => {
    const { state, actions } = open();
    actions.foldAll(true);
    expect([[...state().folded], [...state().foldedRanks]]).toEqual([[10], []]);
    actions.foldAll(false);
    expect(state().folded.size).toBe(0);
  });

  it('opens with the first rank that has lanes', () => {
    const none = rankState(0, { status: 'no-timeline', groups: [] });
    const { state } = open(dumpState({ ranks: [none, rankState(1), rankState(2)] }));
    expect([...state().foldedRanks]).toEqual([0, 2]);
  });

  it('opens a job of many ranks with the first one only', async () => {
    const many = Array.from({ length: 8 }, (_, index) => rankState(index));
    const { watches, state, actions } = open(dumpState({ ranks: many.slice(0, 5) }));
    expect([...state().foldedRanks]).toEqual([1, 2, 3, 4]);
    actions.toggleRankFold(4);
    watches[0]!.answer(dumpState({ revision: 2, ranks: many }));
    await settled();
    expect([...state().foldedRanks]).toEqual([1, 2, 3, 5, 6, 7]);
  });

  it('flow categories are switched by name', () => {
    const { state, actions } = open();
    actions.toggleFlowCategory('async_npu');
    actions.toggleFlowCategory('fwdbwd');
    actions.toggleFlowCategory('async_npu');
    expect([...state().shownFlows]).toEqual(['fwdbwd']);
  });
});

describe('marks of the user', () => {
  const kept: KeptMark = {
    ...{ id: 'k', name: 'kept', colour: 'blue' },
    startNs: String(dumpState().originNs + 5_000n),
    endNs: String(dumpState().originNs + 5_000n),
  };
  const flag = { id: 'f', name: '', colour: 'red', startNs: 7_000, endNs: 7_000 } as const;

  function openMarked(dump = dumpState(), carried: readonly KeptMark[] = []) {
    const script = scriptedEngine();
    const saved: (readonly KeptMark[])[] = [];
    const engine: Engine = Object.assign(Object.create(script.engine) as Engine, {
      userMarks: async () => [kept],
      keepUserMarks: async (_dump: unknown, marks: readonly KeptMark[]) => {
        saved.push(marks);
      },
    });
    const remembered = { marks: carried };
    const session = createSession({ engine, dump, onError: vi.fn(), watchRetryMs: 1, remembered });
    sessions.push(session);
    return { ...script, engine, session, saved, state: () => session.store.getState(), actions: session.actions };
  }

  it('come with the dump once it is read, and each change is kept, undone and done again', async () => {
    const early = dumpState({ status: 'indexing', endNs: 0 });
    const { watches, state, actions, saved } = openMarked(early);
    await settled();
    expect(state().userMarks).toEqual([]);
    actions.setUserMarks([flag], 'f');
    watches[0]!.answer({ ...dumpState(), revision: 2 });
    await settled();
    expect(state().userMarks).toMatchObject([{ id: 'k', startNs: 5_000 }, flag]);
    expect(saved.map((marks) => marks.map(({ id }) => id))).toEqual([['k', 'f']]);
    actions.go('undo');
    await settled();
    expect(saved.at(-1)).toEqual([kept]);
    actions.go('redo');
    await settled();
    expect(saved.at(-1)).toMatchObject([kept, { id: 'f', startNs: String(dumpState().originNs + 7_000n) }]);
    expect(state().currentMark).toBe('f');
  });

  it('are told at once, also while the change before is being kept: the page may be closed by then', async () => {
    const { session, actions, saved, engine, closed } = openMarked();
    await settled();
    const written: (() => void)[] = [];
    vi.spyOn(engine, 'keepUserMarks').mockImplementation(async (_dump, marks) => {
      saved.push(marks);
      await new Promise<void>((resolve) => written.push(resolve));
    });
    actions.setUserMarks([flag]);
    actions.setUserMarks([]);
    expect(saved).toMatchObject([[{ id: 'f' }], []]);
    // The dump is open until both are kept.
    session.dispose();
    for (const own of written) {
      await settled();
      expect(closed).toEqual([]);
      own();
    }
    await settled();
    expect(closed).toHaveLength(1);
  });

  it('of the dump before come along to one that it is made into, and are kept with that', async () => {
    const own = { ...kept, name: 'changed since' };
    const other = { ...kept, id: 'o', name: 'of before' };
    const { session, state, saved } = openMarked(dumpState(), [own, other]);
    await settled();
    expect(state().userMarks.map(({ id, name }) => [id, name])).toEqual([
      ['k', 'kept'],
      ['o', 'of before'],
    ]);
    expect(saved).toEqual([[kept, other]]);
    expect(session.rememberAll().marks).toEqual([kept, other]);
  });

  it('stay at their instants when the origin moves, and where they are when a rank is moved beside another', async () => {
    const ranks = [rankState(0), rankState(1)];
    const clock = { revision: 1, choice: {}, mode: 'clocks', rankCounts: {}, errorNs: 0, hasDrift: false } as const;
    const { watches, state, actions, saved } = openMarked(dumpState({ ranks, clock }));
    await settled();
    actions.setUserMarks([...state().userMarks, flag]);
    await settled();
    expect(saved).toHaveLength(1);
    const later = ranks.map((rank) => ({ ...rank, startNs: rank.startNs + 300 }));
    const { originNs } = dumpState();
    watches[0]!.answer({ ...dumpState(), revision: 2, originNs: originNs - 300n, ranks: later, clock });
    await settled();
    expect(state().userMarks.map(({ startNs }) => startNs)).toEqual([5_300, 7_300]);
    const moved = { ...clock, revision: 2, choice: { moved: [{ rank: ranks[0].index, byNs: 90 }] } };
    const aligned = [{ ...later[0], startNs: later[0].startNs + 90 }, later[1]];
    watches[1]!.answer({ ...dumpState(), revision: 3, originNs: originNs - 300n, ranks: aligned, clock: moved });
    await settled();
    expect(state().userMarks.map(({ startNs }) => startNs)).toEqual([5_300, 7_300]);
    // Nothing has changed that would have to be kept, and undoing takes back the flag alone.
    expect(saved).toHaveLength(1);
    actions.go('undo');
    expect(state().userMarks).toMatchObject([{ id: 'k', startNs: 5_300 }]);
  });
});
