import type { FoundColumns } from './foundQuads';
import { columnsAt, GatherLane } from './gatherLane';
import { aligned, type GatherMemory } from './gatherMemory';
import type { PartView } from './partView';
import type { RankTime } from './rankTime';
import { RECORD_BYTES, RECORD_FLOATS } from './stretches';

const FIRST_CAPACITY = 4096;
/** More than a power of two, or all columns would be written in the same lines of the processor's cache. */
const APART = 40;
/** Of a quad in the columns of a `GatheredRow`, packed: those are more than what `FoundColumns` take. */
const QUAD_BYTES = 51;

/** A row's quads, packed as `QuadPacker` does. Good until the next row is gathered. */
export interface PackedRow {
  readonly gapNs: Uint32Array;
  readonly durationNs: Uint32Array;
  readonly slice: Uint32Array;
  readonly sliceCount: Uint8Array;
  readonly busy: Uint8Array;
  readonly colour: Uint8Array;
  readonly large: Float64Array;
  /** Quads that have a name: how long they are as shown, and the part's slice that has it. */
  readonly namedNs: Float64Array;
  readonly namedSlice: Uint32Array;
}

/** A row that has been gathered: its records, and room for as many quads in columns. Good until the next row is. */
export class GatheredRow {
  count = 0;
  records = 0;

  constructor(
    readonly memory: GatherMemory,
    readonly at: number,
    readonly capacity: number,
  ) {}

  static sizeBytes(capacity: number): number {
    return aligned(QUAD_BYTES * capacity);
  }

  /** Behind its columns. */
  get end(): number {
    return this.at + GatheredRow.sizeBytes(this.capacity);
  }

  columns(): FoundColumns {
    const { memory, at, capacity, count } = this;
    const { buffer } = memory.bytes;
    const words = at + 24 * capacity;
    const found = {
      count,
      startNs: new Float64Array(buffer, at, count),
      endNs: new Float64Array(buffer, at + 8 * capacity, count),
      busyNs: new Float64Array(buffer, at + 16 * capacity, count),
      longest: new Uint32Array(buffer, words, count),
      sliceCount: new Uint32Array(buffer, words + 4 * capacity, count),
      colour: new Uint8Array(buffer, words + 8 * capacity, count),
    };
    memory.wasm.spread(
      this.records,
      count,
      found.startNs.byteOffset,
      found.endNs.byteOffset,
      found.busyNs.byteOffset,
      found.longest.byteOffset,
      found.sliceCount.byteOffset,
      found.colour.byteOffset,
    );
    return found;
  }

  packed(time: RankTime, originNs: number, firstSlice: number, namedFromNs: number): PackedRow {
    const { memory, at, capacity, count } = this;
    const { wasm, bytes, words, floats } = memory;
    const namedNs = at + 24 * capacity;
    const gapNs = namedNs + 8 * capacity;
    const durationNs = gapNs + 4 * capacity;
    const slice = durationNs + 4 * capacity;
    const namedSlice = slice + 4 * capacity;
    const sliceCount = namedSlice + 4 * capacity;
    const busy = sliceCount + capacity;
    const colour = busy + capacity;
    const { constantNs, shift } = time;
    if (constantNs === undefined) wasm.showTimes(time.offsetNs, shift.offsetNs, shift.rate, shift.aroundNs);
    else wasm.showTimes(constantNs, 0, 0, 0);
    wasm.pack(
      this.records,
      count,
      originNs,
      firstSlice,
      namedFromNs,
      gapNs,
      durationNs,
      slice,
      sliceCount,
      busy,
      colour,
      at,
      namedNs,
      namedSlice,
    );
    const column = (address: number) => words.subarray(address / 4, address / 4 + count);
    const named = wasm.named();
    return {
      gapNs: column(gapNs),
      durationNs: column(durationNs),
      slice: column(slice),
      sliceCount: bytes.subarray(sliceCount, sliceCount + count),
      busy: bytes.subarray(busy, busy + count),
      colour: bytes.subarray(colour, colour + count),
      large: floats.subarray(at / 8, at / 8 + wasm.largeOnes()),
      namedNs: floats.subarray(namedNs / 8, namedNs / 8 + named),
      namedSlice: words.subarray(namedSlice / 4, namedSlice / 4 + named),
    };
  }
}

/**
 * Gathers rows of lanes in WebAssembly, as `RowQuads` does where there is none. In this memory:
 *
 *     | what belongs to the lane | quads as columns | slices or records | quads as records
 */
export class GatheredRows {
  readonly #lane: GatherLane;
  #row: GatheredRow | undefined;

  constructor(module: WebAssembly.Module) {
    this.#lane = new GatherLane(module);
  }

  /** Rows of this lane are next; false where they can't be gathered here. */
  begin(part: PartView, lane: number): boolean {
    return this.#lane.begin(part, lane);
  }

  /** Slices [first, end) of a row of the lane that was begun last, one by one. Undefined where there is no memory for them. */
  ofSlices(part: PartView, lane: number, first: number, end: number, pixelNs: number): GatheredRow | undefined {
    const count = end - first;
    const sizeBytes = GatherLane.sliceBytes(count);
    const row = this.#roomFor(count + 2, sizeBytes + RECORD_BYTES * (count + 2));
    if (!row) return undefined;
    const { wasm } = this.#lane.memory;
    const at = row.end;
    row.records = at + sizeBytes;
    this.#lane.putSlices(part, lane, first, end, at, row.records);
    const { durations, names } = columnsAt(at, count);
    const state = this.#lane.state(0);
    wasm.beginRow(state, pixelNs);
    row.count = wasm.gatherSlices(state, at, durations, names, first, count, 1, row.records, 0);
    return row;
  }

  /** Records of a row, made for this zoom where `isReady`, else for a nearer one. As `ofSlices`. */
  ofRecords(made: Float64Array, pixelNs: number, isReady: boolean): GatheredRow | undefined {
    const count = made.length / RECORD_FLOATS;
    const row = this.#roomFor(count + 2, RECORD_BYTES * (2 * count + 2));
    if (!row) return undefined;
    const { wasm, floats } = this.#lane.memory;
    const at = row.end;
    floats.set(made, at / 8);
    row.records = at;
    row.count = count;
    if (isReady) return row;
    row.records = at + RECORD_BYTES * count;
    const state = this.#lane.state(0);
    wasm.beginRow(state, pixelNs);
    row.count = wasm.gatherRecords(state, at, count, 1, row.records, 0);
    return row;
  }

  /** Columns for so many quads, and so many bytes behind them. Undefined where there is no memory for that. */
  #roomFor(count: number, sizeBytes: number): GatheredRow | undefined {
    const { memory, free } = this.#lane;
    let capacity = this.#row?.capacity ?? FIRST_CAPACITY + APART;
    if (count > capacity) capacity = 2 ** Math.ceil(Math.log2(count)) + APART;
    if (!memory.reach(free + GatheredRow.sizeBytes(capacity) + sizeBytes)) return undefined;
    if (this.#row?.at !== free || this.#row.capacity !== capacity) this.#row = new GatheredRow(memory, free, capacity);
    return this.#row;
  }
}
