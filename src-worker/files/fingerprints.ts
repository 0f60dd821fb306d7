import { type FileHandle, open, stat } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { READ_FLAGS, requireFile } from './readable';
import { fileOnDisk } from './zipMember';

const SAMPLE_BYTES = 1 << 16;
const SAMPLES = 16;

/** What tells that a file is still the one that was read. */
export interface FileFingerprint {
  readonly path: string;
  readonly sizeBytes: number;
  readonly modifiedNs: string;
  /** CRC-32 of 16 blocks spread over the file; of a small file, of all of it. */
  readonly sample: number;
}

/** Files looked at together: a job has thousands. */
const FILES_AT_A_TIME = 16;

/** Rejects where a file can't be read. */
export async function fingerprintsOf(paths: readonly string[]): Promise<FileFingerprint[]> {
  const found: FileFingerprint[] = [];
  for (let at = 0; at < paths.length; at += FILES_AT_A_TIME)
    found.push(...(await Promise.all(paths.slice(at, at + FILES_AT_A_TIME).map(fingerprintOf))));
  return found;
}

export function areSame(a: readonly FileFingerprint[], b: readonly FileFingerprint[]): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

async function fingerprintOf(path: string): Promise<FileFingerprint> {
  // Not waiting for a pipe: this would keep one of the few threads that Node has for files, for ever.
  const onDisk = fileOnDisk(path);
  requireFile(await stat(onDisk));
  const handle = await open(onDisk, READ_FLAGS);
  try {
    const found = await handle.stat({ bigint: true });
    requireFile(found);
    const { size, mtimeNs } = found;
    const sizeBytes = Number(size);
    return { path, sizeBytes, modifiedNs: String(mtimeNs), sample: await sampleOf(handle, sizeBytes) };
  } finally {
    await handle.close();
  }
}

async function sampleOf(handle: FileHandle, sizeBytes: number): Promise<number> {
  const block = new Uint8Array(SAMPLE_BYTES);
  const count = Math.max(1, Math.min(SAMPLES, Math.ceil(sizeBytes / SAMPLE_BYTES)));
  let crc = 0;
  for (let i = 0; i < count; i++) {
    const position = Math.floor((Math.max(0, sizeBytes - SAMPLE_BYTES) * i) / Math.max(1, count - 1));
    const { bytesRead } = await handle.read(block, 0, SAMPLE_BYTES, position);
    crc = crc32(block.subarray(0, bytesRead), crc);
  }
  return crc;
}
