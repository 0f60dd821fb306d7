import { describe, expect, test } from 'vitest';
import { CHUNK_ROWS } from '../../../../../src-worker/index/columns/chunks';
import {
  durationsIn,
  longSlicesIn,
  NarrowTable,
  type SliceChunks,
  slicesFrom,
  takeSlices,
  wideSlices,
} from '../../../../../src-worker/index/columns/narrowSlices';
import { SLICE_COLUMNS } from '../../../../../src-worker/index/columns/segmentColumns';
import { Random } from '../../../../fixtures/random';

const KEYS = Object.keys(SLICE_COLUMNS) as (keyof typeof SLICE_COLUMNS)[];
type Row = Record<keyof typeof SLICE_COLUMNS, number>;

function put(table: NarrowTable, row: Row): void {
  const into = table.room();
  const at = table.count++;
  for (const key of KEYS) into[key][at] = row[key];
}

function rowsOf(chunks: SliceChunks): Row[] {
  const rows: Row[] = [];
  for (const { columns, count } of wideSlices(chunks))
    for (let at = 0; at < count; at++) rows.push(Object.fromEntries(KEYS.map((key) => [key, columns[key][at]])) as Row);
  return rows;
}

/** Rows whose values take one more bit than the columns before: up to all that a column holds. */
function madeUp(count: number, seed: number): Row[] {
  const random = new Random(seed);
  const bits = () => random.integer(0, 2 ** random.integer(0, 16) - 1);
  const startBase = random.pick([0, -(2 ** 40), 2 ** 52, 2 ** 61, -(2 ** 62)]);
  const spread = random.pick([0, 1, 255, 256, 65_535, 65_536, 2 ** 32 - 1, 2 ** 32, 2 ** 39, 2 ** 40, 2 ** 45]);
  return Array.from({ length: count }, () => {
    const startNs = startBase + random.integer(0, spread);
    return {
      startNs,
      endNs: startNs + random.pick([0, 1, 2 ** 31, 2 ** 32 - 1, 2 ** 32, 2 ** 38, 2 ** 53, 2 ** 63, bits()]),
      lane: random.pick([0, 255, 256, 2 ** 32 - 1, bits()]),
      name: 7 + bits(),
      category: random.pick([0, 0, 65_535, bits()]),
      flags: random.integer(0, 255),
      source: random.pick([-1, 5, 2 ** 41 + bits(), 2 ** 52 + bits()]),
    };
  });
}

describe('slices in as little room as they take', () => {
  test.each(Array.from({ length: 60 }, (_, seed) => seed))('come out as they went in, to the bit (seed %i)', (seed) => {
    const table = new NarrowTable();
    const rows = madeUp(new Random(seed).integer(1, 40), seed);
    for (const row of rows) put(table, row);
    const chunks = table.chunks();
    expect(rowsOf(chunks)).toEqual(rows);
    const chosen = rows.map((_, at) => at).filter((at) => at % 3 !== 1);
    expect(rowsOf([takeSlices(chunks, Uint32Array.from(chosen))])).toEqual(chosen.map((at) => rows[at]));
    const durationNs = new Float64Array(rows.length);
    durationsIn(chunks[0], durationNs);
    expect([...durationNs]).toEqual(rows.map(({ startNs, endNs }) => endNs - startNs));
    const long = rows.filter(({ startNs, endNs }) => endNs - startNs >= 2 ** 31);
    expect(longSlicesIn(chunks)).toBe(long.length);
    const first = new Random(seed + 1).integer(0, rows.length);
    expect(rowsOf(slicesFrom(chunks, first))).toEqual(rows.slice(first));
  });

  test('what was told does not change while more comes, and chunks follow each other', () => {
    const table = new NarrowTable();
    const row = (i: number): Row => {
      return { startNs: 10 * i, endNs: 10 * i + (i % 7), lane: i % 3, name: i % 900, category: 0, flags: 0, source: i };
    };
    const total = CHUNK_ROWS + 1000;
    for (let i = 0; i < 500; i++) put(table, row(i));
    const early = table.chunks();
    for (let i = 500; i < total; i++) put(table, row(i));
    expect(rowsOf(early)).toEqual(Array.from({ length: 500 }, (_, i) => row(i)));
    const all = rowsOf(table.chunks());
    expect(all).toHaveLength(total);
    const odd = all.findIndex((own, i) => KEYS.some((key) => own[key] !== row(i)[key]));
    expect(odd).toBe(-1);
    expect(rowsOf(slicesFrom(table.chunks(), CHUNK_ROWS + 3))).toHaveLength(997);
  });

  test('rows of a few lanes within seconds take half as much as wide columns', () => {
    const table = new NarrowTable();
    for (let i = 0; i < CHUNK_ROWS + 1; i++)
      put(table, {
        startNs: 5e12 + 20_000 * i,
        endNs: 5e12 + 20_000 * i + 9000,
        lane: 3,
        name: i % 500,
        category: 0,
        flags: 0,
        source: 2 ** 42 + i,
      });
    const [chunk] = table.chunks();
    const sizeBytes = Object.values('narrow' in chunk ? chunk.narrow : {}).reduce(
      (sum, { above }) => sum + above.byteLength,
      0,
    );
    expect(sizeBytes / chunk.count).toBe(4 + 2 + 2);
  });
});
