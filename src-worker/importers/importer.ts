import type { ArgEntry, Notice, SourcePlace } from '../../src-contract';
import type { EventSource, FileCheck, ImporterName, IndexedFiles } from '../index/eventSource';
import type { SegmentEvents } from '../index/segmentEvents';
import type { LeafMemories } from '../sqlite/leafMemory';
import type { TokenizerPool } from '../tokenizer/tokenizerPool';

/**
 * What reads a form of timeline. It has no state: it is there on every thread. What it takes to read one that is rarely met is
 * loaded when it is: threads start sooner without it.
 */
export interface Importer<S extends Segment = Segment> {
  readonly name: ImporterName;
  /** Whether it can be a file of this form, by its first bytes (as they are on disk). */
  canRead(path: string, head: Uint8Array): boolean;
  /** Divides a rank's files; with `device` only what is that device's. Files that can't be read are in the notices. */
  plan(paths: readonly string[], sizes?: SegmentSizes, device?: number): SegmentPlan<S> | Promise<SegmentPlan<S>>;
  /**
   * Of a plain file that is being written: what of it, behind `startOffset`, can be read for good, in segments that end where
   * events do, and what is behind that. Absent where files are not written from their beginning to their end.
   */
  grow?(path: string, file: number, startOffset: number, sizeBytes: number): GrownSegments | Promise<GrownSegments>;
  /**
   * Reads a segment. Never rejects for what is wrong with the file: that is in the notices. `earlier`: what the file's
   * segments of earlier stages have found, in their order. `memories`: the thread's, where databases are decoded.
   */
  read(
    segment: S,
    baseUs: number | undefined,
    tokenizers: TokenizerPool,
    onProgress: OnSegmentProgress,
    earlier: readonly FoundTables[],
    memories?: LeafMemories,
  ): Promise<SegmentResult>;
  /**
   * One event read again; undefined where it is not at its place any more, or the bytes around it are other ones. Rejects
   * with what reading rejects with.
   */
  readEvent(files: IndexedFiles, source: EventSource): Promise<SourceEvent | undefined>;
  /**
   * As `readEvent` for many, in any order: each file is read once, from its beginning to its last wanted event. Those that
   * are not at their places any more, or among bytes that have changed, are not visited. `visit` gets the position among
   * the sources.
   */
  readEvents(
    files: IndexedFiles,
    sources: ArrayLike<EventSource>,
    visit: (position: number, event: SourceEvent) => void,
  ): Promise<void>;
  /** What the first file's times count from, in ns since 1970: 0 where it does not say. Absent where files never say it. */
  timeBaseNs?(files: IndexedFiles): Promise<bigint>;
  /** Where the event stands, for the user. */
  describe(files: IndexedFiles, source: EventSource): SourcePlace;
}

/**
 * Told of what has been read so far; false stops the reading. `soFar` is for who wants to show it, with the µs its times
 * count from. `bytesAgain`: how far a damaged file has been unpacked once more; 0 and none: it is not.
 */
export type OnSegmentProgress = (
  bytesDone: number,
  eventCount: number,
  soFar: () => SegmentEvents,
  baseUs: number | undefined,
  bytesAgain?: number,
) => boolean;

/** An event as its file has it. */
export interface SourceEvent {
  /** As written, with every digit; undefined where it has none. */
  readonly args: readonly ArgEntry[] | undefined;
  /** Of an end of a flow: its id as written, else ''. */
  readonly flowId: string;
  /** What of the args is not as written: nested too deeply (shown as text), or too much (cut off). */
  readonly cut?: ArgsCut;
  /** The file has been written to since it was read, if not here. */
  readonly isElsewhereChanged?: boolean;
}

export type ArgsCut = 'too-deep' | 'too-long';

/**
 * A part of one of a rank's files, read by one thread at a time. Which part that is only its importer knows, in members of
 * its own: plain data, since segments go from thread to thread.
 */
export interface Segment {
  readonly path: string;
  /** A packed one can't be divided, so it may take long. */
  readonly kind: 'plain' | 'packed';
  /** Position of the file among the rank's. */
  readonly file: number;
  /** Bytes on disk, for progress. */
  readonly sizeBytes: number;
  /** Segments are read when all of their file's with a lower stage have been; 0 if not said. */
  readonly stage?: number;
  /** It is given what others have found `foundForLast` as well. */
  readonly needsAll?: boolean;
}

/** What a segment has found that those of later stages need, known to their importer alone: plain data, in shared memory. */
export type FoundTables = object;

export interface SegmentPlan<S extends Segment = Segment> {
  readonly importer: ImporterName;
  /** In the order of the files and their bytes. */
  readonly segments: readonly S[];
  /** µs that all times count from; undefined where no time was found: then the first segment that is read has one. */
  readonly baseUs: number | undefined;
  /** Files that can't be opened. */
  readonly notices: readonly Notice[];
}

/** A segment of a file that is being written, and where in it it begins. */
export type GrownSegment = Segment & { readonly startOffset: number };

export interface GrownSegments {
  readonly sealed: readonly GrownSegment[];
  /** From where the sealed ones end. Undefined where nothing stands behind them. */
  readonly tail: GrownSegment | undefined;
}

/** Sizes of segments. The first is small, so that something is on screen early. */
export interface SegmentSizes {
  readonly firstBytes: number;
  readonly furtherBytes: number;
}

export const DEFAULT_SEGMENT_SIZES: SegmentSizes = { firstBytes: 4 << 20, furtherBytes: 32 << 20 };

export interface SegmentResult {
  readonly events: SegmentEvents;
  /** False: this segment had to be read on to the end of the file, and those behind it in the file don't count. */
  readonly endsAtBoundary: boolean;
  readonly isCancelled: boolean;
  /** False where it is of the right form, but nothing of a timeline was found in it. */
  readonly isTrace: boolean;
  /** Top-level values of the file beside its events, as JSON texts. */
  readonly values: ReadonlyMap<string, string>;
  /** µs that the times count from: as given, or the first time read. */
  readonly baseUs: number | undefined;
  /** How the file was, and those of its bytes that belong to the segment. */
  readonly check: FileCheck;
  readonly found?: FoundTables;
  /** What only those of the very next stage need, beside that. */
  readonly foundForNext?: FoundTables;
  /** What only those need that say `needsAll`: much, which the others would be sent for nothing. */
  readonly foundForLast?: FoundTables;
}
