/** Made when it is worth it: some 8 to 15 ms of a thread’s start. What it answers is the same as `comparePlain` does. */
let collator: Intl.Collator | undefined;
let plainCount = 0;
/** Names are compared so often without it: those of a folder or two. Of more, it takes less time than `comparePlain`. */
const MOST_PLAIN = 2000;

/** Order of file names, texts in columns and the like, numbers in them by value: `rank_2` before `rank_10`. */
export function compareNames(a: string, b: string): number {
  if (collator === undefined && plainCount < MOST_PLAIN) {
    const from = sameFrom(a, b);
    if (isPlain(a, 0) && isPlain(b, from)) {
      plainCount++;
      return comparePlain(a, b, from);
    }
  }
  collator ??= new Intl.Collator('en', { numeric: true });
  return collator.compare(a, b);
}

/**
 * Characters of ASCII as the collator has them, which is the order of Unicode's collation (CLDR's root): of a letter the small
 * one first, if nothing else tells two names apart.
 */
const ORDER = ' _-,;:!?.\'"()[]{}@*/\\&#%`^+<=>|~$0123456789aAbBcCdDeEfFgGhHiIjJkKlLmMnNoOpPqQrRsStTuUvVwWxXyYzZ';
/** The collator takes as many digits for a number; what is longer is several to it. */
const MOST_DIGITS = 254;
const LONG_NUMBER = /\d{255}/;
const ZERO = 0x30;
const SPACE = 0x20;
const TILDE = 0x7e;

/** By code: large and small letters have the same. */
const ranks = Uint8Array.from(
  { length: 0x80 },
  (_, code) => ORDER.indexOf(String.fromCharCode(code).toLowerCase()) + 1,
);

/** How many characters both begin with, without digits at their end: what follows may belong to the same number. */
export function sameFrom(a: string, b: string): number {
  const end = Math.min(a.length, b.length);
  let at = 0;
  while (at < end && a.charCodeAt(at) === b.charCodeAt(at)) at++;
  while (at > 0 && isDigit(a.charCodeAt(at - 1))) at--;
  return at;
}

/** From there on it has characters of `ORDER` alone, and no number that is several to the collator. */
export function isPlain(text: string, from: number): boolean {
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < SPACE || code > TILDE) return false;
  }
  return text.length <= MOST_DIGITS || !LONG_NUMBER.test(text);
}

/** What the collator answers of such texts, which are the same up to `from`, without what it has to load first. */
export function comparePlain(a: string, b: string, from: number): number {
  let i = from;
  let k = from;
  let byCase = 0;
  while (i < a.length && k < b.length) {
    const left = a.charCodeAt(i);
    const right = b.charCodeAt(k);
    if (isDigit(left) && isDigit(right)) {
      const iFrom = afterZeros(a, i);
      const kFrom = afterZeros(b, k);
      i = afterDigits(a, iFrom);
      k = afterDigits(b, kFrom);
      const byLength = i - iFrom - (k - kFrom);
      if (byLength !== 0) return Math.sign(byLength);
      for (let at = 0; at < i - iFrom; at++) {
        const byDigit = a.charCodeAt(iFrom + at) - b.charCodeAt(kFrom + at);
        if (byDigit !== 0) return Math.sign(byDigit);
      }
      continue;
    }
    const byRank = ranks[left] - ranks[right];
    if (byRank !== 0) return Math.sign(byRank);
    // Of one letter the codes of the small one are the greater ones.
    if (byCase === 0) byCase = Math.sign(right - left);
    i++;
    k++;
  }
  if (i < a.length) return 1;
  if (k < b.length) return -1;
  return byCase;
}

function isDigit(code: number): boolean {
  return code >= ZERO && code <= ZERO + 9;
}

function afterZeros(text: string, from: number): number {
  let at = from;
  while (text.charCodeAt(at) === ZERO) at++;
  return at;
}

function afterDigits(text: string, from: number): number {
  let at = from;
  while (isDigit(text.charCodeAt(at))) at++;
  return at;
}
