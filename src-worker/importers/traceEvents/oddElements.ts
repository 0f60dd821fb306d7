import { CLOSE_BRACKET, COMMA, isSpace, QUOTE, valueEnd } from '../../tokenizer/scan';

/** `cut`: the bytes end in it; `next`: where the next begins, at its comma or the bracket that ends the list. */
export type OddElement = 'damaged' | 'cut' | { readonly next: number };

/** The element of an event list at `at`, which is no object: `null`, a number, a string, a list. `bytes[to]` is a quote. */
export function oddElement(bytes: Uint8Array, at: number, to: number): OddElement {
  const end = valueEnd(bytes, at, to);
  if (end === at) return 'damaged';
  if (end < at || end >= to) return 'cut';
  let next = end;
  while (next < to && isSpace(bytes[next])) next++;
  // A quote that does not belong there turns round all that follow: what they are about is no text.
  const isEnded = next === to || bytes[next] === COMMA || bytes[next] === CLOSE_BRACKET;
  return bytes[at] === QUOTE && !isEnded ? 'damaged' : { next };
}
