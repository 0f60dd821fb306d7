/** A whole text file, its failures in our words. */
import { closeSync, fstatSync } from 'node:fs';
import { notice } from '../files/notices';
import { openFile, readableRoots, readTextFile } from '../files/readable';
import { isSystemError, systemReason } from '../files/systemReason';
import { utf16At } from '../files/textEncoding';
import { TableError } from './tableError';

/** Throws a `TableError` where the file can't be opened. */
export function sizeOf(path: string): number {
  return inOurWords(path, () => {
    const fd = openFile(path);
    try {
      return fstatSync(fd).size;
    } finally {
      closeSync(fd);
    }
  });
}

/** The whole of it. Rejects with a `TableError` where it can't be read, or is in UTF-16. */
export async function readText(path: string, encoding: 'utf8' | 'latin1'): Promise<string> {
  const text = await readAny(path, encoding);
  const byteOffset = utf16At(text);
  if (byteOffset !== undefined) throw new TableError(notice('utf16', 'error', {}, { path, byteOffset }));
  return text;
}

async function readAny(path: string, encoding: 'utf8' | 'latin1'): Promise<string> {
  try {
    return await readTextFile(path, readableRoots(), encoding);
  } catch (error) {
    return inOurWords(path, () => {
      throw error;
    });
  }
}

function inOurWords<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!isSystemError(error)) throw error;
    throw new TableError(notice('file-unreadable', 'error', {}, { path, reason: systemReason(error) }));
  }
}
