/** Text of CSV files as the profiler writes them. */

/** A line end of most of its tables. */
export const crlf = '\r\n';

/** A timestamp in a table: a TAB follows, so that spreadsheets keep the digits. */
export function timestampCell(text: string): string {
  return `${text}\t`;
}

/** A list of shapes: quotes inside quotes. */
export function shapesCell(shapes: string): string {
  return `"""${shapes}"""`;
}
