/**
 * Databases that no real file was at hand of, drawn as their writers declare them: those of msMonitor (`--export-type DB`), and
 * `report_N.db`, as older msprof called the same. SQLite itself writes them.
 */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { RankIndex } from '../../../../../src-contract';
import { discoverDump } from '../../../../../src-worker/discovery/discover';
import { makeTable } from '../../../../../src-worker/views/dumpTables';
import { summaryWorker } from '../../../../../src-worker/views/summary';
import { openContext, records } from '../../../../fixtures/dumpContext';
import { indexFiles, listSlices, temporaryFolder } from '../../../../fixtures/indexed';
import { newDatabase } from '../../../../fixtures/newDatabase';

const base = 1_700_000_000_000_000_000n;
const NONE = 4_294_967_295;
const THREAD = (100n << 32n) + 7n;
/** What msMonitor adds to the number of a mark. */
const MARK = 4_000_000_000;
const at = (us: number) => base + BigInt(us * 1000);

type Cell = number | bigint | string;
interface Drawn {
  readonly [declaration: string]: readonly (readonly Cell[])[];
}

function write(name: string, tables: Drawn): string {
  const path = join(temporaryFolder(), name);
  const database = newDatabase(path);
  for (const [declaration, rows] of Object.entries(tables)) {
    database.exec(`CREATE TABLE ${declaration}`);
    const table = declaration.slice(0, declaration.indexOf(' '));
    for (const row of rows) database.run(`INSERT INTO ${table} VALUES (${row.map(() => '?').join()})`, [...row]);
  }
  database.close();
  return path;
}

const texts = [
  'aclnnMm',
  'MatMul',
  'KERNEL_AICORE',
  'N/A',
  'hcom_allReduce__801_0_1',
  'hcom_allReduce_',
  'group',
  'RING',
];
texts.push('step 4', 'step 5', 'default', 'MsTx', 'read');
const id = (text: string) => texts.indexOf(text);
const na = id('N/A');

/**
 *     CANN        aclnnMm 10…20            aclnnMm 110…120
 *     Stream 3         MatMul 30…60              MatMul 130…170
 *     Group 0                    allReduce 70…90
 *     MSTX        step 4 0…100           step 5 100…200
 */
const calls = [10, 110].map((us, i) => [at(us), at(us + 10), 10_000, THREAD, 50 + i, id('aclnnMm')]);
const tasks = [
  [at(30), at(60), 2, 50, 0, 100, id('KERNEL_AICORE'), NONE, 3, NONE, NONE],
  [at(130), at(170), 2, 51, 1, 100, id('KERNEL_AICORE'), NONE, 3, NONE, NONE],
  // The mark's other side, on the device.
  [at(5), at(95), 2, MARK, 2, 100, id('MsTx'), NONE, 3, NONE, NONE],
];
const marks = [0, 1].map((i) => {
  const step = id(`step ${4 + i}`);
  return [at(100 * i), at(100 * i + 100), 2, NONE, NONE, step, THREAD, THREAD, id('default'), MARK + i];
});

const declared = {
  task: 'TASK (startNs INTEGER, endNs INTEGER, deviceId INTEGER, connectionId INTEGER, globalTaskId INTEGER, globalPid INTEGER, taskType INTEGER, contextId INTEGER, streamId INTEGER, taskId INTEGER, modelId INTEGER)',
  call: 'CANN_API (startNs INTEGER, endNs INTEGER, type INTEGER, globalTid INTEGER, connectionId INTEGER PRIMARY KEY, name INTEGER)',
  collective:
    'COMMUNICATION_OP (opName INTEGER, startNs INTEGER, endNs INTEGER, connectionId INTEGER, groupName INTEGER, opId INTEGER PRIMARY KEY, relay INTEGER, retry INTEGER, dataType INTEGER, algType INTEGER, count NUMERIC, opType INTEGER, deviceId INTEGER)',
  mark: 'MSTX_EVENTS (startNs INTEGER, endNs INTEGER, eventType INTEGER, rangeId INTEGER, category INTEGER, message INTEGER, globalTid INTEGER, endGlobalTid INTEGER, domainId INTEGER, connectionId INTEGER)',
  texts: 'STRING_IDS (id INTEGER PRIMARY KEY, value TEXT)',
  ranks: 'RANK_DEVICE_MAP (rankId INTEGER, deviceId INTEGER)',
} as const;

const while_it_runs: Drawn = {
  [declared.call]: calls,
  [declared.task]: tasks,
  [declared.mark]: marks,
  [declared.collective]: [
    [
      id('hcom_allReduce__801_0_1'),
      at(70),
      at(90),
      60,
      id('group'),
      0,
      0,
      0,
      4,
      id('RING'),
      1024,
      id('hcom_allReduce_'),
      2,
    ],
  ],
  'COMPUTE_TASK_INFO (name INTEGER, globalTaskId INTEGER PRIMARY KEY, blockDim INTEGER, mixBlockDim INTEGER, taskType INTEGER, opType INTEGER, inputFormats INTEGER, inputDataTypes INTEGER, inputShapes INTEGER, outputFormats INTEGER, outputDataTypes INTEGER, outputShapes INTEGER, attrInfo INTEGER, opState INTEGER, hf32Eligible INTEGER)':
    [0, 1].map((task) => [id('MatMul'), task, NONE, NONE, id('KERNEL_AICORE'), na, na, na, na, na, na, na, na, na, na]),
};

/** msMonitor writes names, enumerations and the rank when it is stopped. */
const monitored = (rank: number): Drawn => ({
  ...while_it_runs,
  [declared.texts]: texts.map((text, i) => [i, text]),
  'ENUM_API_TYPE (id INTEGER PRIMARY KEY, name TEXT)': [[10_000, 'node']],
  'ENUM_MSTX_EVENT_TYPE (id INTEGER PRIMARY KEY, name TEXT)': [[2, 'start/end']],
  'ENUM_HCCL_DATA_TYPE (id INTEGER PRIMARY KEY, name TEXT)': [[4, 'FP32']],
  'META_DATA (name TEXT, value TEXT)': [
    ['SCHEMA_VERSION', '1.2.0'],
    ['parallel_group_info', '{"group":{"group_name":"tp","group_rank":0,"global_ranks":[3,4]}}'],
  ],
  'HOST_INFO (hostUid TEXT, hostName TEXT)': [['1', 'node7']],
  'SESSION_TIME_INFO (startTimeNs INTEGER, endTimeNs INTEGER)': [[base, at(200)]],
  [declared.ranks]: [[rank, 2]],
  'NPU_INFO (id INTEGER, name TEXT)': [[2, 'UNKNOWN']],
});

async function shown(path: string) {
  const built = await indexFiles([path]);
  const slices = listSlices(built).filter(({ isComputed }) => !isComputed);
  return {
    slices: slices.map(({ laneName, name, startNs, endNs }) => {
      return `${laneName}: ${name} ${Number(startNs - base) / 1000}…${Number(endNs - base) / 1000}`;
    }),
    arrows: Object.fromEntries(built.summary.flowCategories.map(({ name, linkCount }) => [name, linkCount])),
    counters: built.index.counters.map(({ timeNs }) => timeNs.length),
    said: built.summary.notices.map(({ code }) => code),
  };
}

test('what msMonitor writes as a database: lanes, slices, arrows, steps, kernels, the rank and its group', async () => {
  const path = write('msmonitor_100_20250912133501123_3.db', monitored(3));
  const { slices, arrows, said } = await shown(path);
  expect(slices.sort()).toEqual(
    [
      'Group 0 Communication: hcom_allReduce__801_0_1 70…90',
      'Stream 3: MatMul 130…170',
      'Stream 3: MatMul 30…60',
      'Stream 3: MsTx 5…95',
      'Thread 7: Node@aclnnMm 110…120',
      'Thread 7: Node@aclnnMm 10…20',
      'Thread 7: step 4 0…100',
      'Thread 7: step 5 100…200',
    ].sort(),
  );
  expect([arrows, said]).toEqual([{ HostToDevice: 2, MSTX: 1 }, []]);
  const dump = await openContext(path);
  expect(dump.ranks.map(({ rank }) => rank)).toEqual([3]);
  const { steps } = await summaryWorker.answers['summary.overview'](dump, {});
  expect(steps).toEqual([4, 5]);
  const { facts } = await summaryWorker.answers['summary.job'](dump, {});
  const fact = (name: string) => facts.find((own) => own.id === name)?.values[0].text;
  expect([fact('hosts'), fact('devices')]).toEqual(['node7', '2']);
  const kernels = records(await makeTable(dump, 'operator.kernels', { ranks: [0 as RankIndex] }));
  expect(kernels).toHaveLength(3);
  // 2³² − 1 is no number of blocks, and none of a task.
  const numbered = kernels.flatMap((row) => Object.keys(row).filter((key) => /^(mixB|b)lockDim$|^taskId$/.test(key)));
  expect(numbered).toEqual([]);
});

test.each([
  ['msmonitor_100_20250912133501123_5.db', 5, 5],
  ['msmonitor_100_20250912133501123_-1.db', -1, undefined],
])('the rank of %s is in its name, also before its tables tell', async (name, inside, rank) => {
  for (const tables of [monitored(inside), { ...while_it_runs }]) {
    const { ranks } = await discoverDump([write(name, tables)]);
    expect(ranks.map((own) => own.rank)).toEqual([rank]);
  }
});

test('a job of several: each a rank, a folder of them too', async () => {
  const paths = [0, 1].map((rank) => write(`msmonitor_10${rank}_20250912133501123_${rank}.db`, monitored(rank)));
  expect((await discoverDump(paths)).ranks.map(({ rank }) => rank)).toEqual([0, 1]);
});

test('while msMonitor runs, or where it was killed: times are shown, and that the names are not there', async () => {
  const { slices, said } = await shown(write('msmonitor_100_20250912133501123_3.db', while_it_runs));
  expect(slices).toHaveLength(8);
  expect(said.length).toBeGreaterThan(0);
});

test('report_N.db, by the documented schema: lanes, slices, arrows, counters', async () => {
  const path = write('report_0.db', {
    ...monitored(0),
    'HBM (deviceId INTEGER, timestampNs INTEGER, bandwidth NUMERIC, hbmId INTEGER, type INTEGER)': [
      [2, at(10), 1 << 20, 0, id('read')],
      [2, at(20), 2 << 20, 0, id('read')],
    ],
    'AICORE_FREQ (deviceId INTEGER, timestampNs NUMERIC, freq INTEGER)': [[2, at(0), 1800]],
  });
  const { slices, arrows, counters, said } = await shown(path);
  expect([slices.length, arrows, counters.sort(), said]).toEqual([8, { HostToDevice: 2, MSTX: 1 }, [1, 2], []]);
  const { ranks } = await discoverDump([path]);
  expect(ranks.map(({ rank, files }) => [rank, files[0].table])).toEqual([[0, 'profiler-db']]);
});
