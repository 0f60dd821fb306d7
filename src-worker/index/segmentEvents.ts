import type { Notice, SkippedEvents } from '../../src-contract';
import type { Chunks } from './columns/chunks';
import type { SliceChunks } from './columns/narrowSlices';
import type { MARK_COLUMNS, METADATA_COLUMNS, SAMPLE_COLUMNS } from './columns/segmentColumns';
import type { IdChunks } from './ids/narrowIds';
import type { PackedStrings } from './rankIndex';

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
  /** Values of counters, beside others of theirs, that are no finite numbers; the place is that of the first such counter. */
  readonly oddValues?: CountedInFile;
  /** Lists of events inside of another value. */
  readonly listsInside?: CountedInFile;
}

/** What is odd in one file. Absent where there is nothing. */
export interface CountedInFile {
  readonly count: number;
  readonly path: string;
  /** Of the first. */
  readonly byteOffset: number;
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
