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
}

const PAGE_BYTES = 1 << 16;

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
