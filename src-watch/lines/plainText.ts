const ESCAPE = '\u001b';
/** Colours, cursor movements, titles of windows: "ESC [ … letter", "ESC ] … BEL", "ESC letter". */
const sequence = new RegExp(
  `${ESCAPE}(?:\\[[0-?]*[ -/]*[@-~]|\\][^\\u0007${ESCAPE}]*(?:\\u0007|${ESCAPE}\\\\)?|[@-Z\\\\-_])`,
  'g',
);

/** Without what a terminal takes as orders. */
export function plainText(line: string): string {
  return line.includes(ESCAPE) ? line.replace(sequence, '') : line;
}
