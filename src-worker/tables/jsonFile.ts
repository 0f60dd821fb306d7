import { closeSync, fstatSync } from 'node:fs';
import { notice } from '../files/notices';
import { openFile, readableRoots, readTextFile } from '../files/readable';
import { isSystemError, systemReason } from '../files/systemReason';
import { JsonTextError, parseJson } from './jsonText';
import { TableError } from './tableError';

/** Parsed it takes some ten times as much memory. */
const MAX_JSON_BYTES = 256 << 20;

/**
 * The value of a whole JSON file. `prepare`: what to do to its text before. Rejects with a `TableError` that says where in
 * the file it is wrong.
 */
export async function readJsonFile(path: string, prepare?: (text: string) => string): Promise<unknown> {
  const sizeBytes = sizeOf(path);
  if (sizeBytes > MAX_JSON_BYTES) {
    throw new TableError(notice('table-too-large', 'error', { sizeBytes, limitBytes: MAX_JSON_BYTES }, { path }));
  }
  const text = await textOf(path, 'utf8');
  if (text.length === 0) throw new TableError(notice('empty-file', 'error', {}, { path }));
  try {
    return parseJson(prepare ? prepare(text) : text);
  } catch (error) {
    if (!(error instanceof JsonTextError)) throw error;
    const { message, position } = await exactly(path, error);
    throw new TableError(notice('table-not-json', 'error', { reason: message }, { path, byteOffset: position }));
  }
}

/** With a character a byte, the text is wrong at the same place: what JSON is made of are single bytes. */
async function exactly(path: string, error: JsonTextError): Promise<JsonTextError> {
  const text = await textOf(path, 'latin1');
  // The BOM is not recognised as one.
  const bomBytes = text.startsWith('\xef\xbb\xbf') ? 3 : 0;
  try {
    parseJson(text.slice(bomBytes));
  } catch (exact) {
    if (exact instanceof JsonTextError) return new JsonTextError(exact.message, bomBytes + exact.position);
  }
  // It is right by now: somebody writes to it.
  return error;
}

function sizeOf(path: string): number {
  return inOurWords(path, () => {
    const fd = openFile(path);
    try {
      return fstatSync(fd).size;
    } finally {
      closeSync(fd);
    }
  });
}

async function textOf(path: string, encoding: 'utf8' | 'latin1'): Promise<string> {
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
    throw new TableError(notice('file-unreadable', 'error', { reason: systemReason(error) }, { path }));
  }
}
