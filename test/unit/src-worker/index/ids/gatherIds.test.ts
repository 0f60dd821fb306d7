import { expect, test } from 'vitest';
import { type Chunk, createChunk } from '../../../../../src-worker/index/columns/chunks';
import { ID_COLUMNS, SAME_IDS } from '../../../../../src-worker/index/columns/segmentColumns';
import { countIds, createIdRefs, gatherIds, IdPlacer } from '../../../../../src-worker/index/ids/gatherIds';
import { SLICE_ID_KINDS, SLICE_IDS, SliceIds } from '../../../../../src-worker/index/ids/sliceIds';
import { Random } from '../../../../fixtures/random';

/** The ids of a slice: kind and value. */
type Ids = readonly (readonly [kind: number, value: number])[];

const random = new Random(3);

/** A source whose slices have ids of their own, those of an earlier slice, or none. */
function someSource(sliceCount: number): Ids[] {
  const slices: Ids[] = [];
  for (let slice = 0; slice < sliceCount; slice++) {
    const earlier = slices.filter((ids) => ids.length > 0);
    if (random.chance(0.3) && earlier.length > 0) slices.push(random.pick(earlier));
    else {
      const kinds = random.shuffled(Object.values(SLICE_IDS)).slice(0, random.integer(0, 3));
      slices.push(kinds.map((kind) => [kind, random.integer(0, 2 ** 33)] as const));
    }
  }
  return slices;
}

/** As rows, in chunks of this many at most. Those that share ids are the same list. */
function chunksOf(slices: readonly Ids[], chunkRows: number): Chunk<typeof ID_COLUMNS>[] {
  const firstOf = new Map<Ids, number>();
  let own = 0;
  const rowsOfSlice = slices.map((ids, slice) => {
    const first = firstOf.get(ids);
    if (first !== undefined) return [[slice, SAME_IDS, first]];
    if (ids.length > 0) firstOf.set(ids, own);
    own += ids.length;
    return ids.map(([kind, value]) => [slice, kind, value]);
  });
  const groups: number[][][] = [];
  for (const rows of rowsOfSlice) {
    const last = groups[groups.length - 1];
    if (last && last.length + rows.length <= chunkRows) last.push(...rows);
    else groups.push([...rows]);
  }
  return groups.map((rows) => {
    const chunk = createChunk(ID_COLUMNS, rows.length);
    rows.forEach(([slice, kind, value], row) => {
      chunk.columns.slice[row] = slice;
      chunk.columns.kind[row] = kind;
      chunk.columns.valueLow[row] = value % 2 ** 32;
      chunk.columns.valueHigh[row] = Math.floor(value / 2 ** 32);
    });
    return chunk;
  });
}

test('slices that share ids have those of the first, wherever all of them go', () => {
  const sources = [someSource(400), someSource(1), someSource(900)];
  const chunks = sources.map((slices) => chunksOf(slices, 60));
  const own = sources.map((slices) => new Set(slices).size);
  expect(own[2]).toBeLessThan(800);
  const places = random.shuffled(sources.flat().map((_, i) => i));
  const refs = createIdRefs(
    places.length,
    chunks.map((ids) => ({ ids })),
  );
  let firstId = 0;
  let first = 0;
  sources.forEach((slices, i) => {
    const placer = new IdPlacer({ ids: chunks[i], firstId }, refs);
    for (let from = 0; from < slices.length; from += 70) {
      const count = Math.min(70, slices.length - from);
      placer.place(Uint32Array.from(places.slice(first + from, first + from + count)), count);
    }
    firstId += countIds(chunks[i]);
    first += slices.length;
  });
  const gathered = gatherIds(
    refs,
    chunks.map((ids) => ({ ids })),
  );
  expect(gathered.kind.length).toBe(firstId);
  const ids = new SliceIds(gathered);
  const wanted = new Map(sources.flat().map((list, i) => [places[i], list]));
  for (const kind of SLICE_ID_KINDS) {
    const expected = [...wanted].flatMap(([slice, list]) =>
      list.filter(([own]) => own === SLICE_IDS[kind]).map(([, value]) => [slice, BigInt(value)] as const),
    );
    for (const [slice, value] of expected) expect(ids.get(kind, slice)).toBe(value);
    const rows = Array.from({ length: ids.count(kind) }, (_, row) => [ids.slice(kind, row), ids.value(kind, row)]);
    expect(rows).toEqual(expected.sort(([a], [b]) => a - b));
    // By value, all slices that share it are found.
    for (const [, value] of expected.slice(0, 20))
      expect(ids.slicesOf(kind, value)).toEqual(expected.filter(([, own]) => own === value).map(([slice]) => slice));
  }
});
