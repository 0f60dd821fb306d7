import type { CompareDocument, DocumentTable } from './compareDocument';

/** Names longer than this make no column wider. */
const MOST_WIDTH = 60;

/** For a terminal; names of the dump stand in the lines as they are: print them through `terminalLine`. */
export function compareLines({ lines, tables }: CompareDocument): readonly string[] {
  return [...lines, ...tables.flatMap((own) => ['', own.title, ...(own.hint ? [own.hint] : []), ...tableLines(own)])];
}

function tableLines({ columns, rows }: DocumentTable): string[] {
  const cells = [columns.map(({ label }) => label), ...rows.map((row) => row.map(cut))];
  const widths = columns.map((_, at) => Math.max(...cells.map((row) => widthOf(row[at]))));
  return cells.map((row) =>
    `  ${row
      .map((text, at) => {
        const space = ' '.repeat(widths[at] - widthOf(text));
        return columns[at].isName ? text + space : space + text;
      })
      .join('  ')}`.trimEnd(),
  );
}

function cut(text: string): string {
  return text.length > MOST_WIDTH ? `${text.slice(0, MOST_WIDTH - 1)}…` : text;
}

/** Chinese characters take two places of a terminal. */
function widthOf(text: string): number {
  return [...text].reduce((width, own) => width + (/[\u2e80-\u9fff\uff00-\uff60]/.test(own) ? 2 : 1), 0);
}
