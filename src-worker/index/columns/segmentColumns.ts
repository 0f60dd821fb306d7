/** The columns that events of a segment are read into, by kind. */

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
