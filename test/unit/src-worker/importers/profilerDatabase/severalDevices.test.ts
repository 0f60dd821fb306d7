import { expect, test } from 'vitest';
import { discoverDump } from '../../../../../src-worker/discovery/discover';
import { withDatabase } from '../../../../../src-worker/sqlite/database';
import { readProfilerMemoryRecords } from '../../../../../src-worker/sqlite/profilerMemory';
import { makeTable } from '../../../../../src-worker/views/dumpTables';
import { openContext, records } from '../../../../fixtures/dumpContext';
import { indexFiles, listSlices, temporaryFile } from '../../../../fixtures/indexed';
import { type SqlCell, type TableToWrite, writeDatabase } from '../../../../fuzz/inputs/sqliteWriter';

/**
 * Devices 2 and 3 of a host, each driven by a program of its own, and a third program that drives both:
 *
 *     device 2   aaaa  bbbb    program 100
 *     device 3      cccc       program 200
 *     both       dd (2)  ee (3)   program 300
 */
const names = ['a', 'b', 'c', 'd', 'e', 'launch', 'AI_CORE', 'KERNEL_AICORE', 'read'];
const nameId = (name: string) => names.indexOf(name);
const base = 1_700_000_000_000_000_000n;
const tid = (pid: number) => BigInt(pid) * 2n ** 32n + 7n;

type Kernel = readonly [name: string, device: number, pid: number, startNs: number, endNs: number];
const kernels: readonly Kernel[] = [
  ['a', 2, 100, 1000, 2000],
  ['b', 2, 100, 3000, 4000],
  ['c', 3, 200, 1500, 2500],
  ['d', 2, 300, 5000, 5500],
  ['e', 3, 300, 6000, 6500],
];

function table(name: string, columns: string, rows: readonly (readonly SqlCell[])[]): TableToWrite {
  return { name, columns: columns.split(','), rows };
}

function database(rankMap: readonly (readonly [rank: number, device: number])[]): Buffer {
  return writeDatabase([
    table(
      'STRING_IDS',
      'id INTEGER,value TEXT',
      names.map((name, id) => [id, name]),
    ),
    table('RANK_DEVICE_MAP', 'rankId INTEGER,deviceId INTEGER', rankMap),
    table(
      'TASK',
      'startNs INTEGER,endNs INTEGER,deviceId INTEGER,connectionId INTEGER,globalTaskId INTEGER,globalPid INTEGER,taskType INTEGER,contextId INTEGER,streamId INTEGER,taskId INTEGER,modelId INTEGER',
      kernels.map(([, device, pid, start, end], i) => [
        ...[base + BigInt(start), base + BigInt(end), device, 50 + i, i, pid],
        ...[nameId('KERNEL_AICORE'), 4_294_967_295, 4, i, 4_294_967_295],
      ]),
    ),
    table(
      'COMPUTE_TASK_INFO',
      'name INTEGER,globalTaskId INTEGER,taskType INTEGER,opType INTEGER',
      kernels.map(([name], i) => [nameId(name), i, nameId('AI_CORE'), nameId(name)]),
    ),
    table(
      'CANN_API',
      'startNs INTEGER,endNs INTEGER,type INTEGER,globalTid INTEGER,connectionId INTEGER,name INTEGER',
      kernels.map(([, , pid, start], i) => {
        return [base + BigInt(start - 200), base + BigInt(start - 100), 5000, tid(pid), 50 + i, nameId('launch')];
      }),
    ),
    table('HBM', 'deviceId INTEGER,timestampNs INTEGER,bandwidth NUMERIC,hbmId INTEGER,type INTEGER', [
      [2, base + 1000n, 1 << 20, 0, nameId('read')],
      [2, base + 2000n, 2 << 20, 0, nameId('read')],
      [3, base + 1000n, 3 << 20, 0, nameId('read')],
    ]),
    table(
      'NPU_MODULE_MEM',
      'moduleId INTEGER,timestampNs INTEGER,totalReserved NUMERIC,deviceId INTEGER',
      [2, 3, 3].map((device, i) => [1, base + BigInt(i), 1024 * (i + 1), device]),
    ),
  ]);
}

test('each device of a file is a rank: its tasks, counters and tables, and the program that drives it alone', async () => {
  const path = temporaryFile(
    'msprof_0.db',
    database([
      [8, 2],
      [9, 3],
    ]),
  );
  const { ranks } = await discoverDump([path]);
  expect(ranks.map(({ rank, files }) => [rank, files.map(({ device }) => device)])).toEqual([
    [8, [2]],
    [9, [3]],
  ]);
  expect(ranks.map(({ notices }) => notices.map(({ code, params }) => [code, params]))).toEqual([
    [['database-several-devices', { count: 2, device: 2 }]],
    [],
  ]);
  const lanes = async (device: number) => {
    const built = await indexFiles([path], { device });
    const slices = listSlices(built).filter(({ isComputed }) => !isComputed);
    return {
      slices: slices.map(({ laneName, name, startNs }) => `${laneName} ${name} ${startNs - base}`).sort(),
      samples: built.index.counters.map(({ timeNs }) => timeNs.length),
      arrows: built.summary.flowCategories.map(({ name, linkCount }) => [name, linkCount]),
    };
  };
  expect(await lanes(2)).toEqual({
    // Of the program that drives both, each call is with the device that it launched a task of.
    slices: [
      ...['Stream 4 a 1000', 'Stream 4 b 3000', 'Stream 4 d 5000'],
      ...[2800, 4800, 800].map((ns) => `Thread 7 Runtime@launch ${ns}`),
    ],
    samples: [2],
    arrows: [['HostToDevice', 3]],
  });
  expect(await lanes(3)).toEqual({
    slices: [...['Stream 4 c 1500', 'Stream 4 e 6000'], ...[1300, 5800].map((ns) => `Thread 7 Runtime@launch ${ns}`)],
    samples: [1],
    arrows: [['HostToDevice', 2]],
  });
});

test('their tables', async () => {
  const path = temporaryFile(
    'msprof_0.db',
    database([
      [8, 2],
      [9, 3],
    ]),
  );
  const dump = await openContext(path);
  const ranks = dump.ranks.map(({ index }) => index);
  const rows = records(await makeTable(dump, 'operator.kernels', { ranks }));
  expect(rows.map(({ rank, durationNs, device }) => [rank, durationNs, device])).toEqual([
    ['Rank 8', 1000, 2],
    ['Rank 8', 1000, 2],
    ['Rank 8', 500, 2],
    ['Rank 9', 1000, 3],
    ['Rank 9', 500, 3],
  ]);
});

/**
 * One program with three threads, on devices 0 and 1: thread 1 launches to device 0, thread 2 to device 1, thread 3 to both.
 * Each calls something (at its number · 1000 + 900) that launches nothing. An op of each has its launches in
 * CONNECTION_IDS; the collectives name neither device nor program.
 */
function ofOneProgram(): Buffer {
  const pid = 100;
  const thread = (own: number) => BigInt(pid) * 2n ** 32n + BigInt(own);
  const launches = [
    { connection: 10, thread: 1, device: 0 },
    { connection: 20, thread: 2, device: 1 },
    { connection: 30, thread: 3, device: 0 },
    { connection: 31, thread: 3, device: 1 },
  ];
  const none = 4_294_967_295;
  const at = (ns: number) => base + BigInt(ns);
  const call = (own: number, ns: number, connection: number) => {
    return [at(ns), at(ns + 50), 5000, thread(own), connection, nameId('launch')];
  };
  const op = (own: number, entry: number | undefined) => {
    return [String(at(own * 1000)), String(at(own * 1000 + 800)), thread(own), entry, nameId('a'), 50001];
  };
  return writeDatabase([
    table(
      'STRING_IDS',
      'id INTEGER,value TEXT',
      names.map((name, id) => [id, name]),
    ),
    table('RANK_DEVICE_MAP', 'rankId INTEGER,deviceId INTEGER', [
      [0, 0],
      [1, 1],
    ]),
    table(
      'TASK',
      'startNs INTEGER,endNs INTEGER,deviceId INTEGER,connectionId INTEGER,globalTaskId INTEGER,globalPid INTEGER,taskType INTEGER,contextId INTEGER,streamId INTEGER',
      launches.map(({ connection, device }, i) => {
        return [at(9000 + i), at(9001 + i), device, connection, i, pid, nameId('KERNEL_AICORE'), none, 4];
      }),
    ),
    table(
      'CANN_API',
      'startNs INTEGER,endNs INTEGER,type INTEGER,globalTid INTEGER,connectionId INTEGER,name INTEGER',
      [
        ...launches.map(({ connection, thread: own }) => call(own, connection * 100, connection)),
        ...[1, 2, 3].map((own) => call(own, own * 1000 + 900, 700 + own)),
      ],
    ),
    table('PYTORCH_API', 'startNs TEXT,endNs TEXT,globalTid INTEGER,connectionId INTEGER,name INTEGER,type INTEGER', [
      op(1, 1),
      op(2, 2),
      op(3, 3),
      op(4, undefined),
    ]),
    table('CONNECTION_IDS', 'id INTEGER,connectionId INTEGER', [
      [1, 10],
      [2, 20],
      [3, 31],
    ]),
    table(
      'COMMUNICATION_OP',
      'opName INTEGER,startNs INTEGER,endNs INTEGER,connectionId INTEGER,groupName INTEGER,opId INTEGER',
      [
        [nameId('d'), at(9100), at(9200), 30, nameId('a'), 1],
        [nameId('e'), at(9300), at(9400), 31, nameId('a'), 2],
      ],
    ),
    table(
      'MEMORY_RECORD',
      'component INTEGER,timestamp INTEGER,totalAllocated INTEGER,totalReserved INTEGER,totalActive INTEGER,streamPtr INTEGER,deviceId INTEGER',
      [0, 1, 1].map((device, i) => [nameId('a'), at(i), 1 << 20, 2 << 20, 1 << 20, 0, device]),
    ),
  ]);
}

test('calls of one program are with the devices of what they launched, or of what their threads launch', async () => {
  const path = temporaryFile('ascend_pytorch_profiler_0.db', ofOneProgram());
  const shown = async (device: number) => {
    const slices = listSlices(await indexFiles([path], { device })).filter(({ isComputed }) => !isComputed);
    const text = slices.map(({ laneName, name, startNs }) => `${laneName} ${name} ${startNs - base}`);
    return text.filter((own) => !own.startsWith('Stream')).sort();
  };
  expect(await shown(0)).toEqual(
    [
      ...['Thread 1 Runtime@launch 1000', 'Thread 1 Runtime@launch 1900', 'Thread 1 a 1000'],
      // Nothing tells of which device these two are.
      ...['Thread 3 Runtime@launch 3900', 'Thread 4 a 4000'],
      ...['Thread 3 Runtime@launch 3000', 'Group 0 Communication d 9100'],
    ].sort(),
  );
  expect(await shown(1)).toEqual(
    [
      ...['Thread 2 Runtime@launch 2000', 'Thread 2 Runtime@launch 2900', 'Thread 2 a 2000'],
      ...['Thread 3 Runtime@launch 3100', 'Thread 3 a 3000', 'Group 0 Communication e 9300'],
    ].sort(),
  );
  const dump = await openContext(path);
  const rows = records(await makeTable(dump, 'operator.kernels', { ranks: dump.ranks.map(({ index }) => index) }));
  expect(rows.filter(({ rank }) => rank === 'Rank 1').map(({ name }) => name)).toEqual(['e']);
  const recorded = (device: number) =>
    withDatabase(path, (own) => readProfilerMemoryRecords(own, base).rowCount, undefined, device);
  expect([recorded(0), recorded(1)]).toEqual([1, 2]);
});

test('without a map the numbers of the devices are those of the ranks; one device is one rank', async () => {
  const several = await discoverDump([temporaryFile('msprof_0.db', database([]))]);
  expect(several.ranks.map(({ rank }) => rank)).toEqual([2, 3]);
  const one = writeDatabase([
    table('STRING_IDS', 'id INTEGER PRIMARY KEY,value TEXT', []),
    table('TASK', 'startNs INTEGER,endNs INTEGER,deviceId INTEGER,globalPid INTEGER', [[1, 2, 5, 1]]),
  ]);
  const { ranks } = await discoverDump([temporaryFile('msprof_0.db', one)]);
  expect(ranks.map(({ rank, files, notices }) => [rank, files[0].device, notices])).toEqual([
    [undefined, undefined, []],
  ]);
});

test.each([
  [
    'numbers that no host has',
    (i: number) => 1_000_000 + i,
    500,
    'Column deviceId of the table TASK has numbers that can’t be devices (1,000,000 in row id 1): the file is shown as one rank.',
  ],
  [
    'more of them than a host has',
    (i: number) => i,
    200,
    'Column deviceId of the table TASK names 200 devices, more than a host has: the file is shown as one rank.',
  ],
])('%s are damage: the file is of one rank, with all its tasks, and says so', async (_, device, count, said) => {
  const tasks = Array.from({ length: count }, (_own, i) => [
    ...[base + BigInt(10 * i), base + BigInt(10 * i + 5), device(i), 50 + i, i, 100],
    ...[nameId('KERNEL_AICORE'), 4_294_967_295, 4, i, 4_294_967_295],
  ]);
  const columns =
    'startNs INTEGER,endNs INTEGER,deviceId INTEGER,connectionId INTEGER,globalTaskId INTEGER,globalPid INTEGER,taskType INTEGER,contextId INTEGER,streamId INTEGER,taskId INTEGER,modelId INTEGER';
  const path = temporaryFile(
    'msprof_0.db',
    writeDatabase([
      table(
        'STRING_IDS',
        'id INTEGER,value TEXT',
        names.map((name, id) => [id, name]),
      ),
      table('TASK', columns, tasks),
    ]),
  );
  const { ranks } = await discoverDump([path]);
  expect(ranks.map(({ notices }) => notices.map(({ message }) => message))).toEqual([[said]]);
  const index = await indexFiles([path]);
  expect(listSlices(index).filter(({ isComputed }) => !isComputed)).toHaveLength(count);
});
