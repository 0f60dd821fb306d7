import type { Notice, SkippedEvents } from '../../src-contract';
import type { Chunks } from './chunks';
import type { IdChunks } from './narrowIds';
import type { SliceChunks } from './narrowSlices';
import type { PackedStrings } from './rankIndex';

/** Bits of a slice's flags; above them stands the kind of device task that it is. `collectiveArgs`: see `taskKind.ts`. */
export const SliceFlag = { instant: 1, unfinished: 2, asynchronous: 4, collectiveArgs: 8 } as const;

/** `flags >> TASK_KIND_SHIFT` is the position of the slice's kind in `TASK_KINDS`. */
export const TASK_KIND_SHIFT = 4;

/** Slices as the file has them: complete events and instants. */
export const SLICE_COLUMNS = {
  startNs: Float64Array,
  endNs: Float64Array,
  lane: Uint32Array,
  name: Uint32Array,
  category: Uint16Array,
  flags: Uint8Array,
  /** An `EventSource`, or `NO_SOURCE`. */
  source: Float64Array,
} as const;

/** Begins and ends that must be paired (B/E, b/n/e, S/T/p/F), and flow ends (s/t/f). */
export const MARK_COLUMNS = {
  phase: Uint8Array,
  flags: Uint8Array,
  timeNs: Float64Array,
  lane: Uint32Array,
  name: Uint32Array,
  category: Uint16Array,
  idLow: Uint32Array,
  idHigh: Uint32Array,
  source: Float64Array,
} as const;

export const SAMPLE_COLUMNS = {
  timeNs: Float64Array,
  lane: Uint32Array,
  name: Uint32Array,
  key: Uint32Array,
  /** Accelerator that the counter event was about (its `acc_id`), or -1. */
  accelerator: Int32Array,
  value: Float64Array,
} as const;

/**
 * Samples of several series that have their instants in common, as the rows of a database's tables give them. A value that is NaN
 * is none: the series has no sample then.
 */
export interface SampleGroup {
  readonly lane: number;
  readonly accelerator: number;
  readonly series: readonly SampledSeries[];
  /** In the order of the file. */
  readonly chunks: readonly SampleChunk[];
}

export interface SampledSeries {
  readonly name: number;
  readonly key: number;
  readonly sampleCount: number;
  /** Samples of the segment that stand before its first one. */
  readonly firstSeen: number;
}

export interface SampleChunk {
  readonly count: number;
  readonly timeNs: Float64Array;
  /** Of each series. */
  readonly values: readonly Float64Array[];
}

/** Ids of slices, in the order of the slices; see tokenizer/eventIds.ts. */
export const ID_COLUMNS = {
  /** Row of the slice among the segment's. */
  slice: Uint32Array,
  valueLow: Uint32Array,
  valueHigh: Uint32Array,
  /** An `EventId`, or `SAME_IDS`. */
  kind: Uint8Array,
} as const;

/**
 * In place of an `EventId`: the slice has no ids of its own, but those of an earlier one. Of these `valueLow` is the first,
 * counted over the segment's ids without the rows that are of this kind.
 */
export const SAME_IDS = 0x7f;

/** What a metadata event (ph M) says something about. */
export enum Statement {
  processName,
  processLabels,
  processSortIndex,
  threadName,
  threadSortIndex,
}

/** Metadata events of those kinds; of each only what it says, since the rest may be of any size. */
export const METADATA_COLUMNS = {
  lane: Uint32Array,
  /** A `Statement`. */
  statement: Uint8Array,
  /** Number in `SegmentTables.metadataTexts`. */
  text: Uint32Array,
} as const;

/** Distinct strings and lanes of a segment, as its tokenizer numbered them. */
export interface SegmentTables {
  readonly names: PackedStrings;
  readonly categories: PackedStrings;
  readonly laneTexts: PackedStrings;
  readonly metadataTexts: PackedStrings;
  /** Of each lane: ids into `laneTexts`. */
  readonly lanePid: Uint32Array;
  readonly laneTid: Uint32Array;
}

/** Events that are odd in a way that is said once for all of them. */
export interface OddityCounts {
  readonly badDurations: number;
  readonly missingDurations: number;
  readonly farTimes: number;
  readonly lostCategories: number;
  readonly hasCutTexts: boolean;
}

/**
 * Everything read from a stretch of a trace file, sorted by kind and otherwise in file order. Ids are those of the
 * segment's own tables.
 */
export interface SegmentEvents {
  readonly slices: SliceChunks;
  readonly paired: Chunks<typeof MARK_COLUMNS>;
  readonly flowEnds: Chunks<typeof MARK_COLUMNS>;
  readonly samples: Chunks<typeof SAMPLE_COLUMNS>;
  /** Further samples, of other series; only databases have such. Of a segment they are thought of as in front of `samples`. */
  readonly sampleGroups: readonly SampleGroup[];
  /** All ids of a slice are in the same chunk. */
  readonly ids: IdChunks;
  /** Slices on each of the segment's lanes. */
  readonly slicesPerLane: Uint32Array;
  readonly tables: SegmentTables;
  readonly metadata: Chunks<typeof METADATA_COLUMNS>;
  /** By the phase's ASCII code. */
  readonly countByPhase: Float64Array;
  readonly eventCount: number;
  readonly oddities: OddityCounts;
  readonly skipped: readonly SkippedEvents[];
  readonly notices: readonly Notice[];
}
