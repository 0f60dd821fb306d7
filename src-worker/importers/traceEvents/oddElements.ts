import {
  CLOSE_BRACKET,
  COMMA,
  isSpace,
  literalEnd,
  nestedEnd,
  OPEN_BRACKET,
  QUOTE,
  RAN_OUT,
  stringEnd,
} from '../../tokenizer/scan';

/** `cut`: the bytes end in it; `next`: where the next begins, at its comma or the bracket that ends the list. */
export type OddElement = 'damaged' | 'cut' | { readonly next: number };

/** The element of an event list at `at`, which is no object: `null`, a number, a string, a list. `bytes[to]` is a quote. */
export function oddElement(bytes: Uint8Array, at: number, to: number): OddElement {
  const end = elementEnd(bytes, at, to);
  if (end === at) return 'damaged';
  if (end < at || end >= to) return 'cut';
  let next = end;
  while (next < to && isSpace(bytes[next])) next++;
  // A quote that does not belong there turns round all that follow: what they are about is no text.
  const isEnded = next === to || bytes[next] === COMMA || bytes[next] === CLOSE_BRACKET;
  return bytes[at] === QUOTE && !isEnded ? 'damaged' : { next };
}

/** Behind the element at `at`, `RAN_OUT`, or `at` where there is none. */
function elementEnd(bytes: Uint8Array, at: number, to: number): number {
  const first = bytes[at];
  if (first === OPEN_BRACKET) return nestedEnd(bytes, at, to);
  if (first !== QUOTE) return literalEnd(bytes, at);
  const quote = stringEnd(bytes, at + 1, to);
  return quote === RAN_OUT ? RAN_OUT : quote + 1;
}
