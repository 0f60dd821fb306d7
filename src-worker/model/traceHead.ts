/** What a trace's file says before its events. */
import { closeSync, readSync } from 'node:fs';
import { gunzipSync, constants as zlib } from 'node:zlib';
import { openFile } from '../files/readable';

const HEAD_BYTES = 64 << 10;

/** '' where it can't be read: that is said where the timeline is read. */
export function headText(path: string): string {
  const head = Buffer.alloc(HEAD_BYTES);
  try {
    const fd = openFile(path);
    try {
      const bytes = head.subarray(0, readSync(fd, head, 0, HEAD_BYTES, 0));
      // What is behind the cut does not matter.
      const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
      return (isGzip ? gunzipSync(bytes, { finishFlush: zlib.Z_SYNC_FLUSH }) : bytes).toString('utf8');
    } finally {
      closeSync(fd);
    }
  } catch {
    return '';
  }
}

/** The object or array behind `"name":`; undefined where it is not there, or not whole. */
export function valueIn(text: string, name: string): unknown {
  const found = text.indexOf(`"${name}"`);
  if (found < 0) return undefined;
  const start = text.slice(found).search(/[[{]/) + found;
  if (start < found) return undefined;
  let [depth, isText] = [0, false];
  for (let i = start; i < text.length; i++) {
    const char = text[i];
    if (isText) {
      if (char === '\\') i++;
      else if (char === '"') isText = false;
      continue;
    }
    if (char === '"') isText = true;
    else if (char === '{' || char === '[') depth++;
    else if (char === '}' || char === ']') depth--;
    if (depth > 0) continue;
    try {
      return JSON.parse(text.slice(start, i + 1));
    } catch {
      return undefined;
    }
  }
  return undefined;
}
