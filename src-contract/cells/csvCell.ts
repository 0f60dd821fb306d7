/** What a spreadsheet would run, or take for something else than text, if a cell began with it. */
const FORMULA = /^[=+\-@\t\r\n\uff0b\uff0d\uff1d\uff20]/;
const NUMBER = /^-?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** A cell of a csv file (RFC 4180), with what a spreadsheet would run guarded. */
export function csvCell(text: string): string {
  const safe = spreadsheetText(text);
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A text that a spreadsheet would run as a formula with an apostrophe before it; what is a number as a whole stays one. */
export function spreadsheetText(text: string): string {
  return FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
}
