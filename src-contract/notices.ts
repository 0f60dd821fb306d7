/** Sentences for the user. */
import type { Reason } from './reasons';

export type NoticeSeverity = 'info' | 'warning' | 'error';

/** A sentence for the user: what is wrong, where, and what to do. */
export interface Notice {
  /** Stable kebab-case name; the key of its translation (`notice.<code>`), filled from `params`. */
  readonly code: string;
  readonly severity: NoticeSeverity;
  /** The sentence in English, complete. */
  readonly message: string;
  readonly params: Readonly<Record<string, string | number>>;
  /** Fills the `reason` of the sentence. */
  readonly reason?: Reason;
  /** Absolute path of the file or folder it is about. */
  readonly path?: string;
  /** Where in that file (of the unpacked bytes for gzip and zip). */
  readonly byteOffset?: number;
}

/** Events of one file that are not in the index, for one reason. */
export interface SkippedEvents {
  readonly notice: Notice;
  readonly eventCount: number;
  /** Byte offsets of the first few of them. */
  readonly byteOffsets: readonly number[];
}
