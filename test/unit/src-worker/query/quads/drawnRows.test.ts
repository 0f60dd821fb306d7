import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { DumpId, RankIndex as RankNumber, ViewportQuery, ViewportResult } from '../../../../../src-contract';
import { unpackQuads } from '../../../../../src-renderer/timeline/data/quads';
import { NO_SHIFT } from '../../../../../src-worker/base/clockShift';
import type { PartView } from '../../../../../src-worker/query/partView';
import { DrawnRows } from '../../../../../src-worker/query/quads/drawnRows';
import { GatheredRows } from '../../../../../src-worker/query/quads/gatheredRows';
import { viewportOf } from '../../../../../src-worker/query/quads/quadColumns';
import { QuadPacker } from '../../../../../src-worker/query/quads/quadPacker';
import { RankTime } from '../../../../../src-worker/query/rankTime';
import { zoomOf } from '../../../../../src-worker/query/stretches';
import { rowsOfLane, slicesTouching } from '../../../../../src-worker/query/touching';
import { WorkerApi } from '../../../../../src-worker/workerApi';
import { indexText } from '../../../../fixtures/indexed';
import { type PlannedSlice, planSlices, traceOf } from '../../../../fixtures/madeUpLanes';
import { Random } from '../../../../fixtures/random';
import {
  differences,
  drawn,
  firstDifference,
  listedRow,
  madeStretches,
  recordsOf,
  sliceBySlice,
  wasm,
} from '../drawnQuads';

/** Crossing slices, slices of no time, of all hues, long ones; stretches that look alike, with gaps and wide ones in them. */
function plan(): PlannedSlice[] {
  const random = new Random(41);
  const spec = { laneCount: 2, sliceCount: 1500, spanNs: 3_000_000, maxDurationNs: 400_000, zeroShare: 0.1 };
  const planned = planSlices(random, spec);
  planned.unshift({ tid: 1, startNs: 0, durationNs: 10, name: 'first' });
  const names = ['op', 'memcpy', 'hcom_allReduce_', 'MatMul', 'aten::add', 'other'];
  for (let i = 0, startNs = 0, name = names[0]; i < 6000; i++) {
    if (random.chance(0.01)) name = random.pick(names);
    const durationNs = random.chance(0.01) ? random.integer(100, 2000) : random.integer(0, 12);
    planned.push({ tid: 3, startNs, durationNs, name: random.chance(0.1) ? random.pick(names) : name });
    startNs += durationNs + (random.chance(0.01) ? random.integer(50, 3000) : random.integer(0, 8));
  }
  for (let i = 0, startNs = 500; i < 3000; i++, startNs += 13)
    planned.push({ tid: 4, startNs, durationNs: i === 2500 ? 5e9 : i % 12, name: 'tiny' });
  // Clumps of many, and little between them.
  for (let i = 0, startNs = 0; i < 5000; i++, startNs += i % 1000 === 0 ? 1_000_000 : random.integer(4, 9))
    planned.push({ tid: 5, startNs, durationNs: 4, name: i % 700 < 350 ? 'op' : 'memcpy' });
  return planned;
}

/** What is in columns, in short. */
function digests(columns: object): [string, unknown][] {
  return Object.entries(columns).map(([name, column]) => {
    if (!ArrayBuffer.isView(column)) return [name, column];
    const bytes = new Uint8Array(column.buffer, column.byteOffset, column.byteLength);
    return [name, createHash('sha1').update(bytes).digest('hex')];
  });
}

const ZOOMS = [0.3, 1, 4, 7.7, 16, 64, 100, 256, 333.3, 1000, 1024, 4096, 12_345, 65_536, 1e6, 1e9];

describe('rows that are gathered in WebAssembly', () => {
  let part: PartView;
  let eachRow: { readonly lane: number; readonly row: number }[];
  let lastNs: number;
  beforeAll(async () => {
    const { view } = await indexText(traceOf(plan()));
    [part] = view.parts;
    eachRow = part.index.lanes.flatMap((_, lane) => {
      const { first, end } = rowsOfLane(part.index, lane);
      return Array.from({ length: end - first }, (_none, i) => ({ lane, row: first + i }));
    });
    lastNs = part.index.endNs;
  });

  test('slice by slice are to the byte what TypeScript makes of them', () => {
    const random = new Random(42);
    const gathered = new GatheredRows(wasm);
    let compared = 0;
    for (const { lane, row } of eachRow)
      for (const nsPerPixel of ZOOMS) {
        const fromNs = random.pick([-1e7, random.integer(0, lastNs)]);
        const toNs = random.pick([1e10, fromNs + random.integer(1, 400_000)]);
        const { first, end } = slicesTouching(part.index, row, fromNs, toNs);
        expect(gathered.begin(part, lane)).toBe(true);
        const found = listedRow(gathered.ofSlices(part, first, end, nsPerPixel));
        expect(firstDifference(found, sliceBySlice(part, lane, row, fromNs, toNs, nsPerPixel))).toBe('');
        compared++;
      }
    expect(compared).toBeGreaterThan(100);
  });

  test('are packed as others are, by any clock', () => {
    const gathered = new GatheredRows(wasm);
    const shift = { offsetNs: 1234.5, rate: 1.7e-5, aroundNs: 900_000 };
    for (const time of [new RankTime(-5_000, NO_SHIFT), new RankTime(10_000, shift)])
      for (const { lane, row: at } of eachRow)
        for (const nsPerPixel of [100]) {
          const { first, end } = slicesTouching(part.index, at, -1e9, 1e12);
          gathered.begin(part, lane);
          const row = gathered.ofSlices(part, first, end, nsPerPixel);
          if (!row) throw new Error('there was no memory');
          const packers = [new QuadPacker(), new QuadPacker(gathered.space)];
          const labels = [new Set<number>(), new Set<number>()];
          packers.forEach((packer, i) => {
            const place = { ...part.place, time, labels: labels[i] };
            packer.begin(-7000.5, 40 * nsPerPixel);
            packer.beginPart();
            if (i === 0) packer.addRow(row.columns(), part.index.slices.name, place);
            else packer.addGathered(row, part.index.slices.name, place);
          });
          expect(packers[1].packed()).toEqual(packers[0].packed());
          expect(labels[1]).toEqual(labels[0]);
        }
  });

  test('are packed one behind the other, also where there is no room for all at first', () => {
    const gathered = new GatheredRows(wasm);
    const packers = [new QuadPacker(), new QuadPacker(gathered.space)];
    const place = { ...part.place, time: new RankTime(0, NO_SHIFT), labels: new Set<number>() };
    for (const packer of packers) packer.begin(0, 1);
    for (let times = 0; times < 3; times++)
      for (const [i, { lane, row: at }] of eachRow.entries()) {
        if (i % 4 === 0) for (const packer of packers) packer.beginPart();
        const { first, end } = slicesTouching(part.index, at, -1e9, 1e12);
        gathered.begin(part, lane);
        const row = gathered.ofSlices(part, first, end, 0.3);
        if (!row) throw new Error('there was no memory');
        packers[0].addRow(row.columns(), part.index.slices.name, place);
        // Rows that are found elsewhere come in between.
        if (i % 5 === 0) packers[1].addRow(row.columns(), part.index.slices.name, place);
        else packers[1].addGathered(row, part.index.slices.name, place);
      }
    expect(packers[0].count).toBeGreaterThan(30_000);
    const [plain, own] = packers.map((packer) => {
      const room = new SharedArrayBuffer(4 << 20);
      const counts = packer.leaveIn(room);
      return { packed: digests(packer.packed()), left: digests({ room: new Uint8Array(room) }), counts };
    });
    expect(plain.counts).toBeDefined();
    expect(own).toEqual(plain);
  });

  test('a thread makes them step by step, and draws from them from then on', () => {
    const api = new WorkerApi(
      () => {
        throw new Error('nothing is read');
      },
      undefined,
      undefined,
      undefined,
      () => wasm,
    );
    const place = { rank: 0 as RankNumber, label: '', generation: 3, offsetNs: 0, shift: NO_SHIFT };
    api.loadRank('d', { ...place, parts: [part.index] });
    const query: ViewportQuery = {
      dump: 'd' as DumpId,
      startNs: -10_000,
      endNs: 5_000_000,
      nsPerPixel: 1000,
      lanes: part.index.lanes.map((_, lane) => part.laneId(lane)),
      folded: part.index.lanes.map((_, lane) => part.laneId(lane)),
      labelMinPixels: 40,
    };
    // What answers hold is transferred.
    const ask = () => viewportOf(query, structuredClone(api.viewport(query) ?? expect.fail('Nothing has been drawn')));
    const before = ask();
    let answer = api.makeStretches('d', 0);
    while (answer && !answer.stretches) answer = api.makeStretches('d', 0);
    expect(answer?.generation).toBe(3);
    expect(api.makeStretches('d', 1)).toBeUndefined();
    expect(ask()).toEqual(before);
    api.setStretches('d', 0, 2, answer?.stretches ?? []);
    expect(ask()).toEqual(before);
    api.setStretches('d', 0, 3, answer?.stretches ?? []);
    const after = ask();
    expect(after).not.toEqual(before);
    const slicesOf = ({ quads }: ViewportResult) =>
      unpackQuads(quads).sliceCount.reduce((sum, count) => sum + count, 0);
    expect(slicesOf(after)).toBe(slicesOf(before));
    // Folded lanes are as busy, but for where a stretch of some pixels begins.
    before.folded.forEach(({ busy }, i) => {
      const off = busy.reduce((sum, share, pixel) => sum + Math.abs(share - after.folded[i].busy[pixel]), 0);
      expect(
        off /
          Math.max(
            1,
            busy.reduce((sum, share) => sum + share, 0),
          ),
      ).toBeLessThan(0.1);
    });
  });

  test('stretches are, at each zoom that they are made for, what its slices are', () => {
    const stretches = madeStretches(part);
    expect(stretches.rows.length).toBeGreaterThanOrEqual(3);
    expect(stretches.pixelNs.length).toBeGreaterThan(8);
    const gathered = new GatheredRows(wasm);
    stretches.rows.forEach((row, i) => {
      const lane = part.laneOfRow(row);
      for (const pixelNs of stretches.pixelNs.subarray(stretches.firstZoom[i], stretches.firstZoom[i + 1])) {
        expect(gathered.begin(part, lane)).toBe(true);
        const found = listedRow(gathered.ofRecords(recordsOf(stretches, row, pixelNs), pixelNs));
        expect(firstDifference(found, sliceBySlice(part, lane, row, -1e9, 1e12, pixelNs))).toBe('');
      }
    });
  });

  test('at zooms between them what is drawn from stretches looks as slice by slice', () => {
    part.stretches = madeStretches(part);
    const drawnRows = new DrawnRows(wasm);
    const problems: string[] = [];
    let compared = 0;
    for (const row of part.stretches.rows)
      for (const pixelNs of ZOOMS) {
        const zoom = zoomOf({ stretches: part.stretches, at: part.stretches.rows.indexOf(row) }, pixelNs);
        if (!zoom) continue;
        const lane = part.laneOfRow(row);
        const own = drawn(drawnRows, part, row, -1e9, 1e12, pixelNs);
        const wanted = sliceBySlice(part, lane, row, -1e9, 1e12, pixelNs);
        const nearer = sliceBySlice(part, lane, row, -1e9, 1e12, zoom.pixelNs);
        problems.push(
          ...differences(own, wanted, nearer, pixelNs).map((problem) => `${row} at ${pixelNs}: ${problem}`),
        );
        compared++;
      }
    part.stretches = undefined;
    expect(problems.join(', ')).toBe('');
    expect(compared).toBeGreaterThan(10);
  });
});
