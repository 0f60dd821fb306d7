/** A whole text file, its failures in our words. */
import { closeSync, fstatSync } from 'node:fs';
import { notice } from '../files/notices';
import { openFile, readableRoots, readTextFile } from '../files/readable';
import { isSystemError } from '../files/systemReason';
import { utf16At } from '../files/textEncoding';
import { unreadable } from '../files/unreadable';
import { ZipError } from '../files/zip';
import { TableError } from './tableError';

/** Throws a `TableError` where the file can't be opened. */
export function sizeOf(path: string): number {
  try {
    const fd = openFile(path);
    try {
      return fstatSync(fd).size;
    } finally {
      closeSync(fd);
    }
  } catch (error) {
    throw asTableError(path, error);
  }
}

/** The whole of it. Rejects with a `TableError` where it can't be read, or is in UTF-16. */
export async function readText(path: string, encoding: 'utf8' | 'latin1'): Promise<string> {
  const text = await inOurWords(path, () => readTextFile(path, readableRoots(), encoding));
  const byteOffset = utf16At(text);
  if (byteOffset !== undefined) throw new TableError(notice('utf16', 'error', {}, { path, byteOffset }));
  return text;
}

/** Rejects with a `TableError` where `read` does with what the system, or a zip, says of the file. */
export async function inOurWords<T>(path: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw asTableError(path, error);
  }
}

/** What says nothing of the file stays what it is. */
function asTableError(path: string, error: unknown): unknown {
  return isSystemError(error) || error instanceof ZipError ? new TableError(unreadable(path, error)) : error;
}
