/** What is one figure to whoever reads it, and is not to be parted by the end of a line. For windows and pages alone: files and terminals have it as it is typed. */

/** Behind a dash a line may end otherwise, also between digits. */
const DASH = '–\u2060';

/** "1–3", without a place at which a line may end. */
export function unbrokenRange(from: number | string, to: number | string): string {
  return `${from}${DASH}${to}`;
}

/** Ranges stay on one line; of a page that is saved, where spaces stay as they are typed, for whoever searches it. */
export function withUnbrokenRanges(text: string): string {
  return text.replace(/(?<=\d)–(?=\d)/g, DASH);
}

/** A number stays on one line with its unit, too. */
export function withUnbroken(text: string): string {
  return withUnbrokenRanges(text).replace(/(\d) (?=(?:%|ns|µs|ms|s|B|kB|MB|GB)(?![\p{L}\p{N}]))/gu, '$1\u202f');
}
