import { expect, test } from 'vitest';
import { noName, unpackQuads } from '../../../../../src-renderer/timeline/data/quads';
import { QuadPacker } from '../../../../../src-worker/query/quads/quadPacker';
import { RankTime } from '../../../../../src-worker/query/rankTime';
import { packRow } from '../../../../fixtures/quadList';
import { Random } from '../../../../fixtures/random';

interface Drawn {
  readonly startNs: number;
  readonly endNs: number;
  readonly slice: number;
  readonly sliceCount: number;
  readonly busy: number;
  readonly name: number;
  readonly colour: number;
}

const windowStartNs = 1_000_000.25;
const minLabelNs = 400;

/** Rows of quads as they come out, after having been packed. */
function throughPacking(rows: readonly (readonly Drawn[])[], time?: RankTime): Drawn[][] {
  const packer = new QuadPacker();
  packer.begin(windowStartNs, minLabelNs);
  for (const row of rows) packRow(packer, row, time);
  // As it crosses a thread's border.
  const quads = unpackQuads(structuredClone(packer.packed()));
  return rows.map((_, row) => {
    const [from, to] = [quads.rowFirstQuad[row], quads.rowFirstQuad[row + 1]];
    return Array.from({ length: to - from }, (_unused, i) => ({
      startNs: quads.startNs[from + i],
      endNs: quads.endNs[from + i],
      slice: quads.slice[from + i],
      sliceCount: quads.sliceCount[from + i],
      busy: quads.busy[from + i],
      name: quads.name[from + i],
      colour: quads.colour[from + i],
    }));
  });
}

/** Narrower than a quarter of a label, and merged ones, have no name. A single one is busy all the time. */
function withNames(rows: readonly (readonly Drawn[])[]): Drawn[][] {
  return rows.map((row) =>
    row.map((quad) => {
      const isNamed = quad.sliceCount === 1 && quad.endNs - quad.startNs >= minLabelNs / 4;
      const busy = quad.sliceCount === 1 ? 255 : quad.busy;
      return { ...quad, busy, name: isNamed ? quad.name : noName };
    }),
  );
}

test('every number comes out as it went in, however large', () => {
  const random = new Random(5);
  const lengths = [0, 1, 99, 100, 255, 2 ** 32 - 2, 2 ** 32 - 1, 2 ** 32, 2 ** 50];
  const rows = Array.from({ length: 40 }, () => {
    let ns = random.pick([-(2 ** 51), -1, 0, 1_000_000, 1_000_001, 2 ** 40]);
    return Array.from({ length: random.integer(0, 30) }, (): Drawn => {
      const startNs = ns + random.pick([0, 0, ...lengths.slice(0, -1)]);
      const endNs = startNs + random.pick(lengths.slice(0, -1));
      ns = endNs;
      const sliceCount = random.pick([1, 1, 2, 254, 255, 256, 2 ** 31]);
      const [slice, name] = [random.integer(0, 2 ** 31), random.integer(0, 2 ** 31)];
      return { startNs, endNs, slice, sliceCount, busy: random.integer(0, 255), name, colour: random.integer(0, 127) };
    });
  });
  expect(throughPacking(rows)).toEqual(withNames(rows));
});

test('more quads than there was room for at first', () => {
  const row = Array.from({ length: 10_000 }, (_, i): Drawn => {
    return { startNs: i * 10, endNs: i * 10 + 7, slice: i, sliceCount: 1, busy: 255, name: i, colour: i % 128 };
  });
  expect(throughPacking([row])).toEqual(withNames([row]));
});

test.each([0, 5e-6, -2e-4])('times are the job’s, by a clock that gains %d ns a ns', (rate) => {
  const shift = { offsetNs: 123_456.5, rate, aroundNs: 400_000 };
  const row = Array.from({ length: 500 }, (_, i): Drawn => {
    return { startNs: i * 3001, endNs: i * 3001 + 3000, slice: i, sliceCount: 1, busy: 255, name: i, colour: 0 };
  });
  const byJob = (ns: number) => ns + 777 - Math.round(123_456.5 + rate * (ns + 777 - 400_000));
  const [drawn] = throughPacking([row], new RankTime(777, shift));
  expect(drawn.map(({ startNs, endNs }) => [startNs, endNs])).toEqual(
    row.map(({ startNs, endNs }) => [byJob(startNs), byJob(endNs)]),
  );
});

test('nothing at all', () => {
  expect(throughPacking([])).toEqual([]);
  expect(throughPacking([[], []])).toEqual([[], []]);
});
