import { beforeAll, describe, expect, inject, test } from 'vitest';
import type { DumpId, LaneId, ViewportQuery } from '../../../../../src-contract';
import { unpackQuads } from '../../../../../src-renderer/timeline/data/quads';
import { makeRankStretches } from '../../../../../src-worker/query/quads/makeStretches';
import { DrawingSpace, queryViewport } from '../../../../../src-worker/query/quads/viewport';
import { laneIdOf } from '../../../../../src-worker/query/rankView';
import { loadWasmModule } from '../../../../../src-worker/tokenizer/wasmModule';
import { type Indexed, indexText, type ListedSlice, listSlices, viewOf } from '../../../../fixtures/indexed';
import { microseconds, planSlices, traceOf } from '../../../../fixtures/madeUpLanes';
import { Random } from '../../../../fixtures/random';

interface Quad {
  readonly startNs: number;
  readonly endNs: number;
  readonly row: number;
  readonly slice: number;
  readonly sliceCount: number;
  readonly busy: number;
}

const wasm = loadWasmModule(inject('drawingWasm'));
if (!wasm) throw new Error('this engine has no WebAssembly, so what draws in it cannot be tested');
const space = new DrawingSpace(wasm);

/** As it is drawn with stretches, where it has any. */
function ask(
  indexed: Indexed,
  query: Partial<ViewportQuery> & Pick<ViewportQuery, 'startNs' | 'endNs' | 'nsPerPixel'>,
) {
  const whole = { dump: 'd' as DumpId, lanes: [], folded: [], labelMinPixels: 1, ...query };
  return queryViewport(new Map([[0, indexed.view]]), whole, space);
}

/** From now on the rank is drawn from stretches. */
function stretch({ view }: Indexed): void {
  const making = makeRankStretches(view.parts, wasm);
  let step = making.next();
  while (!step.done) step = making.next();
  view.setStretches(step.value);
  expect(view.parts[0].stretches?.rows.length).toBeGreaterThan(0);
}

function quadsOf(indexed: Indexed, lane: LaneId, startNs: number, endNs: number, nsPerPixel: number): Quad[] {
  const { lanes, quads: packed } = ask(indexed, { startNs, endNs, nsPerPixel, lanes: [lane] });
  if (lanes.length === 0) return [];
  expect(lanes).toMatchObject([{ lane, rank: 0, generation: 1, firstQuad: 0, firstRow: 0 }]);
  const quads = unpackQuads(packed);
  const rows = Array.from(packed.rowQuads, (count, row) => Array<number>(count).fill(row)).flat();
  expect(rows).toHaveLength(lanes[0].quadCount);
  return Array.from({ length: lanes[0].quadCount }, (_, i) => ({
    startNs: quads.startNs[i],
    endNs: quads.endNs[i],
    row: rows[i],
    slice: quads.slice[i],
    sliceCount: quads.sliceCount[i],
    busy: quads.busy[i],
  }));
}

/** A run begins in one stretch of 64 pixels, its last part, a node of the tree, is up to 16 wide. */
const WIDEST_NODE_PIXELS = 16;
const WIDEST_RUN_PIXELS = 64 + WIDEST_NODE_PIXELS;
/** What a window's border lies in is drawn whole: a node, or a stretch. */
const DRAWN = [
  { from: 'trees', borderPixels: WIDEST_NODE_PIXELS },
  { from: 'stretches', borderPixels: WIDEST_RUN_PIXELS },
];

interface Own extends ListedSlice {
  readonly from: number;
  readonly to: number;
}

describe.each(DRAWN)(
  'slices at any zoom, drawn from $from, against looking at every slice',
  ({ from: ways, borderPixels }) => {
    const random = new Random(11);
    const planned = planSlices(random, {
      laneCount: 2,
      sliceCount: 1200,
      spanNs: 3_000_000,
      maxDurationNs: 400_000,
      zeroShare: 0.1,
    });
    // The first event is what an index counts its times from.
    planned.unshift({ tid: 1, startNs: 0, durationNs: 10, name: 'first' });
    // Long stretches of tiny slices, so that the tree has several levels to descend.
    for (let i = 0; i < 3000; i++)
      planned.push({ tid: 3, startNs: 5_000_000 + i * 13, durationNs: i % 12, name: 'tiny' });
    // Each node of the tree is one slice of nearly its whole width and seven tiny ones.
    for (let i = 0; i < 2000; i++) {
      const startNs = 2_000_000 + Math.floor(i / 8) * 1100 + (i % 8 === 0 ? 0 : 1000 + (i % 8) * 12);
      planned.push({ tid: 4, startNs, durationNs: i % 8 === 0 ? 1000 : 5, name: i % 8 === 0 ? 'wide' : 'tiny' });
    }
    // Tiny slices with a gap here and there: a node of the tree has none, one, or two.
    for (let i = 0, startNs = 3_000_000; i < 4000; i++) {
      planned.push({ tid: 5, startNs, durationNs: 4 + (i % 5), name: 'tiny' });
      startNs += random.chance(0.02) ? random.integer(200, 3000) : 10;
    }
    let indexed: Indexed;
    let own: Map<LaneId, Own[]>;
    /** Of each lane and row: its slices in their order, and the first of them that begins there. */
    let rowsOf: Map<LaneId, Map<number, { readonly slices: Own[]; readonly startingAt: Map<number, number> }>>;
    beforeAll(async () => {
      indexed = await indexText(traceOf(planned));
      if (ways === 'stretches') stretch(indexed);
      const base = BigInt(indexed.index.baseUs) * 1000n;
      const slices = listSlices(indexed).map((slice) => ({
        ...slice,
        from: Number(slice.startNs - base),
        to: Number(slice.endNs - base),
      }));
      own = new Map(
        indexed.summary.lanes.map((lane) => [laneIdOf(0, lane.localId), slices.filter(({ tid }) => tid === lane.tid)]),
      );
      rowsOf = new Map(
        [...own].map(([lane, ofLane]) => [
          lane,
          new Map(
            [...new Set(ofLane.map(({ row }) => row))].map((row) => {
              const inRow = ofLane.filter((slice) => slice.row === row);
              const startingAt = new Map(inRow.map(({ from }, i) => [from, i] as const).reverse());
              return [row, { slices: inRow, startingAt }];
            }),
          ),
        ]),
      );
    });

    test('nothing of a pixel or more is lost or merged, and what is merged adds up', () => {
      const queries = new Random(12);
      expect(own.size).toBe(5);
      for (const [lane, slices] of own)
        for (let round = 0; round < 40; round++) {
          const nsPerPixel = queries.pick([0.01, 0.5, 1, 1.7, 3, 10, 64, 333.3, 600, 900, 1000, 12_345, 1e6, 1e9]);
          // Often exactly where a slice begins or ends.
          const border = queries.pick(slices);
          const anywhere = queries.pick([queries.integer(-1000, 5_100_000), border.from, border.to, border.to - 1]);
          const from = round < 12 ? -1e7 : anywhere;
          const to = round < 12 ? 1e7 : from + queries.pick([1, 100, queries.integer(1, 500_000)]);
          const quads = quadsOf(indexed, lane, from, to, nsPerPixel);
          expectQuads(lane, quads, slices, from, to, nsPerPixel);
        }
    });

    function expectQuads(
      lane: LaneId,
      quads: Quad[],
      slices: Own[],
      from: number,
      to: number,
      nsPerPixel: number,
    ): void {
      const wide = slices.filter((slice) => slice.to - slice.from >= nsPerPixel && slice.to >= from && slice.from < to);
      const single = new Map(quads.filter(({ sliceCount }) => sliceCount === 1).map((quad) => [quad.slice, quad]));
      const wrong = wide.filter((slice) => {
        const quad = single.get(slice.slice);
        return !(
          quad &&
          quad.startNs === slice.from &&
          quad.endNs === slice.to &&
          quad.row === slice.row &&
          quad.busy === 255
        );
      });
      expect(wrong).toEqual([]);

      const unordered = quads.filter((quad, i) => {
        const before = quads[i - 1];
        return before !== undefined && (before.row - quad.row || before.startNs - quad.startNs) > 0;
      });
      expect(unordered).toEqual([]);
      const problems: string[] = [];
      let next: Own | undefined;
      for (const quad of quads) {
        // A quad is a run of neighbours in its row; the next quad of the row begins with the slice behind it.
        const { slices: row = [], startingAt } = rowsOf.get(lane)?.get(quad.row) ?? {};
        const first = startingAt?.get(quad.startNs) ?? -1;
        const covered = row.slice(first, first + quad.sliceCount);
        const longest = covered.reduce((max, slice) => Math.max(max, slice.to - slice.from), 0);
        const busyNs = covered.reduce((sum, slice) => sum + slice.to - slice.from, 0);
        const share = Math.min(255, Math.round((255 * busyNs) / Math.max(1, quad.endNs - quad.startNs)));
        const drawn = covered.find(({ slice }) => slice === quad.slice);
        if (drawn === undefined || drawn.to - drawn.from !== longest) problems.push('not the longest');
        if (first < 0 || covered.at(-1)?.to !== quad.endNs) problems.push('not from a slice’s start to a slice’s end');
        if (next?.row === quad.row && next !== row[first]) problems.push('a slice between two quads is lost');
        if (quad.sliceCount > 1 && quad.busy !== share) problems.push(`busy ${quad.busy}, not ${share}`);
        if (quad.sliceCount > 1) {
          if (longest >= nsPerPixel) problems.push('a slice of a pixel is merged');
          const gapNs = covered.reduce((max, slice, i) => Math.max(max, i > 0 ? slice.from - covered[i - 1].to : 0), 0);
          if (gapNs >= nsPerPixel) problems.push('a gap of a pixel is merged');
          if (quad.endNs - quad.startNs >= WIDEST_RUN_PIXELS * nsPerPixel) problems.push('merged too much');
        }
        next = row[first + quad.sliceCount];
      }
      expect(problems).toEqual([]);

      const touching = slices.filter((slice) => slice.to >= from && slice.from < to);
      const counted = quads.reduce((sum, { sliceCount }) => sum + sliceCount, 0);
      // At the window's borders a node of the tree may bring neighbours from just outside, never fewer.
      expect(counted).toBeGreaterThanOrEqual(touching.length);
      const near = slices.filter(
        (slice) => slice.to >= from - borderPixels * nsPerPixel && slice.from < to + borderPixels * nsPerPixel,
      );
      expect(counted).toBeLessThanOrEqual(near.length);
    }

    test('panning does not change what is merged', () => {
      let compared = 0;
      for (const [lane] of own) {
        const nsPerPixel = 777;
        const all = new Map(
          quadsOf(indexed, lane, -1e7, 1e7, nsPerPixel).map((quad) => [`${quad.row} ${quad.startNs}`, quad]),
        );
        for (let from = 100_000; from < 5_000_000; from += 111_111)
          for (const quad of quadsOf(indexed, lane, from, from + 400_000, nsPerPixel)) {
            // Those at the borders may be cut.
            const borderNs = WIDEST_RUN_PIXELS * nsPerPixel;
            if (quad.startNs < from + borderNs || quad.endNs > from + 400_000 - borderNs) continue;
            expect(all.get(`${quad.row} ${quad.startNs}`)).toEqual(quad);
            compared++;
          }
      }
      expect(compared).toBeGreaterThan(100);
    });

    test('nor does it where few slices are to a pixel, and each is looked at', () => {
      let compared = 0;
      for (const [lane] of own)
        for (const nsPerPixel of [31, 64, 211]) {
          const all = new Map(
            quadsOf(indexed, lane, 2_000_000, 2_400_000, nsPerPixel).map((quad) => [
              `${quad.row} ${quad.startNs}`,
              quad,
            ]),
          );
          const borderNs = WIDEST_RUN_PIXELS * nsPerPixel;
          const widthNs = 4 * borderNs;
          for (let from = 2_000_000 + borderNs; from + widthNs < 2_400_000 - borderNs; from += widthNs / 3)
            for (const quad of quadsOf(indexed, lane, from, from + widthNs, nsPerPixel)) {
              if (quad.startNs < from + borderNs || quad.endNs > from + widthNs - borderNs) continue;
              if (all.get(`${quad.row} ${quad.startNs}`)?.endNs !== quad.endNs) expect(all).toContain(quad);
              compared++;
            }
        }
      expect(compared).toBeGreaterThan(1000);
    });

    test('what looks alike is one quad, however many slices it is', () => {
      const tiny = [...own].find(([, slices]) => slices.some(({ name }) => name === 'tiny'));
      const quads = quadsOf(indexed, tiny?.[0] ?? (0 as LaneId), 5_000_000, 5_039_000, 1000);
      expect(quads.length).toBeLessThanOrEqual(2);
      expect(quads.reduce((sum, { sliceCount }) => sum + sliceCount, 0)).toBe(3000);
    });

    test('some rows of a lane are as they are with all others', () => {
      for (const [lane, slices] of own) {
        const rowCount = slices.reduce((max, { row }) => Math.max(max, row + 1), 0);
        const all = quadsOf(indexed, lane, -1e7, 1e7, 500);
        for (const [first, end] of [
          [0, 1],
          [1, 3],
          [rowCount - 1, rowCount + 5],
          [rowCount, rowCount + 1],
        ]) {
          const { lanes, quads } = ask(indexed, {
            startNs: -1e7,
            endNs: 1e7,
            nsPerPixel: 500,
            lanes: [lane],
            rows: [{ lane, first, end }],
          });
          const expected = all.filter(({ row }) => row >= first && row < end);
          expect(unpackQuads(quads).startNs).toEqual(Float64Array.from(expected, ({ startNs }) => startNs));
          expect(lanes.map(({ laneRow, rowCount: rows }) => [laneRow, rows])).toEqual(
            expected.length === 0 ? [] : [[first, Math.min(end, rowCount) - first]],
          );
        }
      }
    });

    test('names come with the quads that are wide enough, and only with those', () => {
      for (const [lane, slices] of own) {
        const result = ask(indexed, { startNs: -1e7, endNs: 1e7, nsPerPixel: 500, lanes: [lane], labelMinPixels: 40 });
        const sent = new Set(result.names.flatMap(({ names }) => names));
        const needed = new Set(slices.filter(({ from, to }) => to - from >= 20_000).map(({ name }) => name));
        expect(sent).toEqual(needed);
      }
    });

    test('an unknown lane is left out; another rank’s times are moved by its offset', () => {
      const [lane] = [...own.keys()];
      const moved = viewOf(indexed, 2, 1_000_000);
      const [local] = [lane as number];
      const query = { startNs: -1e7, endNs: 1e8, nsPerPixel: 1, dump: 'd' as DumpId, folded: [], labelMinPixels: 1e9 };
      const ranks = new Map([
        [0, indexed.view],
        [2, moved],
      ]);
      const result = queryViewport(ranks, {
        ...query,
        lanes: [lane, 777_777 as LaneId, laneIdOf(2, local), laneIdOf(5, local)],
      });
      expect(result.lanes.map((found) => found.lane)).toEqual([lane, laneIdOf(2, local)]);
      const [first, second] = result.lanes;
      const quads = unpackQuads(result.quads);
      expect(second.quadCount).toBe(first.quadCount);
      for (let i = 0; i < first.quadCount; i++) {
        const at = second.firstQuad + i;
        expect(quads.startNs[at] - quads.startNs[first.firstQuad + i]).toBe(1_000_000);
      }
    });

    test('a folded lane is busy where its busiest row is', () => {
      for (const [lane, slices] of own) {
        const nsPerPixel = 1000;
        const from = 1_000_000;
        const pixels = 500;
        const [folded] = ask(indexed, {
          startNs: from,
          endNs: from + pixels * nsPerPixel,
          nsPerPixel,
          folded: [lane],
        }).folded;
        expect(folded).toMatchObject({ lane, startNs: from, nsPerPixel });
        expect(folded.busy).toHaveLength(pixels);
        const off: string[] = [];
        const inSight = slices.filter(
          (one) => one.to >= from - nsPerPixel && one.from < from + (pixels + 1) * nsPerPixel,
        );
        for (let pixel = 0; pixel < pixels; pixel++) {
          const [a, b] = [from + pixel * nsPerPixel, from + (pixel + 1) * nsPerPixel];
          const rows = new Map<number, number>();
          const touching = inSight.filter((one) => one.to >= a - nsPerPixel && one.from < b + nsPerPixel);
          for (const slice of touching.filter((one) => one.to >= a && one.from < b))
            rows.set(
              slice.row,
              (rows.get(slice.row) ?? 0) +
                Math.max(1 / 255, (Math.min(b, slice.to) - Math.max(a, slice.from)) / nsPerPixel),
            );
          const share = Math.min(1, Math.max(0, ...rows.values()));
          // Merged slices are spread evenly over their quad, which may reach into the next pixel; so compare with a margin.
          const isWholeSlices = touching.every((one) => one.to < a || one.from >= b || one.to - one.from >= nsPerPixel);
          if (isWholeSlices && Math.abs(folded.busy[pixel] - 255 * share) > 3)
            off.push(`${pixel}: ${folded.busy[pixel]} for ${255 * share}`);
          if (folded.busy[pixel] > 0 && touching.length === 0) off.push(`${pixel} is busy with nothing`);
          if (folded.busy[pixel] === 0 && share > 0.02) off.push(`${pixel} is not busy`);
        }
        expect(off).toEqual([]);
      }
    });
  },
);

describe('runs of slices shorter than a pixel', () => {
  /** One lane of slices one after another: stretches of `count` slices that take `stepNs` each, and are so long. */
  async function stretches(...parts: { name: string; count: number; stepNs: number; durationNs: number }[]) {
    const events: string[] = [];
    let ns = 0;
    for (const { name, count, stepNs, durationNs } of parts)
      for (let i = 0; i < count; i++, ns += stepNs)
        events.push(
          `{"ph":"X","pid":1,"tid":1,"name":"${name}","ts":${microseconds(ns)},"dur":${microseconds(durationNs)}}`,
        );
    const indexed = await indexText(`[${events.join(',')}]`);
    const lane = laneIdOf(0, indexed.summary.lanes[0].localId);
    return (nsPerPixel: number) => quadsOf(indexed, lane, -1, ns + 1, nsPerPixel);
  }
  /** Runs end where nodes of the tree do, which are up to 16 pixels wide: half of one is near enough. */
  function expectEnds(quads: readonly Quad[], endsNs: readonly number[], nsPerPixel: number): void {
    expect(quads).toHaveLength(endsNs.length);
    quads.forEach(({ endNs }, i) => {
      expect(Math.abs(endNs - endsNs[i]), `${endNs} for ${endsNs[i]}`).toBeLessThanOrEqual(8 * nsPerPixel);
    });
  }

  test('go on across gaps below a pixel, and begin anew every 64 pixels, so that panning does not change them', async () => {
    const quads = await stretches({ name: 'op', count: 25_600, stepNs: 10, durationNs: 9 });
    expectEnds(quads(1000), [64_000, 128_000, 192_000, 256_000], 1000);
    // From far enough all of it is less than a pixel.
    expect(quads(1e6)).toMatchObject([{ startNs: 0, endNs: 255_999, sliceCount: 25_600 }]);
  });

  test('break where the hue class changes, and not where only the name does', async () => {
    const part = { count: 2000, stepNs: 10, durationNs: 9 };
    const quads = await stretches({ name: 'op', ...part }, { name: 'other', ...part }, { name: 'memcpy', ...part });
    expectEnds(quads(1000), [40_000, 60_000], 1000);
  });

  test('break where they become visibly denser or sparser', async () => {
    const part = { name: 'op', stepNs: 10 };
    const quads = await stretches(
      { ...part, count: 1600, durationNs: 9 },
      { ...part, count: 1600, durationNs: 6 },
      { ...part, count: 1600, durationNs: 5 },
      // As sparse as these look all sparser ones.
      { ...part, count: 800, durationNs: 4 },
      { ...part, count: 800, durationNs: 1 },
    );
    expectEnds(quads(1000), [16_000, 48_000, 64_000], 1000);
  });

  test('break at a gap of a pixel, wherever it is in the tree', async () => {
    const part = { name: 'op', stepNs: 10, durationNs: 9 };
    for (const count of [1, 7, 8, 63, 64, 65, 511, 512, 1000]) {
      const quads = await stretches(
        { ...part, count },
        { ...part, count: 1, stepNs: 1009 },
        { ...part, count: 5000 - count },
      );
      const gapNs = count * 10 + 9;
      expect(
        quads(1000).map(({ startNs }) => startNs),
        `gap behind ${count} slices`,
      ).toContain(gapNs + 1000);
      expect(quads(1000).map(({ endNs }) => endNs)).toContain(gapNs);
      // A tenth of a pixel is none.
      expect(quads(10_000).map(({ endNs }) => endNs)).not.toContain(gapNs);
    }
  });
});

describe('counters at any zoom', () => {
  test('no peak is lost, and the value between samples is right', async () => {
    const random = new Random(21);
    const samples = Array.from({ length: 3000 }, () => ({
      time: random.integer(0, 1_000_000),
      value: random.integer(-500, 500),
    }));
    const events = samples.map(
      ({ time, value }) => `{"ph":"C","pid":1,"ts":${microseconds(time)},"name":"c","args":{"v":${value}}}`,
    );
    const indexed = await indexText(`[${events.join(',')}]`);
    const lane = laneIdOf(0, indexed.summary.lanes[0].localId);
    const base = indexed.index.baseUs * 1000;
    // Of samples at the same instant the later one in the file holds.
    const sorted = samples.map((sample) => ({ ...sample, time: sample.time - base })).sort((a, b) => a.time - b.time);
    for (let round = 0; round < 80; round++) {
      const nsPerPixel = random.pick([0.3, 1, 7.7, 100, 1234, 50_000, 1e7]);
      const from = random.integer(-100_000, 1_000_000) - base;
      const to = from + random.integer(1, 700_000);
      const [curve] = ask(indexed, { startNs: from, endNs: to, nsPerPixel, lanes: [lane] }).counters;
      const inside = sorted.filter(({ time }) => time >= from && time <= to);
      const before = sorted.filter(({ time }) => time < from).at(-1);
      const expected = before ? [before, ...inside] : inside;
      if (expected.length === 0) {
        expect(curve.startNs).toHaveLength(0);
        continue;
      }
      expect(Math.min(...curve.minValue)).toBeLessThanOrEqual(
        Math.min(...inside.map(({ value }) => value), Number.POSITIVE_INFINITY),
      );
      const lost = inside.filter(({ time, value }) => {
        const step = curve.startNs.findLastIndex((start) => start <= time);
        return !(curve.minValue[step] <= value && value <= curve.maxValue[step]);
      });
      expect(lost).toEqual([]);
      expect(curve.lastValue.at(-1)).toBe(expected.at(-1)?.value);
      expect(curve.startNs.length).toBeLessThanOrEqual(Math.ceil((to - from) / nsPerPixel) + 2);
      const values = new Set(expected.map(({ value }) => value));
      const madeUp = [...curve.minValue, ...curve.maxValue, ...curve.lastValue].filter((value) => !values.has(value));
      expect(madeUp).toEqual([]);
      expect(curve.startNs.every((start, i) => i === 0 || start > curve.startNs[i - 1])).toBe(true);
    }
  });
});
