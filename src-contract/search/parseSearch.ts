/**
 * What a user types to find slices, as conditions:
 *
 *     all reduce dur>1ms cat:kernel lane:"Stream 2" rank:0..3
 *     └── name ┘ └────────────── filters, all hold ─────────┘
 *
 * A filter is a word that begins with its name and a sign: `:` for a part, `=` for all of it; durations are compared. Of several
 * `cat`, `lane` or `rank` any one may hold. What stands between filters is looked for in names, as it is written; in quotes it
 * is text even where it looks like a filter.
 */
import type { SliceSearch, TextMatch, WantedRanks, WantedText } from '../views/search';

/** How the text is looked for. */
export interface SearchOptions {
  readonly isCaseSensitive: boolean;
  readonly isWholeWord: boolean;
  readonly isPattern: boolean;
  readonly inArgs: boolean;
}

export const plainSearch: SearchOptions = {
  isCaseSensitive: false,
  isWholeWord: false,
  isPattern: false,
  inArgs: false,
};

export type FilterKey = 'dur' | 'cat' | 'lane' | 'rank' | 'name';

/** A filter as it stands in the text: characters [from, to). */
export interface SearchFilter {
  readonly key: FilterKey;
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

export type SearchProblem =
  /** What the pattern's own error says. */
  | { readonly kind: 'pattern'; readonly text: string; readonly reason: string }
  /** No number with a unit, or no range of such. */
  | { readonly kind: 'duration'; readonly text: string }
  | { readonly kind: 'empty'; readonly text: string };

export interface ParsedSearch {
  readonly filters: readonly SearchFilter[];
  /** Absent where there is a problem, or nothing is asked for. */
  readonly search?: SliceSearch;
  readonly problem?: SearchProblem;
}

const FILTER = /(?<=^|\s)(dur|cat|lane|rank|name)(>=|<=|[><=:])/gy;
const UNIT_NS: Readonly<Record<string, number>> = { ns: 1, us: 1e3, µs: 1e3, μs: 1e3, ms: 1e6, s: 1e9 };

export function parseSearch(input: string, options: SearchOptions): ParsedSearch {
  const { filters, words } = split(input);
  const text = nameText(input, words, filters.length > 0, options);
  const found = { categories: [] as WantedText[], lanes: [] as WantedText[], ranks: [] as WantedRanks[] };
  let duration: Duration = {};
  let exact: string | undefined;
  for (const filter of filters) {
    if (filter.value === '') return { filters, problem: { kind: 'empty', text: filter.text } };
    const wanted = { text: filter.value, isExact: filter.sign === '=' };
    if (filter.key === 'dur') {
      const own = durationOf(filter.sign, filter.value);
      if (!own) return { filters, problem: { kind: 'duration', text: filter.text } };
      duration = both(duration, own);
    } else if (filter.key === 'cat') found.categories.push(wanted);
    else if (filter.key === 'lane') found.lanes.push(wanted);
    else if (filter.key === 'rank') found.ranks.push(...ranksOf(wanted));
    else exact = filter.value;
  }
  const problem = options.isPattern && exact === undefined ? problemOf(text) : undefined;
  if (problem) return { filters, problem };
  if (text === '' && filters.length === 0) return { filters };
  const { isCaseSensitive, inArgs } = options;
  const own = exact === undefined ? { text, match: matchOf(options) } : { text: exact, match: 'exact' as const };
  const isExactCase = isCaseSensitive || exact !== undefined;
  const search = { ...own, isCaseSensitive: isExactCase, inArgs: inArgs && own.text !== '', ...duration, ...found };
  return { filters, search };
}

/** The text without one of its filters. */
export function withoutFilter(input: string, { from, to }: SearchFilter): string {
  const [before, after] = [input.slice(0, from).trimEnd(), input.slice(to).trimStart()];
  return before === '' || after === '' ? before + after : `${before} ${after}`;
}

/** As it is typed to find exactly this name. */
export function nameFilter(name: string): string {
  return `name=${quoted(name)}`;
}

/** As it is typed to find this text, whatever it looks like. */
export function asText(text: string): string {
  const { filters, search } = parseSearch(text, plainSearch);
  return filters.length === 0 && (text === '' || search?.text === text) ? text : quoted(text);
}

interface Value {
  readonly sign: string;
  readonly value: string;
}

/** Filters, and the stretches between them. */
function split(input: string) {
  const filters: (SearchFilter & Value)[] = [];
  const words: string[] = [];
  let from = 0;
  for (let at = 0; at < input.length; ) {
    if (input[at] === '"') {
      at = valueAt(input, at).end;
      continue;
    }
    FILTER.lastIndex = at;
    const found = FILTER.exec(input);
    if (!found) {
      at++;
      continue;
    }
    const { value, end } = valueAt(input, FILTER.lastIndex);
    words.push(input.slice(from, at));
    const [, key, sign] = found as unknown as readonly [string, FilterKey, string];
    filters.push({ key, sign, value, text: input.slice(at, end), from: at, to: end });
    from = end;
    at = end;
  }
  words.push(input.slice(from));
  return { filters, words };
}

/** What stands there up to the next space, or in quotes; `\"` is a quote within, and the last one may not be typed yet. */
function valueAt(input: string, at: number): { readonly value: string; readonly end: number } {
  if (input[at] !== '"') {
    let end = at;
    while (end < input.length && !/\s/.test(input[end])) end++;
    return { value: input.slice(at, end), end };
  }
  let value = '';
  let end = at + 1;
  while (end < input.length && input[end] !== '"') {
    if (input[end] === '\\' && (input[end + 1] === '"' || input[end + 1] === '\\')) end++;
    value += input[end++];
  }
  return { value, end: Math.min(input.length, end + 1) };
}

function quoted(text: string): string {
  return `"${text.replace(/[\\"]/g, '\\$&')}"`;
}

function nameText(input: string, words: readonly string[], hasFilters: boolean, { isPattern }: SearchOptions): string {
  // Without filters every space counts.
  const text = hasFilters
    ? words
        .map((word) => word.trim())
        .filter((word) => word !== '')
        .join(' ')
    : input;
  if (isPattern || text[0] !== '"') return text;
  const { value, end } = valueAt(text, 0);
  return end === text.length && text.length > 1 && text.endsWith('"') ? value : text;
}

function matchOf({ isPattern, isWholeWord }: SearchOptions): TextMatch {
  // Whole words of a pattern: the pattern says so itself.
  return isPattern ? 'pattern' : isWholeWord ? 'word' : 'part';
}

function problemOf(pattern: string): SearchProblem | undefined {
  try {
    new RegExp(pattern);
    return undefined;
  } catch (error) {
    // "Invalid regular expression: /(/: Unterminated group"
    const reason = error instanceof Error ? error.message.replace(/^.*\/[a-z]*: /s, '') : '';
    return { kind: 'pattern', text: pattern, reason };
  }
}

interface Duration {
  readonly minNs?: number;
  readonly maxNs?: number;
}

/** Of whole ns: more than 1 ns is 2 ns or more. */
function durationOf(sign: string, value: string): Duration | undefined {
  const [first, last, more] = value.split('..');
  if (last !== undefined) {
    if (more !== undefined || (sign !== ':' && sign !== '=')) return undefined;
    const [minNs, maxNs] = [first, last].map((end) => (end === '' ? undefined : nsOf(end)));
    if ((first !== '' && minNs === undefined) || (last !== '' && maxNs === undefined)) return undefined;
    if (minNs === undefined && maxNs === undefined) return undefined;
    return {
      ...(minNs !== undefined && { minNs: Math.ceil(minNs) }),
      ...(maxNs !== undefined && { maxNs: Math.floor(maxNs) }),
    };
  }
  const ns = nsOf(value);
  if (ns === undefined) return undefined;
  switch (sign) {
    case '>':
      return { minNs: Math.floor(ns) + 1 };
    case '<':
      return { maxNs: Math.ceil(ns) - 1 };
    case '>=':
      return { minNs: Math.ceil(ns) };
    case '<=':
      return { maxNs: Math.floor(ns) };
    default:
      return { minNs: Math.ceil(ns), maxNs: Math.floor(ns) };
  }
}

/** Exact as long as the digits are: "1.001us" is 1001 ns, whatever 1.001 · 1000 comes to. */
function nsOf(text: string): number | undefined {
  const [, digits, unit] = /^(\d+(?:\.\d*)?|\.\d+)(ns|us|µs|μs|ms|s)$/.exec(text) ?? [];
  if (digits === undefined) return undefined;
  const exponent = Math.round(Math.log10(UNIT_NS[unit]));
  return Number(`${digits}e${exponent}`);
}

function both(a: Duration, b: Duration): Duration {
  const minNs = Math.max(a.minNs ?? Number.NEGATIVE_INFINITY, b.minNs ?? Number.NEGATIVE_INFINITY);
  const maxNs = Math.min(a.maxNs ?? Number.POSITIVE_INFINITY, b.maxNs ?? Number.POSITIVE_INFINITY);
  return { ...(Number.isFinite(minNs) && { minNs }), ...(Number.isFinite(maxNs) && { maxNs }) };
}

/** `0,2..4` are numbers; all else is a label. */
function ranksOf({ text, isExact }: WantedText): readonly WantedRanks[] {
  const parts = text.split(',').map((part) => /^(\d+)(?:(?:\.\.|-)(\d+))?$/.exec(part.trim()));
  if (parts.some((part) => part === null)) return [{ kind: 'label', text, isExact }];
  return parts.map((part) => {
    const [, first, last = first] = part as RegExpExecArray;
    return { kind: 'numbers', first: Number(first), last: Number(last) };
  });
}
