import { closeSync, fstatSync, readSync } from 'node:fs';
import { type FileForm, formOfEnd, isParquet } from '../../../src-worker/analysis/summary/summaryFile';
import { openFile } from '../../../src-worker/files/readable';

/** Behind the metadata: its length, and what the file began with. */
const FOOTER_BYTES = 8;
/** A footer of more is no summary's. */
const MOST_METADATA_BYTES = 1 << 20;

/**
 * The last bytes of a file of facts, with all of its metadata; undefined where it is no such file. Nothing else of it is read. Throws as
 * `openFile`.
 */
export function endOfSummaries(path: string, roots: readonly string[]): Uint8Array | undefined {
  const fd = openFile(path, roots);
  try {
    const { size } = fstatSync(fd);
    if (size < FOOTER_BYTES) return undefined;
    const bytesAt = (position: number) => {
      const bytes = Buffer.alloc(size - position);
      readSync(fd, bytes, 0, bytes.length, position);
      return bytes;
    };
    const footer = bytesAt(size - FOOTER_BYTES);
    if (!isParquet(footer.subarray(4))) return undefined;
    const metadataBytes = footer.readUInt32LE(0);
    if (metadataBytes > MOST_METADATA_BYTES || metadataBytes + FOOTER_BYTES > size) return undefined;
    return bytesAt(size - FOOTER_BYTES - metadataBytes);
  } finally {
    closeSync(fd);
  }
}

/** What a file of summaries has facts of; undefined where it does not say, or can't be read. */
export function formOfFile(path: string, roots: readonly string[]): FileForm | undefined {
  try {
    const end = endOfSummaries(path, roots);
    return end && formOfEnd(end);
  } catch {
    // Whoever reads more of it says why.
    return undefined;
  }
}
