import type { Rows } from './rows';

/**
 * The events of a batch, told apart by what they are: as columns of their own, so that whoever gathers them only has to
 * copy. Made by both tokenizers, which must agree on every column.
 */

/** What an event is by its phase letter, as the trace event format has it. */
export enum Kind {
  /** A letter that the format does not have. No event of a `SortedBatch` is: it is `skipped`. */
  unknown,
  slice,
  instant,
  counter,
  flow,
  /** A begin or an end that makes a slice with another one. */
  paired,
  metadata,
  /** Without a known phase, or without the time that its phase needs. */
  skipped,
}
export const KINDS = 8;

/** Letters of each kind. */
export const PHASES: readonly (readonly [Kind, string])[] = [
  [Kind.slice, 'X'],
  [Kind.instant, 'iIRPNDOcvV'],
  [Kind.paired, 'BEbneSTpF'],
  [Kind.flow, 'stf'],
  [Kind.counter, 'C'],
  [Kind.metadata, 'M'],
];

/** Farther from the base than this, a time in ns is not exact in a float64. */
export const EXACT_NS = 2 ** 53;
/** Categories have 16 bits from here on; a dump with more of them loses the further ones, and is told so. */
export const MAX_CATEGORY = 0xffff;
/** Bits of a slice's flags; as `SliceFlag.instant` and `SliceFlag.collectiveArgs`. */
export const INSTANT_FLAG = 1;
export const COLLECTIVE_ARGS_FLAG = 8;

/** Complete events and instants. Columns in the order in which they lie in WebAssembly's memory: see assembly/kinds.ts. */
export const SLICE_ROWS = {
  startNs: Float64Array,
  endNs: Float64Array,
  /** The byte offset of the event, with the base of its file: see `EventSource` in index/eventSource.ts. */
  source: Float64Array,
  lane: Uint32Array,
  name: Uint32Array,
  category: Uint16Array,
  flags: Uint8Array,
} as const;
export type SliceRows = Rows<typeof SLICE_ROWS>;

/** Begins and ends, or ends of flows, as `TokenBatch` has them; in that order as well. */
export const MARK_ROWS = {
  timeNs: Float64Array,
  source: Float64Array,
  lane: Uint32Array,
  name: Uint32Array,
  idLow: Uint32Array,
  idHigh: Uint32Array,
  category: Uint16Array,
  phase: Uint8Array,
  flags: Uint8Array,
} as const;
export type MarkRows = Rows<typeof MARK_ROWS>;

/** Ids of slices and instants, in their order. */
export const ID_ROWS = {
  /** Row of the slice, all batches together. */
  slice: Uint32Array,
  valueLow: Uint32Array,
  valueHigh: Uint32Array,
  /** An `EventId`. */
  kind: Uint8Array,
} as const;
export type IdRows = Rows<typeof ID_ROWS>;

/**
 * Samples of counters, in their order: those of an event that has an `acc_id` beside others belong to that accelerator, and
 * the `acc_id` is none of them.
 */
export const SAMPLE_ROWS = {
  timeNs: Float64Array,
  value: Float64Array,
  /** Lane and name of the event. */
  lane: Uint32Array,
  name: Uint32Array,
  key: Uint32Array,
  /** A whole number below 2³¹, or -1. */
  accelerator: Int32Array,
} as const;
export type SampleRows = Rows<typeof SAMPLE_ROWS>;

/** Numbers of rows, of each table of a batch. */
export interface RowCounts {
  readonly slices: number;
  readonly paired: number;
  readonly flowEnds: number;
  readonly ids: number;
  readonly samples: number;
}

export const NO_ROWS: RowCounts = { slices: 0, paired: 0, flowEnds: 0, ids: 0, samples: 0 };

/** Holds until the tokenizer goes on. */
export interface SortedBatch {
  /** Where the rows of each table begin in its columns. */
  readonly first: RowCounts;
  /** Kind of each event of the batch. */
  readonly kinds: Uint8Array;
  /** How many events of the batch are of each kind. */
  readonly counts: Uint32Array;
  /** As many rows as there are slices and instants; what stands behind them means nothing. The others likewise. */
  readonly slices: SliceRows;
  readonly paired: MarkRows;
  readonly flowEnds: MarkRows;
  readonly ids: IdRows;
  readonly idCount: number;
  readonly samples: SampleRows;
  readonly sampleCount: number;
  /** Counters that have samples. */
  readonly sampledCounters: number;
}

/** Sums over all batches sorted since the tokenizer was reset; a copy. */
export interface KindTotals {
  /** Events by the ASCII code of their phase. */
  readonly countByPhase: Float64Array;
  readonly slicesPerLane: Uint32Array;
  readonly badDurations: number;
  readonly missingDurations: number;
  /** Times that are not exact any more. */
  readonly farTimes: number;
  /** Slices and marks whose category did not fit into 16 bits. */
  readonly lostCategories: number;
}

export interface TokenTotals extends KindTotals {
  /** A name, category, pid or tid has been cut. */
  readonly hasCutTexts: boolean;
}
