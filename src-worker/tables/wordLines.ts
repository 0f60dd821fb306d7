/** Files of words between spaces, a record a line, as MindSpore's data pipeline writes them. */
import type { Notice } from '../../src-contract';
import { notice } from '../files/notices';
import { TableError } from './tableError';
import { readText, sizeOf } from './textFile';

/** A step has three or four lines of some 30 bytes. */
const MAX_BYTES = 256 << 20;
/** Lines named in one sentence. */
const MAX_NAMED = 5;

/**
 * Hands each line's words to `take`, which answers false for those that are no record; they are counted in the notice.
 * `form`: what a record looks like, for that sentence. Rejects with a `TableError` where the file can't be read.
 */
export async function readWordLines(
  path: string,
  form: string,
  take: (words: readonly string[]) => boolean,
): Promise<readonly Notice[]> {
  const sizeBytes = sizeOf(path);
  if (sizeBytes === 0) throw new TableError(notice('empty-file', 'error', {}, { path }));
  if (sizeBytes > MAX_BYTES)
    throw new TableError(notice('table-too-large', 'error', { sizeBytes, limitBytes: MAX_BYTES }, { path }));
  // A character of it is a byte of the file.
  const text = await readText(path, 'latin1');
  const bad: number[] = [];
  let [count, firstBad, number] = [0, 0, 0];
  for (let at = text.startsWith('\xef\xbb\xbf') ? 3 : 0; at < text.length; ) {
    const end = text.indexOf('\n', at);
    const stop = end < 0 ? text.length : end;
    const words = text.slice(at, stop).split(/\s+/).filter(Boolean);
    number++;
    if (words.length > 0 && !take(words)) {
      if (count++ === 0) firstBad = at;
      if (bad.length < MAX_NAMED) bad.push(number);
    }
    at = stop + 1;
  }
  if (count === 0) return [];
  const lines = bad.join(', ') + (count > bad.length ? ', …' : '');
  return [notice('damaged-lines', 'warning', { count, lines, form }, { path, byteOffset: firstBad })];
}

/** NaN for a word that is no number. */
export function numberOfWord(word: string | undefined): number {
  return word !== undefined && /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(word) ? Number(word) : Number.NaN;
}
