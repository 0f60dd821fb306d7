import type { PackedQuads } from '../../src-contract';
import type { FoundQuads } from './foundQuads';
import type { RankTime } from './rankTime';

/** Stands in a column for a number that does not fit into it; the number itself is in `PackedQuads.large`. */
const LARGE = 0xffff_ffff;
const LARGE_COUNT = 0xff;
const LARGE_A_QUAD = 3;
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

/** Name of each slice. */
export interface SliceNames {
  readonly [slice: number]: number;
}

/** Packs quads as they come: row after row, start after start. See `PackedQuads`. */
export class QuadPacker {
  count = 0;
  #columns = allocate(FIRST_CAPACITY);
  #capacity = FIRST_CAPACITY;
  #nameCount = 0;
  #largeCount = 0;
  readonly #rowQuads: number[] = [];
  /** What each lane begins with. */
  readonly #lanes = { quad: [] as number[], row: [] as number[], name: [] as number[], large: [] as number[] };
  #originNs = 0;
  #labelledFromNs = 0;
  #namedFromNs = 0;

  /** Begins an answer. The columns of the one before are used again: pages of new memory cost more than what is packed. */
  begin(startNs: number, minLabelNs: number): void {
    this.count = 0;
    this.#nameCount = 0;
    this.#largeCount = 0;
    this.#rowQuads.length = 0;
    for (const firsts of Object.values(this.#lanes)) firsts.length = 0;
    this.#originNs = Math.floor(startNs);
    this.#labelledFromNs = minLabelNs;
    this.#namedFromNs = minLabelNs * NAMED_SHARE;
  }

  get rowCount(): number {
    return this.#rowQuads.length;
  }

  /** All quads of a row, whose part stands at `place`; times become the job's, in whole ns. */
  addRow(found: FoundQuads, names: SliceNames, place: QuadPlace): void {
    const { startNs, endNs, busyNs, longest, colour: colours, count } = found;
    if (this.count + count > this.#capacity) this.#grow(this.count + count);
    const { gapNs: gaps, durationNs: durations, slice, sliceCount, busy, colour, name: named, large } = this.#columns;
    const { time, firstSlice, firstName, labels } = place;
    const labelledFromNs = this.#labelledFromNs;
    const namedFromNs = this.#namedFromNs;
    const isConstant = time.constantNs !== undefined;
    const addedNs = time.constantNs ?? 0;
    let lastEndNs = this.#originNs;
    let largeCount = this.#largeCount;
    let nameCount = this.#nameCount;
    let at = this.count;
    for (let quad = 0; quad < count; quad++, at++) {
      const start = isConstant ? startNs[quad] + addedNs : time.toJob(startNs[quad]);
      const end = isConstant ? endNs[quad] + addedNs : time.toJob(endNs[quad]);
      const durationNs = end - start;
      const gapNs = start - lastEndNs;
      const slices = found.sliceCount[quad];
      lastEndNs = end;
      gaps[at] = gapNs;
      if (!(gapNs >= 0 && gapNs < LARGE)) {
        gaps[at] = LARGE;
        large[largeCount++] = gapNs;
      }
      durations[at] = durationNs;
      if (!(durationNs >= 0 && durationNs < LARGE)) {
        durations[at] = LARGE;
        large[largeCount++] = durationNs;
      }
      slice[at] = firstSlice + longest[quad];
      colour[at] = colours[quad];
      sliceCount[at] = slices;
      if (slices >= LARGE_COUNT) {
        sliceCount[at] = LARGE_COUNT;
        large[largeCount++] = slices;
      }
      busy[at] = slices === 1 ? 255 : busyShare(busyNs[quad], durationNs);
      if (slices !== 1 || durationNs < namedFromNs) continue;
      const name = firstName + names[longest[quad]];
      named[nameCount++] = name;
      if (durationNs >= labelledFromNs) labels.add(name);
    }
    this.#rowQuads.push(count);
    this.#largeCount = largeCount;
    this.#nameCount = nameCount;
    this.count = at;
  }

  #grow(needed: number): void {
    while (this.#capacity < needed) this.#capacity *= 2;
    const bigger = allocate(this.#capacity);
    for (const name of Object.keys(bigger) as (keyof typeof bigger)[]) bigger[name].set(this.#columns[name]);
    this.#columns = bigger;
  }

  /** Begins a lane. */
  beginLane(): void {
    this.#lanes.quad.push(this.count);
    this.#lanes.row.push(this.#rowQuads.length);
    this.#lanes.name.push(this.#nameCount);
    this.#lanes.large.push(this.#largeCount);
  }

  /**
   * Each column exactly as long as it must be and with a buffer of its own, so that they can be transferred. `isBackwards`:
   * the lane that was begun last comes first.
   */
  packed(isBackwards: boolean): PackedQuads {
    const { count } = this;
    const { gapNs, durationNs, slice, sliceCount, busy, colour, name, large } = this.#columns;
    const { quad, row, name: laneName, large: laneLarge } = this.#lanes;
    const cut = <T extends Column>(column: T, length: number, firsts: readonly number[]) =>
      isBackwards ? lanesBackwards(column, length, firsts) : (column.slice(0, length) as T);
    return {
      originNs: this.#originNs,
      namedFromNs: this.#namedFromNs,
      rowQuads: cut(Uint32Array.from(this.#rowQuads), this.#rowQuads.length, row),
      gapNs: cut(gapNs, count, quad),
      durationNs: cut(durationNs, count, quad),
      slice: cut(slice, count, quad),
      sliceCount: cut(sliceCount, count, quad),
      busy: cut(busy, count, quad),
      colour: cut(colour, count, quad),
      name: cut(name, this.#nameCount, laneName),
      large: cut(large, this.#largeCount, laneLarge),
    };
  }
}

type Column = Uint8Array<ArrayBuffer> | Uint32Array<ArrayBuffer> | Float64Array<ArrayBuffer>;

/** The first `length` of a column, of which the lanes begin at `firsts`, the last lane first. */
function lanesBackwards<T extends Column>(column: T, length: number, firsts: readonly number[]): T {
  const backwards = column.slice(0, length) as T;
  let end = length;
  let to = 0;
  for (let lane = firsts.length - 1; lane >= 0; lane--) {
    backwards.set(column.subarray(firsts[lane], end), to);
    to += end - firsts[lane];
    end = firsts[lane];
  }
  return backwards;
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
    // All numbers of a quad may be large.
    large: new Float64Array(LARGE_A_QUAD * capacity),
  };
}
