import { EVENT_IDS } from '../tokenizer/eventIds';
import type { Chunk, Chunks } from './chunks';
import { createColumns } from './chunks';
import { ID_COLUMNS } from './segmentEvents';
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

/** Puts a reference at the place of each slice of a source that has ids, as its slices are placed chunk by chunk. */
export class IdPlacer {
  #chunk = 0;
  #row = 0;
  /** Row in the source of the next chunk's first slice. */
  #first = 0;

  constructor(
    readonly source: IdSource,
    readonly refs: Uint32Array,
  ) {}

  /** The next `count` slices of the source have gone to `places`. */
  place(places: Uint32Array, count: number): void {
    const { ids, firstChunk } = this.source;
    const end = this.#first + count;
    while (this.#chunk < ids.length) {
      const number = firstChunk + this.#chunk + 1;
      const chunk = ids[this.#chunk];
      this.#row = placeRefs(chunk, this.#row, this.#first, end, places, this.refs, number);
      if (this.#row < chunk.count) break;
      this.#chunk++;
      this.#row = 0;
    }
    this.#first = end;
  }
}

/** Of the ids from `row` on those of the slices [first, end); answers the row behind them. Nothing but the loop: see arrange.ts. */
function placeRefs(
  { columns, count }: Chunk<typeof ID_COLUMNS>,
  row: number,
  first: number,
  end: number,
  places: Uint32Array,
  refs: Uint32Array,
  number: number,
): number {
  const { slice } = columns;
  let last = row > 0 ? slice[row - 1] : -1;
  let at = row;
  for (; at < count && slice[at] < end; at++) {
    if (slice[at] !== last && number <= MAX_CHUNK) refs[places[slice[at] - first]] = (number << CHUNK_BITS) | at;
    last = slice[at];
  }
  return at;
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

/** Answers how many rows of each kind there are. Column by column, since this walks all slices. */
function fillColumns(
  refs: Uint32Array,
  chunks: Chunks<typeof ID_COLUMNS>,
  into: readonly SliceIdColumns[],
): Uint32Array {
  const slices = into.map(({ slice }) => slice);
  const lows = into.map(({ valueLow }) => valueLow);
  const highs = into.map(({ valueHigh }) => valueHigh);
  const filled = new Uint32Array(EVENT_IDS);
  let own = 0;
  let { columns, count } = chunks[0] ?? { columns: createColumns(ID_COLUMNS, 0), count: 0 };
  for (let slice = 0; slice < refs.length; slice++) {
    const ref = refs[slice];
    if (ref === 0) continue;
    if ((ref >>> CHUNK_BITS) - 1 !== own) {
      own = (ref >>> CHUNK_BITS) - 1;
      ({ columns, count } = chunks[own]);
    }
    let row = ref & ROW_MASK;
    const source = columns.slice[row];
    do {
      const kind = columns.kind[row];
      const to = slices[kind];
      let at = filled[kind];
      if (at > 0 && to[at - 1] === slice) at--;
      else filled[kind] = at + 1;
      to[at] = slice;
      lows[kind][at] = columns.valueLow[row];
      if (highs[kind].length > 0) highs[kind][at] = columns.valueHigh[row];
      row++;
    } while (row < count && columns.slice[row] === source);
  }
  return filled;
}
