/** What assembly/ exports: addresses are bytes in its memory. */
interface CsvExports {
  readonly memory: { readonly buffer: ArrayBuffer };
  readonly batchRows: { readonly value: number };
  /** Where in the block the first row begins that `rows` has left. */
  readonly next: { readonly value: number };
  setWidth(columnCount: number): void;
  setColumn(
    position: number,
    kind: number,
    shiftDigits: number,
    factor: number,
    limit: number,
    baseWhole: number,
    baseRest: number,
  ): void;
  blockOf(sizeBytes: number): number;
  rows(at: number, length: number): number;
  valuesAt(position: number): number;
  valueCount(position: number): number;
  scratchOf(sizeBytes: number): number;
  codeOf(position: number, at: number, sizeBytes: number): number;
  textCount(position: number): number;
  textEndsAt(position: number): number;
  textBytesAt(position: number): number;
  clear(): void;
}

const NAMES = [
  ...(['batchRows', 'next', 'setWidth', 'setColumn', 'blockOf', 'rows', 'valuesAt', 'valueCount'] as const),
  ...(['scratchOf', 'codeOf', 'textCount', 'textEndsAt', 'textBytesAt', 'clear'] as const),
] as const;

/** What is to be read of a column's cells: as in assembly/columns.ts. */
export const cellKinds = { number: 0, instant: 1, text: 2 } as const;

/** How the numbers of a column are read: see `ColumnBuilder`. */
export interface CellReading {
  readonly kind: keyof typeof cellKinds;
  readonly shiftDigits: number;
  readonly factor: number;
  /** No value is as large. */
  readonly limit: number;
  /** What instants count from, in the column's own unit, and the ns beyond. */
  readonly baseWhole: number;
  readonly baseRest: number;
}

/** A text's number among the texts of a column. */
export interface ColumnTexts {
  code(bytes: Uint8Array, start: number, end: number): number;
  readonly texts: readonly string[];
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * An instance of assembly/, for one table at a time: reads rows that are as usual from a copy of a block, a batch of them at a
 * time, and keeps the texts of the columns. What it leaves is read by `CsvScanner` and `ColumnBuilder`.
 */
export class CsvMemory {
  readonly #wasm: CsvExports;
  #bytes = new Uint8Array(0);
  #length = 0;

  constructor(module: WebAssembly.Module) {
    const { exports } = new WebAssembly.Instance(module, {});
    if (!canRead(exports)) throw new TypeError('The WebAssembly module does not read csv files');
    this.#wasm = exports;
  }

  get sizeBytes(): number {
    return this.#wasm.memory.buffer.byteLength;
  }

  /** A new table of so many columns; `setColumn` is to tell of each. Throws a `RuntimeError` where there is no memory. */
  begin(columnCount: number): void {
    this.#wasm.setWidth(columnCount);
  }

  /** The table has been read, and its texts as well. */
  end(): void {
    this.#wasm.clear();
  }

  setColumn(position: number, own: CellReading): void {
    const { shiftDigits, factor, limit, baseWhole, baseRest } = own;
    this.#wasm.setColumn(position, cellKinds[own.kind], shiftDigits, factor, limit, baseWhole, baseRest);
  }

  /** Takes the first `length` bytes in. Throws a `RuntimeError` where there is no memory. */
  setBlock(bytes: Uint8Array, length: number): void {
    const at = this.#wasm.blockOf(bytes.length);
    this.#memory.set(bytes.subarray(0, length), at);
    this.#length = length;
  }

  /** Reads rows from `at` on; answers how many. `next` is then where the first begins that it has left. */
  rows(at: number): number {
    return this.#wasm.rows(at, this.#length);
  }

  get next(): number {
    return this.#wasm.next.value;
  }

  /** So many rows are a whole batch: there may be more. */
  get batchRows(): number {
    return this.#wasm.batchRows.value;
  }

  /** Of the rows read last; good until the next ones are. */
  values(position: number, count: number): Float64Array {
    return new Float64Array(this.#wasm.memory.buffer, this.#wasm.valuesAt(position), count);
  }

  codes(position: number, count: number): Uint32Array {
    return new Uint32Array(this.#wasm.memory.buffer, this.#wasm.valuesAt(position), count);
  }

  /** How many of those are numbers. */
  valueCount(position: number): number {
    return this.#wasm.valueCount(position);
  }

  /** Of the column, among which `rows` numbers its cells. */
  textsOf(position: number): ColumnTexts {
    const all = () => this.#texts(position);
    return {
      code: (bytes, start, end) => this.#code(position, bytes.subarray(start, end)),
      get texts() {
        return all();
      },
    };
  }

  #code(position: number, text: Uint8Array): number {
    const at = this.#wasm.scratchOf(text.length);
    this.#memory.set(text, at);
    return this.#wasm.codeOf(position, at, text.length);
  }

  #texts(position: number): readonly string[] {
    const count = this.#wasm.textCount(position);
    if (count === 0) return [];
    const ends = new Uint32Array(this.#wasm.memory.buffer, this.#wasm.textEndsAt(position), count);
    const first = this.#wasm.textBytesAt(position);
    const memory = this.#memory;
    let from = 0;
    return Array.from(ends, (end) => {
      const text = decoder.decode(memory.subarray(first + from, first + end));
      from = end;
      return text;
    });
  }

  /** Its buffer is another one whenever it has grown. */
  get #memory(): Uint8Array {
    const { buffer } = this.#wasm.memory;
    if (this.#bytes.buffer !== buffer) this.#bytes = new Uint8Array(buffer);
    return this.#bytes;
  }
}

/** More memory than this is not kept for the next table. */
const KEPT_BYTES = 32 << 20;
/** Tables that are read at a time; further ones have memories of their own. */
const MOST_KEPT = 2;

/** A thread's memories: each is used again by tables that are read later. */
export class CsvMemories {
  readonly #free: CsvMemory[] = [];

  /** `load`: nothing where the engine has no such WebAssembly, and all is left to TypeScript. */
  constructor(readonly load: () => WebAssembly.Module | undefined) {}

  take(): CsvMemory | undefined {
    const module = this.load();
    return this.#free.pop() ?? (module && new CsvMemory(module));
  }

  giveBack(memory: CsvMemory): void {
    memory.end();
    if (this.#free.length < MOST_KEPT && memory.sizeBytes <= KEPT_BYTES) this.#free.push(memory);
  }
}

function canRead(exports: object): exports is CsvExports {
  return 'memory' in exports && NAMES.every((name) => name in exports);
}
