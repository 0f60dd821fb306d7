/** How a dump is looked at, as far as it can be taken back: see `history.ts`. Pure. */
import type { ClockChoice, SliceRef, SliceSource } from '../../src-contract';
import type { TimeRange } from '../base/timeRange';
import { type LaneArrangement, laneArrangementOf } from './lanes/laneArrangement';
import type { SessionState } from './sessionState';

export interface Place {
  readonly view: TimeRange;
  /** CSS pixels, see `SessionState.scrollTop`. */
  readonly scrollTop: number;
  readonly selection: Selection;
}

export interface Selection {
  /** With where it is from, once that is known: a rank that is read again numbers its slices anew. */
  readonly slice: { readonly ref: SliceRef; readonly source?: SliceSource } | undefined;
  readonly range: TimeRange | undefined;
  /** Of the stretch; undefined: all. */
  readonly lanes: SessionState['selectedLanes'];
  /** Several slices at once. */
  readonly chosen: SessionState['chosenSlices'];
}

/** Sets are taken back by what was added and removed: lanes that have come since keep their state. */
export type Arrangement = Pick<
  SessionState,
  'folded' | 'foldedRanks' | 'lanePreset' | 'shownFlows' | 'pinned' | 'marks' | 'userMarks' | keyof LaneArrangement
>;

/** How the dump is looked at. */
export interface Look {
  readonly place: Place;
  readonly selection: Selection;
  readonly arrangement: Arrangement;
  /** What its ranks are shown by. */
  readonly clock: ClockChoice;
}

export function selectionOf(state: SessionState): Selection {
  const { selectedSlice, selectedDetails, selectedRange, selectedLanes, chosenSlices } = state;
  const slice = selectedSlice && { ref: selectedSlice, ...(selectedDetails && { source: selectedDetails.source }) };
  return { slice, range: selectedRange, lanes: selectedLanes, chosen: chosenSlices };
}

export function placeOf(state: SessionState): Place {
  const { view, scrollTop } = state;
  return { view, scrollTop, selection: selectionOf(state) };
}

export function arrangementOf(state: SessionState): Arrangement {
  const { folded, foldedRanks, lanePreset, shownFlows, pinned, marks, userMarks } = state;
  return { folded, foldedRanks, lanePreset, shownFlows, pinned, marks, userMarks, ...laneArrangementOf(state) };
}

export function clockOf({ dump }: SessionState): ClockChoice {
  return dump.clock?.choice ?? {};
}

export function lookOf(state: SessionState): Look {
  return {
    place: placeOf(state),
    selection: selectionOf(state),
    arrangement: arrangementOf(state),
    clock: clockOf(state),
  };
}
