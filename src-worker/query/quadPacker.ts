import type { PackedQuads } from '../../src-contract';
import type { FoundQuads } from './foundQuads';
import type { RankTime } from './rankTime';

/** Stands in a column for a number that does not fit into it; the number itself is in `PackedQuads.large`. */
const LARGE = 0xffff_ffff;
const LARGE_COUNT = 0xff;
const FIRST_CAPACITY = 4096;
/** Quads narrower than this share of a labelled one do without their name's id. */
const NAMED_SHARE = 1 / 4;

/** What is to be added to the numbers of the row's part, and where names go that are shown. */
export interface QuadPlace {
  readonly time: RankTime;
  readonly firstSlice: number;
  readonly firstName: number;
  /** Of quads long enough for a label. */
  readonly labels: Set<number>;
}

/** Tells the name of a slice. */
export interface SliceNames {
  readonly name: { readonly [slice: number]: number };
}

/** Packs quads as they come: row after row, start after start. See `PackedQuads`. */
export class QuadPacker {
  count = 0;
  #columns = allocate(FIRST_CAPACITY);
  #capacity = FIRST_CAPACITY;
  #nameCount = 0;
  readonly #rowQuads: number[] = [];
  readonly #largeNumbers: number[] = [];
  readonly #originNs: number;
  readonly #labelledFromNs: number;
  readonly #namedFromNs: number;

  constructor(startNs: number, minLabelNs: number) {
    this.#originNs = Math.floor(startNs);
    this.#labelledFromNs = minLabelNs;
    this.#namedFromNs = minLabelNs * NAMED_SHARE;
  }

  get rowCount(): number {
    return this.#rowQuads.length;
  }

  /** All quads of a row, whose part stands at `place`; times become the job's, in whole ns. */
  addRow(found: FoundQuads, slices: SliceNames, place: QuadPlace): void {
    const { startNs, endNs, busyNs, sliceCount, longest, colour, count } = found;
    if (this.count + count > this.#capacity) this.#grow(this.count + count);
    const columns = this.#columns;
    const { time, firstSlice, firstName } = place;
    let lastEndNs = this.#originNs;
    let at = this.count;
    for (let quad = 0; quad < count; quad++, at++) {
      const start = time.toJob(startNs[quad]);
      const end = time.toJob(endNs[quad]);
      const durationNs = end - start;
      const gapNs = start - lastEndNs;
      lastEndNs = end;
      columns.gapNs[at] = gapNs >= 0 && gapNs < LARGE ? gapNs : this.#large(gapNs, LARGE);
      columns.durationNs[at] = durationNs >= 0 && durationNs < LARGE ? durationNs : this.#large(durationNs, LARGE);
      columns.slice[at] = firstSlice + longest[quad];
      columns.colour[at] = colour[quad];
      const slicesHere = sliceCount[quad];
      columns.sliceCount[at] = slicesHere < LARGE_COUNT ? slicesHere : this.#large(slicesHere, LARGE_COUNT);
      columns.busy[at] = slicesHere === 1 ? 255 : busyShare(busyNs[quad], durationNs);
      if (slicesHere !== 1 || durationNs < this.#namedFromNs) continue;
      const name = firstName + slices.name[longest[quad]];
      columns.name[this.#nameCount++] = name;
      if (durationNs >= this.#labelledFromNs) place.labels.add(name);
    }
    this.#rowQuads.push(count);
    this.count = at;
  }

  #large(value: number, limit: number): number {
    this.#largeNumbers.push(value);
    return limit;
  }

  #grow(needed: number): void {
    while (this.#capacity < needed) this.#capacity *= 2;
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
      large: Float64Array.from(this.#largeNumbers),
    };
  }
}

function busyShare(busyNs: number, durationNs: number): number {
  return Math.min(255, Math.round((255 * busyNs) / Math.max(1, durationNs)));
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
