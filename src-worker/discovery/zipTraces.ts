import { closeSync, fstatSync, readSync } from 'node:fs';
import { basename } from 'node:path';
import { gunzipSync, inflateRawSync, constants as zlib } from 'node:zlib';
import { openFile } from '../files/readable';
import { type ZipEntry, zipEntries } from '../files/zip';
import { zipMemberPath } from '../files/zipMember';
import { isTraceName, isTraceText } from './traceHead';

/** Of each file; unpacked it is a thousand times as much at most. */
const HEAD_BYTES = 1 << 12;

/** Traces in an archive, each at a path below it, with the bytes that it has there; and how many files are none. */
export interface ZipTraces {
  readonly traces: readonly { readonly path: string; readonly sizeBytes: number }[];
  readonly otherCount: number;
}

/** None where the file is no zip, or can't be read: whoever opens it says why. `mayLook`: whether one more head may be read. */
export function zipTraces(path: string, roots: readonly string[], mayLook: () => boolean): ZipTraces {
  const none: ZipTraces = { traces: [], otherCount: 0 };
  if (!/\.zip$/i.test(path)) return none;
  try {
    const fd = openFile(path, roots);
    try {
      const entries = zipEntries(fd, fstatSync(fd).size);
      const traces = entries.filter((entry) => isTraceName(basename(entry.name)) ?? (mayLook() && isTrace(fd, entry)));
      return {
        traces: traces.map(({ name, packedBytes }) => ({ path: zipMemberPath(path, name), sizeBytes: packedBytes })),
        otherCount: entries.length - traces.length,
      };
    } finally {
      closeSync(fd);
    }
  } catch {
    return none;
  }
}

function isTrace(fd: number, entry: ZipEntry): boolean {
  try {
    return isTraceText(headOf(fd, entry));
  } catch {
    // What is damaged at its beginning tells nothing.
    return false;
  }
}

function headOf(fd: number, { name, method, dataOffset, packedBytes }: ZipEntry): string {
  const head = Buffer.alloc(Math.min(HEAD_BYTES, packedBytes));
  const packed = head.subarray(0, readSync(fd, head, 0, head.length, dataOffset));
  const bytes = method === 'deflate' ? inflateRawSync(packed, { finishFlush: zlib.Z_SYNC_FLUSH }) : packed;
  const isGzip = name.toLowerCase().endsWith('.gz');
  return (isGzip ? gunzipSync(bytes, { finishFlush: zlib.Z_SYNC_FLUSH }) : bytes).toString('latin1');
}
