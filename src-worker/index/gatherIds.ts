import { EVENT_IDS } from '../tokenizer/eventIds';
import type { Chunk, Chunks } from './chunks';
import { createColumns } from './chunks';
import type { ID_COLUMNS, SLICE_COLUMNS } from './segmentEvents';
import { type IndexedIds, SLICE_ID_KINDS, SLICE_IDS, type SliceIdColumns } from './sliceIds';

/**
 * Ids stand by themselves, in the order of the file, while the slices are moved to their lanes and rows. What moves with a
 * slice is a reference to the first of its ids, which all stand in one chunk:
 *
 *     0 no id │ else (number of the chunk + 1) · 65,536 + row in the chunk
 *
 * `gatherIds` then walks the slices in their final order.
 */
const CHUNK_BITS = 16;
const ROW_MASK = 0xffff;
/** Some 10^9 ids: slices behind them have none. */
const MAX_CHUNK = 0xffff;

/** Ids of one source, and the number of its first chunk among those of all sources. */
export interface IdSource {
  readonly ids: Chunks<typeof ID_COLUMNS>;
  readonly firstChunk: number;
}

/** References for so many slices; none where no source has ids. */
export function createIdRefs(sliceCount: number, sources: readonly Pick<IdSource, 'ids'>[]): Uint32Array {
  const hasIds = sources.some(({ ids }) => ids.length > 0);
  return new Uint32Array(new SharedArrayBuffer(hasIds ? 4 * sliceCount : 0));
}

/** Puts a reference at the place of each slice that has ids. The places are those that `scatterSlices` uses. */
export function scatterIds(
  { slices, ids, firstChunk }: IdSource & { readonly slices: Chunks<typeof SLICE_COLUMNS> },
  sourceFirst: Uint32Array,
  refs: Uint32Array,
): void {
  if (ids.length === 0) return;
  const next = sourceFirst.slice();
  const cursor: IdCursor = { chunk: 0, row: 0, slice: ids[0].columns.slice[0] };
  let first = 0;
  for (const { columns, count } of slices) {
    placeRefs(columns.lane, count, first, cursor, ids, firstChunk, next, refs);
    first += count;
  }
}

interface IdCursor {
  chunk: number;
  row: number;
  /** The slice that the row is of; -1 behind the last. */
  slice: number;
}

/** Nothing but the loop: see arrange.ts. */
function placeRefs(
  lane: Uint32Array,
  count: number,
  first: number,
  cursor: IdCursor,
  ids: Chunks<typeof ID_COLUMNS>,
  firstChunk: number,
  next: Uint32Array,
  refs: Uint32Array,
): void {
  let wanted = cursor.slice - first;
  for (let i = 0; i < count; i++) {
    const to = next[lane[i]]++;
    if (i !== wanted) continue;
    const chunk = firstChunk + cursor.chunk + 1;
    if (chunk <= MAX_CHUNK) refs[to] = (chunk << CHUNK_BITS) | cursor.row;
    moveOn(cursor, ids);
    wanted = cursor.slice - first;
  }
}

/** To the ids of the next slice that has any. */
function moveOn(cursor: IdCursor, ids: Chunks<typeof ID_COLUMNS>): void {
  const { columns, count } = ids[cursor.chunk];
  const { slice } = columns;
  let row = cursor.row + 1;
  while (row < count && slice[row] === cursor.slice) row++;
  if (row < count) {
    cursor.row = row;
    cursor.slice = slice[row];
    return;
  }
  cursor.chunk++;
  cursor.row = 0;
  cursor.slice = cursor.chunk < ids.length ? ids[cursor.chunk].columns.slice[0] : -1;
}

/** The ids by kind and in the order of the slices, which stand in their final order. Of two of a kind the later counts. */
export function gatherIds(refs: Uint32Array, sources: readonly Pick<IdSource, 'ids'>[]): IndexedIds {
  const chunks = sources.flatMap(({ ids }) => ids);
  const { counts, isWide } = countKinds(chunks);
  const columns = Array.from(counts, (count, kind): SliceIdColumns => {
    const { valueHigh } = createColumns({ valueHigh: Uint32Array }, isWide[kind] ? count : 0);
    return { ...createColumns({ slice: Uint32Array, valueLow: Uint32Array }, count), valueHigh };
  });
  const filled = fillColumns(refs, chunks, columns);
  const gathered: { -readonly [K in keyof IndexedIds]: IndexedIds[K] } = {};
  for (const kind of SLICE_ID_KINDS) {
    const count = filled[SLICE_IDS[kind]];
    const { slice, valueLow, valueHigh } = columns[SLICE_IDS[kind]];
    if (count > 0)
      gathered[kind] = {
        slice: slice.subarray(0, count),
        valueLow: valueLow.subarray(0, count),
        valueHigh: valueHigh.subarray(0, count),
      };
  }
  return gathered;
}

/** How many ids there are of each kind, and whether one of them has more than 32 bits. */
function countKinds(chunks: Chunks<typeof ID_COLUMNS>): { counts: Uint32Array; isWide: boolean[] } {
  const counts = new Uint32Array(EVENT_IDS);
  const high = new Uint32Array(EVENT_IDS);
  for (const { columns, count } of chunks) {
    const { kind, valueHigh } = columns;
    for (let row = 0; row < count; row++) {
      counts[kind[row]]++;
      high[kind[row]] |= valueHigh[row];
    }
  }
  return { counts, isWide: Array.from(high, (bits) => bits !== 0) };
}

/** Answers how many rows of each kind there are. */
function fillColumns(
  refs: Uint32Array,
  chunks: Chunks<typeof ID_COLUMNS>,
  into: readonly SliceIdColumns[],
): Uint32Array {
  const filled = new Uint32Array(EVENT_IDS);
  let chunk = -1;
  let from: Chunk<typeof ID_COLUMNS> | undefined;
  for (let slice = 0; slice < refs.length; slice++) {
    const ref = refs[slice];
    if (ref === 0) continue;
    const own = (ref >>> CHUNK_BITS) - 1;
    if (own !== chunk || !from) {
      chunk = own;
      from = chunks[own];
    }
    putIds(slice, from, ref & ROW_MASK, into, filled);
  }
  return filled;
}

/** The ids of one slice, which begin at `first`. */
function putIds(
  slice: number,
  { columns, count }: Chunk<typeof ID_COLUMNS>,
  first: number,
  into: readonly SliceIdColumns[],
  filled: Uint32Array,
): void {
  const source = columns.slice[first];
  for (let row = first; row < count && columns.slice[row] === source; row++) {
    const kind = columns.kind[row];
    const to = into[kind];
    let at = filled[kind];
    if (at > 0 && to.slice[at - 1] === slice) at--;
    else filled[kind]++;
    to.slice[at] = slice;
    to.valueLow[at] = columns.valueLow[row];
    if (to.valueHigh.length > 0) to.valueHigh[at] = columns.valueHigh[row];
  }
}
