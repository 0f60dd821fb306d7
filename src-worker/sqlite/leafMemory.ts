import type { WordBase } from './integers';

/** What assembly/ exports: addresses are bytes in its memory, `Starts` places of columns in a batch. */
interface LeafExports {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number };
  leafCells(start: number, headerAt: number, end: number, usableSize: number): number;
  leafRows(from: number, to: number, row: number, positions: number, rowIdStart: number): number;
  readNumbers(start: number, count: number): number;
  readSince(
    start: number,
    count: number,
    high: number,
    low: number,
    billions: number,
    ones: number,
    hasDigits: boolean,
  ): number;
  readWords(start: number, count: number): number;
}

const PLACES = [
  ...(['run', 'rowIds', 'payloads', 'locals', 'sizes', 'starts', 'types', 'places', 'rowIdPlaces'] as const),
  ...(['values', 'highs', 'lows', 'end'] as const),
] as const;
type Places = Readonly<Record<(typeof PLACES)[number], { readonly value: number }>>;

const WASM_PAGE_BYTES = 1 << 16;

/**
 * Memory of an instance of assembly/, and views of it: a walk's pages are read into it, and batches of their rows decoded there.
 * What is not as usual (rows that go on elsewhere, damage, texts) is left to the plain loops, which find all in the same columns.
 */
export class LeafMemory {
  /** What a walk reads at once of the file. */
  readonly run: Buffer;
  readonly rowIds: Int32Array;
  readonly payloads: Int32Array;
  readonly locals: Int32Array;
  readonly sizes: Float64Array;
  readonly starts: Int32Array;
  readonly types: Int32Array;
  readonly places: Int32Array;
  readonly rowIdPlaces: Int32Array;
  /** Of the column that was decoded last. */
  readonly values: Float64Array;
  readonly highs: Uint32Array;
  readonly lows: Uint32Array;
  readonly #wasm: LeafExports;

  constructor(module: WebAssembly.Module) {
    const { exports } = new WebAssembly.Instance(module, {});
    if (!areLeafLoops(exports)) throw new TypeError('The WebAssembly module has no loops over pages');
    this.#wasm = exports;
    const at = (place: keyof Places) => exports[place].value;
    exports.memory.grow(Math.ceil(at('end') / WASM_PAGE_BYTES));
    const { buffer } = exports.memory;
    const words = (place: keyof Places, behind: keyof Places) =>
      new Int32Array(buffer, at(place), (at(behind) - at(place)) / 4);
    this.run = Buffer.from(buffer, at('run'), at('rowIds') - at('run'));
    this.rowIds = words('rowIds', 'payloads');
    this.payloads = words('payloads', 'locals');
    this.locals = words('locals', 'sizes');
    this.sizes = new Float64Array(buffer, at('sizes'), this.locals.length);
    this.starts = words('starts', 'types');
    this.types = words('types', 'places');
    this.places = words('places', 'rowIdPlaces');
    this.rowIdPlaces = words('rowIdPlaces', 'values');
    this.values = new Float64Array(buffer, at('values'), this.rowIdPlaces.length);
    this.highs = new Uint32Array(buffer, at('highs'), this.values.length);
    this.lows = new Uint32Array(buffer, at('lows'), this.values.length);
  }

  /** Of the page at `start` of `run`, the cells; −1 for a page that is not as usual. */
  leafCells(start: number, headerAt: number, end: number, usableSize: number): number {
    return this.#wasm.leafCells(start, headerAt, end, usableSize);
  }

  /** Puts cells into the batch behind its first `row` rows; answers how many. `positions`: how many of `starts` count. */
  leafRows(from: number, to: number, row: number, positions: number, rowIdStart: number): number {
    return this.#wasm.leafRows(from, to, row, positions, rowIdStart);
  }

  // Each decodes a column of the batch, and answers the first row that it leaves to the plain loops.

  /** Into `values`. */
  readNumbers(start: number, count: number): number {
    return this.#wasm.readNumbers(start, count);
  }

  /** Into `values`. */
  readSince(start: number, count: number, { high, low, billions, ones }: WordBase, hasDigits: boolean): number {
    return this.#wasm.readSince(start, count, high, low, billions, ones, hasDigits);
  }

  /** Into `highs` and `lows`. */
  readWords(start: number, count: number): number {
    return this.#wasm.readWords(start, count);
  }
}

/** A thread's memories: each is used again by the walks that come later. */
export class LeafMemories {
  #free: LeafMemory[] = [];

  /** `load`: nothing where the engine has no such WebAssembly, and all is left to the plain loops. */
  constructor(readonly load: () => WebAssembly.Module | undefined) {}

  clear(): void {
    this.#free = [];
  }

  /** What `walk` does with a memory that is nobody else's until it ends. */
  use<T>(walk: (memory: LeafMemory | undefined) => T): T {
    const module = this.load();
    const memory = this.#free.pop() ?? (module && new LeafMemory(module));
    try {
      return walk(memory);
    } finally {
      if (memory) this.#free.push(memory);
    }
  }
}

function areLeafLoops(exports: object): exports is LeafExports & Places {
  return 'leafRows' in exports && 'memory' in exports && PLACES.every((place) => place in exports);
}
