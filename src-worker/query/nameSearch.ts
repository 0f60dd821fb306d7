import type { PackedStrings } from '../index/rankIndex';
import { packedText } from '../index/strings';

/** Names looked through as one text; much longer texts than this are not possible in JavaScript. */
const BLOCK_BYTES = 64 << 20;
const BACKSLASH = 0x5c;

/** Consecutive names as one text, lower-cased; character i is byte `firstByte + i` of the names. */
interface NameBlock {
  readonly firstName: number;
  readonly endName: number;
  readonly firstByte: number;
  readonly text: string;
}

/**
 * Finds text in the distinct names of a rank. They stand one after another as they do in the index, so that a million of
 * them are made a text, and searched, at once; only names that are not plain ASCII are decoded one by one.
 */
export class NameSearch {
  readonly #blocks: NameBlock[] = [];
  /** Names with escapes or with other characters than ASCII, lower-cased. */
  readonly #oddNames = new Map<number, string>();

  constructor(readonly names: PackedStrings) {
    const { bytes, ends } = names;
    for (let name = 0; name < ends.length; ) {
      const firstName = name;
      const firstByte = firstOf(names, name);
      do name++;
      while (name < ends.length && ends[name] - firstByte <= BLOCK_BYTES);
      const block = Buffer.from(bytes.buffer, bytes.byteOffset + firstByte, ends[name - 1] - firstByte);
      // Latin-1 has a character for every byte, and a lower-cased one for each of these.
      this.#blocks.push({ firstName, endName: name, firstByte, text: block.toString('latin1').toLowerCase() });
    }
    for (let name = 0, at = 0; name < ends.length; name++) {
      let isOdd = false;
      for (; at < ends[name]; at++) isOdd ||= bytes[at] >= 0x80 || bytes[at] === BACKSLASH;
      if (isOdd) this.#oddNames.set(name, packedText(names, name).toLowerCase());
    }
  }

  /** 1 for each name that contains `text`, which is lower-cased and not empty; undefined if none does. */
  find(text: string): Uint8Array | undefined {
    const isHit = new Uint8Array(this.names.ends.length);
    let hits = 0;
    const add = (name: number) => {
      isHit[name] = 1;
      hits++;
    };
    for (const block of this.#blocks) this.#findInBlock(block, text, add);
    for (const [name, own] of this.#oddNames) if (own.includes(text)) add(name);
    return hits > 0 ? isHit : undefined;
  }

  #findInBlock(
    { firstName, endName, firstByte, text: all }: NameBlock,
    text: string,
    add: (name: number) => void,
  ): void {
    const { ends } = this.names;
    let name = firstName;
    let at = all.indexOf(text);
    while (at >= 0) {
      while (name < endName && ends[name] - firstByte <= at) name++;
      const end = ends[name] - firstByte;
      const isInside = at + text.length <= end;
      if (isInside && !this.#oddNames.has(name)) add(name);
      // One occurrence is enough; one across the end of a name is none.
      at = all.indexOf(text, isInside ? end : at + 1);
    }
  }
}

function firstOf({ ends }: PackedStrings, name: number): number {
  return name === 0 ? 0 : ends[name - 1];
}
