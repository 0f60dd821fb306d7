import type { PackedQuads } from '../../../src-contract';
import type { RankTime } from '../rankTime';
import type { FoundColumns } from './foundQuads';
import type { GatheredRow } from './gatheredRows';
import { columnBytes, columnsIn, countsOf, type QuadColumns, type QuadCounts } from './quadColumns';
import { PlainSpace, type QuadSpace } from './quadSpace';

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
  #aside = new ArrayBuffer(0);
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
    const { quad, row, name, large } = this.#parts;
    quad.length = 0;
    row.length = 0;
    name.length = 0;
    large.length = 0;
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
    let lastEndNs = this.#originNs;
    let largeCount = this.#largeCount;
    let nameCount = this.#nameCount;
    let at = space.count;
    for (let quad = 0; quad < count; quad++, at++) {
      const start = time.toJob(startNs[quad]);
      const end = time.toJob(endNs[quad]);
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

  /** Of all that has been packed, and of what another thread has left. */
  counts(left?: QuadColumns): QuadCounts {
    const counts = {
      rows: this.#rowQuads.length,
      quads: this.#space.count,
      names: this.#nameCount,
      large: this.#largeCount,
    };
    if (!left) return counts;
    const { rows, quads, names, large } = countsOf(left);
    counts.rows += rows;
    counts.quads += quads;
    counts.names += names;
    counts.large += large;
    return counts;
  }

  /** All that has been packed, in memory of its own. */
  packed(): PackedQuads {
    const counts = this.counts();
    const columns = columnsIn(new ArrayBuffer(columnBytes(counts)), 0, counts);
    this.copyTo(columns);
    return { originNs: this.#originNs, namedFromNs: this.#namedFromNs, ...columns };
  }

  get originNs(): number {
    return this.#originNs;
  }

  get namedFromNs(): number {
    return this.#namedFromNs;
  }

  /** Into columns that have room for all of it, and behind it what another thread has left. */
  copyTo(to: QuadColumns, left?: QuadColumns): void {
    const { rows, quads, names, large } = this.counts();
    const packed = this.#space.columns;
    to.rowQuads.set(this.#rowQuads);
    to.gapNs.set(packed.gapNs.subarray(0, quads));
    to.durationNs.set(packed.durationNs.subarray(0, quads));
    to.slice.set(packed.slice.subarray(0, quads));
    to.sliceCount.set(packed.sliceCount.subarray(0, quads));
    to.busy.set(packed.busy.subarray(0, quads));
    to.colour.set(packed.colour.subarray(0, quads));
    to.name.set(packed.name.subarray(0, names));
    to.large.set(packed.large.subarray(0, large));
    if (!left) return;
    to.rowQuads.set(left.rowQuads, rows);
    to.gapNs.set(left.gapNs, quads);
    to.durationNs.set(left.durationNs, quads);
    to.slice.set(left.slice, quads);
    to.sliceCount.set(left.sliceCount, quads);
    to.busy.set(left.busy, quads);
    to.colour.set(left.colour, quads);
    to.name.set(left.name, names);
    to.large.set(left.large, large);
  }

  /** Puts all at the begin of the room for another thread, the part that was begun last first. How much it is; undefined if too much. */
  leaveIn(room: SharedArrayBuffer): QuadCounts | undefined {
    const counts = this.counts();
    const sizeBytes = columnBytes(counts);
    if (sizeBytes > room.byteLength) return undefined;
    const aside = this.#asideFor(sizeBytes);
    const to = columnsIn(aside.buffer, 0, counts);
    const { rows, quads, names, large } = counts;
    const packed = this.#space.columns;
    const firsts = this.#parts;
    copyBackwards(to.rowQuads, this.#rowQuads, rows, firsts.row);
    copyBackwards(to.gapNs, packed.gapNs, quads, firsts.quad);
    copyBackwards(to.durationNs, packed.durationNs, quads, firsts.quad);
    copyBackwards(to.slice, packed.slice, quads, firsts.quad);
    copyBackwards(to.sliceCount, packed.sliceCount, quads, firsts.quad);
    copyBackwards(to.busy, packed.busy, quads, firsts.quad);
    copyBackwards(to.colour, packed.colour, quads, firsts.quad);
    copyBackwards(to.name, packed.name, names, firsts.name);
    copyBackwards(to.large, packed.large, large, firsts.large);
    new Uint8Array(room).set(aside);
    return counts;
  }

  /** What another thread has left in the room, until anything is taken or left again. */
  taken(room: SharedArrayBuffer, counts: QuadCounts): QuadColumns {
    const sizeBytes = columnBytes(counts);
    const aside = this.#asideFor(sizeBytes);
    aside.set(new Uint8Array(room, 0, sizeBytes));
    return columnsIn(aside.buffer, 0, counts);
  }

  /**
   * Memory to put columns together in. V8 copies to and from shared memory byte by byte, unless both lie alike: so all of it goes at
   * once, and the columns one by one where nothing is shared.
   */
  #asideFor(sizeBytes: number): Uint8Array {
    if (sizeBytes > this.#aside.byteLength) this.#aside = new ArrayBuffer(2 ** Math.ceil(Math.log2(sizeBytes)));
    return new Uint8Array(this.#aside, 0, sizeBytes);
  }
}

type Column = Uint8Array | Uint32Array | Float64Array;

/** The first `count` numbers of a column of which the parts begin at `firsts`, the last part first. */
function copyBackwards(to: Column, column: Column | readonly number[], count: number, firsts: readonly number[]): void {
  let end = count;
  let at = 0;
  for (let part = firsts.length - 1; part >= 0; part--) {
    const first = firsts[part];
    if (end - first > FEW && ArrayBuffer.isView(column)) to.set(column.subarray(first, end), at);
    else for (let i = first; i < end; i++) to[at + i - first] = column[i];
    at += end - first;
    end = first;
  }
}

function busyShare(busyNs: number, durationNs: number): number {
  return Math.min(255, Math.round((255 * busyNs) / Math.max(1, durationNs)));
}
