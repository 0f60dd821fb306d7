/** `DumpSession` of session.ts: follows one dump in the Engine for as long as it is open. */
import { createStore } from 'zustand/vanilla';
import type { DumpState, Engine, LaneGroup, LaneId, SliceRef, SliceSummary } from '../../src-contract';
import { nextDumpState } from '../../src-contract/wire/dumpUpdates';
import { isSameRange, type TimeRange } from '../base/timeRange';
import { isConnectionClosed } from '../base/useLatestAnswer';
import { copyStepAgain } from './alignment';
import { createComingBack } from './comingBack';
import { createFolding, type FirstFolds, rememberFolds } from './folds';
import { followQuestions } from './followQuestions';
import { type Arrangement, arrangementOf, clockOf, LookHistory, lookOf, placeOf, selectionOf } from './history';
import { isInPreset, shownKind, unfoldedFor } from './lanePresets';
import { type Remembered, rememberedOf } from './remembered';
import { createSelecting } from './selecting';
import type { DumpSession, SessionActions, SessionState } from './session';
import { clampView, firstView, originLaterNs, shownLaterNs, viewForSlice, wholeView } from './viewRange';

/** Lanes of the device are what is paid for: where there are any, what calls it and what was measured beside is folded. */
const firstFolds: FirstFolds = {
  rank: ({ index }, ranks) => index !== ranks.find(({ status }) => status !== 'no-timeline')?.index,
  group: ({ groups }, { kind, path }) =>
    !path && hasDevice(groups) && (kind === 'cann' || kind === 'counters' || kind === 'overlap'),
  // Of their stacks the outermost calls are shown.
  lane: ({ groups }, group) => shownKind(group) === 'python' && hasDevice(groups),
};

const hasDevice = (groups: readonly LaneGroup[]) => groups.some((group) => shownKind(group) === 'hardware');
/** Pause after a failed `watch` (the connection is gone; it comes back by itself). */
const WATCH_RETRY_MS = 1_000;

export interface SessionOptions {
  readonly engine: Engine;
  /** The state to begin with, as `Engine.watch` gave it. */
  readonly dump: DumpState;
  /** Called with whatever a question to the Engine was rejected with, unless the session has been disposed. */
  readonly onError: (error: unknown) => void;
  readonly watchRetryMs?: number;
  /** For gestures, which a pause ends; else `performance.now`. */
  readonly nowMs?: () => number;
  /** To come back to, as the dump is read. */
  readonly remembered?: Remembered;
}

/** Waits for the first state of a dump that has just been opened, then follows it. Rejects as `Engine.watch` does. */
export async function openSession(
  engine: Engine,
  dumpId: DumpState['id'],
  onError: (error: unknown) => void,
  remembered: Remembered = {},
): Promise<DumpSession> {
  return createSession({ engine, dump: await nextDumpState(engine, dumpId), onError, remembered });
}

export function createSession(options: SessionOptions): DumpSession {
  const { engine } = options;
  const dumpId = options.dump.id;
  const folding = createFolding(firstFolds, options.remembered?.folds);
  const store = createStore<SessionState>()(() => ({
    ...initialState(options.dump),
    ...folding.withNew(options.dump, { folded: new Set(), foldedRanks: new Set() }),
    shownFlows: options.remembered?.shownFlows ?? new Set(),
    lanePreset: options.remembered?.lanePreset ?? 'everything',
  }));
  const viewStates = new Map<string, unknown>();
  let isDisposed = false;
  /** Until the user moves, the view grows with the dump while it is read; or is what it was, as far as the dump reaches. */
  let isViewWhole = true;
  const back = createComingBack(options.remembered);
  const history = new LookHistory(options.nowMs ?? (() => performance.now()));
  const report = (error: unknown) => {
    if (!isDisposed) options.onError(error);
  };

  const selecting = createSelecting({ engine, dumpId, store, report, isDisposed: () => isDisposed });

  /** Done by the user, who may take it back. */
  const arrange = (change: Partial<Arrangement>) => {
    const before = arrangementOf(store.getState());
    store.setState(change);
    const after = arrangementOf(store.getState());
    const keys = Object.keys(change) as (keyof Arrangement)[];
    if (keys.some((key) => before[key] !== after[key])) history.arranged(before, after);
  };

  /** Selects a slice by the user's wish. */
  const choose = (ref: SliceRef | undefined) => {
    const before = selectionOf(store.getState());
    selecting.select(ref);
    if (before.slice?.ref !== ref) history.selected(before, selectionOf(store.getState()));
  };

  /** What was selected when the dump was open before, and the clock it was shown by, once they are there again. */
  const selectAgain = (dump: DumpState) => {
    const clock = back.takeClock(dump);
    if (clock) engine.setClock(dumpId, clock).catch(report).finally(back.clockSet);
    const comparison = back.takeComparison(dump);
    if (comparison) store.setState({ comparison });
    const lanes = back.takeLanes(dump);
    if (lanes) pinAgain(dump, lanes);
    const copy = back.takeCopy(dump);
    if (copy) copyStepAgain(engine, dumpId, copy, store.getState().pinned).catch(report);
    const range = back.takeRange(dump);
    if (range) store.setState({ selectedRange: range });
    const slice = back.takeSlice(dump);
    if (!slice) return;
    selecting.selectAtSource(slice.rank.index, slice.source, (details) =>
      store.setState(revealed(details.lane, details.row)),
    );
  };

  /** Their ranks are open, as aligning has left them; unless it is known what was folded. */
  const pinAgain = ({ ranks }: DumpState, pinned: readonly LaneId[]) => {
    const { folded, foldedRanks } = store.getState();
    const own = ranks.filter(({ groups }) => groups.some(({ lanes }) => lanes.some(({ id }) => pinned.includes(id))));
    const opened = options.remembered?.folds ? [] : own.map(({ index }) => index);
    store.setState({ pinned, folded: without(folded, pinned), foldedRanks: without(foldedRanks, opened) });
  };

  const receive = (dump: DumpState) => {
    const { view, marks, selectedRange, selectedSlice, folded, foldedRanks, dump: before } = store.getState();
    // What has been come back to is by the clock that will be in force: until it is, only the origin moves it.
    const movedNs = back.awaitsClock() ? originLaterNs(before, dump) : shownLaterNs(before, dump, selectedSlice?.rank);
    if (movedNs !== 0) history.shift(movedNs);
    store.setState({
      dump,
      view: isViewWhole ? back.firstView(dump) : clampView(movedBy(view, movedNs), dump),
      marks: movedNs === 0 ? marks : marks.map((mark) => ({ ...mark, ...movedBy(mark, movedNs) })),
      selectedRange: selectedRange && movedBy(selectedRange, movedNs),
      ...folding.withNew(dump, { folded, foldedRanks }),
    });
    selecting.follow(dump, before);
    back.seen();
    selectAgain(dump);
    endComingBack(dump);
  };

  const endComingBack = (dump: DumpState) => {
    if (isRead(dump) && !back.awaitsClock() && back.end()) isViewWhole = false;
  };

  /** Of the last state whose views were asked for. */
  let seenStatus = '';
  const askViews = async (dump: DumpState) => {
    // Views come with the files that are found and with the timelines that are read.
    const status = `${dump.status} ${dump.ranks.map((rank) => `${rank.status[0]}${rank.generation > 0}`).join()}`;
    if (dump.status === 'discovering' || status === seenStatus) return;
    seenStatus = status;
    const views = await engine.views(dumpId);
    if (!isDisposed && status === seenStatus) store.setState({ views });
  };

  const watch = async () => {
    let hasReported = false;
    while (!isDisposed) {
      try {
        const dump = await nextDumpState(engine, dumpId, store.getState().dump);
        if (isDisposed) return;
        hasReported = false;
        receive(dump);
        askViews(dump).catch(report);
      } catch (error) {
        if (isDisposed) return;
        if (!hasReported) report(error);
        if (isDumpClosed(error) || isConnectionClosed(error)) return;
        hasReported = true;
        await new Promise((resolve) => setTimeout(resolve, options.watchRetryMs ?? WATCH_RETRY_MS));
      }
    }
  };

  /** Asks the timeline to scroll to a lane or group. Answers how what hides it is unfolded, besides the user's own change. */
  const revealed = (id: LaneId, row: number, own: Partial<Arrangement> = {}): Partial<Arrangement> => {
    const { dump, folded, foldedRanks, lanePreset } = { ...store.getState(), ...own };
    const rank = dump.ranks.find(({ groups }) => groups.some((group) => groupHas(group, id)));
    const group = rank?.groups.find((candidate) => groupHas(candidate, id));
    if (!rank || !group) return own;
    store.setState({ scrollTarget: { lane: id, row } });
    return {
      folded: group.id === id ? folded : without(folded, [group.id]),
      foldedRanks: without(foldedRanks, [rank.index]),
      lanePreset: isInPreset(group, lanePreset) ? lanePreset : 'everything',
    };
  };

  const remember = (): Remembered => ({ ...rememberedOf(store.getState(), isViewWhole), ...back.pending() });

  /** @param isPlace a place is left even where the view stays: one comes from another view, or the rows are scrolled */
  const moveTo = (wanted: TimeRange, isJump: boolean, from?: string, isPlace = from !== undefined) => {
    const { dump, view: before } = store.getState();
    const view = clampView(wanted, dump);
    const isSame = isSameRange(view, before);
    if (isSame && !isPlace) return;
    isViewWhole = false;
    back.forgetView();
    history.moved(placeOf(store.getState()), view, isJump, from);
    if (!isSame) store.setState({ view });
  };

  const actions: SessionActions = {
    setView(view: TimeRange, { isJump = false, from } = {}) {
      moveTo(view, isJump, from);
    },
    hold: (isHeld) => history.hold(isHeld),
    scrollRows(scrollTop) {
      if (scrollTop !== store.getState().scrollTop) store.setState({ scrollTop });
    },
    go(way) {
      const look = history.go(way, lookOf(store.getState()));
      if (!look) return false;
      const { place, selection, arrangement, clock, leadTo } = look;
      if (clock) engine.setClock(dumpId, clock).catch(report);
      if (place) {
        isViewWhole = false;
        back.forgetView();
      }
      // Together, so that the rows are scrolled when they are there.
      store.setState({
        ...arrangement,
        ...(place && {
          view: clampView(place.view, store.getState().dump),
          scrollTop: place.scrollTop,
          scrollTarget: undefined,
        }),
      });
      if (selection) selecting.restore(selection);
      if (leadTo !== undefined) actions.leadTo(leadTo);
      return true;
    },
    async setClock(choice) {
      const before = clockOf(store.getState());
      await engine.setClock(dumpId, choice);
      if (!isDisposed) history.clockChosen(before, choice);
    },
    viewAll() {
      moveTo(wholeView(store.getState().dump), true);
      isViewWhole = true;
    },
    toggleFold(id: LaneId) {
      arrange({ folded: toggled(store.getState().folded, id) });
    },
    toggleRankFold(rankIndex: number) {
      arrange({ foldedRanks: toggled(store.getState().foldedRanks, rankIndex) });
    },
    foldAll(isFolded: boolean) {
      const { ranks } = store.getState().dump;
      const groups = ranks.flatMap((rank) => rank.groups.map((group) => group.id));
      arrange({
        folded: new Set(isFolded ? groups : []),
        // A single rank stays open: folding it too would leave an empty window.
        foldedRanks: new Set(isFolded && ranks.length > 1 ? ranks.map((rank) => rank.index) : []),
      });
    },
    showLanes(lanePreset) {
      const { dump, folded } = store.getState();
      arrange({ lanePreset, folded: unfoldedFor(lanePreset, dump, folded) });
    },
    toggleFlowCategory(name: string) {
      arrange({ shownFlows: toggled(store.getState().shownFlows, name) });
    },
    selectSlice: choose,
    selectRange(range, lanes) {
      const before = selectionOf(store.getState());
      if (range === before.range) return;
      store.setState({ selectedRange: range, selectedLanes: range && lanes && new Set(lanes) });
      history.selected(before, selectionOf(store.getState()));
    },
    jumpTo(slice: SliceSummary) {
      // The rows may be scrolled even where the view stays.
      moveTo(viewForSlice(slice, store.getState().view), true, undefined, true);
      // The slice itself must show, so its own lane is unfolded too.
      arrange(revealed(slice.lane, slice.row, { folded: without(store.getState().folded, [slice.lane]) }));
      choose(slice.ref);
    },
    scrollTo(id: LaneId, row = 0) {
      arrange(revealed(id, row));
    },
    clearScrollTarget() {
      store.setState({ scrollTarget: undefined });
    },
    pinLanes(pinned) {
      back.forgetAlignment();
      arrange({ pinned, folded: without(store.getState().folded, pinned) });
    },
    mark(marks) {
      arrange({ marks });
    },
    leadTo(leadTo) {
      store.setState({ leadTo });
    },
    compare(comparison) {
      store.setState({ comparison });
    },
    showMatch(match) {
      if (match !== store.getState().match) store.setState({ match });
    },
    openRanks(ranks) {
      const all = store.getState().dump.ranks.map(({ index }) => index);
      arrange({ foldedRanks: new Set(all.filter((index) => !ranks.includes(index))) });
    },
    focusRanks(focusRanks) {
      store.setState({ focusRanks });
    },
  };

  store.setState({ view: back.firstView(options.dump) });
  selectAgain(options.dump);
  endComingBack(options.dump);
  void watch();
  askViews(options.dump).catch(report);

  return {
    engine,
    dumpId,
    store,
    calmStore: { ...store, subscribe: (listener) => store.subscribe(unlessOnlyMoved(listener)) },
    questions: followQuestions(engine),
    remember,
    rememberAll() {
      const { dump, folded, foldedRanks, shownFlows, lanePreset } = store.getState();
      return { ...remember(), folds: rememberFolds(dump, { folded, foldedRanks }), shownFlows, lanePreset };
    },
    actions,
    can: (way, inFront) => history.can(way, inFront),
    viewState<T>(key: string, make: () => T): T {
      if (!viewStates.has(key)) viewStates.set(key, make());
      // The view that made it is the only one to ask for it by this key.
      return viewStates.get(key) as T;
    },
    dispose() {
      if (isDisposed) return;
      isDisposed = true;
      // The window is done with the dump; a connection that is gone has closed it already.
      engine.close(dumpId).catch(() => undefined);
    },
  };
}

type Listener = (now: SessionState, before: SessionState) => void;

/** The listener, but not for changes of what the timeline shows alone. */
function unlessOnlyMoved(listener: Listener): Listener {
  return (now, before) => {
    const { view: _view, scrollTop: _scrollTop, ...rest } = now;
    const keys = Object.keys(rest) as (keyof typeof rest)[];
    if (keys.some((key) => now[key] !== before[key])) listener(now, before);
  };
}

function initialState(dump: DumpState): SessionState {
  return {
    dump,
    views: undefined,
    view: firstView(dump),
    scrollTop: 0,
    folded: new Set(),
    foldedRanks: new Set(),
    lanePreset: 'everything',
    shownFlows: new Set(),
    selectedSlice: undefined,
    selectedDetails: undefined,
    pinned: [],
    marks: [],
    selectedRange: undefined,
    selectedLanes: undefined,
    scrollTarget: undefined,
    focusRanks: undefined,
    comparison: undefined,
    match: undefined,
    leadTo: undefined,
  };
}

const isRead = ({ status }: DumpState): boolean => status !== 'discovering' && status !== 'indexing';

function groupHas(group: LaneGroup, id: LaneId): boolean {
  return group.id === id || group.lanes.some((lane) => lane.id === id);
}

function toggled<T>(set: ReadonlySet<T>, item: T): ReadonlySet<T> {
  const next = new Set(set);
  if (!next.delete(item)) next.add(item);
  return next;
}

/** The same set when it holds none of the items, so that nobody who watches it is woken. */
function without<T>(set: ReadonlySet<T>, items: readonly T[]): ReadonlySet<T> {
  return items.some((item) => set.has(item)) ? new Set([...set].filter((item) => !items.includes(item))) : set;
}

/** Errors cross the border to the Engine with their name, not their class. */
function isDumpClosed(error: unknown): boolean {
  return error instanceof Error && error.name === 'DumpClosedError';
}

function movedBy(range: TimeRange, ns: number): TimeRange {
  return ns === 0 ? range : { startNs: range.startNs + ns, endNs: range.endNs + ns };
}
