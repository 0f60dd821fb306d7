import type { Chunk, Chunks } from './chunks';
import { createColumns, rowCount } from './chunks';
import type { ID_COLUMNS } from './segmentEvents';
import { type IndexedIds, NO_IDS, SAME_SLICE_FOLLOWS } from './sliceIds';

/** Ids of one source, and how many those of the sources before it have. */
export interface IdSource {
  readonly ids: Chunks<typeof ID_COLUMNS>;
  readonly firstId: number;
}

/** `IndexedIds.refs` for so many slices, to be filled in as they are moved; none where no source has ids. */
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
  /** References to the first id of the chunk at hand. */
  #firstRef: number;

  constructor(
    readonly source: IdSource,
    readonly refs: Uint32Array,
  ) {
    this.#firstRef = source.firstId + 1;
  }

  /** The next `count` slices of the source have gone to `places`. */
  place(places: Uint32Array, count: number): void {
    const { ids } = this.source;
    const end = this.#first + count;
    while (this.#chunk < ids.length) {
      const chunk = ids[this.#chunk];
      this.#row = placeRefs(chunk, this.#row, this.#first, end, places, this.refs, this.#firstRef);
      if (this.#row < chunk.count) break;
      this.#firstRef += chunk.count;
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
  firstRef: number,
): number {
  const { slice } = columns;
  let last = row > 0 ? slice[row - 1] : -1;
  let at = row;
  for (; at < count && slice[at] < end; at++) {
    if (slice[at] !== last) refs[places[slice[at] - first]] = firstRef + at;
    last = slice[at];
  }
  return at;
}

/**
 * All ids one after another, as the file has them: `refs` alone has moved with the slices. To sort the ids by their slices
 * would be a walk through all of memory.
 */
export function gatherIds(refs: Uint32Array, sources: readonly Pick<IdSource, 'ids'>[]): IndexedIds {
  const chunks = sources.flatMap(({ ids }) => ids);
  const count = rowCount(chunks);
  if (count === 0) return NO_IDS;
  const isWide = chunks.some(({ columns, count: rows }) => isAny(columns.valueHigh, rows));
  const { kind, valueLow } = createColumns({ valueLow: Uint32Array, kind: Uint8Array }, count);
  const { valueHigh } = createColumns({ valueHigh: Uint32Array }, isWide ? count : 0);
  let at = 0;
  for (const { columns, count: rows } of chunks) {
    markFollowed(columns.slice, columns.kind, rows, kind.subarray(at, at + rows));
    valueLow.set(columns.valueLow.subarray(0, rows), at);
    if (isWide) valueHigh.set(columns.valueHigh.subarray(0, rows), at);
    at += rows;
  }
  return { refs, kind, valueLow, valueHigh };
}

/** Nothing but the loop: see arrange.ts. */
function isAny(bits: Uint32Array, count: number): boolean {
  let any = 0;
  for (let row = 0; row < count; row++) any |= bits[row];
  return any !== 0;
}

/** Nothing but the loop: see arrange.ts. */
function markFollowed(slice: Uint32Array, kind: Uint8Array, count: number, into: Uint8Array): void {
  for (let row = 0; row + 1 < count; row++)
    into[row] = slice[row] === slice[row + 1] ? kind[row] | SAME_SLICE_FOLLOWS : kind[row];
  // All ids of a slice are in the same chunk.
  into[count - 1] = kind[count - 1];
}
