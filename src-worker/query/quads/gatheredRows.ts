import { aligned, GatherMemory } from '../gatherMemory';
import type { PartView } from '../partView';
import type { RankTime } from '../rankTime';
import { RECORD_BYTES, RECORD_FLOATS, type RowZoom } from '../stretches';
import type { FoundColumns } from './foundQuads';
import { GatherLane } from './gatherLane';
import { GatherSpace } from './quadSpace';

/** So few are copied one by one: a part of a column is an object, and collecting those is what a view waits for. */
const FEW_FLOATS = 64;
/** Of a quad in the columns of a `GatheredRow`: those are more than the lists of quads with names. */
const QUAD_BYTES = 33;

/** A row that has been gathered: its records, and room for as many quads in columns. Good until the next row is. */
export class GatheredRow {
  count = 0;
  records = 0;
  /** Where there is room, and for how many quads: a multiple of 8. */
  #room = 0;
  #capacity = 0;

  constructor(
    readonly memory: GatherMemory,
    /** Where its quads can be packed. */
    readonly space: GatherSpace,
  ) {}

  static sizeBytes(count: number): number {
    return QUAD_BYTES * aligned(count);
  }

  place(records: number, room: number, capacity: number): void {
    this.records = records;
    this.#room = room;
    this.#capacity = aligned(capacity);
  }

  columns(): FoundColumns {
    const { memory, count } = this;
    const capacity = this.#capacity;
    const at = this.#room;
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

  /**
   * Packs all of it as `QuadPacker` does, behind the quads and the large numbers that are in its space. Quads that have a name
   * are listed: see below.
   */
  pack(largeCount: number, time: RankTime, originNs: number, firstSlice: number, namedFromNs: number): void {
    const { memory, space, count } = this;
    const { wasm } = memory;
    const { count: before, columns } = space;
    const { addedNs, offsetNs, rate, aroundNs } = time.shown;
    wasm.showTimes(addedNs, offsetNs, rate, aroundNs);
    wasm.pack(
      this.records,
      count,
      originNs,
      firstSlice,
      namedFromNs,
      columns.gapNs.byteOffset + 4 * before,
      columns.durationNs.byteOffset + 4 * before,
      columns.slice.byteOffset + 4 * before,
      columns.sliceCount.byteOffset + before,
      columns.busy.byteOffset + before,
      columns.colour.byteOffset + before,
      columns.large.byteOffset + 8 * largeCount,
      this.#room,
      this.#room + 8 * this.#capacity,
    );
  }

  /** How many quads packed last have a name, and numbers that are large. */
  get namedCount(): number {
    return this.memory.wasm.named();
  }

  get largeCount(): number {
    return this.memory.wasm.largeOnes();
  }

  /** Of quads packed last that have a name: how long each is as shown, and the part's slice that has it. */
  namedNs(at: number): number {
    return this.memory.floats[this.#room / 8 + at];
  }

  namedSlice(at: number): number {
    return this.memory.words[this.#room / 4 + 2 * this.#capacity + at];
  }
}

/**
 * Gathers rows of lanes in WebAssembly, as `RowQuads` does where there is none. In this memory:
 *
 *     | what belongs to the lane | the answer's quads, packed | slices or records | quads as records | quads as columns
 */
export class GatheredRows {
  readonly #lane: GatherLane;
  readonly #row: GatheredRow;
  readonly space: GatherSpace;

  constructor(module: WebAssembly.Module) {
    this.#lane = new GatherLane(module);
    this.space = new GatherSpace(this.#lane.memory, this.#lane.free);
    this.#row = new GatheredRow(this.#lane.memory, this.space);
  }

  /** Rows of this lane are next; false where they can't be gathered here. */
  begin(part: PartView, lane: number): boolean {
    return this.#lane.begin(part, lane);
  }

  /** Slices [first, end) of a row of the lane that was begun last, one by one. Undefined where there is no memory for them. */
  ofSlices(part: PartView, first: number, end: number, pixelNs: number): GatheredRow | undefined {
    const count = end - first;
    const row = this.#rowFor(count + 2, GatherMemory.sliceBytes(count));
    if (!row) return undefined;
    const at = this.space.end;
    const { memory } = this.#lane;
    const { durations, names } = memory.putSlices(part.index.slices, first, end, at);
    const state = this.#lane.state(0);
    memory.wasm.beginRow(state, pixelNs);
    row.count = memory.wasm.gatherSlices(state, at, durations, names, first, count, 1, row.records, 0);
    return row;
  }

  /** Records of a row, made for this zoom or a nearer one. As `ofSlices`. */
  ofRecords({ stretches, first, end, pixelNs: madeForNs }: RowZoom, pixelNs: number): GatheredRow | undefined {
    const count = end - first;
    const isReady = madeForNs === pixelNs;
    const row = this.#rowFor(count + 2, isReady ? 0 : RECORD_BYTES * count);
    if (!row) return undefined;
    const at = this.space.end;
    const { wasm, floats } = this.#lane.memory;
    copyFloats(floats, at / 8, stretches.records, RECORD_FLOATS * first, RECORD_FLOATS * end);
    row.count = count;
    if (isReady) return row;
    const state = this.#lane.state(0);
    wasm.beginRow(state, pixelNs);
    row.count = wasm.gatherRecords(state, at, count, 1, row.records, 0);
    return row;
  }

  /** Has room for so many quads, with so many bytes in front of their records. Undefined where there is no memory for that. */
  #rowFor(count: number, bytesBefore: number): GatheredRow | undefined {
    const { space } = this;
    // They are packed without the answer having to grow, which would overwrite them.
    if (!space.reach(space.count + count)) return undefined;
    const records = space.end + bytesBefore;
    const room = records + RECORD_BYTES * count;
    if (!this.#lane.memory.reach(room + GatheredRow.sizeBytes(count))) return undefined;
    this.#row.place(records, room, count);
    return this.#row;
  }
}

function copyFloats(to: Float64Array, at: number, from: Float64Array, first: number, end: number): void {
  if (end - first > FEW_FLOATS) to.set(from.subarray(first, end), at);
  else for (let i = first; i < end; i++) to[at + i - first] = from[i];
}
