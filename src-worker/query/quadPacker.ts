import type { PackedQuads } from '../../src-contract';
import type { FoundColumns } from './foundQuads';
import type { GatheredRow } from './gatheredRows';
import { columnsIn, countsOf, newColumns, QUAD_COLUMNS, type QuadColumns, type QuadCounts } from './quadColumns';
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
  addRow(found: FoundColumns, names: SliceNames, place: QuadPlace): void {
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

  /** The same of a row that has been gathered. */
  addGathered(row: GatheredRow, names: SliceNames, { time, firstSlice, firstName, labels }: QuadPlace): void {
    const { count } = row;
    if (this.count + count > this.#capacity) this.#grow(this.count + count);
    const packed = row.packed(time, this.#originNs, firstSlice, this.#namedFromNs);
    const columns = this.#columns;
    const at = this.count;
    columns.gapNs.set(packed.gapNs, at);
    columns.durationNs.set(packed.durationNs, at);
    columns.slice.set(packed.slice, at);
    columns.sliceCount.set(packed.sliceCount, at);
    columns.busy.set(packed.busy, at);
    columns.colour.set(packed.colour, at);
    columns.large.set(packed.large, this.#largeCount);
    const { namedNs, namedSlice } = packed;
    for (let i = 0; i < namedSlice.length; i++) {
      const name = firstName + names[namedSlice[i]];
      columns.name[this.#nameCount + i] = name;
      if (namedNs[i] >= this.#labelledFromNs) labels.add(name);
    }
    this.#rowQuads.push(count);
    this.#largeCount += packed.large.length;
    this.#nameCount += namedSlice.length;
    this.count += count;
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

  get #counts(): QuadCounts {
    const { count } = this;
    return {
      rowQuads: this.#rowQuads.length,
      gapNs: count,
      durationNs: count,
      slice: count,
      sliceCount: count,
      busy: count,
      colour: count,
      name: this.#nameCount,
      large: this.#largeCount,
    };
  }

  /**
   * All that has been packed, and behind it what another thread has left. Each column is exactly as long as it must be and
   * has a buffer of its own, so that they can be transferred.
   */
  packed(left?: QuadColumns): PackedQuads {
    const own = this.#counts;
    const ofOther = left && countsOf(left);
    const columns = newColumns(ofOther ? sumOf(own, ofOther) : own);
    this.#copy(columns, false);
    if (left) for (const name of QUAD_COLUMNS) columns[name].set(left[name], own[name]);
    return { originNs: this.#originNs, namedFromNs: this.#namedFromNs, ...columns };
  }

  /** Puts all into the room for another thread, the lane that was begun last first. How much it is; undefined if too much. */
  leaveIn(room: SharedArrayBuffer): QuadCounts | undefined {
    const counts = this.#counts;
    const columns = columnsIn(room, counts);
    if (columns) this.#copy(columns, true);
    return columns && counts;
  }

  #copy(to: QuadColumns, isBackwards: boolean): void {
    const { quad, row, name: laneName, large: laneLarge } = this.#lanes;
    const counts = this.#counts;
    const { name, large, ...perQuad } = this.#columns;
    const copy = <T extends Column>(of: keyof QuadColumns, column: T, firsts: readonly number[]) => {
      const used = column.subarray(0, counts[of]);
      if (isBackwards) copyBackwards(to[of], used, firsts);
      else to[of].set(used);
    };
    copy('rowQuads', Uint32Array.from(this.#rowQuads), row);
    copy('name', name, laneName);
    copy('large', large, laneLarge);
    for (const of of Object.keys(perQuad) as (keyof typeof perQuad)[]) copy(of, perQuad[of], quad);
  }
}

type Column = Uint8Array | Uint32Array | Float64Array;

/** A column of which the lanes begin at `firsts`, the last lane first. */
function copyBackwards(to: Column, column: Column, firsts: readonly number[]): void {
  let end = column.length;
  let at = 0;
  for (let lane = firsts.length - 1; lane >= 0; lane--) {
    to.set(column.subarray(firsts[lane], end), at);
    at += end - firsts[lane];
    end = firsts[lane];
  }
}

function sumOf(a: QuadCounts, b: QuadCounts): QuadCounts {
  return Object.fromEntries(QUAD_COLUMNS.map((name) => [name, a[name] + b[name]])) as unknown as QuadCounts;
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
