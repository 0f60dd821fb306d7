import type { PackedQuads } from '../../src-contract';
import type { FoundColumns } from './foundQuads';
import type { GatheredRow } from './gatheredRows';
import { columnsIn, countsOf, newColumns, QUAD_COLUMNS, type QuadColumns, type QuadCounts } from './quadColumns';
import { PlainSpace, type QuadSpace } from './quadSpace';
import type { RankTime } from './rankTime';

/** Stands in a column for a number that does not fit into it; the number itself is in `PackedQuads.large`. */
const LARGE = 0xffff_ffff;
const LARGE_COUNT = 0xff;
/** So few numbers are copied one by one: a part of a column is an object, and collecting those is what a view waits for. */
const FEW = 32;
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
  readonly #space: QuadSpace;
  #nameCount = 0;
  #largeCount = 0;
  readonly #rowQuads: number[] = [];
  /** What each part begins with: see `beginPart`. */
  readonly #parts = { quad: [] as number[], row: [] as number[], name: [] as number[], large: [] as number[] };
  #originNs = 0;
  #labelledFromNs = 0;
  #namedFromNs = 0;

  /** `space`: that of the rows that are gathered. */
  constructor(space: QuadSpace = new PlainSpace()) {
    this.#space = space;
  }

  /** Begins an answer. */
  begin(startNs: number, minLabelNs: number): void {
    this.#space.count = 0;
    this.#nameCount = 0;
    this.#largeCount = 0;
    this.#rowQuads.length = 0;
    for (const firsts of Object.values(this.#parts)) firsts.length = 0;
    this.#originNs = Math.floor(startNs);
    this.#labelledFromNs = minLabelNs;
    this.#namedFromNs = minLabelNs * NAMED_SHARE;
  }

  get count(): number {
    return this.#space.count;
  }

  get rowCount(): number {
    return this.#rowQuads.length;
  }

  /** All quads of a row, whose part stands at `place`; times become the job's, in whole ns. */
  addRow(found: FoundColumns, names: SliceNames, place: QuadPlace): void {
    const { startNs, endNs, busyNs, longest, colour: colours, count } = found;
    const space = this.#space;
    space.reserve(space.count + count);
    const { gapNs: gaps, durationNs: durations, slice, sliceCount, busy, colour, name: named, large } = space.columns;
    const { time, firstSlice, firstName, labels } = place;
    const labelledFromNs = this.#labelledFromNs;
    const namedFromNs = this.#namedFromNs;
    const isConstant = time.constantNs !== undefined;
    const addedNs = time.constantNs ?? 0;
    let lastEndNs = this.#originNs;
    let largeCount = this.#largeCount;
    let nameCount = this.#nameCount;
    let at = space.count;
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
    space.count = at;
  }

  /** The same of a row that has been gathered, in the memory that all is packed in. */
  addGathered(row: GatheredRow, names: SliceNames, { time, firstSlice, firstName, labels }: QuadPlace): void {
    const space = this.#space;
    if (row.space !== space) throw new Error('The row has been gathered in other memory');
    row.pack(this.#largeCount, time, this.#originNs, firstSlice, this.#namedFromNs);
    const { name: named } = space.columns;
    const { namedCount } = row;
    for (let i = 0; i < namedCount; i++) {
      const name = firstName + names[row.namedSlice(i)];
      named[this.#nameCount + i] = name;
      if (row.namedNs(i) >= this.#labelledFromNs) labels.add(name);
    }
    this.#rowQuads.push(row.count);
    this.#largeCount += row.largeCount;
    this.#nameCount += namedCount;
    space.count += row.count;
  }

  /** Begins a part of the answer: where they are left to another thread, the last one stands first. */
  beginPart(): void {
    this.#parts.quad.push(this.count);
    this.#parts.row.push(this.#rowQuads.length);
    this.#parts.name.push(this.#nameCount);
    this.#parts.large.push(this.#largeCount);
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

  /** Puts all into the room for another thread, the part that was begun last first. How much it is; undefined if too much. */
  leaveIn(room: SharedArrayBuffer): QuadCounts | undefined {
    const counts = this.#counts;
    const columns = columnsIn(room, counts);
    if (columns) this.#copy(columns, true);
    return columns && counts;
  }

  #copy(to: QuadColumns, isBackwards: boolean): void {
    const { quad, row, name: partName, large: partLarge } = this.#parts;
    const counts = this.#counts;
    const { name, large, ...perQuad } = this.#space.columns;
    const copy = <T extends Column>(of: keyof QuadColumns, column: T, firsts: readonly number[]) => {
      const used = column.subarray(0, counts[of]);
      if (isBackwards) copyBackwards(to[of], used, firsts);
      else to[of].set(used);
    };
    copy('rowQuads', Uint32Array.from(this.#rowQuads), row);
    copy('name', name, partName);
    copy('large', large, partLarge);
    for (const of of Object.keys(perQuad) as (keyof typeof perQuad)[]) copy(of, perQuad[of], quad);
  }
}

type Column = Uint8Array | Uint32Array | Float64Array;

/** A column of which the parts begin at `firsts`, the last part first. */
function copyBackwards(to: Column, column: Column, firsts: readonly number[]): void {
  let end = column.length;
  let at = 0;
  for (let part = firsts.length - 1; part >= 0; part--) {
    const first = firsts[part];
    if (end - first > FEW) to.set(column.subarray(first, end), at);
    else for (let i = first; i < end; i++) to[at + i - first] = column[i];
    at += end - first;
    end = first;
  }
}

function sumOf(a: QuadCounts, b: QuadCounts): QuadCounts {
  return Object.fromEntries(QUAD_COLUMNS.map((name) => [name, a[name] + b[name]])) as unknown as QuadCounts;
}

function busyShare(busyNs: number, durationNs: number): number {
  return Math.min(255, Math.round((255 * busyNs) / Math.max(1, durationNs)));
}
