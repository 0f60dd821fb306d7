import type { PackedStrings } from '../../index/rankIndex';
import { packEncoded } from '../../index/strings';
import type { Database } from '../../sqlite/database';
import type { RowFinder } from '../../sqlite/rowFinder';
import { MAX_TEXT_BYTES } from '../../tokenizer/batch';
import { NumberTable } from './numberTable';

/** The profilers' table of texts: names, shapes, call stacks, each once. */
export const STRING_IDS = 'STRING_IDS';

/** Texts of STRING_IDS by their ids, each looked up when it is asked for: stacks are longer than everything else together. */
export class StringIds {
  readonly #finder: RowFinder | undefined;
  /** Where the table's id is not its row id, as another program may have written it: all texts. */
  #all: ReadonlyMap<number, string> | undefined;

  constructor(readonly database: Database) {
    const id = database.table(STRING_IDS)?.columns.find(({ name }) => name.toLowerCase() === 'id');
    if (id && id.position < 0) this.#finder = database.finder(STRING_IDS, [['value']]);
  }

  /** Undefined where there is no such text. */
  text(id: number): string | undefined {
    if (!this.#finder) return this.#loaded().get(id);
    let text: string | undefined;
    this.#finder.find(id, (row) => {
      text = row.text(0);
    });
    return text;
  }

  #loaded(): ReadonlyMap<number, string> {
    if (this.#all) return this.#all;
    const all = new Map<number, string>();
    this.database.scan(STRING_IDS, ['id', 'value'], (row) => all.set(row.number(0), row.text(1) ?? ''));
    this.#all = all;
    return all;
  }
}

/** Names of a segment's events: numbered when they are first seen, looked up when their texts are wanted. */
export class Names {
  readonly #numberOf = new Map<string, NumberTable>();
  /** Of names that are texts already. */
  readonly #ofText = new Map<string, number>();
  readonly #wanted: { readonly id: number; readonly prefix: string; readonly text?: string }[] = [];
  readonly #texts: string[] = [];
  hasCut = false;
  /** Ids of names whose texts are not there. */
  readonly missing = new Set<number>();

  constructor(readonly strings: StringIds) {}

  /** Numbers of names by their ids, with this before each of their texts. */
  withPrefix(prefix: string): NumberTable {
    const known = this.#numberOf.get(prefix);
    if (known) return known;
    const numbers = new NumberTable();
    this.#numberOf.set(prefix, numbers);
    return numbers;
  }

  /** `numbers`: of `withPrefix(prefix)`. NaN is no id: such a name is empty. */
  number(numbers: NumberTable, prefix: string, id: number): number {
    const known = numbers.get(id);
    if (known >= 0) return known;
    if (Number.isNaN(id)) return this.ofText(prefix);
    const number = this.#wanted.push({ id, prefix }) - 1;
    numbers.add(id, number);
    return number;
  }

  ofText(text: string): number {
    let number = this.#ofText.get(text);
    if (number === undefined) {
      number = this.#wanted.push({ id: Number.NaN, prefix: '', text }) - 1;
      this.#ofText.set(text, number);
    }
    return number;
  }

  /** Of all names so far. */
  packed(): PackedStrings {
    this.lookUp();
    return packNames(this.#texts, () => {
      this.hasCut = true;
    });
  }

  /** Reads the texts that are not known yet, in the order of ids, which is that of the table. */
  lookUp(): void {
    const from = this.#texts.length;
    const order = this.#wanted.slice(from).map((_, i) => from + i);
    order.sort((a, b) => this.#wanted[a].id - this.#wanted[b].id);
    for (const number of order) {
      const { id, prefix, text } = this.#wanted[number];
      const own = text ?? this.strings.text(id);
      if (own === undefined) this.missing.add(id);
      // Its number tells at least which are the same.
      this.#texts[number] = own === undefined ? `${prefix}#${id}` : prefix + own;
    }
  }
}

/** In shared memory, with the escapes of JSON, which the index undoes. */
export function packNames(texts: readonly string[], onCut: () => void = () => {}): PackedStrings {
  const encoded = texts.map((text) => {
    const escaped = text.includes('\\') ? JSON.stringify(text).slice(1, -1) : text;
    const bytes = Buffer.from(escaped);
    if (bytes.length <= MAX_TEXT_BYTES) return bytes;
    onCut();
    let end = MAX_TEXT_BYTES;
    while ((bytes[end] & 0xc0) === 0x80 && end > 0) end--;
    return bytes.subarray(0, end);
  });
  return packEncoded(encoded);
}
