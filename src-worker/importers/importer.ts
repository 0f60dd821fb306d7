import type { Notice } from '../../src-contract';
import type { SegmentEvents } from '../index/segmentEvents';

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
}

export interface SegmentPlan<S extends Segment = Segment> {
  /** In the order of the files and their bytes. */
  readonly segments: readonly S[];
  /** µs that all times count from; undefined where no time was found: then the first segment that is read has one. */
  readonly baseUs: number | undefined;
  /** Files that can't be opened. */
  readonly notices: readonly Notice[];
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
  readonly hasEventList: boolean;
  /** Top-level values of the file beside its events, as JSON texts. */
  readonly values: ReadonlyMap<string, string>;
  /** µs that the times count from: as given, or the first time read. */
  readonly baseUs: number | undefined;
}
