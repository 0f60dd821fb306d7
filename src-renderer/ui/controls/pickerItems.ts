/** Choosing among many: what is typed, and how a choice is told in few words. Pure. */
import { unbrokenRange } from '../../../src-report/unbroken';

export interface PickerItem {
  readonly value: number;
  readonly label: string;
  /** What stands beside it, muted: a host, a duration. */
  readonly detail?: string;
  /** Number by which ranges such as "0-7" mean it; default: `value`. */
  readonly number?: number;
}

const numberOf = (item: PickerItem) => item.number ?? item.value;

/**
 * Items that what is typed means: numbers and ranges ("0-7, 12, 16-") mean those numbers, anything else is looked for in the
 * labels, case ignored. An empty text means all.
 */
export function matchingItems(items: readonly PickerItem[], text: string): readonly PickerItem[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return items;
  const ranges = parseRanges(wanted);
  if (ranges !== undefined) {
    return items.filter((item) => ranges.some(([first, last]) => numberOf(item) >= first && numberOf(item) <= last));
  }
  return items.filter(({ label, detail }) => `${label} ${detail ?? ''}`.toLowerCase().includes(wanted));
}

function parseRanges(text: string): readonly (readonly [number, number])[] | undefined {
  const ranges: (readonly [number, number])[] = [];
  // Copied from what the picker says it has marks in it that nobody sees.
  for (const part of text
    .replaceAll('\u2060', '')
    .split(/[,;\s]+/)
    .filter(Boolean)) {
    const match = /^(\d+)(?:(-|–|\.\.)(\d*))?$/.exec(part);
    if (match === null) return undefined;
    const [, first = '', dash, last = ''] = match;
    ranges.push([
      Number(first),
      dash === undefined ? Number(first) : last === '' ? Number.POSITIVE_INFINITY : Number(last),
    ]);
  }
  return ranges;
}

/** Chosen numbers as ranges: [0, 1, 2, 5] → "0–2, 5"; after `maxParts` of them "…". */
export function rangesText(numbers: readonly number[], maxParts = 3): string {
  const sorted = [...new Set(numbers)].sort((a, b) => a - b);
  const parts: string[] = [];
  for (let at = 0; at < sorted.length; ) {
    let end = at;
    while (end + 1 < sorted.length && sorted[end + 1] === sorted[end]! + 1) end++;
    if (parts.length === maxParts) {
      parts.push('…');
      break;
    }
    const [first, last] = [sorted[at]!, sorted[end]!];
    if (end - at === 1) parts.push(`${first}, ${last}`);
    else parts.push(first === last ? String(first) : unbrokenRange(first, last));
    at = end + 1;
  }
  return parts.join(', ');
}
