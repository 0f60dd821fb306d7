/**
 * Files that are still being written: where the last whole event ends is where reading goes on the next time. What is in front of
 * that place is read once, for good; what is behind it (part of an event, or the end of the file) is read anew each time.
 */
import { createHash } from 'node:crypto';
import { closeSync, fstatSync, readSync } from 'node:fs';
import { openFile } from '../files/readable';
import type { ImporterName } from '../index/eventSource';
import type { GrownSegment } from './importer';
import { importerNamed } from './importers';

/** How far a file has been read for good. */
export interface ReadOnFrom {
  /** In bytes. */
  readonly sealedTo: number;
  /** Tells whether what has been read is still what stands there; undefined of a file that has not been read yet. */
  readonly edge: string | undefined;
}

export const FROM_BEGINNING: ReadOnFrom = { sealedTo: 0, edge: undefined };

export type GrownFile =
  /** It is shorter, or something else stands where it has been read. */
  | { readonly kind: 'rewritten' }
  | {
      readonly kind: 'grown';
      readonly sizeBytes: number;
      readonly modifiedMs: number;
      /** To be read once and kept: each ends where an event does, if `endsAtBoundary` says so as well. */
      readonly sealed: readonly GrownSegment[];
      /** From there to the end, to be read anew each time; undefined where there is nothing. */
      readonly tail: GrownSegment | undefined;
      readonly next: ReadOnFrom;
    };

/** Bytes at either end of what has been read that are held against the file. */
const EDGE_BYTES = 1 << 10;

/** Rejects with what opening a file throws. `path` is the rank's file number `file`. */
export async function grownFile(
  importer: ImporterName,
  path: string,
  file: number,
  from: ReadOnFrom,
): Promise<GrownFile> {
  const fd = openFile(path);
  try {
    const { size: sizeBytes, mtimeMs: modifiedMs } = fstatSync(fd);
    if (sizeBytes < from.sealedTo || (from.edge !== undefined && edgeOf(fd, from.sealedTo) !== from.edge))
      return { kind: 'rewritten' };
    const found = await importerNamed(importer).grow?.(path, file, from.sealedTo, sizeBytes);
    const { sealed, tail } = found ?? { sealed: [], tail: undefined };
    const sealedTo = sealed.length === 0 ? from.sealedTo : (tail?.startOffset ?? sizeBytes);
    return { kind: 'grown', sizeBytes, modifiedMs, sealed, tail, next: { sealedTo, edge: edgeOf(fd, sealedTo) } };
  } finally {
    closeSync(fd);
  }
}

/** Of the first and the last bytes of what has been read. */
function edgeOf(fd: number, sealedTo: number): string | undefined {
  if (sealedTo === 0) return undefined;
  const hash = createHash('sha256');
  for (const start of [0, Math.max(0, sealedTo - EDGE_BYTES)]) {
    const bytes = new Uint8Array(Math.min(EDGE_BYTES, sealedTo - start));
    hash.update(bytes.subarray(0, readSync(fd, bytes, 0, bytes.length, start)));
  }
  return hash.digest('base64');
}
