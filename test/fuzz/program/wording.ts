import type { Notice } from '../../../src-contract';
import { errorNames } from '../../../src-contract/wire/errors';

/** What must not stand in a sentence for the user: a stack, or words of V8, Node, the system or a library. */
const FOREIGN_WORDS: readonly RegExp[] = [
  /\bat (?:async )?[\w.<>[\] ]+ \((?:file:|node:|\/)/,
  /\bat Object\.|\bat async |\bnode:internal|\bfile:\/\/\/.*\.js/,
  /Unexpected (?:token|end of|non-whitespace|number|string|identifier)/i,
  /is not (?:iterable|a function|defined|a constructor)|" is not valid JSON/,
  /Cannot (?:read|set|convert|mix|destructure|access|perform|use 'in'|create property|assign)/,
  /\bundefined\b|\[object \w+\]/,
  /\bE(?:NOENT|ACCES|PERM|ISDIR|NOTDIR|INVAL|IO|MFILE|NFILE|NXIO|LOOP|NAMETOOLONG|BADF|EXIST|NOSPC|BUSY|AGAIN)\b/,
  /\bERR_[A-Z_]+/,
  /\b(?:Range|Type|Syntax|Reference|Eval|URI|DataClone|System)Error\b/,
  /\bBigInt\b|Maximum call stack|Invalid (?:array|typed array|string) length|Array buffer allocation|out of memory/i,
  /could not be cloned|Circular structure|circular|JSON at position|in JSON at|Bad control character|Bad escaped/,
  /Offset is out|offset is out of bounds|outside the bounds|out of range. It must be/i,
  /incorrect (?:header check|data check|length check)|invalid (?:stored block|distance|block type|bit length|code)/i,
  /Z_(?:DATA|BUF|MEM)_ERROR|unexpected end of file/i,
  // What is said where nothing better is known: never the answer to a file.
  /defect of Tracelane|Internal error in Tracelane|Tracelane failed twice|Reading was given up/i,
  // Two sentences name it as an example of what is no number.
  /(?<!such as |texts, lists, )\bNaN\b|\bInfinity\b/,
];

/** Names of `Error`s that a call of the engine may reject with. */
const OWN_ERRORS: ReadonlySet<string> = new Set([
  ...['TableError', 'RangeError'],
  ...Object.values(errorNames).filter((name) => name !== errorNames.unanswerable),
]);

/** The foreign words in a sentence, unless they are the user's own: a file may hold any. */
export function foreignWords(sentence: string, ownText = ''): string | undefined {
  for (const pattern of FOREIGN_WORDS) {
    const found = pattern.exec(sentence)?.[0];
    if (found !== undefined && !ownText.includes(found)) return found;
  }
  return undefined;
}

export function badNotice({ code, message }: Notice, ownText: string): string | undefined {
  const found = foreignWords(message, ownText);
  return found === undefined ? undefined : `${code}: “${found}” in: ${message.slice(0, 600)}`;
}

/** What a call has been rejected with. */
export function badRejection(call: string, error: unknown, ownText: string): string | undefined {
  if (!(error instanceof Error)) return `${call} rejected with no Error: ${String(error)}`;
  const found = foreignWords(error.message, ownText);
  if (found !== undefined) return `${call}: “${found}” in ${error.name}: ${error.message.slice(0, 600)}`;
  return OWN_ERRORS.has(error.name)
    ? undefined
    : `${call}: rejected with ${error.name}: ${error.message.slice(0, 600)}`;
}
