import type { GroupKind, HueClass, PathComponent } from '../../src-contract';
import type { IndexSlices } from './columns/indexSlices';
import type { IndexedFiles } from './eventSource';
import type { IndexedIds } from './ids/sliceIds';

/**
 * The index of one rank: struct-of-arrays in shared memory, readable by any thread, never changed once it is made.
 *
 *     lanes   0 ───────────────┬ 1 ─────┬ 2 …       lane L's rows are laneFirstRow[L] … laneFirstRow[L + 1]
 *     rows    0 ────┬ 1 ──┬ 2 ─┼ 3 ─────┼ 4 …       row R's slices are rowFirstSlice[R] … rowFirstSlice[R + 1]
 *     slices  0 1 2 3 4 5 6 7 8 9 …                 sorted by start; within a row they don't overlap
 *
 * Times are ns since the rank's own base (`baseUs`), integers in a float64.
 */
export interface RankIndex {
  /** µs (of the epoch, or since boot) that all times count from. */
  readonly baseUs: number;
  readonly startNs: number;
  readonly endNs: number;
  readonly slices: IndexSlices;
  /** Ids in the slices' args: see `SliceIds`. Empty in what is shown before all has been read. */
  readonly ids: IndexedIds;
  readonly groups: readonly IndexedGroup[];
  readonly lanes: readonly IndexedLane[];
  readonly laneFirstRow: Uint32Array;
  readonly rowFirstSlice: Uint32Array;
  readonly tree: IntervalTree;
  readonly names: PackedStrings;
  readonly categories: readonly string[];
  readonly counters: readonly IndexedSeries[];
  readonly flows: FlowLinks;
  readonly pairs: PairSources;
  readonly files: IndexedFiles;
  /** Only of lanes whose slices are of others. */
  readonly standIns?: StandIns;
  /** Only of a critical path. */
  readonly path?: PathNames;
}

/** What the slices of lanes that are made on demand stand for. */
export interface StandIns {
  /** By slice: the rank's place in the dump, and the slice as numbered there; -1: none. */
  readonly rank: Int32Array;
  readonly slice: Int32Array;
  /** By the rank's place in the dump: the generation that the slices are of. */
  readonly generations: ReadonlyMap<number, number>;
}

/** What the slices of a critical path are, by name. */
export interface PathNames {
  readonly components: readonly PathComponent[];
  readonly hues: readonly HueClass[];
}

export interface IndexedLane {
  /** Stable within the rank over all generations. */
  readonly localId: number;
  readonly groupLocalId: number;
  readonly name: string;
  /** Lanes of a group are shown by it, the least first. */
  readonly sortIndex: number;
  readonly hue: HueClass;
  /** Slices that begin inside another one and end after it. With none, what is inside a slice is all below its row. */
  readonly overlapCount: number;
}

/**
 * An implicit 8-ary tree over each row's slices. Node i of level k of a row covers its slices 8^k·i … 8^k·(i+1) - 1, so
 * which they are, and how many, need not be kept. A row has no nodes above the first level that has at most 8 of them.
 */
export interface IntervalTree {
  /** Level 1 is `levels[0]`. */
  readonly levels: readonly TreeLevel[];
  /** Of the same levels. */
  readonly shapes: readonly NodeShapes[];
  /** Of the levels from 2 on: level 2 is `splits[0]`. */
  readonly splits: readonly NodeSplits[];
}

export interface TreeLevel {
  /** First node of each row in this level; one more at the end. */
  readonly rowFirstNode: Uint32Array;
  /** Start of the first slice below the node, end of the last. They stand here, too, since slices are far apart. */
  readonly startNs: Float64Array;
  readonly endNs: Float64Array;
  /** Sum of the durations below the node. */
  readonly busyNs: Float64Array;
  /** The longest slice below the node, and its duration. */
  readonly longest: Uint32Array;
  readonly longestNs: Float64Array;
}

/** What tells whether a node can be drawn without looking into it. */
export interface NodeShapes {
  /** The longest gap between two slices. */
  readonly gapNs: Float64Array;
  /** Busy share, 0…255, of the least and of the most busy child, each taken up to the start of the next one. */
  readonly leastBusy: Uint8Array;
  readonly mostBusy: Uint8Array;
}

/** What lies on either side of a node's longest gap, so that one that has no other can be drawn without looking into it. */
export interface NodeSplits {
  /** End of the last slice in front of the gap. */
  readonly gapStartNs: Float64Array;
  /** The longest of the node's other gaps. */
  readonly nextGapNs: Float64Array;
  /** Slices in front of it; 0 if there is no gap. */
  readonly before: Uint32Array;
  /** Sum of their durations. */
  readonly busyBeforeNs: Float64Array;
  /** The longest slice on the side where the node's longest is not, and its duration. */
  readonly otherLongest: Uint32Array;
  readonly otherLongestNs: Float64Array;
}

export const TREE_FANOUT_BITS = 3;

/** Distinct strings as UTF-8 (JSON escapes not undone), one after another. */
export interface PackedStrings {
  readonly bytes: Uint8Array;
  /** End of string i; it begins at the end of i - 1. */
  readonly ends: Uint32Array;
}

/** One series of a counter lane, by time. */
export interface IndexedSeries {
  readonly laneLocalId: number;
  /** Name of its counter: "AI Core Freq". */
  readonly counter: string;
  readonly series: number;
  /** See `CounterSeries`. */
  readonly seriesName: string;
  readonly unit: string;
  readonly timeNs: Float64Array;
  readonly value: Float64Array;
  /** Minimum and maximum of each 64 samples. */
  readonly blockMin: Float64Array;
  readonly blockMax: Float64Array;
}

export const COUNTER_BLOCK = 64;

/** Arrows, by category and, within it, by the earlier of their two times. */
export interface FlowLinks {
  readonly categories: readonly string[];
  /** First link of each category; one more at the end. */
  readonly categoryFirst: Uint32Array;
  readonly fromSlice: Uint32Array;
  readonly toSlice: Uint32Array;
  /** Empty where all are the starts of their slices, as they are in databases: ask `fromNsOf` and `toNsOf`. */
  readonly fromNs: Float64Array;
  readonly toNs: Float64Array;
  /** The event that ends the arrow: its id is read from there. As in `IndexSlices`: ask `sourceOf`. */
  readonly source: Float64Array | Uint32Array;
  readonly sourceBases: Float64Array;
  /** Latest end (max of both times) of each 64 links. */
  readonly blockEndNs: Float64Array;
}

export const FLOW_BLOCK = 64;

/** Of slices made of two events: the source of the second one, by that of the first. Both ascending by `begin`. */
export interface PairSources {
  readonly begin: Float64Array;
  readonly end: Float64Array;
}

/** What the window is told about a group; ids are local to the rank. */
export interface IndexedGroup {
  readonly localId: number;
  readonly pid: string;
  readonly name: string;
  readonly labels: string;
  readonly kind: GroupKind;
}
