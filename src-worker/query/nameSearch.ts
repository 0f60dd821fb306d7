import { isUtf8 } from 'node:buffer';
import type { PackedStrings } from '../index/rankIndex';
import { packedText } from '../index/strings';

/** Names looked through as one text; much longer texts than this are not possible in JavaScript. */
const BLOCK_BYTES = 64 << 20;
const BACKSLASH = 0x5c;
/** How a name is looked through. */
const Kind = {
  /** Only ASCII: a character is a byte. */
  plain: 0,
  /** Other characters, too. */
  wide: 1,
  /** By itself. */
  odd: 2,
} as const;

/** Names one after another as one text, lower-cased. */
interface NameBlock {
  readonly text: string;
  /** Name i of the block is this one of the rank … */
  readonly nameOf: (i: number) => number;
  /** … and ends at this character of the text. */
  readonly endOf: (i: number) => number;
  readonly isHere: (name: number) => boolean;
}

/**
 * Finds text in the distinct names of a rank. A million of them are made a text, and searched, at once: ASCII ones as they
 * stand in the index, those with other characters copied one behind the other. Only names with escapes, and the few in
 * which lower-casing is more than replacing each character, are decoded one by one.
 */
export class NameSearch {
  readonly #blocks: NameBlock[] = [];
  /** Lower-cased. */
  readonly #oddNames = new Map<number, string>();
  /** A `Kind` for each name. */
  readonly #kinds: Uint8Array;

  constructor(readonly names: PackedStrings) {
    const { ends } = names;
    this.#kinds = new Uint8Array(ends.length);
    const wide: number[] = [];
    for (let name = 0; name < ends.length; ) {
      const firstName = name;
      const firstByte = firstOf(names, name);
      do name++;
      while (name < ends.length && ends[name] - firstByte <= BLOCK_BYTES);
      this.#addPlain(firstName, name, wide);
    }
    this.#addWide(wide);
    for (let name = 0; name < ends.length; name++)
      if (this.#kinds[name] === Kind.odd) this.#oddNames.set(name, packedText(names, name).toLowerCase());
  }

  /** 1 for each name that contains `text`, which is lower-cased and not empty; undefined if none does. */
  find(text: string): Uint8Array | undefined {
    const isHit = new Uint8Array(this.names.ends.length);
    let hits = 0;
    const add = (name: number) => {
      isHit[name] = 1;
      hits++;
    };
    for (const block of this.#blocks) findInBlock(block, text, add);
    for (const [name, own] of this.#oddNames) if (own.includes(text)) add(name);
    return hits > 0 ? isHit : undefined;
  }

  /** Takes names in that stand one after another, and finds those among them that are not plain. */
  #addPlain(firstName: number, endName: number, wide: number[]): void {
    const { bytes, ends } = this.names;
    const firstByte = firstOf(this.names, firstName);
    const block = Buffer.from(bytes.buffer, bytes.byteOffset + firstByte, ends[endName - 1] - firstByte);
    // Latin-1 has a character for every byte, and a lower-cased one for each of these.
    const text = block.toString('latin1').toLowerCase();
    const endOf = (i: number) => ends[firstName + i] - firstByte;
    const isHere = (name: number) => this.#kinds[name] === Kind.plain;
    this.#blocks.push({ text, nameOf: (i) => firstName + i, endOf, isHere });

    // An escape, or a byte that is no ASCII character.
    const unusual = /[\\\x80-\xff]/g;
    let i = 0;
    for (let found = unusual.exec(text); found; found = unusual.exec(text)) {
      while (endOf(i) <= found.index) i++;
      const name = firstName + i;
      const isOdd = isFoldedAlone(bytes, firstOf(this.names, name), ends[name]);
      this.#kinds[name] = isOdd ? Kind.odd : Kind.wide;
      if (!isOdd) wide.push(name);
      unusual.lastIndex = endOf(i);
    }
  }

  /** Copies the names into texts of their own. Where there is wrong UTF-8 among them, each is decoded by itself. */
  #addWide(wide: readonly number[]): void {
    const { bytes, ends } = this.names;
    for (let at = 0; at < wide.length; ) {
      const first = at;
      let length = 0;
      do length += ends[wide[at]] - firstOf(this.names, wide[at++]);
      while (at < wide.length && length + ends[wide[at]] - firstOf(this.names, wide[at]) <= BLOCK_BYTES);
      const own = wide.slice(first, at);
      const copy = Buffer.alloc(length);
      const charEnds = new Uint32Array(own.length);
      let to = 0;
      let chars = 0;
      let isWhole = true;
      own.forEach((name, i) => {
        const from = firstOf(this.names, name);
        isWhole &&= !isContinuation(bytes[from]);
        for (let byte = from; byte < ends[name]; byte++) {
          copy[to++] = bytes[byte];
          // A character per first byte of a sequence, two for those of four bytes.
          if (!isContinuation(bytes[byte])) chars += bytes[byte] >= 0xf0 ? 2 : 1;
        }
        charEnds[i] = chars;
      });
      if (isWhole && isUtf8(copy)) {
        const text = copy.toString('utf8').toLowerCase();
        this.#blocks.push({ text, nameOf: (i) => own[i], endOf: (i) => charEnds[i], isHere: () => true });
      } else for (const name of own) this.#kinds[name] = Kind.odd;
    }
  }
}

function findInBlock({ text: all, nameOf, endOf, isHere }: NameBlock, text: string, add: (name: number) => void): void {
  let i = 0;
  let at = all.indexOf(text);
  while (at >= 0) {
    while (endOf(i) <= at) i++;
    const end = endOf(i);
    const isInside = at + text.length <= end;
    if (isInside && isHere(nameOf(i))) add(nameOf(i));
    // One occurrence is enough; one across the end of a name is none.
    at = all.indexOf(text, isInside ? end : at + 1);
  }
}

/**
 * The bytes hold an escape, or a character that can't be lower-cased among others: İ, whose lower case is two characters;
 * Σ, whose lower case depends on what is around it; a byte order mark, which is dropped at the beginning of a name.
 */
function isFoldedAlone(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    const byte = bytes[at];
    if (byte < 0x80 ? byte === BACKSLASH : isFoldedAloneAt(bytes, at)) return true;
  }
  return false;
}

function isFoldedAloneAt(bytes: Uint8Array, at: number): boolean {
  const next = bytes[at + 1];
  switch (bytes[at]) {
    case 0xc4:
      return next === 0xb0;
    case 0xce:
      return next === 0xa3;
    case 0xef:
      return next === 0xbb && bytes[at + 2] === 0xbf;
    default:
      return false;
  }
}

function isContinuation(byte: number): boolean {
  return (byte & 0xc0) === 0x80;
}

function firstOf({ ends }: PackedStrings, name: number): number {
  return name === 0 ? 0 : ends[name - 1];
}
