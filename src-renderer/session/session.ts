/**
 * What the window knows about one open dump, and what can be done with it. Made when a dump is opened, disposed when it
 * is closed: nothing about a dump lives in module state.
 *
 * The shell, the panels and the timeline all talk to each other only through this store.
 */
import type { StoreApi } from 'zustand';
import type {
  ChosenSlice,
  ClockChoice,
  DumpId,
  Engine,
  LaneId,
  RankIndex,
  Sides,
  SliceDetails,
  SliceRef,
  SliceSummary,
} from '../../src-contract';
import type { TimeRange } from '../base/timeRange';
import type { ArrangingActions } from './arranging';
import type { FollowedQuestions } from './followQuestions';
import type { Way } from './history';
import type { LanePreset } from './lanes/lanePresets';
import type { Remembered } from './remembered';
import type { RememberedLanes } from './rememberedLanes';
import type { SessionState, TimelineMark } from './sessionState';
import type { UserMark } from './userMarks';
import type { ViewMotion } from './viewMotion';

export interface SessionActions extends ArrangingActions {
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
  /** Goes to the end of a dump that is being written, and stays there; or stays where it is. */
  followEnd(follows: boolean): void;
  /** The whole dump (Ctrl+0). */
  viewAll(): void;
  toggleFold(id: LaneId): void;
  toggleRankFold(rankIndex: number): void;
  foldAll(folded: boolean): void;
  /** Only these lanes, unfolded. */
  showLanes(preset: LanePreset): void;
  toggleFlowCategory(name: string): void;
  selectSlice(ref: SliceRef | undefined): void;
  /** See `Selecting.withSelected`. */
  withSelected(act: (details: SliceDetails) => void): boolean;
  /** One slice more is selected at once, or one less. See `Choosing`. */
  toggleSlice(ref: SliceRef): Promise<void>;
  /** These are selected at once, instead of those before. */
  selectSlices(slices: readonly ChosenSlice[]): void;
  selectUpTo(ref: SliceRef): Promise<number | undefined>;
  /** `lanes`: see `SessionState.selectedLanes`. */
  selectRange(range: TimeRange | undefined, lanes?: readonly LaneId[]): void;
  /**
   * Selects the slice, unfolds what hides it, scrolls to it and zooms so that it can be read. `from`: what one comes from along a
   * link, which keeps the zoom where both ends fit.
   */
  jumpTo(slice: SliceSummary, from?: SliceSummary): void;
  /** Scrolls to a row of a lane, or a group (by its id), and unfolds what hides it. */
  scrollTo(id: LaneId, row?: number): void;
  clearScrollTarget(): void;
  /** These lanes stand above all others, unfolded, instead of those before. */
  pinLanes(lanes: readonly LaneId[]): void;
  /** These are marked, instead of those before. */
  mark(marks: readonly TimelineMark[]): void;
  /** The user's own, instead of those before. `current`: one of them, to look at. */
  setUserMarks(marks: readonly UserMark[], current?: string): void;
  /** See `SessionState.currentMark`. */
  showMark(id: string | undefined): void;
  /** Shows the time of one of the user's marks, or the slice that it is a note on. */
  jumpToMark(id: string): void;
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
  readonly motion: ViewMotion;
  /** Whether there is something that way, with this view of the window in front. */
  can(way: Way, inFront: string): boolean;
  /** For questions that may take long. */
  readonly questions: FollowedQuestions;
  /** What it has been opened with, of when it was open before. */
  readonly remembered: Remembered;
  /** Where one looks, for when it is opened again. */
  remember(): Remembered;
  /** That, and how it is arranged. */
  rememberAll(): Remembered;
  /** How the lanes are arranged alone; undefined: as at first. */
  rememberLanes(): RememberedLanes | undefined;
  /**
   * What a view keeps while its tab is not in front (its choices, what it was told to show): made when first asked for,
   * the same for as long as the dump is open. `key` is the view's own.
   */
  viewState<T>(key: string, make: () => T): T;
  /** Stops watching and closes the dump in the engine. */
  dispose(): void;
}
