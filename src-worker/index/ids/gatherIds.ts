import { type Chunk, createColumns } from '../columns/chunks';
import { type ID_COLUMNS, SAME_IDS } from '../columns/segmentColumns';
import { type IdChunks, WideIds } from './narrowIds';
import { type IndexedIds, NO_IDS, SAME_SLICE_FOLLOWS } from './sliceIds';

/** Ids of one source, and how many those of the sources before it have. */
export interface IdSource {
  readonly ids: IdChunks;
  readonly firstId: number;
}

/** Ids in these chunks, of which slices can share some. */
export function countIds(ids: IdSource['ids']): number {
  let all = 0;
  const wide = new WideIds();
  for (const chunk of ids) {
    const { columns, count } = wide.of(chunk);
    all += sharesIds(columns.kind, count) ? countOwn(columns.kind, count) : count;
  }
  return all;
}

/** Only databases have such ids. */
function sharesIds(kind: Uint8Array, count: number): boolean {
  return kind.subarray(0, count).includes(SAME_IDS);
}

/** Nothing but the loop: see arranging/arrange.ts. */
function countOwn(kind: Uint8Array, count: number): number {
  let own = count;
  for (let row = 0; row < count; row++) if (kind[row] === SAME_IDS) own--;
  return own;
}

/** `IndexedIds.refs` for so many slices, to be filled in as they are moved; none where no source has ids. */
export function createIdRefs(sliceCount: number, sources: readonly Pick<IdSource, 'ids'>[]): Uint32Array {
  const hasIds = sources.some(({ ids }) => ids.length > 0);
  return new Uint32Array(new SharedArrayBuffer(hasIds ? 4 * sliceCount : 0));
}

/** Puts a reference at the place of each slice of a source that has ids, as its slices are placed chunk by chunk. */
export class IdPlacer {
  readonly #wide = new WideIds();
  /** The chunk that is being placed, and its number. */
  #ids: Chunk<typeof ID_COLUMNS> | undefined;
  #chunk = 0;
  #row = 0;
  /** Row in the source of the next chunk's first slice. */
  #first = 0;
  /** Reference to the next id that is a slice's own. */
  #nextRef: number;

  constructor(
    readonly source: IdSource,
    readonly refs: Uint32Array,
  ) {
    this.#nextRef = source.firstId + 1;
  }

  /** The next `count` slices of the source have gone to `places`. */
  place(places: Uint32Array, count: number): void {
    const { ids } = this.source;
    const end = this.#first + count;
    while (this.#chunk < ids.length) {
      const chunk = this.#ids ?? this.#wide.of(ids[this.#chunk]);
      this.#ids = chunk;
      const from = this.#row;
      this.#row = endOfSlices(chunk, from, end);
      const placing = { from, to: this.#row, first: this.#first, places, refs: this.refs };
      this.#nextRef = placeRefs(chunk, placing, this.#nextRef, this.source.firstId + 1);
      if (this.#row < chunk.count) break;
      this.#ids = undefined;
      this.#chunk++;
      this.#row = 0;
    }
    this.#first = end;
  }
}

/** The row behind the last id of a slice below `end`. */
function endOfSlices({ columns: { slice }, count }: Chunk<typeof ID_COLUMNS>, from: number, end: number): number {
  let to = count;
  let below = from;
  while (below < to) {
    const middle = (below + to) >>> 1;
    if (slice[middle] < end) below = middle + 1;
    else to = middle;
  }
  return below;
}

interface Placing {
  /** Rows of the chunk. */
  readonly from: number;
  readonly to: number;
  /** Where the slices have gone, from this one on. */
  readonly first: number;
  readonly places: Uint32Array;
  readonly refs: Uint32Array;
}

/** Answers the reference to the next id; `firstRef` is that to the source's first. Nothing but the loop: see arranging/arrange.ts. */
function placeRefs(
  { columns: { slice, kind, valueLow } }: Chunk<typeof ID_COLUMNS>,
  { from, to, first, places, refs }: Placing,
  nextRef: number,
  firstRef: number,
): number {
  let ref = nextRef;
  let last = from > 0 ? slice[from - 1] : -1;
  for (let at = from; at < to; at++) {
    const own = slice[at];
    if (kind[at] === SAME_IDS) refs[places[own - first]] = firstRef + valueLow[at];
    else {
      if (own !== last) refs[places[own - first]] = ref;
      ref++;
    }
    last = own;
  }
  return ref;
}

/**
 * All ids one after another, as the file has them: `refs` alone has moved with the slices. To sort the ids by their slices
 * would be a walk through all of memory.
 */
export function gatherIds(refs: Uint32Array, sources: readonly Pick<IdSource, 'ids'>[]): IndexedIds {
  const chunks = sources.flatMap(({ ids }) => ids);
  const count = countIds(chunks);
  if (count === 0) return NO_IDS;
  const wide = new WideIds();
  const isWide = chunks.some((chunk) => hasHigh(chunk));
  const { kind, valueLow } = createColumns({ valueLow: Uint32Array, kind: Uint8Array }, count);
  const { valueHigh } = createColumns({ valueHigh: Uint32Array }, isWide ? count : 0);
  let at = 0;
  for (const chunk of chunks) {
    const { columns, count: rows } = wide.of(chunk);
    const end = at + copyOwn(columns.kind, columns.valueLow, rows, valueLow, at);
    if (isWide) copyOwn(columns.kind, columns.valueHigh, rows, valueHigh, at);
    markFollowed(columns.slice, columns.kind, rows, kind, at);
    at = end;
  }
  return { refs, kind, valueLow, valueHigh };
}

function hasHigh(chunk: IdChunks[number]): boolean {
  if ('columns' in chunk) return isAny(chunk.columns.valueHigh, chunk.count);
  const { least, above } = chunk.narrow.valueHigh;
  return least !== 0 || above.length > 0;
}

/** Values of the ids that are slices' own; answers how many. Nothing but the loop: see arranging/arrange.ts. */
function copyOwn(kind: Uint8Array, values: Uint32Array, count: number, into: Uint32Array, first: number): number {
  if (!sharesIds(kind, count)) {
    into.set(values.subarray(0, count), first);
    return count;
  }
  let at = first;
  for (let row = 0; row < count; row++) if (kind[row] !== SAME_IDS) into[at++] = values[row];
  return at - first;
}

/** Nothing but the loop: see arranging/arrange.ts. */
function isAny(bits: Uint32Array, count: number): boolean {
  let any = 0;
  for (let row = 0; row < count; row++) any |= bits[row];
  return any !== 0;
}

/** Nothing but the loop: see arranging/arrange.ts. */
function markFollowed(slice: Uint32Array, kind: Uint8Array, count: number, into: Uint8Array, first: number): void {
  let at = first;
  for (let row = 0; row < count; row++) {
    if (kind[row] === SAME_IDS) continue;
    // All ids of a slice are in the same chunk.
    const isFollowed = row + 1 < count && slice[row] === slice[row + 1];
    into[at++] = isFollowed ? kind[row] | SAME_SLICE_FOLLOWS : kind[row];
  }
}
