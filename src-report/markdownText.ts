import { terminalLine } from '../src-contract/cells/terminalLine';

/** A dump’s text in Markdown, as itself: in a line of its own it is no list, title or code either. */
export function escapedMarkdown(text: string): string {
  return markdownCell(text)
    .replace(/^(\d*)([-+=.)])/, '$1\\$2')
    .trim();
}

/** The same within a line, such as the cell of a table. */
export function markdownCell(text: string): string {
  return terminalLine(text)
    .replace(/[\\`*_{}[\]<>#|&~]/g, '\\$&')
    .trim();
}
