/**
 * How many events stand in a damaged trace, told without the product's reader: whatever begins with a brace, is valid JSON
 * up to the brace that closes it, and has a "ph". One inside another is a part of it.
 */

export interface WholeEvent {
  readonly from: number;
  readonly to: number;
}

/** Characters looked at in all; what stands behind them is not counted. A file of braces would take for ever. */
const MOST_WORK = 5_000_000;

export function wholeEvents(bytes: Buffer): readonly WholeEvent[] {
  const text = bytes.toString('latin1');
  const events: WholeEvent[] = [];
  let work = 0;
  for (let at = text.indexOf('{'); at >= 0 && work < MOST_WORK; ) {
    const to = objectEnd(text, at);
    work += (to ?? text.length) - at;
    if (to !== undefined && isEvent(text.slice(at, to))) {
      events.push({ from: at, to });
      at = text.indexOf('{', to);
    } else at = text.indexOf('{', at + 1);
  }
  return events;
}

/** Behind the brace that closes the one at `at`, by brackets and strings alone; undefined if there is none. */
export function objectEnd(text: string, at: number): number | undefined {
  let depth = 0;
  for (let i = at; i < text.length; i++) {
    const c = text[i];
    if (c === '"') {
      i = stringEnd(text, i);
      if (i < 0) return undefined;
    } else if (c === '{' || c === '[') depth++;
    else if ((c === '}' || c === ']') && --depth === 0) return i + 1;
  }
  return undefined;
}

/** The quote that ends the string begun at `at`, or -1. */
function stringEnd(text: string, at: number): number {
  for (let i = at + 1; i < text.length; i++) {
    if (text[i] === '\\') i++;
    else if (text[i] === '"') return i;
  }
  return -1;
}

function isEvent(json: string): boolean {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null && Object.hasOwn(value, 'ph');
  } catch {
    return false;
  }
}
