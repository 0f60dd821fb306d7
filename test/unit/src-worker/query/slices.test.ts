import { beforeAll, describe, expect, test } from 'vitest';
import type { DumpId, LaneId, SliceSource } from '../../../../src-contract';
import { laneIdOf } from '../../../../src-worker/query/rankView';
import { querySearch } from '../../../../src-worker/query/search';
import { queryNeighbour, querySlice } from '../../../../src-worker/query/slice/sliceDetails';
import { placeOfSlice, sliceAtSource, sliceSourceOf } from '../../../../src-worker/query/slice/sliceSource';
import { queryStatistics } from '../../../../src-worker/query/sums/statistics';
import {
  type Indexed,
  indexFiles,
  indexText,
  type ListedSlice,
  listSlices,
  temporaryFile,
  viewOf,
} from '../../../fixtures/indexed';
import { microseconds, planSlices, traceOf } from '../../../fixtures/madeUpLanes';
import { Random } from '../../../fixtures/random';

const dump = 'd' as DumpId;

describe('one slice, against looking at the whole lane', () => {
  const planned = planSlices(new Random(31), {
    laneCount: 3,
    sliceCount: 500,
    spanNs: 50_000,
    maxDurationNs: 30_000,
    zeroShare: 0.1,
  });
  let indexed: Indexed;
  let slices: ListedSlice[];
  beforeAll(async () => {
    indexed = await indexText(traceOf(planned));
    slices = listSlices(indexed);
  });

  const laneOf = (slice: ListedSlice) => slices.filter(({ tid }) => tid === slice.tid);
  const isWithin = (inner: ListedSlice, outer: ListedSlice) =>
    inner.startNs >= outer.startNs && inner.endNs <= outer.endNs;

  test('self time is the duration less the union of what is nested in it', async () => {
    for (const slice of slices) {
      const nested = laneOf(slice).filter((other) => other.row > slice.row && isWithin(other, slice));
      const { selfNs, durationNs } = await querySlice(indexed.view, slice.slice);
      expect(durationNs).toBe(Number(slice.endNs - slice.startNs));
      // ns by ns, which is slow but beyond doubt.
      const isNested = new Uint8Array(durationNs);
      for (const { startNs, endNs } of nested)
        isNested.fill(1, Number(startNs - slice.startNs), Number(endNs - slice.startNs));
      expect(selfNs, `${slice.name} row ${slice.row}`).toBe(durationNs - isNested.reduce((sum, one) => sum + one, 0));
    }
  });

  test('the parent is the nearest slice above that encloses it', async () => {
    for (const slice of slices) {
      const { parent } = await querySlice(indexed.view, slice.slice);
      const above = laneOf(slice).filter((other) => other.row < slice.row && isWithin(slice, other));
      const nearest = above.reduce<ListedSlice | undefined>((a, b) => (a && a.row > b.row ? a : b), undefined);
      expect(parent?.ref.slice).toBe(nearest?.slice);
      expect(queryNeighbour(indexed.view, slice.slice, 'parent')?.ref.slice).toBe(nearest?.slice);
    }
  });

  test('the neighbours are those beside it in its row', () => {
    for (const slice of slices) {
      const row = laneOf(slice)
        .filter((other) => other.row === slice.row)
        .sort((a, b) => Number(a.startNs - b.startNs));
      const at = row.indexOf(slice);
      expect(queryNeighbour(indexed.view, slice.slice, 'previous')?.ref.slice).toBe(row[at - 1]?.slice);
      expect(queryNeighbour(indexed.view, slice.slice, 'next')?.ref.slice).toBe(row[at + 1]?.slice);
    }
  });

  test('the child is the first slice within it, wherever crossing slices have put it', () => {
    for (const slice of slices) {
      const inside = laneOf(slice).filter((other) => other.row > slice.row && isWithin(other, slice));
      const first = inside.reduce<ListedSlice | undefined>(
        (a, b) => (a && (a.startNs < b.startNs || (a.startNs === b.startNs && a.row < b.row)) ? a : b),
        undefined,
      );
      expect(queryNeighbour(indexed.view, slice.slice, 'child')?.ref.slice).toBe(first?.slice);
    }
  });

  test('its place in the file leads back to it', () => {
    for (const slice of slices) {
      expect(sliceAtSource(indexed.view, sliceSourceOf(indexed.view, slice.slice))).toBe(slice.slice);
      expect(placeOfSlice(indexed.index, slice.slice)?.byteOffset).toBe(slice.byteOffset);
    }
    // No event begins at byte 3.
    for (const nothing of ['3', '-1', '']) expect(sliceAtSource(indexed.view, nothing as SliceSource)).toBeUndefined();
  });

  test('search finds every slice whose name has the text, case ignored, by lane and start', () => {
    for (const text of ['n1', 'N1', 'n39', 'nope', '']) {
      const wanted = text === '' ? [] : slices.filter(({ name }) => name.includes(text.toLowerCase()));
      const ranks = new Map([[0, indexed.view]]);
      const all = querySearch(ranks, { dump, text, maxResults: 10_000 });
      expect(all.totalCount).toBe(wanted.length);
      expect(new Set(all.slices.map(({ ref }) => ref.slice as number))).toEqual(
        new Set(wanted.map(({ slice }) => slice)),
      );
      const place = new Map(indexed.index.lanes.map(({ localId }, i) => [laneIdOf(0, localId), i]));
      const order = all.slices.map(({ lane, startNs }) => [place.get(lane) ?? -1, startNs]);
      expect(order, 'by lane, then by start').toEqual([...order].sort((a, b) => a[0] - b[0] || a[1] - b[1]));
      const few = querySearch(ranks, { dump, text, maxResults: 3 });
      expect(few.totalCount).toBe(wanted.length);
      expect(few.slices).toHaveLength(Math.min(3, wanted.length));
      expect(few.slices.map(({ ref }) => ref)).toEqual(all.slices.slice(0, 3).map(({ ref }) => ref));
    }
  });

  test('search goes through all ranks, in their order', () => {
    const ranks = new Map([
      [0, indexed.view],
      [1, viewOf(indexed, 1, 500)],
    ]);
    const one = querySearch(new Map([[0, indexed.view]]), { dump, text: 'n7', maxResults: 1e4 });
    const both = querySearch(ranks, { dump, text: 'n7', maxResults: 1e4 });
    expect(both.totalCount).toBe(2 * one.totalCount);
    expect(both.slices.map(({ ref }) => ref.rank)).toEqual([...one.slices.map(() => 0), ...one.slices.map(() => 1)]);
    expect(both.slices[one.totalCount].startNs).toBe(one.slices[0].startNs + 500);
  });

  test('statistics of a region: what lies in it, clipped, against looking at every slice', () => {
    const random = new Random(32);
    const base = BigInt(indexed.index.baseUs) * 1000n;
    const lanes = indexed.summary.lanes.map(({ localId }) => laneIdOf(0, localId));
    const tidOf = new Map<LaneId, string>(indexed.summary.lanes.map(({ localId, tid }) => [laneIdOf(0, localId), tid]));
    const all = slices.map((slice) => ({
      ...slice,
      from: Number(slice.startNs - base),
      to: Number(slice.endNs - base),
    }));
    for (let round = 0; round < 60; round++) {
      const asked = random.shuffled(lanes).slice(0, random.integer(1, lanes.length));
      const startNs = random.integer(-1000, 50_000);
      const endNs = startNs + random.integer(0, 20_000);
      const result = queryStatistics(new Map([[0, indexed.view]]), {
        dump,
        startNs,
        endNs,
        lanes: asked,
        maxRows: 1000,
      });
      const byName = new Map<string, { clipped: number; self: number; whole: number }[]>();
      const own = all.filter(({ tid }) => asked.some((lane) => tidOf.get(lane) === tid));
      for (const slice of own) {
        const [from, to] = [Math.max(slice.from, startNs), Math.min(slice.to, endNs)];
        // Only touches the border, or not even that.
        if (to < from || (to === from && slice.to > slice.from)) continue;
        const isTaken = new Uint8Array(to - from);
        for (const other of own) {
          const isInside = other.tid === slice.tid && other.row > slice.row && isWithin(other, slice);
          if (isInside) isTaken.fill(1, Math.max(0, other.from - from), Math.max(0, other.to - from));
        }
        const self = to - from - isTaken.reduce((sum, one) => sum + one, 0);
        const same = byName.get(slice.name) ?? [];
        same.push({ clipped: to - from, self, whole: slice.to - slice.from });
        byName.set(slice.name, same);
      }
      const sum = (ns: readonly number[]) => ns.reduce((total, one) => total + one, 0);
      const expected = [...byName].map(([name, own]) => ({
        name,
        count: own.length,
        totalNs: sum(own.map(({ clipped }) => clipped)),
        selfNs: sum(own.map(({ self }) => self)),
        minNs: Math.min(...own.map(({ clipped }) => clipped)),
        maxNs: Math.max(...own.map(({ clipped }) => clipped)),
        wholeNs: sum(own.map(({ whole }) => whole)),
        rankNs: [sum(own.map(({ clipped }) => clipped))],
      }));
      const found = result.rows.map(({ colour: _colour, longest: _longest, ...row }) => row);
      const byNameOrder = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1);
      expect([...found].sort(byNameOrder)).toEqual(expected.sort(byNameOrder));
      expect(found.map(({ totalNs }) => totalNs)).toEqual(found.map(({ totalNs }) => totalNs).sort((a, b) => b - a));
      for (const { longest, maxNs, name } of result.rows) {
        const found = all.find(({ slice }) => slice === longest.slice);
        const clipped = Math.min(found?.to ?? 0, endNs) - Math.max(found?.from ?? 0, startNs);
        expect([found?.name, clipped]).toEqual([name, maxNs]);
      }
      expect(result.sliceCount).toBe(expected.reduce((total, { count }) => total + count, 0));
      expect(result.nameCount).toBe(expected.length);
      expect(result.ranks).toEqual([0]);
      const top = queryStatistics(new Map([[0, indexed.view]]), { dump, startNs, endNs, lanes: asked, maxRows: 2 });
      expect(top.rows).toEqual(result.rows.slice(0, 2));
      expect(top.nameCount).toBe(expected.length);
    }
  });

  test('statistics of nested calls take what is inside from the nearest around it, and tell ranks apart', async () => {
    const nested = await indexText(
      '[{"ph":"X","pid":1,"tid":1,"name":"a","ts":0,"dur":100},{"ph":"X","pid":1,"tid":1,"name":"b","ts":10,"dur":40},' +
        '{"ph":"X","pid":1,"tid":1,"name":"c","ts":20,"dur":10},{"ph":"X","pid":1,"tid":1,"name":"b","ts":60,"dur":20}]',
    );
    const lane = nested.summary.lanes[0]!.localId;
    const other = viewOf(nested, 3);
    const ranks = new Map([
      [0, nested.view],
      [3, other],
    ]);
    const lanes = [laneIdOf(0, lane), laneIdOf(3, lane)];
    const rows = (startNs: number, endNs: number) => {
      const { rows: found } = queryStatistics(ranks, { dump, startNs, endNs, lanes, maxRows: 9 });
      return found.map(({ name, count, selfNs, wholeNs, rankNs }) => [name, count, selfNs, wholeNs, rankNs]);
    };
    expect(rows(0, 100_000)).toEqual([
      ['a', 2, 80_000, 200_000, [100_000, 100_000]],
      ['b', 4, 100_000, 120_000, [60_000, 60_000]],
      ['c', 2, 20_000, 20_000, [10_000, 10_000]],
    ]);
    // From the middle of c to the middle of the second b.
    expect(rows(25_000, 70_000)).toEqual([
      ['a', 2, 20_000, 200_000, [45_000, 45_000]],
      ['b', 4, 60_000, 120_000, [35_000, 35_000]],
      ['c', 2, 10_000, 20_000, [5_000, 5_000]],
    ]);
  });

  test('statistics of counters: each value holds until the next sample', async () => {
    const sample = (ts: number, value: number) =>
      `{"ph":"C","pid":1,"tid":1,"name":"MHz","ts":${ts},"args":{"v":${value}}}`;
    const counted = await indexText(`[${[sample(0, 10), sample(30, 50), sample(40, 20), sample(100, 7)].join()}]`);
    const lanes = [laneIdOf(0, counted.summary.lanes[0]!.localId)];
    const of = (startNs: number, endNs: number) =>
      queryStatistics(new Map([[0, counted.view]]), { dump, startNs, endNs, lanes, maxRows: 9 }).counters;
    expect(of(20_000, 60_000)).toMatchObject([
      { counter: 'MHz', series: 0, min: 10, max: 50, mean: (10 * 10 + 50 * 10 + 20 * 20) / 40 },
    ]);
    expect(of(20_000, 60_000)[0]!.integral).toBeCloseTo(1000e-6, 12);
    expect(of(50_000, 60_000)).toMatchObject([{ min: 20, max: 20, mean: 20 }]);
    expect(of(100_000, 200_000)).toMatchObject([{ min: 7, max: 7, mean: 7, integral: 0 }]);
    expect(of(100_001, 200_000)).toEqual([]);
    expect(of(-50, -1)).toEqual([]);
  });
});

describe('args', () => {
  async function argsOf(args: string): Promise<unknown> {
    const path = temporaryFile('trace.json', `[{"ph":"i","ts":0},\n{"ph":"X","ts":1,"dur":1,"args":${args}}]`);
    const indexed = await indexFiles([path]);
    return (await querySlice(indexed.view, 1)).args;
  }

  test('keep digits, order, doubles and nesting', async () => {
    expect(await argsOf('{"b":1736408883700059821,"a":[1.50,null,{"x":true}],"b":"twice","":""}')).toEqual([
      { key: 'b', value: { kind: 'number', digits: '1736408883700059821' } },
      {
        key: 'a',
        value: {
          kind: 'list',
          items: [
            { kind: 'number', digits: '1.50' },
            { kind: 'literal', text: 'null' },
            { kind: 'object', entries: [{ key: 'x', value: { kind: 'literal', text: 'true' } }] },
          ],
        },
      },
      { key: 'b', value: { kind: 'text', text: 'twice' } },
      { key: '', value: { kind: 'text', text: '' } },
    ]);
  });

  test('text is decoded once, and stays text', async () => {
    expect(await argsOf('{"s":"a\\r\\n\\u00e9 <b>&amp;</b> 控制"}')).toEqual([
      { key: 's', value: { kind: 'text', text: 'a\r\né <b>&amp;</b> 控制' } },
    ]);
  });

  test('of any size', async () => {
    const stack = 'x'.repeat(700_000);
    expect(await argsOf(`{"stack":"${stack}"}`)).toEqual([{ key: 'stack', value: { kind: 'text', text: stack } }]);
  });

  test('that are no object are shown all the same', async () => {
    expect(await argsOf('[1]')).toMatchObject([{ value: { kind: 'list' } }]);
    expect(await argsOf('"text"')).toMatchObject([{ value: { kind: 'text', text: 'text' } }]);
  });

  test('nested more deeply than is shown are shown as text from there on, and it is said', async () => {
    for (const levels of [31, 40, 5000]) {
      const nested = `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
      const path = temporaryFile('trace.json', `[{"ph":"X","ts":1,"dur":1,"args":{"x":${nested},"y":2}}]`);
      const { args, argsNotice } = await querySlice((await indexFiles([path])).view, 0);
      expect(args.map(({ key }) => key)).toEqual(['x', 'y']);
      expect(argsNotice?.code).toBe(levels === 31 ? undefined : 'args-too-deep');
      if (levels === 40) expect(JSON.stringify(args)).toContain('{\\"a\\":{\\"a\\":1}');
    }
  });

  test('of any number: a part of them, and it is said', async () => {
    const many = Array.from({ length: 60_000 }, (_, i) => `"k${i}":${i}`).join(',');
    const path = temporaryFile('trace.json', `[{"ph":"X","ts":1,"dur":1,"args":{${many}}}]`);
    const { args, argsNotice } = await querySlice((await indexFiles([path])).view, 0);
    expect(args.length).toBeGreaterThan(40_000);
    expect(args.length).toBeLessThan(50_001);
    expect(argsNotice?.code).toBe('args-too-long');
  });

  test.each(['plain', 'packed'])('of a %s file that has changed at equal length are not shown', async (kind) => {
    const { utimesSync, writeFileSync } = await import('node:fs');
    const { gzipSync } = await import('node:zlib');
    const written = (text: string) => (kind === 'packed' ? gzipSync(text, { level: 0 }) : text);
    // More than a block of bytes between the first event and the last.
    const filler = `{"ph":"i","ts":1,"args":{"x":"${'x'.repeat(3_000_000)}"}}`;
    const trace = (value: string) =>
      `[{"ph":"X","ts":0,"dur":1,"args":{"a":1}},${filler},{"ph":"X","ts":9,"args":{"a":${value}}}]`;
    const path = temporaryFile('trace.json', written(trace('1')));
    utimesSync(path, 1000, 1000);
    const { view } = await indexFiles([path]);
    const last = view.sliceCount - 1;
    expect((await querySlice(view, last)).argsNotice).toBeUndefined();
    writeFileSync(path, written(trace('2')));
    // Told by the bytes alone.
    utimesSync(path, 1000, 1000);
    expect(await querySlice(view, last)).toMatchObject({ args: [], argsNotice: { code: 'file-changed', path } });
    // Elsewhere in the file they are the same, and told so by the time it was written.
    expect((await querySlice(view, 0)).argsNotice).toBeUndefined();
    utimesSync(path, 1, 1);
    expect(await querySlice(view, 0)).toMatchObject({
      args: [{ key: 'a', value: { digits: '1' } }],
      argsNotice: { code: 'file-changed-elsewhere', path },
    });
  });

  test('of a file that has changed since are not shown, and it is said', async () => {
    const { truncateSync, rmSync } = await import('node:fs');
    const path = temporaryFile('trace.json', '[{"ph":"i","ts":0},\n{"ph":"X","ts":1,"dur":1,"args":{"a":1}}]');
    const indexed = await indexFiles([path]);
    truncateSync(path, 10);
    const shortened = await querySlice(indexed.view, 1);
    expect(shortened).toMatchObject({ args: [], argsNotice: { code: 'file-changed', path } });
    rmSync(path);
    expect(await querySlice(indexed.view, 1)).toMatchObject({
      args: [],
      argsNotice: { code: 'file-unreadable', path },
    });
  });
});

test('slices with thousands nested in them: their self time is summed up by the tree', async () => {
  const random = new Random(33);
  // Leaves of any length with gaps between them, in parents that hold from none to thousands.
  const leaves: { from: number; to: number }[] = [];
  for (let ns = 0; ns < 200_000; ) {
    const from = ns + random.integer(0, 20);
    ns = from + random.integer(1, 30);
    leaves.push({ from, to: ns });
  }
  const parents: { from: number; to: number }[] = [];
  for (let first = 0; first < leaves.length; ) {
    const end = Math.min(leaves.length, first + random.pick([1, 7, 8, 9, 64, 65, 700, 3000]));
    parents.push({ from: leaves[first].from, to: leaves[end - 1].to + random.integer(0, 1) });
    first = end;
  }
  const events = [...parents, ...leaves].map(
    ({ from, to }) =>
      `{"ph":"X","pid":1,"tid":1,"name":"n","ts":${microseconds(from)},"dur":${microseconds(to - from)}}`,
  );
  const indexed = await indexText(`[${events.join(',')}]`);
  const base = BigInt(indexed.index.baseUs) * 1000n;
  const outer = listSlices(indexed).filter(({ row }) => row === 0);
  expect(outer.length).toBeGreaterThan(10);
  for (const { slice, startNs, endNs } of outer) {
    const [from, to] = [Number(startNs - base), Number(endNs - base)];
    const inside = leaves
      .map((leaf) => ({ from: leaf.from - Number(base), to: leaf.to - Number(base) }))
      .filter((leaf) => leaf.from >= from && leaf.to <= to && !(leaf.from === from && leaf.to === to));
    const nestedNs = inside.reduce((sum, leaf) => sum + leaf.to - leaf.from, 0);
    const { selfNs } = await querySlice(indexed.view, slice);
    const isOwn = leaves.some((leaf) => leaf.from === from && leaf.to === to);
    expect(selfNs).toBe(isOwn && inside.length === 0 ? 0 : to - from - nestedNs);
  }
});
