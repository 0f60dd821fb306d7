/** Tables of msprof and of MindSpore's profiler, and kernels by the scopes in their names. */
import { expect, test } from 'vitest';
import type { RankIndex, StatisticsKind } from '../../../../../src-contract';
import { operatorWorker } from '../../../../../src-worker/views/operator';
import { cells, openContext, records, sharedContext } from '../../../../fixtures/dumpContext';
import { describeDumps, dumpPath } from '../../../../fixtures/dumps';
import { fileTree, ONE_SLICE } from '../../../../fixtures/fileTree';

const { tables, answers } = operatorWorker;
const FIRST = 0 as RankIndex;
const statistics = (dump: Awaited<ReturnType<typeof openContext>>, kind: StatisticsKind, rank = FIRST) =>
  tables['operator.statistics'](dump, { kind, ranks: [rank] });

test('msprof: tasks and collectives by type; the older layout has its tables in another folder', async () => {
  const folder = fileTree({
    'PROF_1/device_3/timeline/msprof_3_0_1.json': ONE_SLICE,
    'PROF_1/device_3/summary/task_time_3_0_1.csv':
      'Device_id,kernel_name,kernel_type,stream_id,task_id,task_time(us),task_start(us),task_stop(us)\n3,aclnnMm,KERNEL_AICORE,7,12,2.5,1000.000\t,1002.500\t\n3,N/A,EVENT_WAIT,8,13,0.02,1010\t,1010.02\t\n',
    'PROF_1/device_3/summary/communication_statistic_3.csv':
      'Device_id,OP Type,Count,Total Time(us),Min Time(us),Avg Time(us),Max Time(us),Ratio(%)\n3,hcom_allReduce_,4,100,10,25,40,100\n',
  });
  const dump = await openContext(folder);
  expect(dump.ranks.map(({ rank }) => rank)).toEqual([3]);
  const [task, wait] = records(await statistics(dump, 'task-time'));
  expect(task).toMatchObject({ name: 'aclnnMm', type: 'KERNEL_AICORE', streamId: 7, taskId: 12, durationNs: 2500 });
  expect(Number(task.endNs) - Number(task.startNs)).toBe(2500);
  expect(wait).toMatchObject({ type: 'EVENT_WAIT', durationNs: 20 });
  expect(records(await statistics(dump, 'communication-statistic'))).toMatchObject([
    { type: 'hcom_allReduce_', count: 4, totalNs: 100_000, share: 100 },
  ]);
});

test('slices of one export are one timeline and one table', async () => {
  const slice = (ts: number, name: string) =>
    `[{"ph":"M","name":"process_name","pid":1,"args":{"name":"Ascend Hardware"}},{"ph":"M","name":"thread_name","pid":1,"tid":3,"args":{"name":"Stream 3"}},{"ph":"X","pid":1,"tid":3,"ts":"${ts}.000","dur":5,"name":"${name}"}]`;
  const row = (start: number, name: string) =>
    `Op Name,OP Type,Task Type,Task Start Time(us),Task Duration(us)\n${name},MatMul,AI_CORE,${start}.000\t,5\n`;
  const output = 'PROF_1/mindstudio_profiler_output';
  const dump = await openContext(
    fileTree(
      Object.fromEntries(
        Array.from({ length: 11 }, (_, i) => [
          [`${output}/msprof_slice_${i}_20240101.json`, slice(1000 + 10 * i, `op${i}`)],
          [`${output}/op_summary_slice_${i}_20240101.csv`, row(1000 + 10 * i, `op${i}`)],
        ]).flat() as [string, string][],
      ),
    ),
  );
  const kernels = await tables['operator.kernels'](dump, { ranks: [FIRST] });
  expect(cells(kernels, 'name')).toEqual(Array.from({ length: 11 }, (_, i) => `op${i}`));
  const [view] = dump.loadedTimelines();
  expect(view.index.slices.startNs.length).toBe(11);
  const { totals } = await answers['operator.overview'](dump, { ranks: [FIRST] });
  expect(totals.taskCount).toBe(11);
});

test('the strategy of each op, and the tensors of each', async () => {
  const tuple = (...values: (number | object)[]) => ({
    dtype: 'DT_TUPLE',
    values: values.map((own) => (typeof own === 'number' ? { dtype: 'DT_INT64', intVal: String(own) } : own)),
  });
  const strategy = {
    config: { rankId: 2, stageId: 1, parallelType: 'auto_parallel' },
    graph: {
      node: [
        { name: '1', opType: 'GetNext', fullName: 'Default/GetNext-op1', scope: 'Default', attribute: [] },
        {
          ...{ name: '2', opType: 'MatMul', fullName: 'Default/fc/MatMul-op2', scope: 'Default/fc', instanceName: 'x' },
          attribute: [{ name: 'gen_strategy', value: tuple(tuple(2, 1), tuple(1, 4)) }],
        },
      ],
    },
  };
  const dump = await openContext(
    fileTree({
      'parallel_strategy_2.json': JSON.stringify(strategy),
      'framework_raw_2.csv':
        'task_id,stream_id,block_dim,full_kernel_name,op_name,kernel_name,kernel_type,subgraph,op_info\n30,0,32,Default/fc/MatMul-op2,a,b,MatMul,Default,"{""input_0"": {""format"": ""NC1HWC0"", ""data_type"": ""NUMBER_TYPE_FLOAT16"", ""shape"": ""32,1""}, ""input_1"": {""format"": ""FracZ"", ""data_type"": ""NUMBER_TYPE_FLOAT16"", ""shape"": ""25,1""}, ""output_0"": {""format"": ""ND"", ""data_type"": ""NUMBER_TYPE_FLOAT32"", ""shape"": ""32,4""}}"\n',
    }),
  );
  expect(dump.ranks.map(({ rank }) => rank)).toEqual([2]);
  expect(records(await statistics(dump, 'parallel-strategy'))).toMatchObject([
    { name: 'Default/GetNext-op1', strategy: '', stage: 1 },
    { name: 'Default/fc/MatMul-op2', type: 'MatMul', strategy: '((2, 1), (1, 4))', instance: 'x', scope: 'Default/fc' },
  ]);
  expect(records(await statistics(dump, 'framework-ops'))).toMatchObject([
    {
      ...{ name: 'Default/fc/MatMul-op2', streamId: 0, taskId: 30, inputShapes: '32,1;25,1', outputShapes: '32,4' },
      ...{ inputTypes: 'FLOAT16;FLOAT16', outputTypes: 'FLOAT32', inputFormats: 'NC1HWC0;FracZ' },
    },
  ]);
});

describeDumps('the real files', () => {
  test('of MindSpore Insight: times in ms, FLOPs in millions', async () => {
    const dump = await openContext(dumpPath('mindspore', 'minddata'));
    const [zero, one] = dump.ranks.map(({ index }) => index);
    const times = records(await statistics(dump, 'op-times', one));
    expect(times.length).toBe(10);
    expect(times[8]).toMatchObject({ durationNs: 56_510, count: 1 });
    const types = records(await statistics(dump, 'op-type-times', one));
    expect(types[4]).toMatchObject({ type: 'MatMul', totalNs: 1_085_000, count: 9, share: 73.8 });
    // The file's own sum is rounded.
    expect(Math.abs(types.reduce((sum, { share }) => sum + Number(share), 0) - 90.48)).toBeLessThan(1e-9);
    expect(records(await statistics(dump, 'op-flops', zero))[0]).toMatchObject({
      ...{ name: 'Default/Cast-op6', FLOPs: 333e6, FLOPS: 333e9, 'FLOPS utilization': 33 },
    });
    expect(records(await statistics(dump, 'op-flops', one))[0]).toMatchObject({ 'MFLOPs(10^6 vector)': 333e6 });
    const scopes = records(await statistics(dump, 'scope-flops', zero));
    expect(scopes[0]).toMatchObject({ scope: 'Default', parent: 'Total', FLOPs: 4_655_465_000 });
    const top = scopes.filter(({ parent }) => parent === 'Total');
    // flops_summary_0.json has 8167.743 millions for the whole.
    const sum = top.reduce((total, { FLOPs }) => total + Number(FLOPs), 0);
    expect(Math.abs(sum - 8_167_743_000)).toBeLessThan(10_000);
    const [whole, ...more] = records(await statistics(dump, 'flops-summary', zero));
    expect(whole).toMatchObject({ FLOPs: 8_167_743_000, FLOPS: 9_868_936_000_000, 'FLOPS utilization': 3.765 });
    expect(more).toEqual([]);
    const shapes = records(await statistics(dump, 'dynamic-shapes', zero));
    expect(shapes[2]).toMatchObject({ step: 1, name: 'Add-op6', durationNs: 75_616, inputShapes: '[32, 1];[32, 1]' });
    expect(shapes[0]).toMatchObject({ step: 1, type: 'InitDataSetQueue', durationNs: 633_088, inputShapes: '' });
  });

  test('of MindSpore’s kernels: groups of the first scopes add up, whatever the depth', async () => {
    const dump = await sharedContext(dumpPath('mindspore', 'PROF_000001_20230818142704322_COJGGGCANRMICFBC'));
    const { groupings, totals } = await answers['operator.overview'](dump, { ranks: [FIRST] });
    const depths = groupings.map(({ by }) => by).filter((by) => by.startsWith('name-scope-'));
    expect(depths[0]).toBe('name-scope-1');
    expect([totals.streamCount > 2, totals.taskCount > totals.computeCount]).toEqual([true, true]);
    const counts = await Promise.all(
      depths.map(async (by) => {
        const groups = await tables['operator.groups'](dump, { by, ranks: [FIRST], isPerRank: false });
        const count = cells(groups, 'count').reduce<number>((sum, own) => sum + Number(own), 0);
        return { count, groups: groups.rowCount };
      }),
    );
    expect(new Set(counts.map(({ count }) => count)).size).toBe(1);
    expect(counts.at(-1)?.groups).toBeGreaterThan(counts[0].groups);
    const first = await tables['operator.groups'](dump, { by: 'name-scope-1', ranks: [FIRST], isPerRank: false });
    expect(cells(first, 'nameScope1')).toContain('Default');
  });
});
