import { describe, expect, test } from 'vitest';
import { createChunk } from '../../../../../src-worker/index/columns/chunks';
import { createIndexSlices, sliceWithSource, sourceOf } from '../../../../../src-worker/index/columns/indexSlices';
import {
  NarrowTable,
  sourceBasesIn,
  takeColumn,
  wideSlices,
} from '../../../../../src-worker/index/columns/narrowSlices';
import { SLICE_COLUMNS } from '../../../../../src-worker/index/columns/segmentColumns';
import {
  MOST_SOURCE_BASES,
  putSourceWords,
  scatterSourceWords,
} from '../../../../../src-worker/index/columns/sourceWords';

/** Rows of two tables in turn, the first and the last row that a base has, and the highest source there is. */
const TABLE = 2 ** 41;
const sources = [
  [2 * TABLE + 1, 4 * TABLE + 1, 2 * TABLE + 2, 4 * TABLE + 2],
  [2 ** 28 - 1, 2 ** 28, 3 * 2 ** 28 - 1, 0],
  [127 * 32 * TABLE + TABLE - 1],
].flat();

function narrowed(values: readonly number[]) {
  const table = new NarrowTable();
  for (const source of values) {
    table.room().source[table.count] = source;
    table.count++;
  }
  return table.chunks();
}

/** As slices of a trace wait. */
function wide(values: readonly number[]) {
  const chunk = createChunk(SLICE_COLUMNS, values.length);
  chunk.columns.source.set(values);
  return chunk;
}

function widened(values: readonly number[]): number[] {
  return [...wideSlices(narrowed(values))].flatMap(({ columns, count }) => [...columns.source.subarray(0, count)]);
}

describe('sources as words', () => {
  test('are the same again, while they wait and in an index', () => {
    expect(widened(sources)).toEqual(sources);
    const chunks = narrowed(sources);
    const taken = new Float64Array(3);
    takeColumn(chunks[0], 'source', Uint32Array.of(1, 4, 8), taken);
    expect([...taken]).toEqual([sources[1], sources[4], sources[8]]);
    const bases = sourceBasesIn(chunks);
    const slices = createIndexSlices(sources.length, 0, 1, bases);
    expect(slices.source).toBeInstanceOf(Uint32Array);
    const places = Uint32Array.from(sources, (_, i) => sources.length - 1 - i);
    const { source, sourceBases } = slices;
    scatterSourceWords(Float64Array.from(sources), sources.length, places, sourceBases, source as Uint32Array);
    expect(sources.map((_, i) => sourceOf(slices, places[i]))).toEqual(sources);
    expect(sources.map((own) => sliceWithSource(slices, own))).toEqual([...places]);
    expect(sliceWithSource(slices, 5 * TABLE)).toBe(-1);
    expect(sliceWithSource(slices, 2 * TABLE + 3)).toBe(-1);
  });

  test('of one table take 16 bits while they wait', () => {
    const [chunk] = narrowed(Array.from({ length: 1000 }, (_, row) => 4 * TABLE + 2 ** 27 + row));
    expect('narrow' in chunk && chunk.narrow.source.above).toBeInstanceOf(Uint16Array);
  });

  test('are left as they are where there are too many bases, or one is no row', () => {
    const many = Array.from({ length: MOST_SOURCE_BASES + 1 }, (_, i) => i * TABLE);
    for (const values of [many, [1, -1], [1.5 - 2]]) {
      expect(putSourceWords(Float64Array.from(values), values.length, [], new Uint32Array(values.length))).toBe(false);
      expect(widened(values)).toEqual(values);
      expect(sourceBasesIn(narrowed(values))).toBeUndefined();
    }
    const slices = createIndexSlices(2, 0, 1);
    slices.source.set([7, -1]);
    expect([sourceOf(slices, 0), sourceOf(slices, 1), sliceWithSource(slices, 7)]).toEqual([7, -1, 0]);
  });

  test('of two files have the bases of both', () => {
    const both = [...narrowed([1, TABLE]), ...narrowed([TABLE + 1, 32 * TABLE])];
    expect(sourceBasesIn(both)).toEqual([0, TABLE, 32 * TABLE]);
  });

  test('of a trace are its bytes, as long as they fit into words', () => {
    const bytes = [0, 5, 2 ** 28 - 1, 2 ** 28, 2 ** 31, 2 ** 32 - 1];
    const [first, second] = [bytes.slice(0, 2), bytes.slice(2)].map(wide);
    const slices = createIndexSlices(bytes.length, 0, 1, sourceBasesIn([first, second]));
    expect(slices.source).toBeInstanceOf(Uint32Array);
    const places = Uint32Array.of(5, 3, 1, 0, 2, 4);
    const { source, sourceBases } = slices;
    scatterSourceWords(Float64Array.from(bytes), bytes.length, places, sourceBases, source as Uint32Array);
    expect(bytes.map((_, i) => sourceOf(slices, places[i]))).toEqual(bytes);
    expect(bytes.map((own) => sliceWithSource(slices, own))).toEqual([...places]);
    for (const other of [1, 2 ** 28 + 1, 2 ** 32, 2 ** 41, -1]) expect(sliceWithSource(slices, other)).toBe(-1);
    for (const beyond of [2 ** 32, -1]) expect(sourceBasesIn([first, wide([beyond])])).toBeUndefined();
  });
});
