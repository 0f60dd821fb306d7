import { expect, test } from 'vitest';
import { discoverDump } from '../../../../../src-worker/discovery/discover';
import { makeTable } from '../../../../../src-worker/views/allViews';
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
    // The program that drives both is with the first: so are its two calls, and one arrow.
    slices: [
      ...['Stream 4 a 1000', 'Stream 4 b 3000', 'Stream 4 d 5000'],
      ...[2800, 4800, 5800, 800].map((ns) => `Thread 7 Runtime@launch ${ns}`),
    ],
    samples: [2],
    arrows: [['HostToDevice', 3]],
  });
  expect(await lanes(3)).toEqual({
    slices: ['Stream 4 c 1500', 'Stream 4 e 6000', 'Thread 7 Runtime@launch 1300'],
    samples: [1],
    arrows: [['HostToDevice', 1]],
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
  ['numbers that no host has', (i: number) => 1_000_000 + i, 500],
  ['more of them than a host has', (i: number) => i, 200],
])('%s are damage: the file is of one rank, with all its tasks', async (_, device, count) => {
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
  expect(ranks).toHaveLength(1);
  const index = await indexFiles([path]);
  expect(listSlices(index).filter(({ isComputed }) => !isComputed)).toHaveLength(count);
});
