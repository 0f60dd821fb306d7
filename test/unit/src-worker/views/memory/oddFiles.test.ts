import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { LiveTotals, RankIndex } from '../../../../../src-contract';
import type { DumpContext } from '../../../../../src-worker/model/dumpContext';
import { trendOf } from '../../../../../src-worker/model/memory/growth';
import { frameworkRecords } from '../../../../../src-worker/model/memory/memoryData';
import { memoryOf } from '../../../../../src-worker/model/memory/rankMemory';
import { memoryWorker } from '../../../../../src-worker/views/memory';
import { cells, openContext, records } from '../../../../fixtures/dumpContext';
import { temporaryFile, temporaryFolder } from '../../../../fixtures/indexed';
import { newDatabase } from '../../../../fixtures/newDatabase';
import { sharedJob } from '../../../../fixtures/sharedJob';

const rank = 0 as RankIndex;
const MB = 2 ** 20;

/** One rank with these files; `{ 'memory_record.csv': ['header', 'row'] }`. */
function rankWith(files: Readonly<Record<string, readonly string[]>>): Promise<DumpContext> {
  const folder = join(temporaryFolder(), 'host_1_ascend_pt');
  mkdirSync(join(folder, 'ASCEND_PROFILER_OUTPUT'), { recursive: true });
  writeFileSync(join(folder, 'profiler_info_0.json'), '{"rank_id": 0}');
  for (const [name, lines] of Object.entries(files))
    writeFileSync(join(folder, 'ASCEND_PROFILER_OUTPUT', name), lines.map((line) => `${line}\r\n`).join(''));
  return openContext(folder);
}

async function factsOf(dump: DumpContext) {
  const [facts] = await memoryWorker.answers['memory.ranks'](dump, { ranks: [rank] });
  return facts;
}

/** `us` as the files write it. */
async function liveAt(dump: DumpContext, component: string, us: bigint): Promise<LiveTotals> {
  return memoryWorker.answers['memory.liveTotals'](dump, {
    rank,
    component,
    atNs: Number(us * 1000n - dump.originNs),
  });
}

const header =
  'Name,Size(KB),Allocation Time(us),Release Time(us),Allocation Total Allocated(MB),Release Total Allocated(MB)';
const recordHeader = 'Component,Timestamp(us),Total Allocated(MB),Total Reserved(MB),Device';

test('KB and MB are powers of two, whichever the file is written in', async () => {
  const dump = await rankWith({
    'memory_record_20240101.csv': [
      'Component,Timestamp(us),Total Allocated(KB),Total Reserved(KB),Device',
      'GE,1700000000000001.5\t,1536.0,2048.0,NPU:0',
    ],
    'npu_module_mem_20240101.csv': [
      'Device_id,Component,Timestamp(us),Total Reserved(KB),Device',
      '0,HCCL,1700000000000001\t,512,NPU:0',
      '0,HCCL,1700000000000002\t,768,NPU:0',
      '0,HCCL,1700000000000003\t,256,NPU:0',
    ],
  });
  const facts = await factsOf(dump);
  expect(facts.components).toMatchObject([
    {
      component: 'GE',
      metrics: [
        { metric: 'allocated', peakBytes: 1.5 * MB },
        { metric: 'reserved', peakBytes: 2 * MB },
        { metric: 'unused', peakBytes: 0.5 * MB },
      ],
    },
  ]);
  const rows = records(await memoryWorker.tables['memory.modules'](dump, { ranks: [rank] }));
  expect(rows).toMatchObject([
    { module: 'HCCL', peakBytes: 768 * 1024, firstBytes: 512 * 1024, lastBytes: 256 * 1024, growthBytes: -256 * 1024 },
  ]);
  expect(dump.originNs + BigInt(dump.toOwnNs(Number(rows[0].peakNs)))).toBe(1_700_000_000_000_002_000n);
});

test('components of the driver are in their own rank’s time, and begin and end by time, whatever order the rows are in', async () => {
  const dump = await rankWith({
    'memory_record.csv': [recordHeader, 'GE,1700000000000001\t,1.5,2,NPU:0'],
    'npu_module_mem.csv': [
      'Component,Timestamp(us),Total Reserved(KB),Device',
      'HCCL,1700000000000003\t,256,NPU:0',
      'HCCL,1700000000000002\t,768,NPU:0',
      'HCCL,1700000000000001\t,512,NPU:0',
    ],
  });
  const { originNs } = dump;
  // The timeline begins 70 us before the tables, and the rank's clock is 8 us ahead: what shows a table puts it right.
  const shifts = [{ offsetNs: 8_000, rate: 0, aroundNs: 0 }];
  dump.setPlace({ names: new Map(), originNs: originNs - 70_000n, shifts, clockRevision: 1, generations: new Map() });
  const [row] = records(await memoryWorker.tables['memory.modules'](dump, { ranks: [rank] }));
  expect(row).toMatchObject({ firstBytes: 512 * 1024, lastBytes: 256 * 1024, peakBytes: 768 * 1024 });
  expect(dump.baseNs + BigInt(row.peakNs)).toBe(1_700_000_000_000_002_000n);
});

test('memory of CANN’s own ops is its graph engine’s, as msprof’s database says, and not the framework’s', async () => {
  const path = join(temporaryFolder(), 'msprof_0.db');
  const database = newDatabase(path);
  for (const statement of [
    'CREATE TABLE STRING_IDS (id INTEGER PRIMARY KEY, value TEXT)',
    "INSERT INTO STRING_IDS VALUES (1, 'Conv2D1'), (2, 'allocate'), (3, 'release'), (4, 'GE')",
    'CREATE TABLE NPU_OP_MEM (operatorName INTEGER, addr INTEGER, type INTEGER, size INTEGER, timestampNs INTEGER, globalTid INTEGER, totalAllocate NUMERIC, totalReserve NUMERIC, component INTEGER, deviceId INTEGER)',
    'INSERT INTO NPU_OP_MEM VALUES (1, 64, 2, 512, 1700000000000001000, 1, 512, 2048, 4, 0)',
    'INSERT INTO NPU_OP_MEM VALUES (1, 64, 3, 512, 1700000000000003000, 1, 0, 2048, 4, 0)',
    // Of a row that says nothing.
    'INSERT INTO NPU_OP_MEM VALUES (1, 128, 2, 1024, 1700000000000004000, 1, 1024, 2048, NULL, 0)',
  ])
    database.exec(statement);
  database.close();
  const dump = await openContext(path);
  const table = await memoryWorker.tables['memory.allocations'](dump, { ranks: [rank] });
  expect(cells(table, 'component')).toEqual(['GE', 'GE']);
  const facts = await factsOf(dump);
  expect(facts.components).toMatchObject([{ id: 'GE', metrics: [{ metric: 'allocated', peakBytes: 1024 }, {}, {}] }]);
});

test('allocated before the recording, never released, alive to the ns before its release', async () => {
  const dump = await rankWith({
    'operator_memory.csv': [
      header,
      'aten::old,-1024,,1700000000000010.000\t,,3',
      'aten::kept,2048,1700000000000005.000\t,,5,',
      'aten::short,512,1700000000000006.000\t,1700000000000007.000\t,5.5,5',
    ],
  });
  const facts = await factsOf(dump);
  expect(facts.allocations).toEqual({
    count: 3,
    bytes: 3.5 * MB,
    neverFreedCount: 1,
    neverFreedBytes: 2 * MB,
    earlierCount: 1,
  });
  // Without records the curve comes from the totals beside the allocations.
  expect(facts.components).toMatchObject([{ id: 'PTA', from: 'allocations' }]);
  const at = async (us: bigint) => {
    const { liveBytes, liveCount, unrecordedBytes } = await liveAt(dump, 'PTA', us);
    return [liveBytes / MB, liveCount, unrecordedBytes === undefined ? undefined : unrecordedBytes / MB];
  };
  expect(await at(1_700_000_000_000_004n)).toEqual([1, 1, undefined]);
  expect(await at(1_700_000_000_000_005n)).toEqual([3, 2, 2]);
  expect(await at(1_700_000_000_000_006n)).toEqual([3.5, 3, 2]);
  expect(await at(1_700_000_000_000_007n)).toEqual([3, 2, 2]);
  expect(await at(1_700_000_000_000_010n)).toEqual([2, 1, 1]);
});

test('what changed in a stretch: allocated or released in it', async () => {
  const dump = await rankWith({
    'operator_memory.csv': [
      header,
      'before,1,1700000000000001\t,1700000000000002\t,1,1',
      'released,1,1700000000000001\t,1700000000000005\t,1,1',
      'within,1,1700000000000005\t,1700000000000006\t,1,1',
      'allocated,1,1700000000000006\t,1700000000000020\t,1,1',
      'around,1,1700000000000001\t,1700000000000020\t,1,1',
      'never,1,1700000000000007\t,,1,',
    ],
  });
  const ns = (us: bigint) => Number(us * 1000n - dump.originNs);
  const table = await memoryWorker.tables['memory.allocations'](dump, {
    ranks: [rank],
    changedIn: { startNs: ns(1_700_000_000_000_005n), endNs: ns(1_700_000_000_000_007n) },
  });
  expect(records(table).map(({ name }) => name)).toEqual(['released', 'within', 'allocated', 'never']);
});

test('the allocator is the one with a record at the instant, else the name tells', async () => {
  const dump = await rankWith({
    'memory_record.csv': [
      recordHeader,
      'PTA,1700000000000001\t,10,20,NPU:0',
      'WORKSPACE,1700000000000002\t,7,20,NPU:0',
      'PTA+GE,1700000000000002\t,7,20,NPU:0',
    ],
    'operator_memory.csv': [
      header,
      'aten::add,1,1700000000000001\t,,10,',
      'aten::matmul,1,1700000000000002\t,,7,',
      'cann::Conv,1,1700000000000003\t,,3,',
      'aten::other,1,1700000000000004\t,,3,',
    ],
  });
  const rows = records(await memoryWorker.tables['memory.allocations'](dump, { ranks: [rank] }));
  expect(rows.map(({ component }) => component)).toEqual(['PTA', 'WORKSPACE', 'GE', 'PTA']);
});

test('two devices in one file are two of each component', async () => {
  const dump = await rankWith({
    'memory_record.csv': [
      recordHeader,
      'PTA,1700000000000001\t,10,20,NPU:0',
      'PTA,1700000000000001\t,30,40,NPU:1',
      'PTA+GE,1700000000000001\t,30,40,NPU:1',
    ],
    'operator_memory.csv': [`${header},Device Type`, 'aten::add,1024,1700000000000001\t,,30,,NPU:1'],
  });
  const { components } = await factsOf(dump);
  expect(components.map(({ id }) => id)).toEqual(['PTA (NPU:0)', 'PTA (NPU:1)', 'PTA+GE (NPU:1)']);
  expect(await liveAt(dump, 'PTA (NPU:0)', 1_700_000_000_000_001n)).toMatchObject({ liveCount: 0 });
  expect(await liveAt(dump, 'PTA+GE (NPU:1)', 1_700_000_000_000_001n)).toMatchObject({ liveCount: 1, liveBytes: MB });
});

test('a graph engine that takes a block off its total one record late', async () => {
  const dump = await rankWith({
    'memory_record.csv': [
      recordHeader,
      'GE,1700000000000001\t,1,8,NPU:0',
      'GE,1700000000000002\t,3,8,NPU:0',
      'GE,1700000000000003\t,3,8,NPU:0',
      'GE,1700000000000004\t,2,8,NPU:0',
    ],
    'operator_memory.csv': [
      header,
      'cann::a,1024,1700000000000001\t,1700000000000003\t,1,3',
      'cann::b,2048,1700000000000002\t,1700000000000004\t,3,2',
    ],
  });
  for (const us of [1n, 2n, 3n, 4n]) {
    const { unrecordedBytes } = await liveAt(dump, 'GE', 1_700_000_000_000_000n + us);
    expect(unrecordedBytes).toBe(0);
  }
});

test('a memory record that is cut off keeps the rows before, and says so', async () => {
  const dump = await rankWith({ 'memory_record.csv': [recordHeader, 'PTA,1700000000000001\t,10,20,NPU:0'] });
  const [path] = dump.paths(dump.ranks[0], 'memory-record');
  writeFileSync(path, `${recordHeader}\nPTA,1700000000000001\t,10,20,NPU:0\nPTA,17000000`);
  const facts = await factsOf(dump);
  expect(facts.components[0].metrics[0]).toMatchObject({ sampleCount: 1, peakBytes: 10 * MB });
  expect(facts.notices.map(({ code }) => code)).toEqual(['table-truncated']);
});

interface Event {
  readonly us: number;
  readonly bytes: number;
  readonly address: string;
  readonly total: number;
  readonly type?: number;
}

function memoryTrace(events: readonly Event[]): string {
  const memory = events.map(
    ({ us, bytes, address, total, type = 1 }, i) =>
      `{"ph":"i","cat":"cpu_instant_event","s":"t","name":"[memory]","pid":1,"tid":1,"ts":${us},"args":{"Ev Idx":${i},"Device Type":${type},"Device Id":${type === 0 ? -1 : 0},"Addr":${address},"Bytes":${bytes},"Total Allocated":${total},"Total Reserved":1000}}`,
  );
  const op = '{"ph":"X","cat":"cpu_op","name":"aten::<b>add</b>","pid":1,"tid":1,"ts":9,"dur":3,"args":{}}';
  // The trace is not in the order of time.
  return temporaryFile('trace.json', `{"traceEvents":[${[op, ...memory.reverse()].join()}]}`);
}

test('events of a trace: pairs by address and device, in the order of the profiler', async () => {
  const dump = await openContext(
    memoryTrace([
      // Its allocation was before the recording; 20 digits are no number a float64 could hold.
      { us: 5, bytes: -64, address: '18446744073709551615', total: 100 },
      { us: 10, bytes: 10, address: '7', total: 110 },
      // The same address on another device is another block.
      { us: 10, bytes: 3, address: '7', total: 3, type: 0 },
      // In the same µs released and given out again.
      { us: 10, bytes: -10, address: '7', total: 100 },
      { us: 10, bytes: 20, address: '7', total: 120 },
      // Given out again although no release was seen: the one before ended somewhere until here.
      { us: 20, bytes: 30, address: '7', total: 130 },
    ]),
  );
  const facts = await factsOf(dump);
  expect(facts.components.map(({ id, metrics }) => [id, metrics[0].peakBytes])).toEqual([
    ['CUDA 0', 130],
    ['CPU', 3],
  ]);
  expect(facts.allocations).toEqual({ count: 5, bytes: 127, neverFreedCount: 2, neverFreedBytes: 33, earlierCount: 1 });
  const rows = records(await memoryWorker.tables['memory.allocations'](dump, { ranks: [rank] }));
  expect(rows.map(({ name, sizeBytes, component, address }) => [name, sizeBytes, component, address])).toEqual([
    ['', 64, 'CUDA 0', '18446744073709551615'],
    ['aten::<b>add</b>', 10, 'CUDA 0', '7'],
    ['aten::<b>add</b>', 3, 'CPU', '7'],
    ['aten::<b>add</b>', 20, 'CUDA 0', '7'],
    ['', 30, 'CUDA 0', '7'],
  ]);
});

const steps = (...ends: readonly number[]) => ends.map((end) => ({ endBytes: end * MB, peakBytes: 2000 * MB }));

test.each([
  ['steady growth', steps(1000, 1010, 1020, 1030, 1040), true],
  ['too little to matter', steps(1000, 1001, 1002, 1003, 1004), false],
  ['up and down', steps(1000, 1040, 990, 1060, 1000), false],
  ['one jump', steps(1000, 1000, 1000, 1200, 1200), false],
  ['shrinking', steps(1040, 1030, 1020, 1010, 1000), false],
  ['flat', steps(1000, 1000, 1000, 1000), false],
  ['three steps are too few for a verdict', steps(1000, 1100, 1200), false],
] as const)('a leak is suspected only where memory grows step by step: %s', (_, own, isLeakSuspected) => {
  expect(trendOf(own)?.isLeakSuspected).toBe(isLeakSuspected);
});

test('the trend is a least-squares line', () => {
  expect(trendOf(steps(1000, 1010, 1020, 1030))).toMatchObject({ bytesPerStep: 10 * MB, risingSteps: 3 });
  expect(trendOf(steps(1000, 1010, 1020, 1030))?.fit).toBeCloseTo(1, 12);
  expect(trendOf(steps(1, 2))).toBeUndefined();
  // Slope of (0, 0), (1, 3), (2, 0): 0.
  expect(trendOf(steps(0, 3, 0))?.bytesPerStep).toBe(0);
});

test('an empty file of records takes nothing else with it; where all are empty, the file is named', async () => {
  const dump = await rankWith({
    'memory_record.csv': [],
    'static_op_mem.csv': [],
    'operator_memory.csv': [header, 'aten::add,1024,1700000000000001\t,,5,'],
  });
  const facts = await factsOf(dump);
  expect(facts.notices.map(({ code, path }) => [code, path?.split('/').at(-1)])).toEqual([
    ['empty-file', 'memory_record.csv'],
    ['empty-file', 'static_op_mem.csv'],
  ]);
  expect(facts.components).toMatchObject([{ id: 'PTA', from: 'allocations' }]);
  const empty = await rankWith({ 'memory_record.csv': [], 'operator_memory.csv': [] });
  await expect(factsOf(empty)).rejects.toThrow(/memory_record\.csv/);
});

test('a planted leak: the rank, its rate and the op are found, and no leak on the other rank', async () => {
  const { folder } = await sharedJob({
    ranks: 2,
    steps: 6,
    eventsPerRank: 6_000,
    seed: 1,
    faults: [{ kind: 'leak', rank: 1, mibPerStep: 96 }],
  });
  const dump = await openContext(folder);
  const ranks = [0, 1] as RankIndex[];
  const growths = await memoryWorker.answers['memory.growth'](dump, { ranks, component: 'PTA+GE' });
  expect(growths.map(({ trend }) => trend?.isLeakSuspected)).toEqual([false, true]);
  // Temporaries that are still held at the end of a step, some 25 MB, are not the same in every one.
  expect(Math.abs((growths[1].trend?.bytesPerStep ?? 0) / (96 * MB) - 1)).toBeLessThan(0.05);
  const { neverFreed } = await memoryWorker.answers['memory.steps'](dump, { rank: ranks[1], component: 'PTA+GE' });
  expect(neverFreed[0]).toMatchObject({ count: 5, bytes: 5 * 96 * MB });
});

test('of MindSpore the framework’s allocator is called so, and allocations of no record are its', async () => {
  const dump = await rankWith({
    'memory_record.csv': [
      recordHeader,
      'MindSpore,1700000000000001.5\t,1536.0,2048.0,NPU:0',
      'MindSpore+GE,1700000000000001.5\t,1536.0,2048.0,NPU:0',
    ],
    'operator_memory.csv': [header, 'Default/Mul-op1,1024,1700000000000002.5\t,1700000000000003.5\t,1.0,0.0'],
  });
  const { allocations } = await factsOf(dump);
  expect(allocations.count).toBe(1);
  const data = await memoryOf(dump, dump.ranks[0]);
  expect(data?.allocations.component.texts).toEqual(['MindSpore']);
  expect(data && frameworkRecords(data)?.id).toBe('MindSpore');
});
