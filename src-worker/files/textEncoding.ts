import { closeSync, read } from 'node:fs';
import { promisify } from 'node:util';
import type { Notice } from '../../src-contract';
import { notice } from './notices';
import { openFile } from './readable';

const readBytes = promisify(read);
const BLOCK_BYTES = 1 << 20;
const MAX_SEQUENCE_BYTES = 4;

/** Bytes that `utf16At` looks at. */
export const UTF16_HEAD_BYTES = 64;

/** Of byte order marks, one character a byte or as they come out of a decoder for UTF-8. */
const MARKS = ['\xff\xfe', '\xfe\xff', '\ufffd\ufffd'];

/**
 * At which byte it shows that a file is in UTF-16: at its mark, if a character of ASCII stands soon behind, or at the first zero,
 * if it begins with two of ASCII; undefined where it is not. Of its first bytes as characters, one a byte or decoded as UTF-8.
 */
export function utf16At(head: string): number | undefined {
  if (MARKS.includes(head.slice(0, 2))) {
    for (let at = 2; at < Math.min(head.length, UTF16_HEAD_BYTES); at += 2) {
      const zero = zeroAt(head, at);
      // Two zeros are of UTF-32, or of a file whose data were never written.
      if (zero === 'both') return undefined;
      if (zero !== undefined) return 0;
    }
    return undefined;
  }
  const zero = zeroAt(head, 0);
  return zero === 'both' || zero !== zeroAt(head, 2) ? undefined : zero;
}

/** Which byte of a character of ASCII in UTF-16 is the zero; undefined where it is none. */
function zeroAt(head: string, at: number): 0 | 1 | 'both' | undefined {
  const [first, second] = [head.charCodeAt(at), head.charCodeAt(at + 1)];
  if (first === 0 && second === 0) return 'both';
  if (first === 0 && second < 0x80) return 0;
  return second === 0 && first < 0x80 ? 1 : undefined;
}

/** The same of bytes. */
export function utf16AtBytes(bytes: Uint8Array): number | undefined {
  return utf16At(String.fromCharCode(...bytes.subarray(0, UTF16_HEAD_BYTES)));
}

/** What a decoder for UTF-8 puts where something else stands. */
const REPLACEMENT = '\ufffd';

/** Whether texts of a file are perhaps not what was written there: those of one in UTF-8 may have the character themselves. */
export function mayBeNoUtf8(text: string): boolean {
  return text.includes(REPLACEMENT);
}

/** Says where a file is not in UTF-8; undefined where it is. Rejects as `firstNoUtf8`. */
export async function encodingNotice(path: string, onBlock?: () => void): Promise<Notice | undefined> {
  const byteOffset = await firstNoUtf8(path, onBlock);
  return byteOffset === undefined ? undefined : notice('not-utf8', 'warning', {}, { path, byteOffset });
}

/** Where in a file the first byte stands that is no UTF-8. Rejects with what the file system rejects with, and what `onBlock` throws. */
export async function firstNoUtf8(path: string, onBlock: () => void = () => {}): Promise<number | undefined> {
  const fd = openFile(path);
  try {
    const bytes = new Uint8Array(BLOCK_BYTES);
    for (let firstByte = 0, kept = 0; ; ) {
      onBlock();
      const { bytesRead } = await readBytes(fd, bytes, kept, bytes.length - kept, null);
      const length = kept + bytesRead;
      const end = utf8End(bytes, length);
      if (length - end >= MAX_SEQUENCE_BYTES || (bytesRead === 0 && end < length)) return firstByte + end;
      if (bytesRead === 0) return undefined;
      bytes.copyWithin(0, end, length);
      firstByte += end;
      kept = length - end;
    }
  } finally {
    closeSync(fd);
  }
}

/** Behind the last whole character that only such are in front of. */
function utf8End(bytes: Uint8Array, length: number): number {
  let at = 0;
  while (at < length) {
    const first = bytes[at];
    if (first < 0x80) {
      at++;
      continue;
    }
    const following = first < 0xc2 || first > 0xf4 ? 0 : first < 0xe0 ? 1 : first < 0xf0 ? 2 : 3;
    if (following === 0 || at + following >= length) return at;
    // Shorter forms there are, surrogates, and what is beyond Unicode.
    const least = first === 0xe0 ? 0xa0 : first === 0xf0 ? 0x90 : 0x80;
    const most = first === 0xed ? 0x9f : first === 0xf4 ? 0x8f : 0xbf;
    if (bytes[at + 1] < least || bytes[at + 1] > most) return at;
    for (let i = 2; i <= following; i++) if ((bytes[at + i] & 0xc0) !== 0x80) return at;
    at += following + 1;
  }
  return at;
}
