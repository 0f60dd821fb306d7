import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import type {
  RankIndex,
  SameCalls,
  SliceAround,
  SliceIndex,
  SliceRef,
  SliceRun,
  SliceSource,
  SlicesAlike,
  TablePage,
  TableQuery,
} from '../../../../../src-contract';
import type { DumpContext } from '../../../../../src-worker/model/dumpContext';
import { UNWATCHED } from '../../../../../src-worker/model/work';
import { answer, DumpTables } from '../../../../../src-worker/views/dumpTables';
import { openContext } from '../../../../fixtures/dumpContext';
import { describeDumps, dumpPath } from '../../../../fixtures/dumps';

interface Parsed {
  readonly rank: number;
  readonly name: string;
  readonly process: string;
  readonly lane: string;
  readonly startNs: bigint;
  readonly durationNs: number;
}

interface JsonEvent {
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly name: string;
  readonly ts: string;
  readonly dur: number;
  readonly cat?: string;
  readonly id?: number | string;
  readonly args: Record<string, string>;
}

const folder = dumpPath('ascend', 'text_level1_2ranks');

/** The file's slices as JSON.parse has them: a plain loop. */
function parse(rank: number): { slices: Parsed[]; arrows: string[] } {
  const path = `${folder}/rank${rank}_ascend_pt/ASCEND_PROFILER_OUTPUT/trace_view.json`;
  const events = JSON.parse(readFileSync(path, 'utf8')) as JsonEvent[];
  const processes = new Map(events.filter(({ name }) => name === 'process_name').map((e) => [e.pid, e.args.name!]));
  const threads = new Map(
    events.filter(({ name }) => name === 'thread_name').map((e) => [`${e.pid} ${e.tid}`, e.args.name!]),
  );
  const slices = events
    .filter(({ ph }) => ph === 'X')
    .map((e) => ({
      rank,
      name: e.name,
      process: processes.get(e.pid)!,
      lane: threads.get(`${e.pid} ${e.tid}`)!,
      startNs: nsOf(e.ts),
      durationNs: Math.round(e.dur * 1000),
    }));
  return { slices, arrows: events.filter(({ ph }) => ph === 'f').map(({ cat }) => cat!) };
}

function nsOf(us: string): bigint {
  const [whole, part = ''] = us.split('.');
  return BigInt(whole!) * 1000n + BigInt(part.padEnd(3, '0').slice(0, 3));
}

describeDumps('panels below the timeline, against a loop over the parsed files', () => {
  let dump: DumpContext;
  let tables: DumpTables;
  let parsed: Parsed[];
  let arrows: string[];
  const ranks = [0, 1] as RankIndex[];

  beforeAll(async () => {
    dump = await openContext(folder);
    tables = new DumpTables(dump.files, dump.baseNs, dump.views);
    const files = [parse(0), parse(1)];
    parsed = files.flatMap(({ slices }) => slices);
    arrows = files.flatMap((file) => file.arrows);
  });

  const place = () => ({
    names: new Map(),
    originNs: dump.originNs,
    shifts: [],
    clockRevision: 0,
    generations: dump.generations,
  });

  async function page(query: Partial<TableQuery> & Pick<TableQuery, 'source'>): Promise<TablePage> {
    const whole = { dump: 'd', sort: [], filters: [], firstRow: 0, rowCount: 100_000, ...query } as TableQuery;
    const { outcome } = await tables.table(whole, place(), UNWATCHED);
    if (outcome.kind !== 'done') throw new Error(outcome.kind);
    return outcome.value;
  }

  const numbers = (answered: TablePage, key: string) => {
    const cells = answered.cells[key]!;
    if (cells.kind !== 'number') throw new Error(key);
    return [...cells.values];
  };
  const texts = (answered: TablePage, key: string) => {
    const cells = answered.cells[key]!;
    if (cells.kind !== 'text') throw new Error(key);
    return Array.from(cells.values, (code) => cells.texts[code]!);
  };

  test('every slice of the files is an event, with its time and its place', async () => {
    const answered = await page({
      source: { table: 'timeline.events', of: { ranks, kinds: ['python', 'cann', 'hardware', 'communication'] } },
    });
    const [names, lanes, starts, lengths, own] = [
      texts(answered, 'name'),
      texts(answered, 'lane'),
      numbers(answered, 'startNs'),
      numbers(answered, 'durationNs'),
      numbers(answered, 'rankIndex'),
    ];
    const found = names.map(
      (name, row) => `${own[row]} ${lanes[row]} ${name} ${BigInt(starts[row]!) + dump.originNs} ${lengths[row]}`,
    );
    const expected = parsed
      .filter(({ process }) => process !== 'Overlap Analysis')
      .map(({ rank, lane, name, startNs, durationNs }) => `${rank} ${lane} ${name} ${startNs} ${durationNs}`);
    expect(found.length).toBe(expected.length);
    expect(found.sort()).toEqual(expected.sort());
    expect(answered.totals.durationNs).toMatchObject({
      sum: lengths.reduce((sum, ns) => sum + ns, 0),
      valueCount: expected.length,
    });
  });

  test('sorted and filtered pages are those of the whole, a stretch has what touches it, csv has the file’s times', async () => {
    const of = { ranks, kinds: ['hardware'] as const };
    const hardware = parsed.filter(({ process }) => process === 'Ascend Hardware');
    const source = { table: 'timeline.events' as const, of };
    const sorted = [...hardware].sort((a, b) => b.durationNs - a.durationNs);
    const some = await page({
      source,
      sort: [{ column: 'durationNs', isDescending: true }],
      firstRow: 40,
      rowCount: 20,
      columns: ['durationNs'],
    });
    expect([some.matchingRows, some.totalRows]).toEqual([hardware.length, hardware.length]);
    expect(numbers(some, 'durationNs')).toEqual(sorted.slice(40, 60).map(({ durationNs }) => durationNs));
    const adds = await page({ source, filters: [{ kind: 'contains', column: 'name', text: 'matmul' }] });
    const named = hardware.filter(({ name }) => /matmul/i.test(name));
    expect(adds.matchingRows).toBe(named.length);
    expect(adds.totals.durationNs!.sum).toBe(named.reduce((sum, { durationNs }) => sum + durationNs, 0));

    const starts = hardware.map(({ startNs }) => startNs).sort((a, b) => Number(a - b));
    const [fromNs, toNs] = [starts[100]! - 1n, starts[300]! - 1n];
    const inside = hardware.filter(
      ({ startNs, durationNs }) => startNs < toNs && startNs + BigInt(durationNs) > fromNs,
    );
    const stretch = { ...of, startNs: Number(fromNs - dump.originNs), endNs: Number(toNs - dump.originNs) };
    expect((await page({ source: { table: 'timeline.events', of: stretch } })).totalRows).toBe(inside.length);

    const byStart = [...hardware].sort((a, b) => Number(a.startNs - b.startNs));
    const { outcome } = await tables.tableCsv(
      {
        dump: 'd',
        source,
        sort: [{ column: 'startNs', isDescending: false }],
        filters: [],
        firstRow: 0,
        rowCount: 1,
        columns: ['name', 'startNs', 'durationNs'],
      } as unknown as TableQuery,
      place(),
      UNWATCHED,
    );
    const first = byStart[0]!;
    const us = `${first.startNs / 1000n}.${String(first.startNs % 1000n).padStart(3, '0')}`;
    expect(outcome).toEqual({
      kind: 'done',
      value: `Name,Start(us),Duration(us)\r\n${first.name},${us},${first.durationNs / 1000}\r\n`,
    });
  });

  test('a run of slices is the row’s from one to the other, each found again by its source', async () => {
    const run = (from: number, to: number, mostSlices = 100) =>
      answer(dump, 'timeline.run', { from: ref(from), to: ref(to), mostSlices });
    const view = (await dump.timeline(0 as RankIndex))!;
    const ref = (slice: number) => ({ rank: 0, slice, generation: view.generation }) as SliceRef;
    const hardware = await page({
      source: { table: 'timeline.events', of: { ranks: [0 as RankIndex], kinds: ['hardware'] } },
    });
    const [lanes, depths, ids] = [texts(hardware, 'lane'), numbers(hardware, 'depth'), numbers(hardware, 'slice')];
    const row = ids.filter((_, at) => lanes[at] === 'Stream 2' && depths[at] === 0).sort((a, b) => a - b);
    const other = ids.find((_, at) => lanes[at] !== 'Stream 2')!;
    const stream = parsed
      .filter(({ rank, process, lane }) => rank === 0 && process === 'Ascend Hardware' && lane === 'Stream 2')
      .sort((a, b) => Number(a.startNs - b.startNs));
    expect(row.length).toBe(stream.length);
    const found = (await run(row[30]!, row[12]!)) as SliceRun;
    expect([
      found.count,
      found.slices.map(({ name, startNs, durationNs }) => `${name} ${startNs} ${durationNs}`),
    ]).toEqual([19, stream.slice(12, 31).map((own) => `${own.name} ${own.startNs - dump.originNs} ${own.durationNs}`)]);
    expect(await run(row[30]!, row[12]!, 18)).toEqual({ count: 19, slices: [] });
    expect([await run(row[0]!, other), await run(row[0]!, view.sliceCount)]).toEqual([undefined, undefined]);
    const sources = found.slices.map(({ source }) => source);
    const again = { rank: 0 as RankIndex, sources: [...sources, 'event 999999999999' as SliceSource] };
    expect(await answer(dump, 'timeline.bySource', again)).toEqual([...found.slices, undefined]);
  });

  test('arrows: as many of each category as the files end, each with its delay', async () => {
    const all = await page({ source: { table: 'timeline.arrows', of: { ranks } } });
    const counted = (list: readonly string[]) =>
      Object.fromEntries([...new Set(list)].sort().map((own) => [own, list.filter((other) => other === own).length]));
    // Five HostToDevice arrows of rank 0 begin nowhere.
    const found = counted(texts(all, 'category'));
    const ended = counted(arrows);
    expect(found.async_npu).toBe(ended.async_npu);
    expect(found.fwdbwd).toBe(ended.fwdbwd);
    const [from, to, delay] = [numbers(all, 'fromNs'), numbers(all, 'toNs'), numbers(all, 'delayNs')];
    expect(delay).toEqual(to.map((ns, row) => ns - from[row]!));
    const launches = await page({
      source: { table: 'timeline.arrows', of: { ranks, category: 'HostToDevice' } },
      sort: [{ column: 'delayNs', isDescending: false }],
    });
    const delays = numbers(launches, 'delayNs');
    expect(delays).toEqual([...delays].sort((a, b) => a - b));
    expect(numbers(launches, 'waits')).toEqual(delays.map((ns) => (ns >= 0 && ns < 1_000_000 ? 1 : 0)));

    // Of a region: those with an end in its time, and on its lanes.
    const inOrder = [...from].sort((a, b) => a - b);
    const region = { startNs: inOrder[inOrder.length >> 2]!, endNs: inOrder[inOrder.length >> 1]! };
    const view = (await dump.timeline(1))!;
    const laneOf = (slice: number) => view.laneId(view.laneOfRow(view.rowOf(slice)));
    const [ownRank, fromSlice, toSlice] = ['rankIndex', 'fromSlice', 'toSlice'].map((key) => numbers(all, key));
    const lanes = [laneOf(toSlice![ownRank!.lastIndexOf(1)]!)];
    const isIn = (ns: number) => ns >= region.startNs && ns <= region.endNs;
    const inTime = from.filter((ns, row) => isIn(ns) || isIn(to[row]!)).length;
    const onLanes = from.filter(
      (ns, row) =>
        ownRank![row] === 1 &&
        ((isIn(ns) && lanes.includes(laneOf(fromSlice![row]!))) ||
          (isIn(to[row]!) && lanes.includes(laneOf(toSlice![row]!)))),
    ).length;
    expect(onLanes).toBeGreaterThan(0);
    expect(inTime).toBeLessThan(from.length);
    const rowsOf = async (of: object) =>
      (await page({ source: { table: 'timeline.arrows', of: { ranks, ...of } } })).totalRows;
    expect([await rowsOf(region), await rowsOf({ ...region, lanes })]).toEqual([inTime, onLanes]);
  });

  async function refOf(name: string, nth: number, rank = 0): Promise<SliceRef> {
    const view = (await dump.timeline(rank))!;
    const { slices } = view.index;
    const own = Array.from(slices.name.keys())
      .filter((slice) => view.nameText(slices.name[slice]!) === name)
      .sort((a, b) => slices.startNs[a]! - slices.startNs[b]!);
    return { rank: view.rank, slice: own[nth]! as SliceIndex, generation: view.generation };
  }

  test('how a kernel compares with its like', async () => {
    const name = 'aclnnMuls_MulAiCore_Mul';
    const like = parsed
      .filter((own) => own.rank === 0 && own.name === name && own.process === 'Ascend Hardware')
      .sort((a, b) => Number(a.startNs - b.startNs));
    expect(like.length).toBeGreaterThan(10);
    const lengths = like.map(({ durationNs }) => durationNs).sort((a, b) => a - b);
    const middle = lengths.length >> 1;
    for (const nth of [0, 3, like.length - 1]) {
      const alike = (await answer(dump, 'timeline.alike', { slice: await refOf(name, nth) })) as SlicesAlike;
      const own = like[nth]!.durationNs;
      expect(alike).toMatchObject({
        count: like.length,
        shorterCount: lengths.filter((ns) => ns < own).length,
        longerCount: lengths.filter((ns) => ns > own).length,
        totalNs: lengths.reduce((sum, ns) => sum + ns, 0),
        minNs: lengths[0],
        medianNs: lengths.length % 2 === 1 ? lengths[middle] : (lengths[middle - 1]! + lengths[middle]!) / 2,
        maxNs: lengths.at(-1),
      });
      expect(alike.longest.durationNs).toBe(lengths.at(-1));
      expect(alike.shortest.durationNs).toBe(lengths[0]);
    }
  });

  test('the same call on the other rank', async () => {
    const name = 'aclnnMuls_MulAiCore_Mul';
    const calls = (await answer(dump, 'timeline.sameCall', { slice: await refOf(name, 4) })) as SameCalls;
    for (const { rank, count, slice } of calls.ranks) {
      const own = parsed
        .filter((one) => one.rank === rank && one.name === name && one.process === 'Ascend Hardware')
        .sort((a, b) => Number(a.startNs - b.startNs));
      // One step was recorded, and all kernels are in it.
      expect(count).toBe(own.length);
      expect(BigInt(slice!.startNs) + dump.originNs).toBe(own[calls.nth - 1]!.startNs);
    }
    expect([calls.nth, calls.ranks.length]).toEqual([5, 2]);
  });

  test('what is around a call and in it', async () => {
    const thread = 'Thread 3096504';
    const lane = parsed.filter((own) => own.rank === 0 && own.process === 'Python' && own.lane === thread);
    const isIn = (inner: Parsed, outer: Parsed) =>
      inner !== outer &&
      inner.startNs >= outer.startNs &&
      inner.startNs + BigInt(inner.durationNs) <= outer.startNs + BigInt(outer.durationNs);
    const wanted = lane.filter(({ name }) => name === 'aten::linear').sort((a, b) => Number(a.startNs - b.startNs));
    for (const nth of [0, 1, 2]) {
      const around = (await answer(dump, 'timeline.around', {
        slice: await refOf('aten::linear', nth),
      })) as SliceAround;
      const parents = lane
        .filter((own) => isIn(wanted[nth]!, own))
        .sort((a, b) => b.durationNs - a.durationNs || Number(a.startNs - b.startNs));
      expect(around.parents.map((own) => own.name)).toEqual(parents.map((own) => own.name));
      const within = lane.filter((own) => isIn(own, wanted[nth]!));
      const children = within
        .filter((own) => !within.some((other) => isIn(own, other)))
        .sort((a, b) => Number(a.startNs - b.startNs));
      expect(around.children.map((own) => own.name)).toEqual(children.map((own) => own.name));
      expect(around.childCount).toBe(children.length);
    }
  });
});
