import { CHUNK_ROWS, type Chunk, type Columns, createChunk, rowsFrom, Slabs } from './chunks';
import { countLong, isLong } from './indexSlices';
import {
  addHigh,
  type NarrowColumn,
  narrowColumn,
  narrowWords,
  takeAbove,
  type WideColumn,
  widenFloats,
} from './narrowColumn';
import { SLICE_COLUMNS } from './segmentColumns';
import { areWords, MOST_SOURCE_BASES, OWN_BASES, putSourceWords, sourceOfWord } from './sourceWords';

/**
 * Slices that wait for all others to be read, as a chunk of `SLICE_COLUMNS` in as little room as its values take. Its times
 * are often within seconds, and its rows of few lanes and names: less than half of the room.
 */
export interface NarrowSlices {
  readonly count: number;
  readonly narrow: Readonly<Record<keyof typeof SLICE_COLUMNS, NarrowColumn>>;
  /** `endNs` has durations. */
  readonly hasDurations: boolean;
  /** `source` has words, with these bases: see sourceWords.ts. */
  readonly sourceBases?: readonly number[];
}

type SliceChunk = Chunk<typeof SLICE_COLUMNS>;
export type SliceChunks = readonly (SliceChunk | NarrowSlices)[];

const COLUMN_NAMES = Object.keys(SLICE_COLUMNS) as (keyof typeof SLICE_COLUMNS)[];

/** What the columns of an open chunk are before they are narrow. */
const NARROWED_COLUMNS = { durationNs: Float64Array, sourceWords: Uint32Array } as const;

/** A table of slices that grows: a chunk at a time is wide. */
export class NarrowTable {
  readonly #full: NarrowSlices[] = [];
  readonly #slabs = new Slabs();
  readonly #sourceBases: number[] = [];
  #open: (Columns<typeof SLICE_COLUMNS> & Columns<typeof NARROWED_COLUMNS>) | undefined;
  /** Those of the open chunk, as they were told last. */
  #last: NarrowSlices | undefined;
  /** Rows in the columns that `room` answered last. */
  count = 0;

  /** Columns with room for a row at `count`, which is then moved on. What one row writes all have to: they are used again. */
  room(): Columns<typeof SLICE_COLUMNS> {
    this.#open ??= new Slabs().columns({ ...SLICE_COLUMNS, ...NARROWED_COLUMNS }, CHUNK_ROWS);
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

  #narrow(columns: Columns<typeof SLICE_COLUMNS> & Columns<typeof NARROWED_COLUMNS>): NarrowSlices {
    const { count } = this;
    const { durationNs, sourceWords } = columns;
    const hasDurations = durations(columns, count, durationNs);
    const narrow = (column: WideColumn) => narrowColumn(column.subarray(0, count), this.#slabs);
    const { startNs, endNs, lane, name, category, flags, source } = columns;
    const hasWords = putSourceWords(source, count, this.#sourceBases, sourceWords);
    return {
      count,
      narrow: {
        startNs: narrow(startNs),
        endNs: narrow(hasDurations ? durationNs : endNs),
        lane: narrow(lane),
        name: narrow(name),
        category: narrow(category),
        flags: narrow(flags),
        source: hasWords ? narrowWords(sourceWords.subarray(0, count), this.#slabs) : narrow(source),
      },
      hasDurations,
      ...(hasWords ? { sourceBases: [...this.#sourceBases] } : {}),
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

/** What the words of all sources are counted from; undefined where some are no words, or there are too many bases. */
export function sourceBasesIn(chunks: SliceChunks): readonly number[] | undefined {
  if (areWide(chunks))
    return chunks.every(({ columns, count }) => areWords(columns.source, count)) ? OWN_BASES : undefined;
  const bases = new Set<number>();
  for (const chunk of chunks) {
    if (!('narrow' in chunk && chunk.sourceBases)) return undefined;
    for (const base of chunk.sourceBases) bases.add(base);
  }
  return bases.size <= MOST_SOURCE_BASES ? [...bases] : undefined;
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
function longDurations({ least, above, high }: NarrowColumn, count: number): number {
  if (above.length === 0) return isLong(0, least) ? count : 0;
  if (above.BYTES_PER_ELEMENT < 4 && !isLong(0, least + 2 ** 16)) return 0;
  let longCount = 0;
  for (let i = 0; i < count; i++) if ((high && high[i] > 0) || isLong(0, least + above[i])) longCount++;
  return longCount;
}

/** Rows of the slices, ascending and counted over all chunks, as one chunk of wide columns. No other row is made wide. */
export function takeSlices(chunks: SliceChunks, rows: Uint32Array): SliceChunk {
  const taken = createChunk(SLICE_COLUMNS, rows.length);
  let first = 0;
  let from = 0;
  for (const chunk of chunks) {
    let to = from;
    while (to < rows.length && rows[to] < first + chunk.count) to++;
    const own = rows.slice(from, to).map((row) => row - first);
    const into = (name: keyof typeof SLICE_COLUMNS) => taken.columns[name].subarray(from, to);
    for (const name of COLUMN_NAMES) takeColumn(chunk, name, own, into(name));
    first += chunk.count;
    from = to;
  }
  return taken;
}

/** Values of one column of some rows of a chunk. */
export function takeColumn(
  chunk: SliceChunk | NarrowSlices,
  name: keyof typeof SLICE_COLUMNS,
  rows: Uint32Array,
  into: WideColumn,
): void {
  if ('columns' in chunk) {
    takeAbove(chunk.columns[name], 0, rows, into);
    return;
  }
  const { least, above, high } = chunk.narrow[name];
  if (above.length === 0) into.fill(least, 0, rows.length);
  else takeAbove(above, least, rows, into);
  if (high) addHigh(high, rows, into);
  if (name === 'endNs' && chunk.hasDurations) addStarts(chunk.narrow.startNs, rows, into);
  if (name === 'source' && chunk.sourceBases) toSources(into, rows.length, chunk.sourceBases);
}

function addStarts({ least, above, high }: NarrowColumn, rows: Uint32Array, into: WideColumn): void {
  for (let i = 0; i < rows.length; i++) into[i] += least + (above.length === 0 ? 0 : above[rows[i]]);
  if (high) addHigh(high, rows, into);
}

/** How long the slices of a chunk are, in `into`, which has room for them. */
export function durationsIn(chunk: SliceChunk | NarrowSlices, into: Float64Array): void {
  if ('narrow' in chunk && chunk.hasDurations) {
    widenFloats(chunk.narrow.endNs, chunk.count, into);
    return;
  }
  for (const { columns, count } of wideSlices([chunk])) subtract(columns.endNs, columns.startNs, count, into);
}

function subtract(columns: Float64Array, others: Float64Array, count: number, into: Float64Array): void {
  for (let i = 0; i < count; i++) into[i] = columns[i] - others[i];
}

function mostRows(chunks: SliceChunks): number {
  return chunks.reduce((most, { count }) => Math.max(most, count), 0);
}

/** Of words. Nothing but the loop: see arranging/arrange.ts. */
function toSources(words: WideColumn, count: number, bases: readonly number[]): void {
  for (let i = 0; i < count; i++) words[i] = sourceOfWord(words[i], bases);
}

function widened(
  { count, narrow, hasDurations, sourceBases }: NarrowSlices,
  room: Columns<typeof SLICE_COLUMNS>,
): SliceChunk {
  widenFloats(narrow.startNs, count, room.startNs);
  widenFloats(narrow.endNs, count, room.endNs);
  if (hasDurations) addTo(room.endNs, room.startNs, count);
  for (const name of ['lane', 'name', 'category', 'flags'] as const) {
    const { least, above } = narrow[name];
    if (above.length === 0) room[name].fill(least, 0, count);
    else room[name].set(above);
  }
  widenFloats(narrow.source, count, room.source);
  if (sourceBases) toSources(room.source, count, sourceBases);
  return { count, columns: room };
}

/** False where ends don't follow from them to the bit. Nothing but the loop: see arranging/arrange.ts. */
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

function addTo(column: Float64Array, other: Float64Array, count: number): void {
  for (let i = 0; i < count; i++) column[i] += other[i];
}
