import { describe, expect, test } from 'vitest';
import { indexText, type ListedSlice, listSlices } from '../../../fixtures/indexed';
import { planSlices, traceOf } from '../../../fixtures/madeUpLanes';
import { Random } from '../../../fixtures/random';

/** A picture as a trace: one character a µs, a letter per slice, one line per slice, all on one lane. */
async function lane(picture: string): Promise<ListedSlice[]> {
  const events = picture
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const startUs = line.search(/\S/);
      const name = line[startUs];
      const dur = name === '·' ? 0 : line.trim().length;
      return `{"ph":"X","pid":1,"tid":1,"ts":${startUs},"dur":${dur},"name":"${name}"}`;
    });
  return listSlices(await indexText(`[${events.join(',')}]`));
}

function rowsOf(slices: readonly ListedSlice[]): Record<string, number> {
  return Object.fromEntries(slices.map(({ name, row }) => [name, row]));
}

describe('rows', () => {
  test('nested slices go below what encloses them', async () => {
    expect(
      rowsOf(
        await lane(`
aaaaaaaaaaaa
 bbbbb
  cc
       dddd
             e`),
      ),
    ).toEqual({ a: 0, b: 1, c: 2, d: 1, e: 0 });
  });

  test('of two that begin together the longer one is above, whatever the order in the file', async () => {
    expect(rowsOf(await lane('aaa\nbbbbb'))).toEqual({ a: 1, b: 0 });
  });

  test('a slice that crosses another one has a row of its own, and is counted', async () => {
    const indexed = await indexText(
      '[{"ph":"X","tid":1,"ts":0,"dur":10,"name":"a"},{"ph":"X","tid":1,"ts":5,"dur":10,"name":"b"},{"ph":"X","tid":1,"ts":6,"dur":2,"name":"c"}]',
    );
    expect(rowsOf(listSlices(indexed))).toEqual({ a: 0, b: 1, c: 2 });
    expect(indexed.summary.lanes[0].content).toMatchObject({ rowCount: 3, sliceCount: 3, overlapCount: 1 });
  });

  test('slices that touch share a row', async () => {
    expect(rowsOf(await lane('aaaa\n    bbbb'))).toEqual({ a: 0, b: 0 });
  });

  test('slices without length at the same instant don’t hide each other', async () => {
    const text = (name: string) => `{"ph":"X","tid":1,"ts":3,"dur":0,"name":"${name}"}`;
    const slices = listSlices(await indexText(`[${text('a')},${text('b')},${text('c')}]`));
    expect(new Set(slices.map(({ row }) => row)).size).toBe(3);
  });

  test('a lane deeper than 16 bits count has a row for each of its slices, and that is said', async () => {
    const count = 66_000;
    const events = Array.from(
      { length: count },
      (_, i) => `{"ph":"X","tid":1,"ts":${i},"dur":${2 * (count - i)},"name":"n"}`,
    );
    const indexed = await indexText(`[${events.join(',')}]`);
    expect(listSlices(indexed).map(({ row }) => row)).toEqual(Array.from({ length: count }, (_, i) => i));
    expect(indexed.summary.notices).toMatchObject([{ code: 'deep-lane', params: { lane: 'Thread 1', count } }]);
  });

  test.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])(
    'any slices: none hides another, each is below what encloses it (seed %i)',
    async (seed) => {
      const random = new Random(seed);
      const planned = planSlices(random, {
        laneCount: random.integer(1, 4),
        sliceCount: random.integer(1, 400),
        spanNs: random.pick([10, 1000, 1_000_000]),
        maxDurationNs: random.pick([3, 500, 2_000_000]),
        zeroShare: random.pick([0, 0.1, 0.6]),
      });
      const indexed = await indexText(traceOf(planned));
      const slices = listSlices(indexed);
      expect(slices).toHaveLength(planned.length);
      for (const tid of new Set(slices.map((slice) => slice.tid))) {
        const own = slices.filter((slice) => slice.tid === tid);
        const pairs = own.flatMap((a) => own.filter((b) => a.slice < b.slice).map((b) => [a, b] as const));
        expect(pairs.filter(([a, b]) => !areRowsRight(a, b))).toEqual([]);
        const rows = new Set(own.map(({ row }) => row));
        expect(
          [...rows].sort((a, b) => a - b),
          'no row is empty',
        ).toEqual([...rows].map((_, i) => i));
        const content = indexed.summary.lanes.find((lane) => lane.tid === tid)?.content;
        expect(content).toMatchObject({ rowCount: rows.size, sliceCount: own.length, overlapCount: crossings(own) });
      }
    },
  );
});

/** Of two slices in their order: in one row they are disjoint, what is inside another one is in a later row. */
function areRowsRight(a: ListedSlice, b: ListedSlice): boolean {
  // A slice without length takes one ns.
  if (a.row === b.row) return (a.endNs > a.startNs ? a.endNs : a.startNs + 1n) <= b.startNs;
  return !(encloses(a, b) && b.row < a.row) && !(encloses(b, a) && a.row < b.row);
}

/** One begins within the other and ends within it, and is not the same span. */
function encloses(outer: ListedSlice, inner: ListedSlice): boolean {
  const isWithin = outer.startNs <= inner.startNs && inner.endNs <= outer.endNs && inner.startNs < outer.endNs;
  return isWithin && (outer.startNs < inner.startNs || inner.endNs < outer.endNs);
}

/** Slices that begin inside another slice of the lane and end after it. */
function crossings(slices: readonly ListedSlice[]): number {
  const endOf = ({ startNs, endNs }: ListedSlice) => (endNs > startNs ? endNs : startNs + 1n);
  return slices.filter((slice) =>
    slices.some(
      (other) => other.startNs < slice.startNs && slice.startNs < endOf(other) && endOf(other) < endOf(slice),
    ),
  ).length;
}
