import { clearBatch, type LaneKey, type ParseStop, type Tokenizer } from './batch';
import { readOddMicroseconds } from './decimal';
import { NO_ROWS, type SortedBatch, type TokenTotals } from './kinds';
import { SENTINEL_BYTES } from './scan';
import { type WasmKindLayout, WasmKinds } from './wasmKinds';
import { WasmBatch, WasmLanes, type WasmLayout, WasmTable } from './wasmViews';

/** In the order of `Stop` in assembly/index.ts. */
const STOPS: readonly ParseStop[] = ['need-bytes', 'batch-full', 'array-end', 'bad-byte'];

/** What assembly/index.ts exports: addresses in its memory, and functions. */
interface TokenizerExports extends WasmLayout, WasmKindLayout {
  readonly memory: { readonly buffer: ArrayBuffer };
  reserve(sizeBytes: number): number;
  reset(): void;
  parse(from: number, to: number, fileOffset: number): number;
  blockSum(from: number, to: number): number;
  setNumber(wholeUs: number, restNs: number): void;
  placeRows(slices: number, paired: number, flowEnds: number, ids: number, samples: number): void;
  sortByKind(count: number, idCount: number, fileBase: number, sliceBase: number): number;
  sortSamples(): number;
  sampledCounters(): number;
}

/** Places in `State` of assembly/state.ts, in units of 4 bytes. */
enum StateWord {
  position = 0,
  eventStart = 1,
  count = 2,
  sampleCount = 3,
  hasBase = 4,
  idCount = 8,
  oddValueCount = 10,
  oddValueEvent = 11,
}
const STATE_BASE_US_BYTE = 24;
/** Where `State` ends, in units of 4 bytes. */
const STATE_WORDS = 12;

/**
 * The fast tokenizer: AssemblyScript with SIMD, in assembly/. Bytes, columns and tables live in WebAssembly's memory,
 * and what is given out are views of it:
 *
 *     | columns | state | … names, lanes … | bytes        |→ grows
 *
 * When the memory grows, all views of it are dead; `batch` and `bytes` are then laid over it anew. So `bytes`, the
 * batch's columns and what a table's `bytes()` answers hold until the next `parse` or `reserve`.
 */
export class WasmTokenizer implements Tokenizer {
  readonly batch: WasmBatch;
  readonly names: WasmTable;
  readonly categories: WasmTable;
  readonly laneTexts: WasmTable;
  readonly #lanes: WasmLanes;
  readonly #kinds: WasmKinds;
  readonly #wasm: TokenizerExports;

  /** The memory that the views below are views of. */
  #memory: ArrayBuffer;
  #state: Uint32Array;
  #baseUs: Float64Array;
  #bytesAddress = 0;
  #bytesLength = 0;
  bytes = new Uint8Array(0);
  #whole = Buffer.alloc(0);

  /** Throws `WebAssembly.LinkError` or `TypeError` if `module` is none of assembly/. */
  constructor(module: WebAssembly.Module, baseUs?: number) {
    const host = {
      oddNumber: (start: number, end: number) => this.#readOddNumber(start, end),
      sampleValue: (start: number, end: number) => Number(this.#all().toString('latin1', start, end)),
    };
    this.#wasm = exportsOf(new WebAssembly.Instance(module, { host }));
    this.#memory = this.#wasm.memory.buffer;
    this.#state = this.#stateView();
    this.#baseUs = this.#baseView();
    this.batch = new WasmBatch(this.#memory, this.#wasm);
    this.names = new WasmTable(this.#memory, this.#wasm.namesAddress.value);
    this.categories = new WasmTable(this.#memory, this.#wasm.categoriesAddress.value);
    this.laneTexts = new WasmTable(this.#memory, this.#wasm.laneTextsAddress.value);
    this.#lanes = new WasmLanes(this.#memory, this.#wasm.lanesAddress.value);
    this.#kinds = new WasmKinds(this.#memory, this.#wasm);
    this.reserve(0);
    this.reset(baseUs);
  }

  reset(baseUs?: number): void {
    clearBatch(this.batch);
    this.#wasm.reset();
    this.#state[StateWord.hasBase] = baseUs === undefined ? 0 : 1;
    this.#baseUs[0] = baseUs ?? 0;
  }

  get baseUs(): number | undefined {
    return this.#state[StateWord.hasBase] === 1 ? this.#baseUs[0] : undefined;
  }

  get position(): number {
    return this.#state[StateWord.position] - this.#bytesAddress;
  }

  get eventStart(): number {
    return this.#state[StateWord.eventStart] - this.#bytesAddress;
  }

  get laneCount(): number {
    return this.#lanes.size;
  }

  laneKey(lane: number): LaneKey {
    return this.#lanes.key(lane);
  }

  /** Throws `RangeError` when WebAssembly's memory, 4 GB at most, can't hold so much. */
  reserve(sizeBytes: number): void {
    const length = sizeBytes + SENTINEL_BYTES;
    if (this.#bytesAddress > 0 && this.#bytesLength >= length) return;
    // Where the last parse stopped is told as an address; the bytes may move.
    const { position, eventStart } = this;
    this.#bytesAddress = withinMemory(() => this.#wasm.reserve(length)) >>> 0;
    this.#bytesLength = length;
    this.#refresh();
    this.bytes = new Uint8Array(this.#memory, this.#bytesAddress, length);
    this.#state[StateWord.position] = this.#bytesAddress + position;
    this.#state[StateWord.eventStart] = this.#bytesAddress + eventStart;
  }

  blockSum(from: number, to: number): number {
    return this.#wasm.blockSum(from, to) >>> 0;
  }

  /** Throws `RangeError` when the distinct names are more than WebAssembly's memory can hold. */
  parse(from: number, to: number, fileOffset: number): ParseStop {
    this.#state[StateWord.count] = this.batch.count;
    this.#state[StateWord.sampleCount] = this.batch.sampleCount;
    this.#state[StateWord.idCount] = this.batch.idCount;
    this.#state[StateWord.oddValueCount] = this.batch.oddValueCount;
    const stop = withinMemory(() => this.#wasm.parse(from, to, fileOffset));
    this.#refresh();
    this.batch.count = this.#state[StateWord.count];
    this.batch.sampleCount = this.#state[StateWord.sampleCount];
    this.batch.idCount = this.#state[StateWord.idCount];
    this.batch.oddValueCount = this.#state[StateWord.oddValueCount];
    this.batch.oddValueEvent = this.#state[StateWord.oddValueEvent];
    return STOPS[stop];
  }

  /** Throws as `parse` does. */
  sortByKind(fileBase: number, sliceBase: number, behind = NO_ROWS): SortedBatch {
    const { count, idCount } = this.batch;
    const { slices, paired, flowEnds, ids, samples } = this.#kinds.alignTo(behind);
    this.#wasm.placeRows(slices, paired, flowEnds, ids, samples);
    this.#kinds.idCount = withinMemory(() => this.#wasm.sortByKind(count, idCount, fileBase, sliceBase));
    this.#state[StateWord.sampleCount] = this.batch.sampleCount;
    this.#kinds.sampleCount = this.#wasm.sortSamples();
    this.#kinds.sampledCounters = this.#wasm.sampledCounters();
    this.#refresh();
    return this.#kinds;
  }

  kindTotals(): TokenTotals {
    const hasCutTexts = [this.names, this.categories, this.laneTexts].some(({ hasCut }) => hasCut);
    return { ...this.#kinds.totals(this.laneCount), hasCutTexts };
  }

  /** Lays all views over the memory again if it has grown. */
  #refresh(): void {
    const memory = this.#wasm.memory.buffer;
    if (memory === this.#memory) return;
    this.#memory = memory;
    this.#state = this.#stateView();
    this.#baseUs = this.#baseView();
    this.bytes = new Uint8Array(memory, this.#bytesAddress, this.#bytesLength);
    this.batch.layOver(memory);
    this.#kinds.layOver(memory);
    for (const table of [this.names, this.categories, this.laneTexts, this.#lanes]) table.layOver(memory);
  }

  #stateView(): Uint32Array {
    return new Uint32Array(this.#memory, this.#wasm.stateAddress.value, STATE_WORDS);
  }

  #baseView(): Float64Array {
    return new Float64Array(this.#memory, this.#wasm.stateAddress.value + STATE_BASE_US_BYTE, 1);
  }

  /** The whole memory as it is in the middle of `parse`, so that addresses are indices. */
  #all(): Buffer {
    const { buffer } = this.#wasm.memory;
    // One for each number would be most of what is collected while a file with many counters is read.
    if (this.#whole.buffer !== buffer) this.#whole = Buffer.from(buffer);
    return this.#whole;
  }

  #readOddNumber(start: number, end: number): boolean {
    const odd = readOddMicroseconds(this.#all(), start, end);
    if (odd === undefined) return false;
    this.#wasm.setNumber(odd.wholeUs, odd.restNs);
    return true;
  }
}

/** A tokenizer from the module that `loadWasmModule` gives. */
export function createWasmTokenizer(module: WebAssembly.Module, baseUs?: number): Tokenizer {
  return new WasmTokenizer(module, baseUs);
}

/** assembly/ stops with a trap when it gets no more memory; it has no other traps. */
function withinMemory<T>(call: () => T): T {
  try {
    return call();
  } catch (error) {
    if (!(error instanceof WebAssembly.RuntimeError)) throw error;
    throw new RangeError('The trace needs more memory than WebAssembly has', { cause: error });
  }
}

function exportsOf(instance: WebAssembly.Instance): TokenizerExports {
  const { exports } = instance;
  if (!isTokenizer(exports)) throw new TypeError('The WebAssembly module is no tokenizer');
  return exports;
}

function isTokenizer(exports: object): exports is TokenizerExports {
  return 'parse' in exports && 'stateAddress' in exports && 'sliceRows' in exports && 'lanesAddress' in exports;
}
