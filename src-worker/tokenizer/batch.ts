import type { RowCounts, SortedBatch, TokenTotals } from './kinds';

/**
 * What a tokenizer gives back: events as columns, a batch at a time. Shared by the plain tokenizer (the oracle) and the
 * WebAssembly one, which must agree on every column.
 */

/** Events per batch at most. */
export const BATCH_EVENTS = 65_536;
/** Counter samples per batch at most; an event with more args than the room left starts the next batch. */
export const BATCH_SAMPLES = 131_072;
/** Ids per batch at most. */
export const BATCH_IDS = 65_536;

/** Whole µs that a float64 holds exactly, until the year 2255. What is beyond them is no time. */
export const MAX_TIME_US = 2 ** 53;
/** Whole ns likewise, 104 days: an unsigned -1, a sum that has run over, an infinity. */
export const MAX_DURATION_NS = 2 ** 53;

/** Bits of `TokenBatch.flags`. */
export const EventFlag = {
  hasStart: 1,
  hasDuration: 2,
  /** `"bp":"e"`: a flow end binds to the slice around it. */
  bindsEnclosing: 4,
  /** `ts` or `dur` is there but is no number (NaN, null, text). */
  badNumber: 8,
  hasId: 16,
  /** `ts` or `dur` is a number, but no time: beyond `MAX_TIME_US` or `MAX_DURATION_NS`. It does not count as there. */
  impossibleTime: 32,
  /** Its args have a key that only collectives' have. */
  collectiveArgs: 64,
  /** A counter with more values than `BATCH_SAMPLES`: those beyond are left out. */
  lostSamples: 128,
} as const;

/** Columns of `count` events in file order, and of the `sampleCount` values of those that are counters. */
export interface TokenBatch {
  count: number;
  /** ASCII code of `ph`; 0 when the event has none. */
  readonly phase: Uint8Array;
  readonly flags: Uint8Array;
  /** ns since the tokenizer's `baseUs`; rounded to the nearest ns where the file has more digits. */
  readonly startNs: Float64Array;
  readonly durationNs: Float64Array;
  /** Index into `Tokenizer.lanes`. */
  readonly lane: Uint32Array;
  /** Index into `Tokenizer.names`; of flow events (s, t, f) always the empty name. */
  readonly name: Uint32Array;
  /** Index into `Tokenizer.categories`; 0 is the empty category. */
  readonly category: Uint32Array;
  /**
   * Two 32-bit hashes of the bytes of `id` as written, without quotes (see hash.ts). `id2`'s `global` is an id like `id`;
   * its `local` is one within the process: the bytes of `pid` are hashed with it.
   */
  readonly idLow: Uint32Array;
  readonly idHigh: Uint32Array;
  /** Where the event's `{` stands in the file. */
  readonly byteOffset: Float64Array;

  sampleCount: number;
  /** Position of the counter event in this batch. */
  readonly sampleEvent: Uint32Array;
  /** Index into `Tokenizer.names`: the arg's key. */
  readonly sampleKey: Uint32Array;
  readonly sampleValue: Float64Array;
  /** Values of counters beside their samples that are no finite numbers, and the position of the first event that has one. */
  oddValueCount: number;
  oddValueEvent: number;

  idCount: number;
  /** Position of the event in this batch that has the id in its args. */
  readonly idEvent: Uint32Array;
  /** Which id it is: an `EventId`. */
  readonly idKind: Uint8Array;
  /** Its value: a whole number of 64 bits, in two halves. */
  readonly idValueLow: Uint32Array;
  readonly idValueHigh: Uint32Array;
}

/** Forgets what is in the batch. */
export function clearBatch(batch: TokenBatch): void {
  batch.count = 0;
  batch.sampleCount = 0;
  batch.oddValueCount = 0;
  batch.idCount = 0;
}

export function createBatch(capacity = BATCH_EVENTS, sampleCapacity = BATCH_SAMPLES): TokenBatch {
  return {
    count: 0,
    phase: new Uint8Array(capacity),
    flags: new Uint8Array(capacity),
    startNs: new Float64Array(capacity),
    durationNs: new Float64Array(capacity),
    lane: new Uint32Array(capacity),
    name: new Uint32Array(capacity),
    category: new Uint32Array(capacity),
    idLow: new Uint32Array(capacity),
    idHigh: new Uint32Array(capacity),
    byteOffset: new Float64Array(capacity),
    sampleCount: 0,
    sampleEvent: new Uint32Array(sampleCapacity),
    sampleKey: new Uint32Array(sampleCapacity),
    sampleValue: new Float64Array(sampleCapacity),
    oddValueCount: 0,
    oddValueEvent: 0,
    idCount: 0,
    idEvent: new Uint32Array(BATCH_IDS),
    idKind: new Uint8Array(BATCH_IDS),
    idValueLow: new Uint32Array(BATCH_IDS),
    idValueHigh: new Uint32Array(BATCH_IDS),
  };
}

/** A name, category, pid or tid that is longer is cut: nobody reads more, and each is kept in memory and drawn. */
export const MAX_TEXT_BYTES = 1 << 16;

/** Why `Tokenizer.parse` stopped. */
export type ParseStop =
  /** An event runs past the end of the bytes given: come back with it whole, from `position` on. */
  | 'need-bytes'
  /** The batch is full: take it, clear it, go on from `position`. */
  | 'batch-full'
  /** `position` is behind the `]` that ends the event array. */
  | 'array-end'
  /** The byte at `position` can't stand where it does; `eventStart` is the event it spoils. */
  | 'bad-byte';

/** Distinct byte strings, numbered from 0 in order of first sight. */
export interface StringTable {
  readonly size: number;
  /**
   * The string as written in the file: bytes between the quotes, escapes not undone. What is returned may be a view that
   * holds until the next `parse` or `reserve`.
   */
  bytes(id: number): Uint8Array;
  /** All strings one after another, and where each ends; views likewise. */
  packed(): { readonly bytes: Uint8Array; readonly ends: Uint32Array };
}

/** A distinct (pid, tid): ids into `Tokenizer.laneTexts`. */
export interface LaneKey {
  readonly pid: number;
  readonly tid: number;
}

/**
 * Reads the events of one JSON array, one call after another. It stands between two events at each call, skips commas
 * and white space, and never keeps a reference to the bytes.
 */
export interface Tokenizer {
  /** µs that `startNs` counts from; set by the first event that has a `ts`, unless given. */
  readonly baseUs: number | undefined;
  /** Always the same object, but its columns may be other ones after `parse` and `reserve`. */
  readonly batch: TokenBatch;
  readonly names: StringTable;
  readonly categories: StringTable;
  /** Texts of pids and tids. */
  readonly laneTexts: StringTable;
  readonly laneCount: number;
  laneKey(lane: number): LaneKey;

  /** Where the last `parse` stopped, as an index into the bytes. */
  readonly position: number;
  /** After `bad-byte` and `need-bytes`: where the event in question begins, as an index into the bytes. */
  readonly eventStart: number;
  /**
   * Where the bytes to parse must be, from index 0 on. Another array after `reserve`, and it may be
   * after `parse`: ask again. Bytes beyond `to` may be overwritten by `parse`.
   */
  readonly bytes: Uint8Array;
  /** As new, for other events: forgets all but the room in its memory. */
  reset(baseUs?: number): void;
  /** Makes room for `sizeBytes` in `bytes`, keeping what is there. */
  reserve(sizeBytes: number): void;
  /** `blockSum` of `bytes[from, to)`. */
  blockSum(from: number, to: number): number;
  /** Parses `bytes[from, to)`, where `bytes[0]` stands at `fileOffset` in the file. */
  parse(from: number, to: number, fileOffset: number): ParseStop;
  /**
   * Sorts the events of `batch`; `fileBase` is added to their byte offsets, `sliceBase` (slices and instants before this
   * batch) to the slices of ids. Once per batch: it counts them as well. `behind` says how many rows there are in columns that
   * the batch's are to be copied behind: where both lie alike to 8 bytes, V8 copies eight at a time to shared memory.
   */
  sortByKind(fileBase: number, sliceBase: number, behind?: RowCounts): SortedBatch;
  kindTotals(): TokenTotals;
}
