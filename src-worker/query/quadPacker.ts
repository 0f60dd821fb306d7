import type { PackedQuads } from '../../src-contract';

/** Stands in a column for a number that does not fit into it; the number itself is in `PackedQuads.large`. */
const LARGE = 0xffff_ffff;
const LARGE_COUNT = 0xff;
const FIRST_CAPACITY = 4096;
/** Quads narrower than this share of a labelled one do without their name's id. */
const NAMED_SHARE = 1 / 4;

/** Packs quads as they come: row after row, start after start. See `PackedQuads`. */
export class QuadPacker {
  count = 0;
  /** Of the quad before in the row, or where the row begins. */
  #lastEndNs: number;
  #columns = allocate(FIRST_CAPACITY);
  #capacity = FIRST_CAPACITY;
  #nameCount = 0;
  #rowFirstQuad = 0;
  readonly #rowQuads: number[] = [];
  readonly #large: number[] = [];
  readonly #originNs: number;
  readonly #namedFromNs: number;

  constructor(startNs: number, minLabelNs: number) {
    this.#originNs = Math.floor(startNs);
    this.#lastEndNs = this.#originNs;
    this.#namedFromNs = minLabelNs * NAMED_SHARE;
  }

  get rowCount(): number {
    return this.#rowQuads.length;
  }

  /** `busy` and `colour` as in `PackedQuads`; times are whole ns. */
  add(
    startNs: number,
    endNs: number,
    slice: number,
    sliceCount: number,
    busy: number,
    name: number,
    colour: number,
  ): void {
    if (this.count === this.#capacity) this.#grow();
    const at = this.count++;
    const columns = this.#columns;
    const durationNs = endNs - startNs;
    columns.gapNs[at] = this.#fitting(startNs - this.#lastEndNs, LARGE);
    columns.durationNs[at] = this.#fitting(durationNs, LARGE);
    columns.sliceCount[at] = this.#fitting(sliceCount, LARGE_COUNT);
    columns.slice[at] = slice;
    columns.busy[at] = busy;
    columns.colour[at] = colour;
    this.#lastEndNs = endNs;
    if (sliceCount === 1 && durationNs >= this.#namedFromNs) columns.name[this.#nameCount++] = name;
  }

  endRow(): void {
    this.#rowQuads.push(this.count - this.#rowFirstQuad);
    this.#rowFirstQuad = this.count;
    this.#lastEndNs = this.#originNs;
  }

  #fitting(value: number, limit: number): number {
    if (value >= 0 && value < limit) return value;
    this.#large.push(value);
    return limit;
  }

  #grow(): void {
    this.#capacity *= 2;
    const bigger = allocate(this.#capacity);
    for (const name of Object.keys(bigger) as (keyof typeof bigger)[]) bigger[name].set(this.#columns[name]);
    this.#columns = bigger;
  }

  /** Each column exactly as long as it must be and with a buffer of its own, so that they can be transferred. */
  packed(): PackedQuads {
    const { count } = this;
    const { gapNs, durationNs, slice, sliceCount, busy, colour, name } = this.#columns;
    return {
      originNs: this.#originNs,
      namedFromNs: this.#namedFromNs,
      rowQuads: Uint32Array.from(this.#rowQuads),
      gapNs: gapNs.slice(0, count),
      durationNs: durationNs.slice(0, count),
      slice: slice.slice(0, count),
      sliceCount: sliceCount.slice(0, count),
      busy: busy.slice(0, count),
      colour: colour.slice(0, count),
      name: name.slice(0, this.#nameCount),
      large: Float64Array.from(this.#large),
    };
  }
}

function allocate(capacity: number) {
  return {
    gapNs: new Uint32Array(capacity),
    durationNs: new Uint32Array(capacity),
    slice: new Uint32Array(capacity),
    sliceCount: new Uint8Array(capacity),
    busy: new Uint8Array(capacity),
    colour: new Uint8Array(capacity),
    name: new Uint32Array(capacity),
  };
}
