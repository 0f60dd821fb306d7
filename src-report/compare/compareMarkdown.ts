import { escapedMarkdown, markdownCell } from '../markdownText';
import type { CompareDocument, DocumentTable } from './compareDocument';

/** Names of the dumps are escaped. `title`: of the document. */
export function compareMarkdown(title: string, { lines, tables }: CompareDocument): string {
  return `${[
    `# ${escapedMarkdown(title)}`,
    '',
    ...lines.map((line) => `- ${escapedMarkdown(line)}`),
    ...tables.flatMap(tableLines),
  ].join('\n')}\n`;
}

function tableLines({ title, hint, columns, rows }: DocumentTable): string[] {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cellText(cell)).join(' | ')} |`;
  return [
    '',
    `## ${escapedMarkdown(title)}`,
    '',
    ...(hint ? [escapedMarkdown(hint), ''] : []),
    line(columns.map(({ label }) => label)),
    `|${columns.map(({ isName }) => (isName ? ' --- |' : ' ---: |')).join('')}`,
    ...rows.map(line),
  ];
}

/** What begins with spaces stands below the row before. */
function cellText(text: string): string {
  const inner = markdownCell(text);
  return text.startsWith('  ') ? `· ${inner}` : inner;
}
