import { expect, test } from 'vitest';
import { otherTableName, type RankIndex } from '../../../../../src-contract';
import { operatorWorker } from '../../../../../src-worker/views/operator';
import { openContext, records } from '../../../../fixtures/dumpContext';
import { fileTree, ONE_SLICE } from '../../../../fixtures/fileTree';

test.each([
  ['/a/b/os_rt_statistic_0_20240101120000.csv', 'os_rt_statistic'],
  ['C:\\a\\os_rt_statistic_20240101_slice_3.csv', 'os_rt_statistic'],
  ['pcie.csv', 'pcie'],
  ['/a/soc_pmu_0.CSV', 'soc_pmu'],
  ['/a/_7.csv', '_7.csv'],
  ['/a/cpu_framework_0.txt', 'cpu_framework'],
])('%s is called %s', (path, name) => {
  expect(otherTableName(path)).toBe(name);
});

test('files that nothing else reads: rows of all parts and ranks, columns as their headers have them', async () => {
  const output = (device: number) => `PROF_${device}/device_${device}`;
  const dump = await openContext(
    fileTree({
      [`${output(0)}/timeline/msprof_0_1.json`]: ONE_SLICE,
      [`${output(0)}/summary/os_rt_statistic_0_1.csv`]: 'Rank,OS API,Time(us),Count\n9,read,1.5,3\n',
      [`${output(0)}/summary/os_rt_statistic_0_2.csv`]: 'Rank,OS API,Time(us),Count\n9,write,N/A,4\n',
      [`${output(1)}/timeline/msprof_1_1.json`]: ONE_SLICE,
      [`${output(1)}/summary/os_rt_statistic_1_1.csv`]: 'OS API,Time(us),Size(KB)\n__proto__,2,8\n',
      [`${output(1)}/summary/fusion_op_1_1.csv`]: 'Model Name,Fusion Op\nm,f\n',
    }),
  );
  const ranks = [0, 1] as RankIndex[];
  const rows = (name: string, of: readonly RankIndex[] = ranks) =>
    operatorWorker.tables['operator.otherTable'](dump, { name, ranks: of });
  expect(records(await rows('os_rt_statistic'))).toEqual([
    { rank: 'Rank 0', rankInFile: 9, 'OS API': 'read', 'Time(us)': 1500, Count: 3 },
    { rank: 'Rank 0', rankInFile: 9, 'OS API': 'write', Count: 4 },
    { rank: 'Rank 1', 'OS API': '__proto__', 'Time(us)': 2000, 'Size(KB)': 8192 },
  ]);
  expect(records(await rows('fusion_op'))).toEqual([{ rank: 'Rank 1', 'Model Name': 'm', 'Fusion Op': 'f' }]);
  expect((await rows('fusion_op', [0 as RankIndex])).rowCount).toBe(0);
  expect((await rows('nothing')).rowCount).toBe(0);
  expect(operatorWorker.isAvailable(dump)).toBe(true);
});

test('aicpu_intermediate: ms, whatever the type is called', async () => {
  const dump = await openContext(
    fileTree({
      'aicpu_intermediate_2.csv':
        'serial_number,kernel_type,total_time,dispatch_time,execution_time,run_start,run_end\n1,InitData,0.0205,0.008,0.0125,17,19\n',
    }),
  );
  const source = { kind: 'ai-cpu-times', ranks: [0 as RankIndex] } as const;
  expect(records(await operatorWorker.tables['operator.statistics'](dump, source))).toEqual([
    {
      rank: 'Rank 2',
      serialNumber: 1,
      type: 'InitData',
      totalNs: 20_500,
      dispatchNs: 8_000,
      computeNs: 12_500,
      runStart: 17,
      runEnd: 19,
    },
  ]);
});

test('texts of MindSpore about ops: times on the device, executions on the host by start, shapes; damaged lines are told', async () => {
  const dump = await openContext(
    fileTree({
      'flops_2.txt': 'full_op_name\nx\n',
      'output_timeline_data_2.txt': 'op_name, stream_id, start_time(ms), duration(ms)\nMatMul,3,1.5,0.25\n',
      'cpu_op_execute_timestamp_2.txt':
        'b-op2;HostCpuOps;1700000000000000900,2.5,7 \na-op1;HostCpuOps;1700000000000000100,1,7 1700000000000001100,x,7 \n',
      'gpu_op_execute_timestamp_2.txt': 'k;GpuOps;5,1 9,2 \n',
      'cpu_framework_2.txt': 'Add;Default/Add-op1;input_0:1,3;input_1:3;\nnonsense\n',
    }),
  );
  const rows = async (name: string) =>
    records(await operatorWorker.tables['operator.otherTable'](dump, { name, ranks: [0 as RankIndex] }));
  const rank = 'Rank 2';
  expect(await rows('output_timeline_data')).toEqual([
    { rank, op_name: 'MatMul', stream_id: 3, 'start_time(ms)': 1_500_000, 'duration(ms)': 250_000 },
  ]);
  const of = (op: string, side: string, thread: string) => ({ rank, op, side, thread });
  expect(await rows('cpu_op_execute_timestamp')).toEqual([
    { ...of('a-op1', 'HostCpuOps', '7'), sinceFirstNs: 0, durationNs: 1000 },
    { ...of('b-op2', 'HostCpuOps', '7'), sinceFirstNs: 800, durationNs: 2500 },
  ]);
  expect(await rows('gpu_op_execute_timestamp')).toEqual([
    { ...of('k', 'GpuOps', ''), sinceFirstNs: 0, durationNs: 1000 },
    { ...of('k', 'GpuOps', ''), sinceFirstNs: 4, durationNs: 2000 },
  ]);
  expect(await rows('cpu_framework')).toEqual([{ rank, op: 'Default/Add-op1', type: 'Add', inputShapes: '1,3;3' }]);
  expect(dump.notices.map(({ code, params }) => [code, params.lines])).toEqual([
    ['damaged-lines', '2'],
    ['damaged-lines', '2'],
  ]);
});
