/** Answers as an assistant gets them: JSON, bounded, on one line. */
import { terminalLine } from '../../../src-contract/cells/terminalLine';

/** Characters. An assistant reads all of it. */
export const MOST_ANSWER = 60_000;
const MOST_TEXT = 500;

/**
 * Long texts are cut, and lists are shortened until all of it fits; what was left out is said beside it (`omitted`). Names in it
 * are text: they can neither break out of the JSON nor hide what follows.
 */
export function answerText(answer: object, most = MOST_ANSWER): string {
  for (let mostItems = 1000; ; mostItems = Math.floor(mostItems / 2)) {
    const text = terminalLine(JSON.stringify(shortened(answer, mostItems)));
    if (text.length <= most) return text;
    if (mostItems <= 1)
      return JSON.stringify({ error: 'The answer is too long. Ask for less: a limit, a shorter stretch.' });
  }
}

function shortened(value: unknown, mostItems: number): unknown {
  if (typeof value === 'string') return value.length > MOST_TEXT ? `${value.slice(0, MOST_TEXT)}…` : value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value === 'bigint') return value.toString();
  if (Array.isArray(value)) {
    const items = value.slice(0, mostItems).map((own) => shortened(own, mostItems));
    return value.length > mostItems ? [...items, { omitted: value.length - mostItems }] : items;
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, own]) => [key, shortened(own, mostItems)]));
}
