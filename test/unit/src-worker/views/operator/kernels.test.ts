import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { KernelGrouping } from '../../../../../src-contract';
import { kernelTable } from '../../../../../src-worker/model/kernels/kernels';
import { ascendType, gpuType } from '../../../../../src-worker/model/kernels/kernelTimeline';
import { comparisonTable, groupTable } from '../../../../../src-worker/views/operator/groups';
import { operatorOverview } from '../../../../../src-worker/views/operator/overview';
import { operatorSteps } from '../../../../../src-worker/views/operator/steps';
import { describeDumps, dumpPath } from '../../../../fixtures/dumps';
import { indexFiles, indexText, temporaryFolder, viewOf } from '../../../../fixtures/indexed';
import { contextOf, ranksOf, rowsOf } from './context';

const header = 'Step Id,Name,Type,Accelerator Core,Start Time(us),Duration(us),Input Shapes,aic_mac_ratio';
let counted = 0;

/** A folder with a kernel_details.csv of these rows: step, name, type, core, duration in µs, shapes, ratio. */
function rankOf(...rows: readonly string[]): string {
  const folder = join(temporaryFolder(), `rank${counted++}`);
  mkdirSync(folder);
  const lines = rows.map((row, i) => {
    const [step, name, type, core, durationUs, shapes = 'N/A', ratio = 'N/A'] = row.split(' ');
    return [step, name, type, core, `170000000000000${i}.000\t`, durationUs, shapes, ratio].join();
  });
  writeFileSync(join(folder, 'kernel_details.csv'), `${[header, ...lines].join('\n')}\n`);
  return folder;
}

describe('groups', () => {
  const rows = [
    '1 a Mul AI_CORE 10 2;2 0.5',
    '1 b Mul AI_CORE 30 2;2 0.1',
    '1 c Add AI_CPU 40 4;4 N/A',
    '1 hcom_x__1_0 hcom_x_ HCCL 1000',
    '2 a Mul AI_CORE 20 3;3 0.2',
  ];

  async function groupsOf(by: KernelGrouping, ...keys: readonly string[]) {
    const dump = contextOf([rankOf(...rows)]);
    const table = await groupTable(dump, { ranks: ranksOf(dump), by, isPerRank: false });
    return rowsOf(table, ...keys);
  }

  test('collectives are never among compute kernels, nor the other way round', async () => {
    expect(await groupsOf('type', 'type', 'count', 'totalNs', 'share')).toEqual([
      { type: 'Mul', count: 3, totalNs: 60_000, share: 60 },
      { type: 'Add', count: 1, totalNs: 40_000, share: 40 },
    ]);
    expect(await groupsOf('collective-type', 'type', 'count', 'share')).toEqual([
      { type: 'hcom_x_', count: 1, share: 100 },
    ]);
  });

  test('spread of durations: values that occur; ratios weighted by time', async () => {
    const [mul] = await groupsOf(
      'type',
      'minNs',
      'p50Ns',
      'p90Ns',
      'p99Ns',
      'maxNs',
      'averageNs',
      'mean:aic_mac_ratio',
    );
    expect(mul).toMatchObject({ minNs: 10_000, p50Ns: 20_000, p90Ns: 30_000, p99Ns: 30_000, maxNs: 30_000 });
    expect(mul?.averageNs).toBe(20_000);
    expect(mul?.['mean:aic_mac_ratio']).toBeCloseTo((10 * 0.5 + 30 * 0.1 + 20 * 0.2) / 60, 12);
  });

  test('where no duration of a group is known its total is not either, and one that is not spoils no sum', async () => {
    const dump = contextOf([rankOf('1 a Mul AI_CORE N/A', '1 b Add AI_CORE 30', '1 c Add AI_CORE N/A')]);
    const choice = { ranks: ranksOf(dump), isPerRank: false } as const;
    const groups = await groupTable(dump, { ...choice, by: 'type' });
    expect(rowsOf(groups, 'type', 'count', 'totalNs', 'share')).toEqual([
      { type: 'Mul', count: 1, totalNs: Number.NaN, share: Number.NaN },
      { type: 'Add', count: 2, totalNs: 30_000, share: 100 },
    ]);
    const products = contextOf([rankOf('1 a MatMul AI_CORE N/A', '1 b MatMul AI_CORE 10')]);
    const { unknownFlops } = await operatorOverview(products, { ranks: ranksOf(products) });
    expect(unknownFlops).toMatchObject([{ count: 2, totalNs: 10_000 }]);
  });

  test('only of a step; by name; by core', async () => {
    const dump = contextOf([rankOf(...rows)]);
    const ofStep = await groupTable(dump, { ranks: ranksOf(dump), by: 'core', isPerRank: false, steps: ['2'] });
    expect(rowsOf(ofStep, 'core', 'totalNs')).toEqual([{ core: 'AI_CORE', totalNs: 20_000 }]);
    expect((await groupsOf('name', 'name', 'count')).map(({ name }) => name)).toEqual(['a', 'b', 'c']);
  });

  test('ranks side by side, per call against the fastest of few: a rank without such kernels has no value', async () => {
    const dump = contextOf([
      // Twice as many calls are no slowness.
      rankOf('1 a Mul AI_CORE 10', '1 a Mul AI_CORE 10'),
      rankOf('1 a Mul AI_CORE 30', '1 c Add AI_CPU 8'),
    ]);
    const table = await comparisonTable(dump, { ranks: ranksOf(dump), by: 'type' });
    expect(rowsOf(table, 'type', 'meanNs', 'peerExcess', 'slowestRank', 'total:0', 'total:1')).toEqual([
      { type: 'Mul', meanNs: 25_000, peerExcess: 200, slowestRank: 'Rank 1', 'total:0': 20_000, 'total:1': 30_000 },
      { type: 'Add', meanNs: 8_000, peerExcess: Number.NaN, slowestRank: '', 'total:0': Number.NaN, 'total:1': 8_000 },
    ]);
  });

  test('over steps: mean of the ranks; shapes that change between the steps of a rank', async () => {
    const dump = contextOf([
      rankOf('9 a Mul AI_CORE 10 2', '10 a Mul AI_CORE 20 3', '9 b Add AI_CORE 1 5', '10 b Add AI_CORE 1 5'),
      rankOf('9 a Mul AI_CORE 30 2'),
    ]);
    const { steps, groups } = await operatorSteps(dump, { ranks: ranksOf(dump), by: 'type', maxGroups: 10 });
    // As numbers, not as texts.
    expect(steps).toEqual(['9', '10']);
    expect(groups.map(({ key, isDynamic }) => [key[0], isDynamic])).toEqual([
      ['Mul', true],
      ['Add', false],
    ]);
    expect([...groups[0].totalNs]).toEqual([20_000, 20_000]);
    expect(groups[0].shapes.map(({ text, count }) => [text, ...count])).toEqual([
      ['2', 2, 0],
      ['3', 0, 1],
    ]);
  });
});

test('a file that can’t be read does not hide the other ranks; alone, it is an error', async () => {
  const empty = temporaryFolder();
  writeFileSync(join(empty, 'kernel_details.csv'), '');
  const both = contextOf([empty, rankOf('1 a Mul AI_CORE 10')]);
  const { ranks, totals } = await operatorOverview(both, { ranks: ranksOf(both) });
  expect(totals.computeCount).toBe(1);
  expect(ranks[0].source).toBeUndefined();
  expect(ranks[0].notices).toMatchObject([{ code: 'empty-file' }]);
  const alone = contextOf([empty]);
  await expect(kernelTable(alone, { ranks: ranksOf(alone) })).rejects.toMatchObject({ name: 'TableError' });
});

test('op_summary_*.csv calls the same things differently', async () => {
  const folder = temporaryFolder();
  writeFileSync(
    join(folder, 'op_summary_0_1.csv'),
    'Op Name,OP Type,Task Type,Task Start Time(us),Task Duration(us),Block Num\nm,MatMul,MIX_AIC,1700000000000000.5\t,7.25,20\n',
  );
  const dump = contextOf([folder]);
  expect(
    rowsOf(await kernelTable(dump, { ranks: ranksOf(dump) }), 'name', 'type', 'core', 'durationNs', 'blockDim'),
  ).toEqual([{ name: 'm', type: 'MatMul', core: 'MIX_AIC', durationNs: 7250, blockDim: 20 }]);
});

describe('from a timeline', () => {
  test('types by the names of kernels', () => {
    expect(
      ['aclnnMm_MatMulV3Common_MatMulV3', 'trans_TransData_12', 'Conv2D7', 'NonZero57_MemSet', 'GatherV2123'].map(
        ascendType,
      ),
    ).toEqual(['MatMulV3', 'TransData', 'Conv2D', 'MemSet', 'GatherV2']);
    expect(ascendType('hcom_allReduce__271_0_1')).toBe('hcom_allReduce_');
    expect(
      [
        'Default/network/fc3-Dense/gradMatMul-expand/MatMul-op84',
        'Default/network/FusionOp_BiasAdd_ReluV2-op529',
        'Default/AllReduce-op534_0',
        'NOTIFY_WAIT',
        'REDUCE_ASYNC_V2',
      ].map(ascendType),
    ).toEqual(['MatMul', 'FusionOp_BiasAdd_ReluV2', 'AllReduce', 'NOTIFY_WAIT', 'REDUCE_ASYNC_V2']);
    expect(gpuType('void at::native::(anonymous namespace)::CatArray<float, 2>(int)')).toBe(
      'at::native::(anonymous namespace)::CatArray',
    );
    expect(gpuType('Memcpy HtoD (Pageable -> Device)')).toBe('Memcpy HtoD');
  });

  test('MindSpore: iterations and their phases are no kernels, nor is what moves data', async () => {
    const slice = (name: string, tid: number, ts: number, dur: number) =>
      `{"ph":"X","pid":13,"tid":${tid},"name":"${name}","ts":${ts},"dur":${dur}}`;
    const thread = (tid: number, name: string) =>
      `{"ph":"M","name":"thread_name","pid":13,"tid":${tid},"args":{"name":"${name}"}}`;
    const { index } = await indexText(
      `[${[
        '{"ph":"M","name":"process_name","pid":13,"args":{"name":"Ascend Hardware"}}',
        thread(2, 'Stream 2'),
        thread(9, 'Step Trace(Model ID:2)'),
        slice('Iteration 1', 9, 0, 1000),
        slice('Reduce_1_0', 9, 500, 400),
        slice('Default/fc3-Dense/MatMul-op84', 2, 10, 20),
        slice('NOTIFY_WAIT', 2, 40, 300),
        slice('REDUCE_ASYNC_V2', 2, 400, 50),
      ].join()}]`,
    );
    const dump = contextOf([temporaryFolder()], new Map([[0, viewOf(index)]]), 0n);
    const table = await kernelTable(dump, { ranks: ranksOf(dump) });
    expect(rowsOf(table, 'type', 'kind', 'durationNs')).toEqual([
      { type: 'MatMul', kind: 'compute', durationNs: 20_000 },
      { type: 'NOTIFY_WAIT', kind: 'wait', durationNs: 300_000 },
      { type: 'REDUCE_ASYNC_V2', kind: 'memory', durationNs: 50_000 },
    ]);
  });

  test('a GPU: kernels, copies and collectives apart, steps, the ops and modules that launched', async () => {
    const slice = (name: string, cat: string, tid: number, ts: number, dur: number) =>
      `{"ph":"X","pid":${cat.startsWith('gpu') || cat === 'kernel' ? 9 : 1},"tid":${tid},"name":"${name}","cat":"${cat}","ts":${ts},"dur":${dur}}`;
    const flow = (id: number, fromTs: number, toTs: number) =>
      `{"ph":"s","id":${id},"pid":1,"tid":1,"ts":${fromTs},"cat":"ac2g","name":"ac2g"},{"ph":"f","id":${id},"pid":9,"tid":7,"ts":${toTs},"cat":"ac2g","name":"ac2g","bp":"e"}`;
    const { index } = await indexText(
      `[${[
        slice('ProfilerStep#3', 'user_annotation', 1, 0, 1000),
        slice('nn.Module: Net_0', 'python_function', 1, 10, 100),
        slice('nn.Module: Linear_0', 'python_function', 1, 20, 50),
        slice('aten::addmm', 'cpu_op', 1, 30, 20),
        slice('cudaLaunchKernel', 'cuda_runtime', 1, 35, 5),
        slice('void gemm<float>(int)', 'kernel', 7, 40, 10),
        slice('ncclDevKernel_AllReduce', 'kernel', 7, 60, 30),
        slice('Memcpy DtoH (x)', 'gpu_memcpy', 7, 1100, 5),
        flow(1, 35, 40),
      ].join()}]`,
    );
    const dump = contextOf([temporaryFolder()], new Map([[0, viewOf(index)]]), 0n);
    const table = await kernelTable(dump, { ranks: ranksOf(dump), withLaunch: true });
    expect(rowsOf(table, 'type', 'kind', 'step', 'startNs', 'durationNs', 'launchedBy', 'scope')).toEqual([
      {
        type: 'gemm',
        kind: 'compute',
        step: '3',
        startNs: 0 + 40_000,
        durationNs: 10_000,
        launchedBy: 'aten::addmm',
        scope: 'Net_0 / Linear_0',
      },
      {
        type: 'ncclDevKernel_AllReduce',
        kind: 'communication',
        step: '3',
        startNs: 60_000,
        durationNs: 30_000,
        launchedBy: '',
        scope: '',
      },
      {
        type: 'Memcpy DtoH',
        kind: 'memory',
        step: '3–',
        startNs: 1_100_000,
        durationNs: 5_000,
        launchedBy: '',
        scope: '',
      },
    ]);
  });
});

describeDumps('real dumps', () => {
  test('matrix products of two ranks: rank 0 takes .9794 of what rank 1 takes', async () => {
    const dump = contextOf(
      [dumpPath('ascend', 'text_level1_2ranks')].flatMap((job) =>
        ['rank0_ascend_pt', 'rank1_ascend_pt'].map((rank) => join(job, rank, 'ASCEND_PROFILER_OUTPUT')),
      ),
    );
    const rows = rowsOf(await kernelTable(dump, { ranks: ranksOf(dump) }), 'name', 'rankIndex', 'durationNs');
    const sum = (rank: number) =>
      rows
        .filter(({ name, rankIndex }) => /matmul/i.test(String(name)) && rankIndex === rank)
        .reduce((total, { durationNs }) => total + Number(durationNs), 0);
    expect([sum(1), sum(0)].map((ns) => Number((ns / 1e6).toFixed(3)))).toEqual([1.089, 1.066]);
    expect(sum(0) / sum(1)).toBeCloseTo(0.9794, 4);
  });

  test('the timeline alone gives the kernels of the table', async () => {
    const folder = dumpPath('ascend', 'text_level1_2ranks', 'rank0_ascend_pt', 'ASCEND_PROFILER_OUTPUT');
    const { index } = await indexFiles([join(folder, 'trace_view.json')]);
    const views = new Map([[0, viewOf(index)]]);
    const alone = contextOf([temporaryFolder()], views, 0n);
    const { totals, ranks } = await operatorOverview(alone, { ranks: ranksOf(alone) });
    expect(ranks).toMatchObject([{ source: 'timeline' }]);
    expect(totals).toMatchObject({ computeCount: 187, communicationCount: 4 });
    // The trace has a digit more than the table.
    expect(Math.abs(totals.computeNs - 8_873_737)).toBeLessThan(187);
  });

  test('older columns, two versions together; a file that is cut off', async () => {
    const dump = contextOf(
      ['test_rank_0', 'test_rank_1'].map((rank) =>
        dumpPath('ascend', 'old_columns_2ranks', rank, 'ASCEND_PROFILER_OUTPUT'),
      ),
    );
    const { totals } = await operatorOverview(dump, { ranks: ranksOf(dump) });
    expect(totals).toMatchObject({ computeCount: 37, communicationCount: 6, aiCpuCount: 2 });
    const folder = temporaryFolder();
    copyFileSync(dumpPath('broken', 'trunc_kernel_details.csv'), join(folder, 'kernel_details.csv'));
    const cut = contextOf([folder]);
    const { ranks } = await operatorOverview(cut, { ranks: ranksOf(cut) });
    expect(ranks).toMatchObject([{ source: 'kernel-table', notices: [{ code: 'table-truncated' }] }]);
  });

  test('the database of a run has its kernels', async () => {
    const folder = dumpPath('ascend', 'db_level1_2ranks', 'rank0_ascend_pt', 'ASCEND_PROFILER_OUTPUT');
    const dump = contextOf([folder]);
    const { ranks, totals, device } = await operatorOverview(dump, { ranks: ranksOf(dump) });
    expect(ranks).toMatchObject([{ source: 'database', kernelCount: 191 }]);
    expect(totals).toMatchObject({ computeCount: 187, communicationCount: 4 });
    expect(device).toMatchObject({ name: 'Ascend910B', cubeCores: 24, vectorCores: 48 });
  });
});
