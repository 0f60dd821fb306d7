/** What the timeline draws: slices, counters, folded lanes and flow arrows of a window. */
import type { DumpId, LaneId, RankIndex } from './ids';

export interface ViewportQuery {
  readonly dump: DumpId;
  readonly startNs: number;
  readonly endNs: number;
  /** Slices shorter than this are merged with their neighbours in the same row. */
  readonly nsPerPixel: number;
  /** Lanes to return with their slices or counters. */
  readonly lanes: readonly LaneId[];
  /** Of these of the lanes some rows only, such as are on screen: a lane can have very many. Of all others every row. */
  readonly rows?: readonly LaneRows[];
  /** Groups or slice lanes to return as busy shares only (drawn folded). */
  readonly folded: readonly LaneId[];
  /** Names come with the quads at least this many pixels wide. */
  readonly labelMinPixels: number;
}

/**
 * What is to draw. Quads of all lanes stand in one table, lane after lane in the order asked, row after row, start after
 * start; `lanes` tells where each lane's part is. A lane that does not exist (any more) is left out.
 */
export interface ViewportResult {
  readonly startNs: number;
  readonly endNs: number;
  readonly nsPerPixel: number;
  readonly lanes: readonly LaneQuads[];
  readonly quads: PackedQuads;
  readonly counters: readonly CounterCurve[];
  readonly folded: readonly FoldedBusy[];
  /** Names of the quads wide enough for a label, per rank. */
  readonly names: readonly RankNames[];
}

/** Rows [first, end) of a lane, counted from its top. */
export interface LaneRows {
  readonly lane: LaneId;
  readonly first: number;
  readonly end: number;
}

export interface LaneQuads {
  readonly lane: LaneId;
  readonly rank: RankIndex;
  readonly generation: number;
  /** This lane's quads are `firstQuad … firstQuad + quadCount - 1` of `ViewportResult.quads`. */
  readonly firstQuad: number;
  readonly quadCount: number;
  /** The first of its rows that is here, counted from its top: 0 unless it was asked otherwise. */
  readonly laneRow: number;
  /** Its rows from there on are `firstRow … firstRow + rowCount - 1` of `PackedQuads.rowQuads`. */
  readonly firstRow: number;
  readonly rowCount: number;
}

/**
 * Quads in few bytes, none of them rounded: 15 each, 19 with the name. An answer can have 100,000, and they cross threads
 * and a socket. Whoever draws unpacks them once, reading all columns in step:
 *
 *     a row   originNs ├─ gap 0 ─┤ duration 0 ├─ gap 1 ─┤ duration 1 ├─ …
 *
 * Quads are not clipped to the window: a first gap can be negative. A merged quad spans from the first start to the last
 * end of its slices. A number that does not fit is the column's greatest (2³² - 1, 255), and stands in `large`, which is
 * read in step, too: of each quad the gap first, then the duration, then the count.
 */
export interface PackedQuads {
  /** Whole ns at which the first gap of every row begins. */
  readonly originNs: number;
  /** Quads of one slice at least this long have a name. */
  readonly namedFromNs: number;
  /** Quads in each row of each lane. */
  readonly rowQuads: Uint32Array;
  readonly gapNs: Uint32Array;
  readonly durationNs: Uint32Array;
  /** The slice itself, or the longest one of a merged quad (`SliceIndex`). */
  readonly slice: Uint32Array;
  /** Slices in the quad; 1 = exactly the one. */
  readonly sliceCount: Uint8Array;
  /** Share of the quad's span that is busy, 0…255; 255 for a single slice. */
  readonly busy: Uint8Array;
  /** `hueClass * 16 + variant`; the same name has the same colour everywhere. See `HUE_CLASSES`. */
  readonly colour: Uint8Array;
  /** `NameId`s of the quads that have one, in their order. */
  readonly name: Uint32Array;
  readonly large: Float64Array;
}

/** Order = value of `colour >> 4`. */
export const HUE_CLASSES = ['host', 'python', 'runtime', 'compute', 'communication', 'memory', 'wait', 'idle'] as const;

export type HueClass = (typeof HUE_CLASSES)[number];

export interface RankNames {
  readonly rank: RankIndex;
  readonly ids: Uint32Array;
  readonly names: readonly string[];
}

/** One counter series over the window, at most ~2 points a pixel: peaks are kept. */
export interface CounterCurve {
  readonly lane: LaneId;
  /** Index into `CounterLane.series`. */
  readonly series: number;
  /** Start of each step; the value holds until the next start. The first may lie before the window. */
  readonly startNs: Float64Array;
  readonly minValue: Float64Array;
  readonly maxValue: Float64Array;
  /** Value that holds at the end of the step. */
  readonly lastValue: Float64Array;
}

/** Where a folded group or lane is busy: one share (0…255) and one colour a pixel, from `startNs` on. */
export interface FoldedBusy {
  readonly lane: LaneId;
  readonly startNs: number;
  readonly nsPerPixel: number;
  readonly busy: Uint8Array;
  readonly colour: Uint8Array;
}

export interface FlowQuery {
  readonly dump: DumpId;
  readonly startNs: number;
  readonly endNs: number;
  readonly nsPerPixel: number;
  readonly categories: readonly string[];
  /** Arrows with an end on a lane not listed are left out. */
  readonly lanes: readonly LaneId[];
  readonly maxArrows: number;
}

/** Arrows that touch the window. Those that would fall on the same pixels are merged. */
export interface FlowArrows {
  readonly fromNs: Float64Array;
  readonly toNs: Float64Array;
  readonly fromLane: Uint32Array;
  readonly toLane: Uint32Array;
  readonly fromRow: Uint32Array;
  readonly toRow: Uint32Array;
  /** Index into `FlowQuery.categories`. */
  readonly category: Uint8Array;
  /** Arrows merged into this one. */
  readonly arrowCount: Uint32Array;
  /** Arrows in the window, merged or not, drawn or not. */
  readonly totalCount: number;
}
