import { type FactColumn, factColumns } from './factColumns';
import type { ReadPools } from './factRead';
import { FactTable, factBits, tableLayout, textFields } from './factTable';
import type { TableRoom } from './tableRoom';

/** What assembly/ exports: addresses are bytes in its memory. */
interface FactExports {
  readonly memory: { readonly buffer: ArrayBuffer };
  setRow(width: number, moreAt: number, has: number): void;
  addColumn(name: number, nameSize: number, type: number, bit: number, before: number, isMore: boolean): void;
  addPair(key: number, keySize: number, value: number, valueSize: number): void;
  textRoom(size: number): number;
  fileRoom(size: number): number;
  readFile(size: number): number;
  tableAt(): number;
  numbersAt(): number;
  numbersCount(): number;
  longPlacesAt(): number;
  textCount(list: number): number;
  textFrom(list: number, number: number): number;
  textEnd(list: number, number: number): number;
}

const NAMES = [
  ...(['setRow', 'addColumn', 'addPair', 'textRoom', 'fileRoom', 'readFile', 'tableAt', 'numbersAt'] as const),
  ...(['numbersCount', 'longPlacesAt', 'textCount', 'textFrom', 'textEnd'] as const),
] as const;

/** As in assembly/index.ts. */
const lists = { texts: 0, shapes: 1, others: 2, longNumbers: 3 } as const;
/** As in assembly/columns.ts. */
const types: Readonly<Record<FactColumn['type'], number>> = { INT32: 1, INT64: 2, DOUBLE: 5, STRING: 6 };

/**
 * An instance of assembly/: reads files of facts, as `factRead.ts` does. What is not as its writer makes it, it leaves: whoever reads such a file
 * there learns what is wrong with it.
 */
export class FactMemory {
  readonly #wasm: FactExports;
  #bytes = new Uint8Array(0);
  /** Which place of the pools each of its own texts and shapes has. */
  readonly #places = new Places();
  readonly #shapes = new Places();

  /** `about`: pairs of the metadata that a file must have. */
  constructor(module: WebAssembly.Module, about: Readonly<Record<string, string>>) {
    const { exports } = new WebAssembly.Instance(module, {});
    if (!canRead(exports)) throw new TypeError('The WebAssembly module does not read facts');
    this.#wasm = exports;
    exports.setRow(tableLayout.rowBytes, tableLayout.moreAt, tableLayout.has);
    for (const { field, name, type } of factColumns) {
      const [at, size] = this.#put(name);
      exports.addColumn(at, size, types[type], factBits[field], tableLayout.before[field], field === 'more');
    }
    for (const [key, value] of Object.entries(about)) exports.addPair(...this.#put(key), ...this.#put(value));
  }

  /** Where the bytes of the next file are to be put: good until then. */
  room(size: number): Uint8Array {
    const at = this.#wasm.fileRoom(size);
    return this.#memory.subarray(at, at + size);
  }

  /** The file of `size` bytes that lies in the room, into `tables`. `pools`: the same each time. Undefined: it is left. */
  read(size: number, pools: ReadPools, tables: TableRoom): FactTable | undefined {
    const wasm = this.#wasm;
    const count = wasm.readFile(size);
    if (count < 0) return undefined;
    const at = wasm.tableAt();
    const sizeBytes = FactTable.roomOf(count);
    const { buffer, from } = tables.take(sizeBytes);
    new Uint8Array(buffer, from, sizeBytes).set(this.#memory.subarray(at, at + sizeBytes));
    const mores = this.#texts(lists.others, 0);
    const table = new FactTable(
      { count, buffer, from, mores, moreNumbers: this.#numbers(tables) },
      { texts: pools.texts.texts, shapes: pools.shapes.shapes },
    );
    for (const text of this.#texts(lists.texts, this.#places.count)) this.#places.add(pools.texts.placeOf(text));
    for (const text of this.#texts(lists.shapes, this.#shapes.count)) this.#shapes.add(pools.shapes.placeOf(text));
    this.#place(table);
    return table;
  }

  #numbers(tables: TableRoom): Float64Array<ArrayBuffer> {
    const wasm = this.#wasm;
    const own = new Float64Array(wasm.memory.buffer, wasm.numbersAt(), wasm.numbersCount());
    const { buffer, from } = tables.take(own.byteLength);
    const numbers = new Float64Array(buffer, from, own.length);
    numbers.set(own);
    const texts = this.#texts(lists.longNumbers, 0);
    const places = new Uint32Array(wasm.memory.buffer, wasm.longPlacesAt(), texts.length);
    for (const [at, text] of texts.entries()) numbers[places[at]] = Number(text);
    return numbers;
  }

  /** Its own numbers of texts and shapes become places of the pools. */
  #place({ has, places, more }: FactTable): void {
    const ofText = this.#places.places;
    if (!this.#places.isSame)
      for (const field of textFields) {
        const [column, bit] = [places[field], factBits[field]];
        for (let row = 0; row < column.length; row++) if ((has[row] & bit) !== 0) column[row] = ofText[column[row]];
      }
    const ofShape = this.#shapes.places;
    if (this.#shapes.isSame) return;
    for (let row = 0; row < more.length; row++) if (more[row] < 0) more[row] = -1 - ofShape[-1 - more[row]];
  }

  #put(text: string): [at: number, size: number] {
    const bytes = Buffer.from(text, 'utf8');
    const at = this.#wasm.textRoom(Math.max(1, bytes.length));
    this.#memory.set(bytes, at);
    return [at, bytes.length];
  }

  /** From a number on. */
  #texts(list: number, from: number): string[] {
    const count = this.#wasm.textCount(list);
    const texts: string[] = [];
    for (let number = from; number < count; number++) {
      const [start, end] = [this.#wasm.textFrom(list, number), this.#wasm.textEnd(list, number)];
      texts.push(Buffer.from(this.#memory.buffer, start, end - start).toString('utf8'));
    }
    return texts;
  }

  /** Its buffer is another one whenever it has grown. */
  get #memory(): Uint8Array<ArrayBuffer> {
    const { buffer } = this.#wasm.memory;
    if (this.#bytes.buffer !== buffer) this.#bytes = new Uint8Array(buffer);
    return this.#bytes as Uint8Array<ArrayBuffer>;
  }
}

class Places {
  readonly places: number[] = [];
  /** Each is its own number: as long as nobody else has put anything into the pool. */
  isSame = true;

  get count(): number {
    return this.places.length;
  }

  add(place: number): void {
    if (place !== this.places.length) this.isSame = false;
    this.places.push(place);
  }
}

function canRead(exports: object): exports is FactExports {
  return 'memory' in exports && NAMES.every((name) => name in exports);
}
