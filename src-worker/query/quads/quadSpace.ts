import { aligned, type GatherMemory } from '../gatherMemory';

const FIRST_CAPACITY = 4096;
/** More than a power of two, or all columns would be written in the same lines of the processor's cache. A multiple of 8. */
const APART = 40;
const LARGE_A_QUAD = 3;

/** What quads are packed into: see `PackedQuads`. */
export interface PackingColumns {
  /** All numbers of a quad may be large. */
  readonly large: Float64Array;
  readonly gapNs: Uint32Array;
  readonly durationNs: Uint32Array;
  readonly slice: Uint32Array;
  readonly name: Uint32Array;
  readonly sliceCount: Uint8Array;
  readonly busy: Uint8Array;
  readonly colour: Uint8Array;
}

/** In the order in which they stand one behind the other: none needs a gap before it. */
const BYTES: { readonly [Name in keyof PackingColumns]: number } = {
  large: 8 * LARGE_A_QUAD,
  gapNs: 4,
  durationNs: 4,
  slice: 4,
  name: 4,
  sliceCount: 1,
  busy: 1,
  colour: 1,
};
const NAMES = Object.keys(BYTES) as readonly (keyof PackingColumns)[];
const QUAD_BYTES = NAMES.reduce((sum, name) => sum + BYTES[name], 0);

/** Memory that the quads of one answer after another are packed in: pages of new memory cost more than what is packed. */
export interface QuadSpace {
  /** How many quads are in it. */
  count: number;
  /** Others after `reserve`. */
  readonly columns: PackingColumns;
  /** Has room for so many quads; what is in it stays. */
  reserve(capacity: number): void;
}

/** In memory of its own. */
export class PlainSpace implements QuadSpace {
  count = 0;
  #capacity = FIRST_CAPACITY;
  columns = columnsIn(new ArrayBuffer(QUAD_BYTES * FIRST_CAPACITY), 0, FIRST_CAPACITY);

  reserve(capacity: number): void {
    if (capacity <= this.#capacity) return;
    this.#capacity = capacityFor(capacity);
    const before = this.columns;
    this.columns = columnsIn(new ArrayBuffer(QUAD_BYTES * this.#capacity), 0, this.#capacity);
    for (const name of NAMES) this.columns[name].set(before[name]);
  }
}

/** In the memory of assembly/, from an address on: rows that are gathered there are packed without being copied. */
export class GatherSpace implements QuadSpace {
  count = 0;
  #capacity = FIRST_CAPACITY + APART;
  #columns: PackingColumns | undefined;

  constructor(
    readonly memory: GatherMemory,
    readonly at: number,
  ) {}

  /** What lies behind it may be overwritten when it grows. */
  get end(): number {
    return this.at + aligned(QUAD_BYTES * this.#capacity);
  }

  /** Throws a RangeError where the system has no such memory. */
  get columns(): PackingColumns {
    const { buffer } = this.memory.bytes;
    // Memory that has grown is another buffer.
    if (this.#columns?.gapNs.buffer === buffer) return this.#columns;
    if (!this.memory.reach(this.end)) throw new RangeError('There is no memory for what is to be drawn');
    this.#columns = columnsIn(this.memory.bytes.buffer, this.at, this.#capacity);
    return this.#columns;
  }

  reserve(capacity: number): void {
    if (!this.reach(capacity)) throw new RangeError('There is no memory for what is to be drawn');
  }

  /** As `reserve`, but false where the system has no such memory. */
  reach(capacity: number): boolean {
    if (capacity <= this.#capacity) return this.memory.reach(this.end);
    const before = this.#capacity;
    const wanted = capacityFor(capacity) + APART;
    if (!this.memory.reach(this.at + aligned(QUAD_BYTES * wanted))) return false;
    this.#capacity = wanted;
    this.#columns = undefined;
    // The last first: each goes to where nothing is that has not gone.
    let ends = QUAD_BYTES;
    for (const name of [...NAMES].reverse()) {
      ends -= BYTES[name];
      const from = this.at + ends * before;
      this.memory.bytes.copyWithin(this.at + ends * wanted, from, from + BYTES[name] * before);
    }
    return true;
  }
}

function capacityFor(count: number): number {
  return 2 ** Math.ceil(Math.log2(count));
}

function columnsIn(buffer: ArrayBuffer, at: number, capacity: number): PackingColumns {
  let end = at;
  const next = (name: keyof PackingColumns) => {
    const offset = end;
    end += BYTES[name] * capacity;
    return offset;
  };
  return {
    large: new Float64Array(buffer, next('large'), LARGE_A_QUAD * capacity),
    gapNs: new Uint32Array(buffer, next('gapNs'), capacity),
    durationNs: new Uint32Array(buffer, next('durationNs'), capacity),
    slice: new Uint32Array(buffer, next('slice'), capacity),
    name: new Uint32Array(buffer, next('name'), capacity),
    sliceCount: new Uint8Array(buffer, next('sliceCount'), capacity),
    busy: new Uint8Array(buffer, next('busy'), capacity),
    colour: new Uint8Array(buffer, next('colour'), capacity),
  };
}
