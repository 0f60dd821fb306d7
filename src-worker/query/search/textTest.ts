/** The text of a search against texts: names, and what stands in args. */
import type { SliceSearch } from '../../../src-contract';
import { TimeLimitError, withinMs } from '../../base/timeLimit';
import type { PartView } from '../partView';

type SearchText = Pick<SliceSearch, 'text' | 'match' | 'isCaseSensitive'>;

/** Patterns that take longer for some hundred thousand names never come to an end. */
const PATTERN_LIMIT_MS = 2_000;
const WORD = /[\p{L}\p{N}_]/u;

/** Throws a SyntaxError for what is no pattern. */
export function textTest({ text, match, isCaseSensitive }: SearchText): (candidate: string) => boolean {
  if (match === 'pattern') {
    const pattern = new RegExp(text, isCaseSensitive ? '' : 'i');
    return (candidate) => pattern.test(candidate);
  }
  const fold = isCaseSensitive ? (own: string) => own : (own: string) => own.toLowerCase();
  const wanted = fold(text);
  switch (match) {
    case 'part':
      return (candidate) => fold(candidate).includes(wanted);
    case 'exact':
      return (candidate) => fold(candidate) === wanted;
    case 'word':
      return (candidate) => hasWord(fold(candidate), wanted);
  }
}

/** Neither end of it is within a word; where it does not begin or end with one there is nothing to hold to. */
function hasWord(candidate: string, wanted: string): boolean {
  const [isWordFirst, isWordLast] = [WORD.test(wanted[0] ?? ''), WORD.test(wanted.at(-1) ?? '')];
  for (let at = candidate.indexOf(wanted); at >= 0; at = candidate.indexOf(wanted, at + 1)) {
    const isFree =
      !(isWordFirst && WORD.test(candidate[at - 1] ?? '')) &&
      !(isWordLast && WORD.test(candidate[at + wanted.length] ?? ''));
    if (isFree) return true;
  }
  return false;
}

/**
 * Which of many texts pass: each 1 or 0. Throws a `TimeLimitError` where a pattern takes too long for them.
 */
export function passing(search: SearchText, texts: readonly string[], limitMs = PATTERN_LIMIT_MS): Uint8Array {
  const passes = new Uint8Array(texts.length);
  const test = textTest(search);
  const run = () => {
    for (let i = 0; i < texts.length; i++) if (test(texts[i])) passes[i] = 1;
  };
  if (search.match === 'pattern') withinMs(limitMs, run);
  else run();
  return passes;
}

/** Names that pass, each 1 or 0; undefined where none does. Each distinct name is looked at once, however many slices have it. */
export function passingNames(part: PartView, search: SearchText): Uint8Array | undefined {
  const { length } = part.index.names.ends;
  if (search.text === '') return new Uint8Array(length).fill(1);
  const folded = search.text.toLowerCase();
  if (search.match === 'part' && !search.isCaseSensitive) return part.nameSearch.find(folded);
  // Lower-casing depends on what is around some letters: then a name may have the text, and its lower case not that of the text.
  const mayFold = search.match !== 'pattern' && /^[\0-\x7f]*$/.test(search.text);
  const candidates = mayFold ? part.nameSearch.find(folded) : new Uint8Array(length).fill(1);
  if (!candidates) return undefined;
  const names: number[] = [];
  for (let name = 0; name < length; name++) if (candidates[name] === 1) names.push(name);
  const passes = passing(
    search,
    names.map((name) => part.nameText(name)),
  );
  let isAny = false;
  names.forEach((name, i) => {
    candidates[name] = passes[i];
    isAny ||= passes[i] === 1;
  });
  return isAny ? candidates : undefined;
}

export { TimeLimitError };
