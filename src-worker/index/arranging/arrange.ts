import type { Chunk } from '../columns/chunks';
import { endNsOf, type IndexSlices, isLong, type SliceTimes } from '../columns/indexSlices';
import { passingBytes, passingFloats, passingHalves, passingIntegers, passingWords } from '../columns/largeArrays';
import { type SliceChunks, wideSlices } from '../columns/narrowSlices';
import type { SLICE_COLUMNS } from '../columns/segmentColumns';
import { scatterSourceWords } from '../columns/sourceWords';
import type { IdMaps } from '../idMaps';
import { type PackedRows, packRows } from './packRows';
import { sortedOrder } from './sortLane';

/** Where the slices of all sources go: lane after lane, and within a lane source after source. */
export interface LaneLayout {
  readonly sliceCount: number;
  /** First slice of each lane; one more at the end. */
  readonly laneFirst: Uint32Array;
  /** For each source and each of its own lanes: where its slices begin. */
  readonly sourceFirst: readonly Uint32Array[];
}

/** `laneMaps` takes each source's lanes to the common ones. */
export function layOutLanes(
  slicesPerLane: readonly Uint32Array[],
  laneMaps: readonly Uint32Array[],
  laneCount: number,
): LaneLayout {
  const laneFirst = new Uint32Array(new SharedArrayBuffer(4 * (laneCount + 1)));
  slicesPerLane.forEach((counts, source) => {
    counts.forEach((count, lane) => {
      laneFirst[laneMaps[source][lane] + 1] += count;
    });
  });
  for (let lane = 0; lane < laneCount; lane++) laneFirst[lane + 1] += laneFirst[lane];
  const next = laneFirst.slice(0, laneCount);
  const sourceFirst = slicesPerLane.map((counts, source) => {
    const first = new Uint32Array(counts.length);
    counts.forEach((count, lane) => {
      const to = laneMaps[source][lane];
      first[lane] = next[to];
      next[to] += count;
    });
    return first;
  });
  return { sliceCount: laneFirst[laneCount], laneFirst, sourceFirst };
}

/** Slices on their way into the index. */
export interface MovedSlices {
  readonly slices: SliceChunks;
  /** To the common ids. */
  readonly maps: Pick<IdMaps, 'name' | 'category'>;
  /** Where they go: see `LaneLayout.sourceFirst`. */
  readonly first: Uint32Array;
  /** Where the ends of long ones go. */
  readonly firstLong: number;
}

/**
 * Copies one source's slices to their lanes, in file order, under the common ids, and tells of each chunk where its slices
 * have gone. Sources don't touch each other.
 */
export function scatterSlices(
  { slices, maps, first, firstLong }: MovedSlices,
  into: IndexSlices,
  placed: (places: Uint32Array, count: number) => void,
): void {
  const next = first.slice();
  const places = new Uint32Array(slices.reduce((most, { count }) => Math.max(most, count), 0));
  let long = firstLong;
  for (const chunk of wideSlices(slices)) {
    long = scatterChunk(chunk, maps, next, long, into, places);
    placed(places, chunk.count);
  }
}

/*
 * Loops over slices stand in functions of their own, from here on: V8 compiles a function again for every loop in it that
 * it finds to be hot, with all that it calls, on each thread. With all of an arrangement in one function that took longer
 * than arranging.
 */

/** Answers where the next long end goes. */
function scatterChunk(
  { columns, count }: Chunk<typeof SLICE_COLUMNS>,
  maps: Pick<IdMaps, 'name' | 'category'>,
  next: Uint32Array,
  firstLong: number,
  into: IndexSlices,
  places: Uint32Array,
): number {
  takePlaces(columns.lane, count, next, places);
  const { startNs, durationNs, longEndNs } = into;
  const long = scatterTimes(columns.startNs, columns.endNs, count, places, startNs, durationNs, longEndNs, firstLong);
  scatterIds(columns.name, count, places, maps.name, into.name);
  scatterCategories(columns.category, count, places, maps.category, into.category);
  scatterBytes(columns.flags, count, places, into.flags);
  if (into.source instanceof Float64Array) scatterFloats(columns.source, count, places, into.source);
  else scatterSourceWords(columns.source, count, places, into.sourceBases, into.source);
  return long;
}

/*
 * These are given arrays alone: what is compiled for an object of some shape goes when the last of them does, which is
 * between two parts of a draft.
 */

function takePlaces(lane: Uint32Array, count: number, next: Uint32Array, places: Uint32Array): void {
  for (let i = 0; i < count; i++) places[i] = next[lane[i]]++;
}

function scatterTimes(
  start: Float64Array,
  end: Float64Array,
  count: number,
  places: Uint32Array,
  startNs: Float64Array,
  durationNs: Int32Array,
  longEndNs: Float64Array,
  firstLong: number,
): number {
  let long = firstLong;
  for (let i = 0; i < count; i++) {
    const to = places[i];
    startNs[to] = start[i];
    if (isLong(start[i], end[i])) {
      longEndNs[long] = end[i];
      durationNs[to] = ~long++;
    } else durationNs[to] = end[i] - start[i];
  }
  return long;
}

function scatterIds(
  ids: Uint32Array,
  count: number,
  places: Uint32Array,
  map: Uint32Array,
  into: Uint32Array | Uint16Array,
): void {
  for (let i = 0; i < count; i++) into[places[i]] = map[ids[i]];
}

function scatterCategories(
  ids: Uint16Array,
  count: number,
  places: Uint32Array,
  map: Uint32Array,
  into: Uint8Array | Uint16Array,
): void {
  for (let i = 0; i < count; i++) into[places[i]] = map[ids[i]];
}

function scatterBytes(bytes: Uint8Array, count: number, places: Uint32Array, into: Uint8Array): void {
  for (let i = 0; i < count; i++) into[places[i]] = bytes[i];
}

function scatterFloats(floats: Float64Array, count: number, places: Uint32Array, into: Float64Array): void {
  for (let i = 0; i < count; i++) into[places[i]] = floats[i];
}

/** A lane's rows, once its slices stand in their final order. */
export interface ArrangedLane {
  /** First slice of each row, relative to the lane; one more at the end. */
  readonly rowStarts: Uint32Array;
  readonly overlapCount: number;
  /** Start of the first slice and end of the last; 0 and 0 if there is none. */
  readonly startNs: number;
  readonly endNs: number;
}

/**
 * Puts the slices [first, end) of a lane into their final order (row, start), and what `idRefs` has of them. Lanes don't
 * touch each other.
 */
export function arrangeLane(slices: IndexSlices, idRefs: Uint32Array, first: number, end: number): ArrangedLane {
  const count = end - first;
  const order = sortedOrder(slices, first, count);
  const packed = packRows(slices, first, count, order);
  const rowStarts = startsOf(packed);
  if (packed.rowCount > 1 || order) moveSlices(slices, idRefs, first, finalOrder(packed.rows, rowStarts, order));
  const { overlapCount } = packed;
  return withExtent(slices, first, { rowStarts, overlapCount });
}

/** Of a lane whose slices stand in their final order. */
export function withExtent(
  slices: SliceTimes,
  first: number,
  lane: Pick<ArrangedLane, 'rowStarts' | 'overlapCount'>,
): ArrangedLane {
  return { ...lane, ...extentOf(slices, first, lane.rowStarts) };
}

function startsOf({ rows, rowCount }: PackedRows): Uint32Array {
  const rowStarts = new Uint32Array(rowCount + 1);
  for (let i = 0; i < rows.length; i++) rowStarts[rows[i] + 1]++;
  for (let row = 0; row < rowCount; row++) rowStarts[row + 1] += rowStarts[row];
  return rowStarts;
}

function extentOf(slices: SliceTimes, first: number, rowStarts: Uint32Array): { startNs: number; endNs: number } {
  let startNs = Number.POSITIVE_INFINITY;
  let endNs = Number.NEGATIVE_INFINITY;
  for (let row = 0; row + 1 < rowStarts.length; row++) {
    if (rowStarts[row] === rowStarts[row + 1]) continue;
    startNs = Math.min(startNs, slices.startNs[first + rowStarts[row]]);
    endNs = Math.max(endNs, endNsOf(slices, first + rowStarts[row + 1] - 1));
  }
  return endNs >= startNs ? { startNs, endNs } : { startNs: 0, endNs: 0 };
}

/** For each final place in the lane the place it is taken from: by row, and within it by start. */
function finalOrder(rows: Uint32Array, rowStarts: Uint32Array, order: Uint32Array | undefined): Uint32Array {
  const next = rowStarts.slice();
  const final = passingWords(rows.length);
  if (order) for (let i = 0; i < rows.length; i++) final[next[rows[i]]++] = order[i];
  else for (let i = 0; i < rows.length; i++) final[next[rows[i]]++] = i;
  return final;
}

/** One loop per type of column: a loop that sees all of them is several times slower. */
function moveSlices(slices: IndexSlices, idRefs: Uint32Array, first: number, order: Uint32Array): void {
  const end = first + order.length;
  moveFloats(slices.startNs.subarray(first, end), order);
  const sources = slices.source.subarray(first, end);
  if (sources instanceof Float64Array) moveFloats(sources, order);
  else moveWords(sources, order);
  moveIntegers(slices.durationNs.subarray(first, end), order);
  const names = slices.name.subarray(first, end);
  if (names instanceof Uint16Array) moveHalves(names, order);
  else moveWords(names, order);
  const categories = slices.category.subarray(first, end);
  if (categories instanceof Uint8Array) moveBytes(categories, order);
  else moveHalves(categories, order);
  moveBytes(slices.flags.subarray(first, end), order);
  const refs = idRefs.subarray(first, end);
  if (refs.some(isRef)) moveWords(refs, order);
}

function isRef(ref: number): boolean {
  return ref !== 0;
}

function moveFloats(column: Float64Array, order: Uint32Array): void {
  const before = passingFloats(column.length);
  before.set(column);
  for (let i = 0; i < order.length; i++) column[i] = before[order[i]];
}

function moveWords(column: Uint32Array, order: Uint32Array): void {
  const before = passingWords(column.length);
  before.set(column);
  for (let i = 0; i < order.length; i++) column[i] = before[order[i]];
}

function moveIntegers(column: Int32Array, order: Uint32Array): void {
  const before = passingIntegers(column.length);
  before.set(column);
  for (let i = 0; i < order.length; i++) column[i] = before[order[i]];
}

function moveHalves(column: Uint16Array, order: Uint32Array): void {
  const before = passingHalves(column.length);
  before.set(column);
  for (let i = 0; i < order.length; i++) column[i] = before[order[i]];
}

function moveBytes(column: Uint8Array, order: Uint32Array): void {
  const before = passingBytes(column.length);
  before.set(column);
  for (let i = 0; i < order.length; i++) column[i] = before[order[i]];
}
