import { BATCH_EVENTS, BATCH_IDS, BATCH_SAMPLES, type LaneKey, type StringTable, type TokenBatch } from './batch';

/** A constant that the WebAssembly exports. */
interface Address {
  readonly value: number;
}

/** Where assembly/ has its columns and tables. */
export interface WasmLayout {
  readonly stateAddress: Address;
  readonly namesAddress: Address;
  readonly categoriesAddress: Address;
  readonly laneTextsAddress: Address;
  readonly lanesAddress: Address;
  readonly phaseColumn: Address;
  readonly flagsColumn: Address;
  readonly startColumn: Address;
  readonly durationColumn: Address;
  readonly laneColumn: Address;
  readonly nameColumn: Address;
  readonly categoryColumn: Address;
  readonly idLowColumn: Address;
  readonly idHighColumn: Address;
  readonly offsetColumn: Address;
  readonly sampleEventColumn: Address;
  readonly sampleKeyColumn: Address;
  readonly sampleValueColumn: Address;
  readonly idEventColumn: Address;
  readonly idKindColumn: Address;
  readonly idValueLowColumn: Address;
  readonly idValueHighColumn: Address;
}

/** The batch that assembly/columns.ts fills. The columns are other ones after the memory has grown. */
export class WasmBatch implements TokenBatch {
  count = 0;
  sampleCount = 0;
  oddValueCount = 0;
  oddValueEvent = 0;
  idCount = 0;
  phase!: Uint8Array;
  flags!: Uint8Array;
  startNs!: Float64Array;
  durationNs!: Float64Array;
  lane!: Uint32Array;
  name!: Uint32Array;
  category!: Uint32Array;
  idLow!: Uint32Array;
  idHigh!: Uint32Array;
  byteOffset!: Float64Array;
  sampleEvent!: Uint32Array;
  sampleKey!: Uint32Array;
  sampleValue!: Float64Array;
  idEvent!: Uint32Array;
  idKind!: Uint8Array;
  idValueLow!: Uint32Array;
  idValueHigh!: Uint32Array;

  constructor(
    memory: ArrayBuffer,
    readonly layout: WasmLayout,
  ) {
    this.layOver(memory);
  }

  layOver(memory: ArrayBuffer): void {
    const { layout } = this;
    this.phase = new Uint8Array(memory, layout.phaseColumn.value, BATCH_EVENTS);
    this.flags = new Uint8Array(memory, layout.flagsColumn.value, BATCH_EVENTS);
    this.startNs = new Float64Array(memory, layout.startColumn.value, BATCH_EVENTS);
    this.durationNs = new Float64Array(memory, layout.durationColumn.value, BATCH_EVENTS);
    this.lane = new Uint32Array(memory, layout.laneColumn.value, BATCH_EVENTS);
    this.name = new Uint32Array(memory, layout.nameColumn.value, BATCH_EVENTS);
    this.category = new Uint32Array(memory, layout.categoryColumn.value, BATCH_EVENTS);
    this.idLow = new Uint32Array(memory, layout.idLowColumn.value, BATCH_EVENTS);
    this.idHigh = new Uint32Array(memory, layout.idHighColumn.value, BATCH_EVENTS);
    this.byteOffset = new Float64Array(memory, layout.offsetColumn.value, BATCH_EVENTS);
    this.sampleEvent = new Uint32Array(memory, layout.sampleEventColumn.value, BATCH_SAMPLES);
    this.sampleKey = new Uint32Array(memory, layout.sampleKeyColumn.value, BATCH_SAMPLES);
    this.sampleValue = new Float64Array(memory, layout.sampleValueColumn.value, BATCH_SAMPLES);
    this.idEvent = new Uint32Array(memory, layout.idEventColumn.value, BATCH_IDS);
    this.idKind = new Uint8Array(memory, layout.idKindColumn.value, BATCH_IDS);
    this.idValueLow = new Uint32Array(memory, layout.idValueLowColumn.value, BATCH_IDS);
    this.idValueHigh = new Uint32Array(memory, layout.idValueHighColumn.value, BATCH_IDS);
  }
}

/** First fields of `ByteTable` in assembly/tables.ts, in units of 4 bytes. */
enum TableWord {
  size = 0,
  pool = 1,
  ends = 2,
  hasCut = 3,
  fields = 4,
}

/** A table of assembly/tables.ts. */
export class WasmTable implements StringTable {
  /** All of the memory, so that the addresses in the table's fields are indices. */
  #bytes: Uint8Array;
  #words: Uint32Array;
  #fields: Uint32Array;

  constructor(
    memory: ArrayBuffer,
    readonly address: number,
  ) {
    this.#bytes = new Uint8Array(memory);
    this.#words = new Uint32Array(memory);
    this.#fields = new Uint32Array(memory, address, TableWord.fields);
  }

  layOver(memory: ArrayBuffer): void {
    this.#bytes = new Uint8Array(memory);
    this.#words = new Uint32Array(memory);
    this.#fields = new Uint32Array(memory, this.address, TableWord.fields);
  }

  get size(): number {
    return this.#fields[TableWord.size];
  }

  /** Whether one was longer than `MAX_TEXT_BYTES`. */
  get hasCut(): boolean {
    return this.#fields[TableWord.hasCut] !== 0;
  }

  /** A view that holds until the tokenizer goes on. */
  bytes(id: number): Uint8Array {
    const pool = this.#fields[TableWord.pool];
    const firstEnd = this.#fields[TableWord.ends] >>> 2;
    const start = id === 0 ? 0 : this.#words[firstEnd + id - 1];
    return this.#bytes.subarray(pool + start, pool + this.#words[firstEnd + id]);
  }

  packed(): { readonly bytes: Uint8Array; readonly ends: Uint32Array } {
    const pool = this.#fields[TableWord.pool];
    const firstEnd = this.#fields[TableWord.ends] >>> 2;
    const ends = this.#words.subarray(firstEnd, firstEnd + this.size);
    return { bytes: this.#bytes.subarray(pool, pool + (ends[this.size - 1] ?? 0)), ends };
  }
}

/** First fields of `LaneTable` in assembly/lanes.ts, in units of 4 bytes. */
enum LaneWord {
  size = 0,
  pairs = 1,
  fields = 2,
}

/** The table of assembly/lanes.ts. */
export class WasmLanes {
  #words: Uint32Array;
  #fields: Uint32Array;

  constructor(
    memory: ArrayBuffer,
    readonly address: number,
  ) {
    this.#words = new Uint32Array(memory);
    this.#fields = new Uint32Array(memory, address, LaneWord.fields);
  }

  layOver(memory: ArrayBuffer): void {
    this.#words = new Uint32Array(memory);
    this.#fields = new Uint32Array(memory, this.address, LaneWord.fields);
  }

  get size(): number {
    return this.#fields[LaneWord.size];
  }

  key(lane: number): LaneKey {
    const pair = (this.#fields[LaneWord.pairs] >>> 2) + 2 * lane;
    return { pid: this.#words[pair], tid: this.#words[pair + 1] };
  }
}
