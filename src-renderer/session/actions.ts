/** What the user does to a session; most of it can be taken back. */
import type { StoreApi } from 'zustand/vanilla';
import type { ChosenSlice, DumpId, Engine, LaneId, SliceRef, SliceSummary } from '../../src-contract';
import type { TimeRange } from '../base/timeRange';
import { createArranging } from './arranging';
import { type Choosing, chosenOf, isSameSlice } from './choosing';
import type { ComingBack } from './comingBack';
import { viewOfEnd } from './followEnd';
import type { LookHistory } from './history';
import { kindsInOrder } from './lanes/laneOrder';
import { unfoldedFor } from './lanes/lanePresets';
import { type Arrangement, clockOf, lookOf, selectionOf } from './look';
import type { MarkKeeping } from './markKeeping';
import type { Moving } from './moving';
import { revealed, without } from './revealed';
import type { Selecting } from './selecting';
import type { SessionActions } from './session';
import type { SessionState } from './sessionState';
import { rangeOfMark } from './userMarks';
import { clampView, viewForLink, viewForMark, viewForSlice } from './viewRange';

export interface ActionParts {
  readonly engine: Engine;
  readonly dumpId: DumpId;
  readonly store: StoreApi<SessionState>;
  readonly report: (error: unknown) => void;
  readonly isDisposed: () => boolean;
  readonly history: LookHistory;
  readonly back: ComingBack;
  readonly moving: Moving;
  readonly selecting: Selecting;
  readonly choosing: Choosing;
  readonly marking: MarkKeeping;
  /** Selects a slice by the user's wish; the others, if any, beside it. */
  readonly choose: (ref: SliceRef | undefined, chosen?: readonly ChosenSlice[]) => void;
  /** Done by the user, who may take it back. */
  readonly arrange: (change: Partial<Arrangement>) => void;
}

export function createActions(parts: ActionParts): SessionActions {
  const actions: SessionActions = {
    ...createArranging(parts, parts.store, parts.arrange),
    ...moveActions(parts),
    ...foldActions(parts),
    ...selectActions(parts),
    ...markActions(parts, (slice) => actions.jumpTo(slice)),
    ...viewActions(parts),
    go: (way) => goBack(parts, way),
  };
  return actions;
}

/** Takes back what was done last, does it again, or goes along the places; see `SessionActions.go`. */
function goBack(parts: ActionParts, way: Parameters<SessionActions['go']>[0]): boolean {
  const { engine, dumpId, store, report, history, moving, selecting, choosing, marking } = parts;
  const look = history.go(way, lookOf(store.getState()));
  if (!look) return false;
  const { place, selection, arrangement, clock, leadTo } = look;
  if (clock) engine.setClock(dumpId, clock).catch(report);
  if (place) moving.take();
  // Together, so that the rows are scrolled when they are there.
  store.setState({
    ...arrangement,
    ...(place && {
      view: clampView(place.view, store.getState().dump),
      scrollTop: place.scrollTop,
      scrollTarget: undefined,
    }),
  });
  if (selection) {
    selecting.restore(selection);
    choosing.restore(selection.chosen);
  }
  if (leadTo !== undefined) store.setState({ leadTo });
  if (arrangement) marking.follow();
  return true;
}

function moveActions({ engine, dumpId, store, isDisposed, history, moving }: ActionParts) {
  return {
    setView(view: TimeRange, { isJump = false, from }: Parameters<SessionActions['setView']>[1] = {}) {
      moving.to(view, isJump, from);
    },
    hold: (isHeld: boolean) => history.hold(isHeld),
    scrollRows(scrollTop: number) {
      if (scrollTop !== store.getState().scrollTop) store.setState({ scrollTop });
    },
    async setClock(choice) {
      const before = clockOf(store.getState());
      await engine.setClock(dumpId, choice);
      if (!isDisposed()) history.clockChosen(before, choice);
    },
    viewAll: () => moving.toWhole(),
    followEnd(followsEnd) {
      store.setState({ followsEnd });
      const { view, dump } = store.getState();
      if (followsEnd) moving.to(viewOfEnd(view, dump), true);
      // A view that is whole grows with the dump.
      else moving.take();
    },
    clearScrollTarget() {
      store.setState({ scrollTarget: undefined });
    },
  } satisfies Partial<SessionActions>;
}

function foldActions({ store, arrange }: ActionParts) {
  return {
    toggleFold(id: LaneId) {
      arrange({ folded: toggled(store.getState().folded, id) });
    },
    toggleRankFold(rankIndex: number) {
      arrange({ foldedRanks: toggled(store.getState().foldedRanks, rankIndex) });
    },
    foldAll(isFolded: boolean) {
      const { laneGrouping } = store.getState();
      if (laneGrouping === 'kind') return arrange({ foldedKinds: new Set(isFolded ? kindsInOrder : []) });
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
    openRanks(ranks) {
      const all = store.getState().dump.ranks.map(({ index }) => index);
      arrange({ foldedRanks: new Set(all.filter((index) => !ranks.includes(index))) });
    },
  } satisfies Partial<SessionActions>;
}

function selectActions({ store, history, back, moving, selecting, choosing, choose, arrange }: ActionParts) {
  /** Asks the timeline to scroll there, and unfolds what hides it; `folded`: as it is to be anyway. */
  const reveal = (lane: LaneId, row: number, folded = store.getState().folded) => {
    const change = revealed({ ...store.getState(), folded }, lane, row);
    if (change) store.setState({ scrollTarget: { lane, row } });
    arrange(change ?? { folded });
  };
  return {
    selectSlice: (ref) => choose(ref),
    withSelected: selecting.withSelected,
    toggleSlice: choosing.toggle,
    selectSlices: (slices) => choose(slices.at(-1)?.ref, slices.length > 1 ? slices.map(chosenOf) : []),
    selectUpTo: choosing.upTo,
    selectRange(range, lanes) {
      const before = selectionOf(store.getState());
      if (range === before.range) return;
      back.forgetRange();
      store.setState({
        ...{ selectedRange: range, selectedLanes: range && lanes && new Set(lanes) },
        // What was selected last is what is told about.
        ...(range && before.chosen.length > 0 && { chosenSlices: [] }),
      });
      history.selected(before, selectionOf(store.getState()));
    },
    jumpTo(slice: SliceSummary, from?: SliceSummary) {
      const { view } = store.getState();
      // The rows may be scrolled even where the view stays.
      moving.to((from && viewForLink(from, slice, view)) ?? viewForSlice(slice, view), true, undefined, true);
      // The slice itself must show, so its own lane is unfolded too.
      reveal(slice.lane, slice.row, without(store.getState().folded, [slice.lane]));
      const { chosenSlices } = store.getState();
      choose(slice.ref, chosenSlices.some(({ ref }) => isSameSlice(ref, slice.ref)) ? chosenSlices : []);
    },
    scrollTo: (id: LaneId, row = 0) => reveal(id, row),
    pinLanes(pinned) {
      back.forgetAlignment();
      arrange({ pinned, folded: without(store.getState().folded, pinned) });
    },
  } satisfies Partial<SessionActions>;
}

function markActions({ store, arrange, marking, moving }: ActionParts, jumpTo: (slice: SliceSummary) => void) {
  return {
    mark(marks) {
      arrange({ marks });
    },
    setUserMarks(userMarks, currentMark) {
      arrange({ userMarks });
      if (currentMark !== undefined) store.setState({ currentMark });
      marking.follow();
    },
    showMark(currentMark) {
      store.setState({ currentMark });
    },
    jumpToMark(id) {
      const { userMarks, noteSlices, view } = store.getState();
      const mark = userMarks.find((own) => own.id === id);
      if (!mark) return;
      store.setState({ currentMark: id });
      const slice = mark.slice && noteSlices.get(id);
      if (slice) jumpTo(slice);
      else moving.to(viewForMark(rangeOfMark(mark, noteSlices), view), true);
    },
  } satisfies Partial<SessionActions>;
}

/** What one view tells the others, and the window. */
function viewActions({ store }: ActionParts) {
  return {
    leadTo(leadTo) {
      store.setState({ leadTo });
    },
    compare(comparison) {
      store.setState({ comparison });
    },
    showMatch(match) {
      if (match !== store.getState().match) store.setState({ match });
    },
    focusRanks(focusRanks) {
      store.setState({ focusRanks });
    },
  } satisfies Partial<SessionActions>;
}

function toggled<T>(set: ReadonlySet<T>, item: T): ReadonlySet<T> {
  const next = new Set(set);
  if (!next.delete(item)) next.add(item);
  return next;
}
