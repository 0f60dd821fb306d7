import type { IndexSlices } from '../index/columns/indexSlices';

/** What assembly/ exports: addresses are bytes in its memory. */
export interface GatherExports {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number };
  readonly firstFree: { readonly value: number };
  beginLane(hue: number, colours: number, longEnds: number, areNamesShort: number): void;
  beginRow(at: number, pixelNs: number): void;
  gatherSlices(
    at: number,
    starts: number,
    durations: number,
    names: number,
    first: number,
    count: number,
    isEnd: number,
    quads: number,
    pieces: number,
  ): number;
  gatherRecords(at: number, records: number, count: number, isEnd: number, quads: number, pieces: number): number;
  piecesOf(at: number): number;
  spread(
    records: number,
    count: number,
    startNs: number,
    endNs: number,
    busyNs: number,
    longest: number,
    sliceCount: number,
    colour: number,
  ): void;
  showTimes(addedNs: number, shiftNs: number, rate: number, aroundNs: number): void;
  pack(
    records: number,
    count: number,
    originNs: number,
    firstSlice: number,
    namedFromNs: number,
    gapNs: number,
    durationNs: number,
    slice: number,
    sliceCount: number,
    busy: number,
    colour: number,
    large: number,
    namedNs: number,
    namedSlice: number,
  ): void;
  named(): number;
  largeOnes(): number;
  beginSums(longEnds: number, areNamesShort: number, records: number, used: number, fromNs: number, toNs: number): void;
  usedNames(): number;
  addSlices(starts: number, durations: number, names: number, first: number, count: number): void;
  takeFromParents(
    aboveStarts: number,
    aboveNames: number,
    aboveCount: number,
    isAboveEnd: number,
    starts: number,
    durations: number,
    from: number,
    count: number,
  ): number;
  putCrossing(
    rows: number,
    row: number,
    starts: number,
    durations: number,
    names: number,
    count: number,
    hasMore: number,
    isFirst: number,
  ): void;
  takeWhereCrossing(rows: number, rowCount: number): number;
  forgetSelf(names: number, count: number): void;
}

const PAGE_BYTES = 1 << 16;
/** So few are copied one by one: a part of a column is an object, and collecting those is what a view waits for. */
const FEW_SLICES = 64;

/** What is copied of slices. */
export type SliceColumns = Pick<IndexSlices, 'startNs' | 'durationNs' | 'name'>;

/** An instance of assembly/ and its memory, all of it as columns of each width. */
export class GatherMemory {
  readonly wasm: GatherExports;
  bytes = new Uint8Array(0);
  shorts = new Uint16Array(0);
  ints = new Int32Array(0);
  words = new Uint32Array(0);
  floats = new Float64Array(0);

  constructor(module: WebAssembly.Module) {
    const { exports } = new WebAssembly.Instance(module, {});
    if (!canGather(exports)) throw new TypeError('The WebAssembly module does not gather quads');
    this.wasm = exports;
    this.#look();
  }

  /** The first address that may be used, a multiple of 8. */
  get firstFree(): number {
    return aligned(this.wasm.firstFree.value);
  }

  /** Has it reach up to this address at least. False: the system has no such memory. */
  reach(end: number): boolean {
    const missing = end - this.bytes.length;
    if (missing <= 0) return true;
    try {
      this.wasm.memory.grow(Math.ceil(missing / PAGE_BYTES));
    } catch (error) {
      if (error instanceof RangeError) return false;
      throw error;
    }
    this.#look();
    return true;
  }

  /** Bytes that the columns of so many slices take, a multiple of 8: see `putSlices`. */
  static sliceBytes(count: number): number {
    return 16 * count + 32;
  }

  /**
   * Copies slices [first, end) to `at`, a multiple of 8: starts, durations, names, one column behind the other.
   * Each lies as far from a multiple of 8 as in the index: V8 copies shared memory byte by byte otherwise, in nine times the time.
   */
  putSlices({ startNs, durationNs, name }: SliceColumns, first: number, end: number, at: number): PutSlices {
    const durations = alike(at + 8 * (end - first), durationNs.byteOffset + 4 * first);
    const width = name.BYTES_PER_ELEMENT;
    const names = alike(durations + 4 * (end - first), name.byteOffset + width * first);
    if (end - first <= FEW_SLICES) {
      const { floats, ints, shorts, words } = this;
      const [toStart, toDuration] = [at / 8 - first, durations / 4 - first];
      const toNames = width === 2 ? shorts : words;
      const toName = names / width - first;
      for (let slice = first; slice < end; slice++) {
        floats[toStart + slice] = startNs[slice];
        ints[toDuration + slice] = durationNs[slice];
        toNames[toName + slice] = name[slice];
      }
    } else {
      this.floats.set(startNs.subarray(first, end), at / 8);
      this.ints.set(durationNs.subarray(first, end), durations / 4);
      if (width === 2) this.shorts.set(name.subarray(first, end), names / 2);
      else this.words.set(name.subarray(first, end), names / 4);
    }
    return { durations, names };
  }

  #look(): void {
    const { buffer } = this.wasm.memory;
    this.bytes = new Uint8Array(buffer);
    this.shorts = new Uint16Array(buffer);
    this.ints = new Int32Array(buffer);
    this.words = new Uint32Array(buffer);
    this.floats = new Float64Array(buffer);
  }
}

export function aligned(address: number): number {
  return Math.ceil(address / 8) * 8;
}

function canGather(exports: object): exports is GatherExports {
  return 'gatherSlices' in exports && 'gatherRecords' in exports && 'memory' in exports;
}

/** Where the columns of slices are, behind their starts. */
export interface PutSlices {
  readonly durations: number;
  readonly names: number;
}

/** The first address from `free` on that is as far from a multiple of 8 as the other one. */
function alike(free: number, other: number): number {
  return aligned(free) + (other % 8);
}
