/**
 * What the window knows about one open dump, and what can be done with it. Made when a dump is opened, disposed when it
 * is closed: nothing about a dump lives in module state.
 *
 * The shell, the panels and the timeline all talk to each other only through this store.
 */
import type { StoreApi } from 'zustand';
import type {
  ClockChoice,
  DumpId,
  DumpState,
  Engine,
  LaneId,
  RankIndex,
  Sides,
  SliceDetails,
  SliceRef,
  SliceSummary,
  ViewSources,
} from '../../src-contract';
import type { TimeRange } from '../base/timeRange';
import type { FollowedQuestions } from './followQuestions';
import type { Way } from './history';
import type { LanePreset } from './lanePresets';
import type { Remembered } from './remembered';

export interface SessionState {
  readonly dump: DumpState;

  /** Which views the dump has data for, as far as it has been read; absent until the Engine has answered. */
  readonly views: ViewSources | undefined;

  /** What the timeline shows. Within the dump's extent plus a margin; never shorter than 10 ns. */
  readonly view: TimeRange;
  /** How far the timeline's rows are scrolled, CSS pixels; a whole number of device pixels. */
  readonly scrollTop: number;
  /** Ranks (by group id 0…), groups and lanes that are folded. Ids as in `LaneGroup.id` and `LaneInfo.id`. */
  readonly folded: ReadonlySet<LaneId>;
  /** Ranks that are folded, by `RankState.index`. */
  readonly foldedRanks: ReadonlySet<number>;
  /** Groups of lanes that are of something else are not shown. */
  readonly lanePreset: LanePreset;
  /** Flow categories drawn whole, by name. Arrows of the selected slice are always drawn. */
  readonly shownFlows: ReadonlySet<string>;

  /** The selected slice; its details arrive a moment later. */
  readonly selectedSlice: SliceRef | undefined;
  readonly selectedDetails: SliceDetails | undefined;
  /** Lanes that stand above all others, in this order. */
  readonly pinned: readonly LaneId[];
  /** What is marked on its lane and in the ruler. */
  readonly marks: readonly TimelineMark[];
  /** A marked stretch of time (drag in the ruler), for the Selection panel. */
  readonly selectedRange: TimeRange | undefined;
  /** The lanes of it that are selected (Shift + drag); undefined: all. */
  readonly selectedLanes: ReadonlySet<LaneId> | undefined;
  /**
   * Where the timeline should scroll to (vertically): a row of a lane, or a group by its id (row 0). Cleared by the
   * timeline once it has.
   */
  readonly scrollTarget: { readonly lane: LaneId; readonly row: number } | undefined;
  /**
   * The ranks that one view has handed to the others ("the operators of this rank"). Each view takes them over as its own
   * choice of ranks when they change. Undefined: none were chosen anywhere.
   */
  readonly focusRanks: readonly RankIndex[] | undefined;
  /** What is held against what, in all views. Undefined: nothing. */
  readonly comparison: Sides | undefined;
  /** What stands for the selected slice on the other side of the comparison; undefined: nothing is known to. */
  readonly match: SliceDetails | undefined;
  /** The view of the window that is wanted in front, by its id. Cleared by the window once it is. */
  readonly leadTo: string | undefined;
}

/** A stretch of time, or one slice's on its row. */
export interface TimelineMark extends TimeRange {
  readonly spot?: { readonly lane: LaneId; readonly row: number };
}

export interface SessionActions {
  /**
   * `isJump`: not part of a gesture, which leaves one place behind however many views it passes. `from`: the view of the window
   * that one comes from, by its id: going back leads there.
   */
  setView(view: TimeRange, options?: { readonly isJump?: boolean; readonly from?: string }): void;
  /** A key or a button is held, or no more: until then what is moved or dragged is one gesture, which is taken back at once. */
  hold(isHeld: boolean): void;
  /** See `SessionState.scrollTop`; the caller keeps it within the rows. */
  scrollRows(top: number): void;
  /** The ranks are shown by this clock. Resolves when they are; rejects as `Engine.setClock`. */
  setClock(choice: ClockChoice): Promise<void>;
  /** Takes back what was done last, does it again, or goes to the place or the clock before, or the place after; false where there is none. */
  go(way: Way): boolean;
  /** The whole dump (Ctrl+0). */
  viewAll(): void;
  toggleFold(id: LaneId): void;
  toggleRankFold(rankIndex: number): void;
  foldAll(folded: boolean): void;
  /** Only these lanes, unfolded. */
  showLanes(preset: LanePreset): void;
  toggleFlowCategory(name: string): void;
  selectSlice(ref: SliceRef | undefined): void;
  /** `lanes`: see `SessionState.selectedLanes`. */
  selectRange(range: TimeRange | undefined, lanes?: readonly LaneId[]): void;
  /** Selects the slice, unfolds what hides it, scrolls to it and zooms so that it can be read. */
  jumpTo(slice: SliceSummary): void;
  /** Scrolls to a row of a lane, or a group (by its id), and unfolds what hides it. */
  scrollTo(id: LaneId, row?: number): void;
  clearScrollTarget(): void;
  /** These lanes stand above all others, unfolded, instead of those before. */
  pinLanes(lanes: readonly LaneId[]): void;
  /** These are marked, instead of those before. */
  mark(marks: readonly TimelineMark[]): void;
  /** See `SessionState.leadTo`; undefined: it has been. */
  leadTo(view: string | undefined): void;
  /** See `SessionState.comparison`. */
  compare(sides: Sides | undefined): void;
  /** See `SessionState.match`. */
  showMatch(match: SliceDetails | undefined): void;
  /** These ranks are open, all others folded. */
  openRanks(ranks: readonly RankIndex[]): void;
  /** Hands ranks to the other views, see `SessionState.focusRanks`. */
  focusRanks(ranks: readonly RankIndex[] | undefined): void;
}

export interface DumpSession {
  readonly engine: Engine;
  readonly dumpId: DumpId;
  readonly store: StoreApi<SessionState>;
  /**
   * The same state, but silent while only `view` and `scrollTop` change: they do with every frame while the user moves, and
   * nearly nobody draws anything from them.
   */
  readonly calmStore: Pick<StoreApi<SessionState>, 'getState' | 'getInitialState' | 'subscribe'>;
  readonly actions: SessionActions;
  /** Whether there is something that way, with this view of the window in front. */
  can(way: Way, inFront: string): boolean;
  /** For questions that may take long. */
  readonly questions: FollowedQuestions;
  /** Where one looks, for when it is opened again. */
  remember(): Remembered;
  /** That, and how it is arranged. */
  rememberAll(): Remembered;
  /**
   * What a view keeps while its tab is not in front (its choices, what it was told to show): made when first asked for,
   * the same for as long as the dump is open. `key` is the view's own.
   */
  viewState<T>(key: string, make: () => T): T;
  /** Stops watching and closes the dump in the engine. */
  dispose(): void;
}
