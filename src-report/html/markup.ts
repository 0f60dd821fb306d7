/** Markup made from templates: whatever is put into one is text, unless it was made by one itself. */
import { terminalLine } from '../../src-contract/cells/terminalLine';

/** Made by `html` alone. */
export class Markup {
  constructor(readonly source: string) {}
}

type Part = string | number | Markup | readonly Markup[] | undefined;

/** html`<p title="${name}">${text}</p>`: values are escaped for both places; undefined is nothing. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  return new Markup(strings.reduce((done, text, at) => done + sourceOf(parts[at - 1]) + text));
}

function sourceOf(part: Part): string {
  if (part === undefined) return '';
  if (part instanceof Markup) return part.source;
  if (typeof part === 'object') return part.map(({ source }) => source).join('');
  return escapedText(String(part));
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Control characters, and marks that turn the direction of what follows, are written out as in a terminal. */
function escapedText(text: string): string {
  return terminalLine(text).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}
