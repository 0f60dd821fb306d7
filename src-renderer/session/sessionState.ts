/** How one open dump is looked at: what all that draws it reads. What can be done with it is `SessionActions`. */
import type {
  ChosenSlice,
  DumpState,
  LaneId,
  RankIndex,
  Sides,
  SliceDetails,
  SliceRef,
  ViewSources,
} from '../../src-contract';
import type { TimeRange } from '../base/timeRange';
import type { LaneArrangement } from './lanes/laneArrangement';
import type { LanePreset } from './lanes/lanePresets';
import type { NoteSlices, UserMark } from './userMarks';

export interface SessionState extends LaneArrangement {
  readonly dump: DumpState;

  /** Which views the dump has data for, as far as it has been read; absent until the Engine has answered. */
  readonly views: ViewSources | undefined;

  /** What the timeline shows. Within the dump's extent plus a margin; never shorter than 10 ns. */
  readonly view: TimeRange;
  /** While the dump is being written: the view goes along with its end as long as that is in sight. */
  readonly followsEnd: boolean;
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
  /** Several that are selected at once, `selectedSlice` being the last of them; empty where at most that one is. */
  readonly chosenSlices: readonly ChosenSlice[];
  /** The slice that was selected before: what the selected one is aligned with. */
  readonly anchor: SliceDetails | undefined;
  /** Lanes that stand above all others, in this order. */
  readonly pinned: readonly LaneId[];
  /** What is marked on its lane and in the ruler. */
  readonly marks: readonly TimelineMark[];
  /** What the user has marked; kept for when the dump is opened again. */
  readonly userMarks: readonly UserMark[];
  /** The slices of the notes among them, as far as they have been found. */
  readonly noteSlices: NoteSlices;
  /** The one of them that is looked at, by its id. */
  readonly currentMark: string | undefined;
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
  /** What lanes of communication are for, as the dump's metadata has it (groupNames.ts); empty until they are asked for. */
  readonly groupNames: ReadonlyMap<LaneId, string>;
  /** Ranks (`RankState.place`) whose near-empty streams have been packed by themselves once, whatever was done with them since. */
  readonly packedRanks: ReadonlySet<string>;
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
