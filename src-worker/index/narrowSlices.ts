import { CHUNK_ROWS, type Chunk, type Columns, rowsFrom, Slabs } from './chunks';
import { countLong, isLong } from './indexSlices';
import { SLICE_COLUMNS } from './segmentEvents';

/**
 * Slices that wait for all others to be read, as a chunk of `SLICE_COLUMNS` in as little room as its values take. Its times
 * are often within seconds, and its rows of few lanes and names: less than half of the room.
 */
export interface NarrowSlices {
  readonly count: number;
  readonly narrow: Readonly<Record<keyof typeof SLICE_COLUMNS, NarrowColumn>>;
  /** `endNs` has durations. */
  readonly hasDurations: boolean;
}

/** What values are above the least of them, or above 0, in as many bits as the greatest takes. */
interface NarrowColumn {
  readonly least: number;
  /** Empty where there is nothing above. Floats are the values themselves, and the least is 0: others did not fit. */
  readonly above: Uint8Array | Uint16Array | Uint32Array | Float64Array;
}

type SliceChunk = Chunk<typeof SLICE_COLUMNS>;
export type SliceChunks = readonly (SliceChunk | NarrowSlices)[];

type WideColumn = Float64Array | Uint32Array | Uint16Array | Uint8Array;

/** A table of slices that grows: a chunk at a time is wide. */
export class NarrowTable {
  readonly #full: NarrowSlices[] = [];
  readonly #slabs = new Slabs();
  readonly #durationNs = new Float64Array(CHUNK_ROWS);
  #open: Columns<typeof SLICE_COLUMNS> | undefined;
  /** Those of the open chunk, as they were told last. */
  #last: NarrowSlices | undefined;
  /** Rows in the columns that `room` answered last. */
  count = 0;

  /** Columns with room for a row at `count`, which is then moved on. What one row writes all have to: they are used again. */
  room(): Columns<typeof SLICE_COLUMNS> {
    this.#open ??= new Slabs().columns(SLICE_COLUMNS, CHUNK_ROWS);
    if (this.count < CHUNK_ROWS) return this.#open;
    this.#full.push(this.#last?.count === this.count ? this.#last : this.#narrow(this.#open));
    this.#last = undefined;
    this.count = 0;
    return this.#open;
  }

  /** All rows so far. More can be put behind them; what is returned does not change. */
  chunks(): SliceChunks {
    if (!this.#open || this.count === 0) return [...this.#full];
    if (this.#last?.count !== this.count) this.#last = this.#narrow(this.#open);
    return [...this.#full, this.#last];
  }

  #narrow(columns: Columns<typeof SLICE_COLUMNS>): NarrowSlices {
    const { count } = this;
    const hasDurations = durations(columns, count, this.#durationNs);
    const narrow = (column: WideColumn) => narrowColumn(column.subarray(0, count), this.#slabs);
    const { startNs, endNs, lane, name, category, flags, source } = columns;
    return {
      count,
      narrow: {
        startNs: narrow(startNs),
        endNs: narrow(hasDurations ? this.#durationNs : endNs),
        lane: narrow(lane),
        name: narrow(name),
        category: narrow(category),
        flags: narrow(flags),
        source: narrow(source),
      },
      hasDurations,
    };
  }
}

/** The slices from number `first` on, counted over all chunks. */
export function slicesFrom(chunks: SliceChunks, first: number): SliceChunks {
  const rest: (SliceChunk | NarrowSlices)[] = [];
  let before = first;
  for (const chunk of chunks) {
    const own = Math.min(before, chunk.count);
    before -= own;
    if (own === 0) rest.push(chunk);
    else rest.push(...rowsFrom([...wideSlices([chunk])], own));
  }
  return rest;
}

export function areWide(chunks: SliceChunks): chunks is readonly SliceChunk[] {
  return chunks.every((chunk) => 'columns' in chunk);
}

/** One after another as chunks of wide columns; one that was narrow holds until the next. */
export function* wideSlices(chunks: SliceChunks): Generator<SliceChunk> {
  let room: Columns<typeof SLICE_COLUMNS> | undefined;
  for (const chunk of chunks) {
    if ('columns' in chunk) yield chunk;
    else {
      room ??= new Slabs().columns(SLICE_COLUMNS, mostRows(chunks));
      yield widened(chunk, room);
    }
  }
}

/** How many of the slices are long ones of an index. */
export function longSlicesIn(chunks: SliceChunks): number {
  let longCount = 0;
  for (const chunk of chunks) {
    if ('narrow' in chunk && chunk.hasDurations) longCount += longDurations(chunk.narrow.endNs, chunk.count);
    else
      for (const { columns, count } of wideSlices([chunk]))
        longCount += countLong(columns.startNs, columns.endNs, count);
  }
  return longCount;
}

/** Mostly 16 bits tell that there is none. */
function longDurations({ least, above }: NarrowColumn, count: number): number {
  if (above.length === 0) return isLong(0, least) ? count : 0;
  if (above.BYTES_PER_ELEMENT < 4 && !isLong(0, least + 2 ** 16)) return 0;
  let longCount = 0;
  for (let i = 0; i < count; i++) if (isLong(0, least + above[i])) longCount++;
  return longCount;
}

export interface SlicePlace {
  readonly startNs: number;
  readonly endNs: number;
  readonly lane: number;
  readonly source: number;
}

/** Times, lane and source of a row, for whoever asks about few. */
export function placeIn(chunk: SliceChunk | NarrowSlices, row: number): SlicePlace {
  if ('columns' in chunk) {
    const { startNs, endNs, lane, source } = chunk.columns;
    return { startNs: startNs[row], endNs: endNs[row], lane: lane[row], source: source[row] };
  }
  const { narrow, hasDurations } = chunk;
  const startNs = valueIn(narrow.startNs, row);
  const endNs = valueIn(narrow.endNs, row) + (hasDurations ? startNs : 0);
  return { startNs, endNs, lane: valueIn(narrow.lane, row), source: valueIn(narrow.source, row) };
}

function valueIn({ least, above }: NarrowColumn, row: number): number {
  return above.length === 0 ? least : least + above[row];
}

function mostRows(chunks: SliceChunks): number {
  return chunks.reduce((most, { count }) => Math.max(most, count), 0);
}

function widened({ count, narrow, hasDurations }: NarrowSlices, room: Columns<typeof SLICE_COLUMNS>): SliceChunk {
  for (const name of Object.keys(SLICE_COLUMNS) as (keyof typeof SLICE_COLUMNS)[]) {
    const { least, above } = narrow[name];
    const column = room[name];
    if (above.length === 0) column.fill(least, 0, count);
    else {
      column.set(above);
      if (least !== 0 && column instanceof Float64Array) raise(column, least, count);
    }
  }
  if (hasDurations) addTo(room.endNs, room.startNs, count);
  return { count, columns: room };
}

/** False where ends don't follow from them to the bit. Nothing but the loop: see arrange.ts. */
function durations(
  { startNs, endNs }: Columns<typeof SLICE_COLUMNS>,
  count: number,
  durationNs: Float64Array,
): boolean {
  for (let i = 0; i < count; i++) {
    const ns = endNs[i] - startNs[i];
    if (startNs[i] + ns !== endNs[i]) return false;
    durationNs[i] = ns;
  }
  return true;
}

function narrowColumn(values: WideColumn, slabs: Slabs): NarrowColumn {
  const { length } = values;
  const [least, greatest] = extremes(values);
  if (least === greatest) return { least, above: new Uint8Array(0) };
  if (!(values instanceof Float64Array)) {
    // Counted from 0: numbers of lanes and names are small as a rule.
    const { above } = slabs.columns({ above: wordsUpTo(greatest) }, length);
    above.set(values);
    return { least: 0, above };
  }
  if (greatest - least < 2 ** 32) {
    const { above } = slabs.columns({ above: wordsUpTo(greatest - least) }, length);
    if (lower(values, least, above)) return { least, above };
  }
  const { above } = slabs.columns({ above: Float64Array }, length);
  above.set(values);
  return { least: 0, above };
}

function wordsUpTo(greatest: number): typeof Uint8Array | typeof Uint16Array | typeof Uint32Array {
  if (greatest < 2 ** 8) return Uint8Array;
  return greatest < 2 ** 16 ? Uint16Array : Uint32Array;
}

function extremes(values: WideColumn): [least: number, greatest: number] {
  let least = values[0];
  let greatest = values[0];
  for (let i = 1; i < values.length; i++) {
    const value = values[i];
    if (value < least) least = value;
    if (value > greatest) greatest = value;
  }
  return [least, greatest];
}

/** False where a value does not come out as it was. */
function lower(values: Float64Array, least: number, above: Uint8Array | Uint16Array | Uint32Array): boolean {
  for (let i = 0; i < values.length; i++) {
    above[i] = values[i] - least;
    if (least + above[i] !== values[i]) return false;
  }
  return true;
}

function raise(column: Float64Array, least: number, count: number): void {
  for (let i = 0; i < count; i++) column[i] += least;
}

function addTo(column: Float64Array, other: Float64Array, count: number): void {
  for (let i = 0; i < count; i++) column[i] += other[i];
}
