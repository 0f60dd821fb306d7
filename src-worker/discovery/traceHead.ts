import { closeSync, readSync } from 'node:fs';
import { basename } from 'node:path';
import { gunzipSync, constants as zlib } from 'node:zlib';
import { isMonitorText } from '../files/monitorFiles';
import { openFile } from '../files/readable';
import { utf16At } from '../files/textEncoding';
import { isTraceView } from './dumpNames';

const HEAD_BYTES = 1 << 16;

/** Whether the name alone says that it is a trace, or that it is none; undefined where it takes a look at the file. */
export function isTraceName(name: string): boolean | undefined {
  if (/\.pt\.trace\.json(\.gz)?$/i.test(name) || isTraceView(name)) return true;
  return /\.(json|jsonl|gz)$/i.test(name) ? undefined : false;
}

/** Of a file nobody named: by its name if that is clear, else by what its first 64 KB hold. */
export function looksLikeTrace(path: string, roots: readonly string[]): boolean {
  const byName = isTraceName(basename(path));
  if (byName !== undefined) return byName;
  try {
    return isTraceText(headText(path, roots));
  } catch {
    // Not readable, not gzip: it is no trace that could be opened, and the user did not name it.
    return false;
  }
}

/** Of the first bytes of a file. One in UTF-16 is a trace too, and its reader says why it can't be read. */
export function isTraceText(head: string): boolean {
  if (utf16At(head) !== undefined) return isTraceText(head.replaceAll('\0', '').slice(2));
  return /"traceEvents"\s*:|"ph"\s*:\s*"[A-Za-z]"/.test(head) || isMonitorText(head);
}

/** The first 64 KB, unpacked. Throws where the file can’t be read. */
export function headText(path: string, roots: readonly string[]): string {
  const head = Buffer.alloc(HEAD_BYTES);
  const fd = openFile(path, roots);
  try {
    const read = readSync(fd, head, 0, HEAD_BYTES, 0);
    const bytes = head.subarray(0, read);
    const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
    return (isGzip ? gunzipSync(bytes, { finishFlush: zlib.Z_SYNC_FLUSH }) : bytes).toString('latin1');
  } finally {
    closeSync(fd);
  }
}
