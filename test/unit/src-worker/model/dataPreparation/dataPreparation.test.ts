import { expect, test } from 'vitest';
import type { DataPreparation, RankIndex } from '../../../../../src-contract';
import { dataPreparation } from '../../../../../src-worker/model/dataPreparation/dataPreparation';
import { openContext } from '../../../../fixtures/dumpContext';
import { describeDumps, dumpPath } from '../../../../fixtures/dumps';
import { fileTree } from '../../../../fixtures/fileTree';

const FIRST = 0 as RankIndex;

async function prepared(
  files: Readonly<Record<string, string>>,
): Promise<{ value?: DataPreparation; codes: string[] }> {
  const dump = await openContext(fileTree(files));
  const value = await dataPreparation(dump, FIRST);
  return { ...(value && { value }), codes: dump.notices.map(({ code }) => code) };
}

/** A line of the host queue for each step, by how many batches it held. */
const hostLines = (sizes: readonly number[], capacity = 64) =>
  sizes
    .map((size, i) => `0 0 ${i + 1} 3 ${10 * i}\n0 1 ${i + 1} 2 ${10 * i}\n1 ${capacity} ${i + 1} ${size} ${10 * i}\n`)
    .join('');

/** One of the device queue: µs, of which the fetch takes 500. */
const deviceLines = (sizes: readonly number[]) =>
  `node_name start_time end_time queue_size\n${sizes
    .map((size, i) => `GetNext_dequeue_wait ${1000 * i} ${1000 * i + 500} ${size}\nInitData_x 0 0 0\n`)
    .join('')}`;

test.each<[string, number[], number[], Partial<DataPreparation['verdict']>]>([
  // Four of ten are more than 30 %.
  [
    'the host queue is empty',
    [0, 0, 0, 0, 5, 5, 5, 5, 5, 5],
    [0, 0, 1, 1, 0, 1, 1, 1, 1, 1],
    { stage: 'processing', stepCount: 10, heldCount: 3, heldByProcessing: 2, heldByTransfer: 1 },
  ],
  // Three of ten are not.
  [
    'only the device queue is',
    [0, 0, 0, 64, 64, 64, 64, 64, 64, 64],
    [0, 0, 0, 0, 0, 0, 2, 2, 2, 2],
    { stage: 'transfer', heldCount: 6, heldByProcessing: 3, heldByTransfer: 3 },
  ],
  ['both have data', [0, 9, 9, 9], [1, 1, 1, 1], { stage: 'none', heldCount: 0 }],
])('the verdict where %s', async (_, host, device, verdict) => {
  const { value, codes } = await prepared({
    'device_queue_profiling_0.txt': hostLines(host),
    'minddata_aicpu_0.txt': deviceLines(device),
  });
  expect(value?.verdict).toMatchObject(verdict);
  expect([...(value?.hostQueue?.sizes ?? [])]).toEqual(host);
  expect([...(value?.deviceQueue?.sizes ?? [])]).toEqual(device);
  expect(value?.hostTimes?.getNs[1]).toBe(3_000_000);
  expect(value?.fetchTimes?.fetchNs[1]).toBe(500_000);
  expect(codes).toEqual([]);
});

test('without sinking, steps take from the host queue itself; a GPU counts in ns', async () => {
  const { value } = await prepared({
    'dataset_iterator_profiling_0.txt': hostLines([0, 1, 0, 2, 3], 3),
    'minddata_getnext_profiling_0.txt': 'GetNext 1000 3500 7\n',
  });
  expect(value?.deviceQueue).toBeUndefined();
  expect(value?.verdict).toMatchObject({ stage: 'processing', heldCount: 2, heldByProcessing: 2, heldByTransfer: 0 });
  expect(value?.hostQueue).toMatchObject({ capacity: 3, emptyCount: 2, fullCount: 1 });
  expect([...(value?.fetchTimes?.fetchNs ?? [])]).toEqual([2500]);
});

test('lines that are no record are told, the others are shown', async () => {
  const { value, codes } = await prepared({
    'device_queue_profiling_0.txt': `${hostLines([4, 5])}1 64\nnonsense\n9 1 1 1 1\n`,
  });
  expect([...(value?.hostQueue?.sizes ?? [])]).toEqual([4, 5]);
  expect(codes).toEqual(['damaged-lines']);
});

test('a file that can’t be read does not hide the others; nothing but such is an error', async () => {
  const some = await prepared({
    'pipeline_profiling_0.json': '{"op_info":',
    'device_queue_profiling_0.txt': hostLines([1]),
  });
  expect(some.codes).toEqual(['table-not-json']);
  expect(some.value?.verdict.stage).toBe('none');
  await expect(prepared({ 'pipeline_profiling_0.json': '{"op_info":' })).rejects.toThrow('damaged');
});

interface DrawnOperator {
  readonly type: string;
  readonly workers?: number;
  /** Of ten, at both samples. */
  readonly queue?: number;
}

/** Operators one behind the other, the source first. */
function drawnPipeline(operators: readonly DrawnOperator[]): string {
  const last = operators.length - 1;
  const op_info = operators.map(({ type, workers = 4, queue }, i) => ({
    op_id: last - i,
    op_type: type,
    num_workers: workers,
    metrics: queue === undefined ? null : { output_queue: { length: 10, size: [queue, queue] } },
    children: i === 0 ? null : [last - i + 1],
  }));
  return JSON.stringify({ sampling_interval: 10, op_info });
}

test.each<[string, DrawnOperator[], [string, string, string[]][]]>([
  [
    'the source, where all behind it are empty',
    [{ type: 'GeneratorOp', queue: 0 }, { type: 'MapOp', queue: 1 }, { type: 'BatchOp' }],
    [['Generator', 'source', ['more-workers', 'mind-record']]],
  ],
  [
    'who takes from a full queue and puts into an empty one',
    [
      { type: 'TFReader', queue: 9 },
      { type: 'MapOp', queue: 1 },
      { type: 'BatchOp', queue: 1 },
    ],
    [['Map', 'between', ['more-workers', 'python-function']]],
  ],
  [
    'the same through one without a queue',
    [
      { type: 'TFReader', queue: 9 },
      { type: 'Rename' },
      { type: 'MapOp', queue: 1 },
      { type: 'EpochCtrl', workers: 1 },
    ],
    [['Map', 'between', ['more-workers', 'python-function']]],
  ],
  [
    'the last one, where all before it are full',
    [{ type: 'TFReader', queue: 9 }, { type: 'MapOp', queue: 8 }, { type: 'BatchOp' }],
    [['Batch', 'last', ['prefetch']]],
  ],
  ['nobody', [{ type: 'TFReader', queue: 5 }, { type: 'MapOp', queue: 4 }, { type: 'BatchOp' }], []],
])('the bottleneck: %s', async (_, operators, expected) => {
  const { value } = await prepared({ 'pipeline_profiling_0.json': drawnPipeline(operators) });
  const found = value?.pipeline?.bottlenecks.map(({ operator, reason, advice }) => {
    const { type } = value.pipeline?.operators.find(({ id }) => id === operator) ?? {};
    return [type, reason, advice];
  });
  expect(found).toEqual(expected);
});

test('an operator whose workers have no processor left, and what process and machine take', async () => {
  const cpu = {
    time_stamp: [100, 200, 300],
    cpu_processor_num: 8,
    device_info: { user_utilization: [50, 60, 70], sys_utilization: [1, 2, 3], context_switch_count: [0, 5, 9] },
    // The first sample has no value of processes and threads.
    process_info: { user_utilization: [300, 100], sys_utilization: [10, 20] },
    op_info: [
      { op_id: -1, metrics: { user_utilization: [1, 1], sys_utilization: [1, 1] } },
      { op_id: 1, metrics: { user_utilization: [300, 340], sys_utilization: [10, 10] } },
    ],
  };
  const { value } = await prepared({
    'pipeline_profiling_0.json': drawnPipeline([
      { type: 'TFReader', queue: 5 },
      { type: 'MapOp', queue: 4 },
      { type: 'BatchOp' },
    ]),
    'minddata_cpu_utilization_0.json': JSON.stringify(cpu),
    'device_queue_profiling_0.txt': '1 64 7 3 150\n1 64 8 3 250\n',
  });
  const use = value?.cpu;
  expect(use?.timesNs).toEqual(Float64Array.of(0, 1e8, 2e8));
  expect(use?.steps).toEqual(Float64Array.of(7, 7, 8));
  expect(use?.machine.user).toEqual(Float64Array.of(0.5, 0.6, 0.7));
  expect(use?.machine.contextSwitches).toEqual(Float64Array.of(0, 5, 9));
  expect(use?.process.user).toEqual(Float64Array.of(Number.NaN, 3, 1));
  expect(use?.operators.map(({ operator }) => operator)).toEqual([1]);
  // (3.2 + 0.1) / 4 workers.
  expect(value?.pipeline?.bottlenecks).toMatchObject([{ operator: 1, reason: 'busy' }]);
  expect(value?.pipeline?.bottlenecks[0].cpuPerWorker).toBeCloseTo(0.825);
});

test('operators in a circle are read once each', async () => {
  const op = (op_id: number, children: number[]) => ({
    op_id,
    op_type: 'Map',
    num_workers: 1,
    children,
    metrics: null,
  });
  const { value } = await prepared({
    'pipeline_profiling_0.json': JSON.stringify({ op_info: [op(0, [1]), op(1, [0])] }),
  });
  expect(value?.pipeline?.operators.map(({ id }) => id).sort()).toEqual([0, 1]);
});

describeDumps('the files of MindSpore Insight', () => {
  test('say the same as the program that published them', async () => {
    const dump = await openContext(dumpPath('mindspore', 'minddata'));
    const value = await dataPreparation(dump, FIRST);
    expect(value?.pipeline?.source).toBe('pipeline-raw');
    expect(value?.pipeline?.operators.map(({ id, type, workers, parent }) => [id, type, workers, parent])).toEqual([
      [2, 'TFReader', 4, 1],
      [3, 'TFReader', 4, 1],
      [1, 'Shuffle', 1, 0],
      [0, 'Batch', 4, undefined],
    ]);
    // The file has it as output_queue_usage_rate.
    expect(value?.pipeline?.operators.map(({ queue }) => queue?.usage)).toEqual([0.3125, 0.3125, 0.3125, undefined]);
    expect(value?.hostQueue).toMatchObject({ capacity: 64, emptyCount: 1 });
    expect(value?.hostTimes?.sendNs).toEqual(Float64Array.of(4e6));
    expect(value?.verdict.stage).toBe('processing');
    expect(value?.cpu?.processorCount).toBe(100);
    const second = await dataPreparation(dump, 1 as RankIndex);
    expect(second?.pipeline?.operators.map(({ id, parent }) => [id, parent])).toEqual([
      [3, 4],
      [2, 1],
      [4, 1],
      [1, 0],
      [0, undefined],
    ]);
    expect(dump.notices).toEqual([]);
  });
});
