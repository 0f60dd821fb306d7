import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { DumpId, Engine, LaneId, RankIndex, RankState, TraceStretch } from '../../../../src-contract';
import { parseCommand } from '../../../../src-main/cli/arguments';
import { tableSource } from '../../../../src-main/cli/export/exportTable';
import { checkOutside, fileOutput } from '../../../../src-main/cli/export/outputFile';
import { helpText } from '../../../../src-main/cli/help';
import { UsageError } from '../../../../src-main/cli/usageError';
import { chosenGroups, exportTrace } from '../../../../src-report/trace/traceFile';
import { querySlice } from '../../../../src-worker/query/slice/sliceDetails';
import { selectTrace, tracePage } from '../../../../src-worker/query/tracePage';
import { jobWorker } from '../../../../src-worker/views/job';
import { openContext } from '../../../fixtures/dumpContext';
import { rankState } from '../../../fixtures/dumpState';
import { describeDumps, dumpPath } from '../../../fixtures/dumps';
import { expectEqual } from '../../../fixtures/expectEqual';
import { type Indexed, indexFiles, listSlices, temporaryFile, temporaryFolder } from '../../../fixtures/indexed';
import { timelineContent } from '../../../fixtures/timelineContent';

interface TraceWish {
  readonly startNs: number | undefined;
  readonly endNs: number | undefined;
  readonly lanes: string | undefined;
}

const everything: TraceWish = { startNs: undefined, endNs: undefined, lanes: undefined };

/** The rank as the window knows it. */
function stateOf({ summary }: Indexed): RankState {
  const groups = summary.groups.map(({ localId, kind, name, pid, labels }) => ({
    id: localId as LaneId,
    kind,
    name,
    pid,
    labels,
    lanes: summary.lanes
      .filter(({ groupLocalId }) => groupLocalId === localId)
      .map(({ localId: own, content, ...lane }) => ({ ...lane, ...content, id: own as LaneId })),
  }));
  return rankState(0, { groups: groups as unknown as RankState['groups'] });
}

/** Written, and opened again; in pages of few events, which must not show. */
async function again(one: Indexed, wish: TraceWish = everything, count = 7) {
  const ask = async (_dump: DumpId, _name: string, asked: TraceStretch) => ({
    ...(await tracePage(one.view, selectTrace(one.view, asked), { ...asked, count: Math.min(count, asked.count) })),
    around: {},
  });
  const texts: string[] = [];
  const counts = await exportTrace({
    engine: { ask } as unknown as Engine,
    dump: 'dump' as DumpId,
    rank: stateOf(one),
    wish: { startNs: wish.startNs, endNs: wish.endNs, groups: chosenGroups(stateOf(one), wish.lanes) },
    write: (text) => texts.push(text),
    progress: () => {},
  });
  const text = texts.join('');
  return { counts, text, reopened: await indexFiles([temporaryFile('trace.json', text)]) };
}

const BASE = '1736412473123456';
const drawn = `[
{"ph":"M","name":"process_name","pid":7,"args":{"name":"CANN"}},
{"ph":"M","name":"thread_name","pid":7,"tid":9007199254740995,"args":{"name":"main </script>"}},
{"ph":"X","name":"outer \\"é\\"","cat":"cpu_op","pid":7,"tid":9007199254740995,"ts":${BASE}.001,"dur":100.5,"args":{"id":18446744073709551615,"deep":{"a":[1,null,"x"]}}},
{"ph":"X","name":"inner","pid":7,"tid":9007199254740995,"ts":${BASE}.501,"dur":10},
{"ph":"B","name":"pair","pid":"py","tid":"main","ts":${BASE}.000,"args":{"from":"B"}},
{"ph":"E","pid":"py","tid":"main","ts":${BASE}.777,"args":{"to":"E"}},
{"ph":"i","name":"now","pid":7,"tid":3,"ts":${BASE}.25,"s":"t"},
{"ph":"X","name":"kernel","pid":7,"tid":3,"ts":${BASE}.9,"dur":0.007},
{"ph":"X","name":"late","pid":7,"tid":3,"ts":1736412474000000.003,"dur":1},
{"ph":"s","id":5,"name":"HostToDevice","cat":"HostToDevice","pid":7,"tid":9007199254740995,"ts":${BASE}.6},
{"ph":"f","bp":"e","id":5,"name":"HostToDevice","cat":"HostToDevice","pid":7,"tid":3,"ts":${BASE}.9},
{"ph":"s","id":6,"name":"HostToDevice","cat":"HostToDevice","pid":7,"tid":9007199254740995,"ts":${BASE}.7},
{"ph":"f","bp":"e","id":6,"name":"HostToDevice","cat":"HostToDevice","pid":7,"tid":3,"ts":1736412474000000.003},
{"ph":"C","name":"Freq","pid":7,"ts":${BASE}.1,"args":{"MHz":1800}},
{"ph":"C","name":"Freq","pid":7,"ts":${BASE}.8,"args":{"MHz":900.5}}
]`;

test('what is written opens with the same slices to the ns, arrows, counters and args', async () => {
  const first = await indexFiles([temporaryFile('drawn.json', drawn)]);
  const { counts, text, reopened } = await again(first);
  expect(counts).toEqual({ slices: 6, arrows: 2 });
  expect(timelineContent(reopened)).toEqual(timelineContent(first));
  expect(() => JSON.parse(text)).not.toThrow();
  expect(await argsOf(reopened)).toEqual(await argsOf(first));
  expect((await argsOf(reopened)).join()).toContain('18446744073709551615');
});

test('a stretch has what touches it, whole, and the arrows of which both ends do', async () => {
  const first = await indexFiles([temporaryFile('drawn.json', drawn)]);
  // From the origin of the index, which is a whole µs.
  const from = Number(BigInt(BASE) * 1000n + 800n - BigInt(first.index.baseUs) * 1000n);
  const { counts, reopened } = await again(first, { ...everything, startNs: from, endNs: from + 200 });
  expect(counts).toEqual({ slices: 3, arrows: 1 });
  expect([...timelineContent(reopened).lanes.values()].flat()).toEqual([
    `${BASE}001 outer "é" +100500`,
    `${BASE}501 inner +10000`,
    `${BASE}900 kernel +7`,
  ]);
  const lanes = await again(first, { ...everything, lanes: 'MAIN <' });
  expect(lanes.counts).toEqual({ slices: 2, arrows: 0 });
  expect((await again(first, { ...everything, lanes: 'none of them' })).counts.slices).toBe(0);
});

test('what a trace says around its events is kept: what its times count from, the job, the devices', async () => {
  const around = {
    baseTimeNanoseconds: 1_727_000_000_000_000_000,
    distributedInfo: { backend: 'nccl', rank: 3, world_size: 8, pg_config: [{ pg_name: '0', ranks: [0, 3] }] },
    deviceProperties: [{ id: 0, name: 'NVIDIA H100', totalGlobalMem: 85_899_345_920 }],
  };
  const text = JSON.stringify({
    ...around,
    traceEvents: [{ ph: 'X', name: 'a', pid: 1, tid: 1, ts: 4717.123, dur: 2 }],
  });
  const path = temporaryFile('rank3.json', text.replace('1727000000000000000', '1727000000000000789'));
  const [dump, one] = [await openContext(path), await indexFiles([path])];
  const texts: string[] = [];
  await exportTrace({
    engine: {
      ask: (_: DumpId, _name: string, asked: TraceStretch) => jobWorker.answers['job.trace'](dump, asked),
    } as unknown as Engine,
    dump: 'dump' as DumpId,
    rank: { ...stateOf(one), rank: 3 },
    wish: { startNs: undefined, endNs: undefined, groups: chosenGroups(stateOf(one), undefined) },
    write: (part) => texts.push(part),
    progress: () => {},
  });
  const written = texts.join('');
  expect(written).toContain('"baseTimeNanoseconds":1727000000000000789,');
  const { traceEvents, distributedInfo, deviceProperties } = JSON.parse(written);
  expect(traceEvents[0]).toMatchObject({ name: 'a', ts: 4717.123, dur: 2 });
  expect({ distributedInfo, deviceProperties }).toEqual({
    distributedInfo: around.distributedInfo,
    deviceProperties: around.deviceProperties,
  });
});

async function argsOf(one: Indexed): Promise<readonly string[]> {
  const all = listSlices(one).filter(({ isComputed }) => !isComputed);
  const details = await Promise.all(all.map(({ slice }) => querySlice(one.view, slice)));
  return details.map(({ name, args }) => `${name} ${JSON.stringify(args)}`).sort();
}

describeDumps('a real trace', () => {
  test('all of it opens again as it was', async () => {
    const path = dumpPath('ascend/text_level1_2ranks/rank0_ascend_pt/ASCEND_PROFILER_OUTPUT/trace_view.json');
    const first = await indexFiles([path]);
    const { counts, reopened } = await again(first, everything, 3000);
    const [before, after] = [timelineContent(first), timelineContent(reopened)];
    expect(counts.slices).toBeGreaterThan(1000);
    expect([...after.lanes.keys()].sort()).toEqual([...before.lanes.keys()].sort());
    for (const [lane, slices] of before.lanes) expectEqual(after.lanes.get(lane), slices, lane);
    expectEqual(after.arrows, before.arrows);
    for (const [lane, samples] of before.counters) expectEqual(after.counters.get(lane), samples, lane);
    expect(after.counters.size).toBe(before.counters.size);
  });
});

test('what may be written on the command line', () => {
  expect(
    parseCommand(['export', 'a', '--trace', '--out', 'b.json', '--from', '1.5ms', '--to', '2s', '--ranks', '0,3']),
  ).toEqual({
    kind: 'export',
    paths: ['a'],
    what: { kind: 'trace' },
    out: 'b.json',
    format: 'json',
    startNs: 1_500_000,
    endNs: 2_000_000_000,
    ranks: [0, 3],
    lanes: undefined,
    mayBeInsideDump: false,
  });
  for (const wrong of [
    [],
    ['a'],
    ['a', '--trace', '--statistics'],
    ['a', '--table', 'constructor'],
    ['a', '--trace', '--from', '5'],
    ['a', '--trace', '--from', '2s', '--to', '1s'],
    ['a', '--trace', '--ranks', '0;1'],
    ['a', '--trace', '--of', '{}'],
    ['a', '--statistics', '--format', 'xml'],
  ])
    expect(() => parseCommand(['export', ...wrong]), wrong.join(' ')).toThrow(UsageError);
});

test('the help says what of a slice counts that reaches over an end of the stretch', () => {
  const said = helpText('export').replaceAll(/\s+/g, ' ');
  expect(said).toContain('Of a slice that reaches over --from or --to only the part between them counts');
});

test('what a table is told is checked', () => {
  const ranks = [0 as RankIndex];
  expect(tableSource('operator.groups', '{"by":"name"}', ranks)).toMatchObject({ of: { ranks: [0], by: 'name' } });
  expect(() => tableSource('operator.groups', '{"by":"colour"}', ranks)).toThrow('--of: by has to be');
  expect(() => tableSource('operator.groups', '[]', ranks)).toThrow('--of is a JSON object');
  expect(() => tableSource('memory.live', undefined, ranks)).toThrow('memory.live needs --of');
});

test('nothing is written into a dump, not through a link either; half a file is none', () => {
  const folder = temporaryFolder();
  const dump = join(folder, 'dump');
  mkdirSync(dump);
  writeFileSync(join(dump, 'trace.json'), '[]');
  symlinkSync(dump, join(folder, 'link'));
  for (const place of ['dump/new.csv', 'dump', 'dump/sub/new.csv', 'link/new.csv', 'dump/../link/x'])
    expect(() => checkOutside(join(folder, place), [dump]), place).toThrow(/would lie in the dump/);
  expect(() => checkOutside(join(dump, 'trace.json'), [join(dump, 'trace.json')])).toThrow(UsageError);
  for (const place of ['new.csv', 'dump2/new.csv', 'dumping', '..dump'])
    expect(() => checkOutside(join(folder, place), [dump]), place).not.toThrow();
  const file = join(folder, 'made', 'out.csv');
  const abandoned = fileOutput(file);
  abandoned.write('half');
  abandoned.abandon();
  expect([existsSync(file), existsSync(`${file}.part`)]).toEqual([false, false]);
  const whole = fileOutput(file);
  whole.write('whole');
  whole.finish();
  expect([existsSync(file), existsSync(`${file}.part`)]).toEqual([true, false]);
});
