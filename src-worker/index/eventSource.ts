import type { SourcePlace } from '../../src-contract';

declare const brand: unique symbol;

/**
 * Where an event stands in its rank's files. What the number means only the importer knows that has read it: to all others it
 * is a whole number, exact in a float64, that no other event of the rank has, and ascends in the order of the files.
 */
export type EventSource = number & { readonly [brand]: 'EventSource' };

/** Of a slice that is in no file, but computed. */
export const NO_SOURCE = -1 as EventSource;

/** What reads a form of timeline: see `importers/`. */
export type ImporterName = 'msMonitor' | 'traceEvents' | 'profilerDatabase' | 'laneFile';

/** What tells whether a file is still the one that was read, as a whole and block by block of its (unpacked) bytes. */
export interface FileCheck {
  readonly sizeBytes: number;
  readonly modifiedMs: number;
  /** Where each block ends; it begins at the end of the one before. */
  readonly blockEnds: Float64Array;
  readonly blockSums: Uint32Array;
}

/** The files that an index was read from, and by what. */
export interface IndexedFiles {
  readonly importer: ImporterName;
  /** In the order in which they are read as one timeline. */
  readonly paths: readonly string[];
  /** One for each path; none where nothing tells how the files were. */
  readonly checks?: readonly FileCheck[];
}

/** Files whose events can be told of. */
export interface DescribedFiles extends IndexedFiles {
  describe(source: EventSource): SourcePlace;
}
