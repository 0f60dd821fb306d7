/** What assembly/ exports: addresses are bytes in its memory. */
export interface LoopExports {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number };
  readonly firstFree: { readonly value: number };
  endsOf(starts: number, durations: number, longEnds: number, count: number, ends: number): void;
  orderSlices(starts: number, durations: number, longEnds: number, count: number, order: number, spare: number): number;
  packRows(
    starts: number,
    durations: number,
    longEnds: number,
    count: number,
    order: number,
    rows: number,
    rowEnds: number,
    mostRows: number,
  ): number;
  overlaps(): number;
  rowStartsOf(rows: number, count: number, rowCount: number, rowStarts: number): void;
  finalOrder(rows: number, order: number, count: number, rowStarts: number, into: number): void;
  hasAny(words: number, count: number): number;
  orderByGroup(
    groupOf: number,
    keys: number,
    count: number,
    groupCount: number,
    first: number,
    order: number,
    sorted: number,
    spare: number,
  ): void;
  mapWords(ids: number, map: number, count: number): void;
  mapHalves(ids: number, map: number, count: number): void;
  chainByKey(
    idLow: number,
    idHigh: number,
    category: number,
    firstEnd: number,
    behind: number,
    slots: number,
    mask: number,
    nextOfKey: number,
    heads: number,
    headCount: number,
  ): number;
  endChains(slots: number, slotCount: number, nextOfKey: number): void;
  linkEnds(
    key: number,
    keyCount: number,
    before: number,
    heads: number,
    nextOfKey: number,
    phases: number,
    from: number,
    to: number,
  ): number;
  linkCount(): number;
  describeLinks(
    times: number,
    category: number,
    from: number,
    to: number,
    count: number,
    earlier: number,
    categoryOf: number,
  ): void;
  sweepRow(
    starts: number,
    durations: number,
    longEnds: number,
    flags: number,
    sliceCount: number,
    firstSlice: number,
    instants: number,
    instantCount: number,
    found: number,
    fits: number,
    beginning: number,
    touching: number,
  ): void;
  startChoice(most: number, rows: number, lengths: number, rowsOfRuns: number): void;
  chooseSlices(starts: number, ends: number, count: number, first: number, runLength: number): void;
  chosenLong(): number;
  chosenOfRuns(): number;
  packBlocks(kind: number, from: number, count: number, into: number, spare: number): number;
  unpackBlocks(kind: number, from: number, end: number, count: number, into: number): number;
  unpackedValues(): number;
  markAmbiguous(fits: number, beginning: number, touching: number, count: number): void;
  joinRow(starts: number, ends: number, count: number, firstSlice: number, at: number): void;
  gather8: Gather;
  gather4: Gather;
  gather2: Gather;
  gather1: Gather;
}

export type Gather = (from: number, order: number, count: number, to: number) => void;
export type Column = Float64Array | Uint32Array | Int32Array | Uint16Array | Uint8Array;

const PAGE_BYTES = 1 << 16;
/** More memory than this is not kept for what comes next. */
const KEPT_BYTES = 64 << 20;
/** Ends of long slices that are copied along with other columns. */
const MOST_LONG_ENDS = 1 << 20;

/** An instance of assembly/, and in its memory the ends of long slices, which any slice may refer to. */
export class LoopMemory {
  #kept: LoopExports | undefined;
  /** What has been copied into the memory of `#kept`. */
  #longEndNs: Float64Array | undefined;

  constructor(readonly module: WebAssembly.Module) {}

  /**
   * The instance, the address of those ends, and one behind them with room for `sizeBytes`. Undefined where there are too many,
   * or the system has no such memory.
   */
  withRoom(
    longEndNs: Float64Array,
    sizeBytes: number,
  ): { readonly wasm: LoopExports; readonly longEnds: number; readonly at: number } | undefined {
    if (longEndNs.length > MOST_LONG_ENDS) return undefined;
    const wasm = this.#instance();
    const longEnds = Math.ceil(wasm.firstFree.value / 8) * 8;
    const at = longEnds + 8 * longEndNs.length;
    const missing = at + sizeBytes - wasm.memory.buffer.byteLength;
    if (missing > 0 && !hasGrown(wasm, Math.ceil(missing / PAGE_BYTES))) return undefined;
    if (this.#longEndNs !== longEndNs) putIn(wasm, longEnds, longEndNs);
    this.#longEndNs = longEndNs;
    return { wasm, longEnds, at };
  }

  /** A new one where there was much in the last one: its memory never shrinks. */
  #instance(): LoopExports {
    const kept = this.#kept;
    if (kept && kept.memory.buffer.byteLength <= KEPT_BYTES) return kept;
    this.#longEndNs = undefined;
    this.#kept = loopExports(this.module);
    return this.#kept;
  }
}

function hasGrown({ memory }: LoopExports, pages: number): boolean {
  try {
    memory.grow(pages);
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

export function putIn(wasm: LoopExports, address: number, column: Column): void {
  inMemory(wasm, address, column).set(column);
}

/** A view of the memory, of the same type and length. */
export function inMemory(wasm: LoopExports, address: number, column: Column): Column {
  const View = column.constructor as new (buffer: ArrayBuffer, offset: number, length: number) => Column;
  return new View(wasm.memory.buffer, address, column.length);
}

/** Of a new instance. */
function loopExports(module: WebAssembly.Module): LoopExports {
  const { exports } = new WebAssembly.Instance(module, {});
  if (!areLoops(exports)) throw new TypeError('The WebAssembly module has no loops over slices');
  return exports;
}

function areLoops(exports: object): exports is LoopExports {
  return 'orderSlices' in exports && 'joinRow' in exports && 'memory' in exports;
}
