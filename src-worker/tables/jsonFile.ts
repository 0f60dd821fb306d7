import type { Notice } from '../../src-contract';
import { notice } from '../files/notices';
import { encodingNotice, mayBeNoUtf8 } from '../files/textEncoding';
import { JsonTextError, parseJson, parseJsonEntries } from './jsonText';
import { TableError } from './tableError';
import { inOurWords, readText, sizeOf } from './textFile';

/** Parsed it takes some ten times as much memory. */
const MAX_JSON_BYTES = 256 << 20;
/** Characters of a text that a sentence shows. */
const MOST_SHOWN = 40;

export interface JsonFileOptions {
  /** What to do to its text before. */
  readonly prepare?: (text: string) => string;
  /** Told what is wrong with a file that can be read. */
  readonly note: (notice: Notice) => void;
}

/** The value of a whole JSON file, an object or a list. Rejects with a `TableError` that says where in the file it is wrong. */
export async function readJsonFile(path: string, { prepare, note }: JsonFileOptions): Promise<unknown> {
  const sizeBytes = sizeOf(path);
  if (sizeBytes > MAX_JSON_BYTES) {
    throw new TableError(notice('table-too-large', 'error', { sizeBytes, limitBytes: MAX_JSON_BYTES }, { path }));
  }
  const text = await readText(path, 'utf8');
  if (text.length === 0) throw new TableError(notice('empty-file', 'error', {}, { path }));
  const value = await parsed(path, prepare ? prepare(text) : text);
  if (typeof value !== 'object' || value === null)
    throw new TableError(notice('json-no-values', 'error', { found: beginningOf(text) }, { path }));
  await noteEncoding(path, text, note);
  return value;
}

async function noteEncoding(path: string, text: string, note: JsonFileOptions['note']): Promise<void> {
  const told = mayBeNoUtf8(text) ? await inOurWords(path, () => encodingNotice(path)) : undefined;
  if (told) note(told);
}

async function parsed(path: string, text: string): Promise<unknown> {
  try {
    return parseJson(text);
  } catch (error) {
    if (!(error instanceof JsonTextError)) throw error;
    const { reason, position } = await exactly(path, error);
    throw new TableError(notice('table-not-json', 'error', {}, { path, byteOffset: position, reason }));
  }
}

function beginningOf(text: string): string {
  const own = text.trim();
  return own.length > MOST_SHOWN ? `${own.slice(0, MOST_SHOWN)}…` : own;
}

/**
 * As `readJsonFile`, of a file of nested objects; where a member of the outer `entryDepth` of them is damaged, that is noted, and
 * the others are read.
 */
export async function readJsonEntries(path: string, entryDepth: number, options: JsonFileOptions): Promise<unknown> {
  try {
    return await readJsonFile(path, options);
  } catch (error) {
    if (!(error instanceof TableError) || error.notice.code !== 'table-not-json') throw error;
    const { prepare, note } = options;
    const text = await readText(path, 'utf8');
    const read = entriesOf(prepare ? prepare(text) : text, entryDepth);
    if (!read) throw error;
    await noteEncoding(path, text, note);
    const damage = await damageNotice(path, entryDepth);
    if (damage) note(damage);
    return read.value;
  }
}

/** Of its text with a character a byte: see `exactly`. Undefined where it is right by now. */
async function damageNotice(path: string, entryDepth: number): Promise<Notice | undefined> {
  const { text, bomBytes } = await withBytes(path);
  const damage = entriesOf(text, entryDepth)?.damage;
  if (!damage) return undefined;
  const { count, length, start, reason } = damage;
  const params = { count, skippedBytes: length };
  return notice('json-damaged-entries', 'warning', params, { path, byteOffset: bomBytes + start, reason });
}

/** Undefined where there is nothing to be had. */
function entriesOf(text: string, entryDepth: number): ReturnType<typeof parseJsonEntries> | undefined {
  try {
    return parseJsonEntries(text, entryDepth);
  } catch (error) {
    if (!(error instanceof JsonTextError)) throw error;
    return undefined;
  }
}

/** With a character a byte, the text is wrong at the same place: what JSON is made of are single bytes. */
async function exactly(path: string, error: JsonTextError): Promise<JsonTextError> {
  const { text, bomBytes } = await withBytes(path);
  try {
    parseJson(text);
  } catch (exact) {
    if (exact instanceof JsonTextError) return new JsonTextError(exact.reason, bomBytes + exact.position);
  }
  // It is right by now: somebody writes to it.
  return error;
}

/** A character of the text is a byte of the file; without the BOM, which is not recognised as one. */
async function withBytes(path: string): Promise<{ readonly text: string; readonly bomBytes: number }> {
  const text = await readText(path, 'latin1');
  const bomBytes = text.startsWith('\xef\xbb\xbf') ? 3 : 0;
  return { text: text.slice(bomBytes), bomBytes };
}
