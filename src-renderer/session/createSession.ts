/** `DumpSession` of session.ts: follows one dump in the Engine for as long as it is open. Its parts are put together here. */
import { createStore } from 'zustand/vanilla';
import type { ChosenSlice, DumpState, Engine, SliceRef } from '../../src-contract';
import { nextDumpState } from '../../src-contract/wire/dumpUpdates';
import { onceFor } from '../base/onceFor';
import { createActions } from './actions';
import { calmStoreOf } from './calmStore';
import { createChoosing } from './choosing';
import { createComingBack } from './comingBack';
import { firstFolds, firstState } from './firstState';
import { createFolding, rememberFolds } from './folds';
import { followDump } from './following';
import { followQuestions } from './followQuestions';
import { LookHistory } from './history';
import { plainArrangement } from './lanes/laneArrangement';
import { kindsInOrder } from './lanes/laneOrder';
import { type Arrangement, arrangementOf, selectionOf } from './look';
import { createLostMerges } from './lostMerges';
import { createMarkKeeping } from './markKeeping';
import { createMoving, movedBy } from './moving';
import { type Remembered, rememberedOf } from './remembered';
import { rememberedFilter } from './rememberedFilter';
import { createLaneReturn, foldsOf, kindsOf, type RememberedLanes, rememberLanes } from './rememberedLanes';
import { createReturning, isRead } from './returning';
import { without } from './revealed';
import { createSelecting } from './selecting';
import type { DumpSession } from './session';
import type { SessionState } from './sessionState';
import { keptMarkOf } from './userMarks';
import { followMotion } from './viewMotion';
import { markedLaterNs, originLaterNs, shownLaterNs } from './viewRange';

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
  lanesOf: (dump: DumpState) => RememberedLanes | undefined = () => undefined,
): Promise<DumpSession> {
  const dump = await nextDumpState(engine, dumpId);
  const lanes = remembered.lanes ?? lanesOf(dump);
  return createSession({ engine, dump, onError, remembered: { ...remembered, ...(lanes && { lanes }) } });
}

export function createSession(options: SessionOptions): DumpSession {
  const { engine, remembered = {} } = options;
  const dumpId = options.dump.id;
  const { lanes } = remembered;
  const folding = createFolding(firstFolds, remembered.folds ?? (lanes && foldsOf(lanes)));
  const laneReturn = createLaneReturn(lanes);
  const store = createStore<SessionState>()(() => ({
    ...firstState(options.dump),
    ...folding.withNew(options.dump, { folded: new Set(), foldedRanks: new Set() }),
    shownFlows: remembered.shownFlows ?? new Set(),
    lanePreset: remembered.lanePreset ?? lanes?.preset ?? 'everything',
    ...(lanes && {
      laneGrouping: lanes.grouping,
      laneHeights: lanes.heights,
      foldedKinds: kindsOf(lanes.foldedKinds, kindsInOrder),
      packedRanks: new Set(lanes.packed),
    }),
    ...laneReturn.withNew(options.dump, { ...plainArrangement, pinned: [] }),
  }));
  const viewStates = new Map<string, unknown>();
  let disposed = false;
  const isDisposed = () => disposed;
  const report = (error: unknown) => {
    if (!disposed) options.onError(error);
  };
  const common = { engine, dumpId, store, report, isDisposed };
  const back = createComingBack(remembered);
  const history = new LookHistory(options.nowMs);
  const moving = createMoving({ store, history, back });
  const selecting = createSelecting(common);
  const marking = createMarkKeeping({ ...common, carried: remembered.marks });

  const arrange = (change: Partial<Arrangement>) => {
    const before = arrangementOf(store.getState());
    store.setState(change);
    const after = arrangementOf(store.getState());
    const keys = Object.keys(change) as (keyof Arrangement)[];
    if (keys.some((key) => before[key] !== after[key])) history.arranged(before, after);
  };

  /** `chosen`: several slices, of which it is one. */
  const choose = (ref: SliceRef | undefined, chosen: readonly ChosenSlice[] = []) => {
    const { selectedDetails, chosenSlices } = store.getState();
    const before = selectionOf(store.getState());
    if (selectedDetails && selectedDetails.ref !== ref) store.setState({ anchor: selectedDetails });
    selecting.select(ref);
    const areOthers = chosen !== chosenSlices && (chosen.length > 0 || chosenSlices.length > 0);
    if (areOthers) store.setState({ chosenSlices: chosen });
    if (before.slice?.ref !== ref || areOthers) history.selected(before, selectionOf(store.getState()));
  };

  const choosing = createChoosing({
    ...{ ...common, settled: selecting.settled },
    choose: (slices) => choose(slices.at(-1)?.ref, slices.length > 1 ? slices : []),
  });

  const lost = createLostMerges();
  const hasFolds = remembered.folds !== undefined;
  const comeBack = createReturning({ ...common, back, moving, selecting, lost, history, hasFolds });

  /** Instants are by the clock that the dump is shown by in the end. */
  const followMarks = (dump: DumpState) => {
    if (isRead(dump) && !back.awaitsClock() && dump.clock?.mode !== 'measuring') marking.begin();
    marking.follow();
  };

  const receive = (dump: DumpState) => {
    const {
      marks,
      userMarks,
      selectedRange,
      selectedSlice,
      folded,
      foldedRanks,
      merged,
      dump: before,
    } = store.getState();
    // What has been come back to is by the clock that will be in force: until it is, only the origin moves it.
    const movedNs = back.awaitsClock() ? originLaterNs(before, dump) : shownLaterNs(before, dump, selectedSlice?.rank);
    const markedNs = markedLaterNs(before, dump);
    const gone = lost.follow(dump, before, merged);
    if (movedNs !== 0 || markedNs !== 0) history.shift(movedNs, markedNs);
    store.setState({
      dump,
      view: moving.viewOf(dump, movedNs),
      marks: movedNs === 0 ? marks : marks.map((mark) => ({ ...mark, ...movedBy(mark, movedNs) })),
      userMarks: markedNs === 0 ? userMarks : userMarks.map((mark) => ({ ...mark, ...movedBy(mark, markedNs) })),
      selectedRange: selectedRange && movedBy(selectedRange, movedNs),
      merged: gone.length === 0 ? merged : without(merged, gone),
      ...folding.withNew(dump, { folded, foldedRanks }),
      ...laneReturn.withNew(dump, store.getState()),
    });
    selecting.follow(dump, before);
    choosing.follow(dump, before);
    back.seen();
    comeBack(dump);
    followMarks(dump);
  };

  const remember = (): Remembered => {
    const now = rememberedOf(store.getState(), moving.isWhole(), lost.wholeOf);
    const filter = rememberedFilter(store.getState().laneFilter, store.getState().dump);
    const pending = back.pending();
    const merges = [...(now.merges ?? []), ...(pending.merges ?? []), ...lost.waiting()];
    return { ...now, ...(filter && { filter }), ...pending, ...(merges.length > 0 && { merges }) };
  };
  const lanesRemembered = onceFor(
    () => {
      const state = store.getState();
      const waiting = lost.waiting();
      const arranged = [...Object.values(arrangementOf(state)), state.packedRanks, state.dump.ranks, state.dump.clock];
      return [...arranged, back.pending().merges, waiting.length === 0 ? undefined : waiting];
    },
    () =>
      rememberLanes(store.getState(), firstFolds, [...(back.pending().merges ?? []), ...lost.waiting()], lost.wholeOf),
  );

  store.setState({ view: back.firstView(options.dump) });
  comeBack(options.dump);
  followMarks(options.dump);
  followDump({ ...common, receive, retryMs: options.watchRetryMs });

  return {
    engine,
    dumpId,
    store,
    calmStore: calmStoreOf(store),
    motion: followMotion(engine, store),
    questions: followQuestions(engine),
    remembered,
    remember,
    rememberAll() {
      const state = store.getState();
      const { dump, folded, foldedRanks, shownFlows, lanePreset, userMarks } = state;
      const arranged = lanesRemembered();
      const folds = rememberFolds(dump, { folded, foldedRanks });
      const marks = userMarks.map((mark) => keptMarkOf(mark, dump));
      return { ...remember(), folds, shownFlows, lanePreset, marks, ...(arranged && { lanes: arranged }) };
    },
    rememberLanes: lanesRemembered,
    actions: createActions({ ...common, history, back, moving, selecting, choosing, marking, choose, arrange }),
    can: (way, inFront) => history.can(way, inFront),
    viewState<T>(key: string, make: () => T): T {
      if (!viewStates.has(key)) viewStates.set(key, make());
      // The view that made it is the only one to ask for it by this key.
      return viewStates.get(key) as T;
    },
    dispose() {
      if (disposed) return;
      disposed = true;
      // The window is done with the dump; a connection that is gone has closed it already.
      const close = () => engine.close(dumpId).catch(() => undefined);
      const keeping = marking.keeping();
      if (keeping) void keeping.finally(close);
      else void close();
    },
  };
}
