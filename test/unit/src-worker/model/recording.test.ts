import { describe, expect, test } from 'vitest';
import recordingTable from '../../../../resources/recording.json';
import type { Unrecorded } from '../../../../src-contract';
import { en } from '../../../../src-renderer/app/i18n/en';
import { rankTableKind } from '../../../../src-worker/discovery/tableKind';
import { missingTables } from '../../../../src-worker/model/missingTables';
import { dumpWriter, fileRecording, unrecorded, writerOf } from '../../../../src-worker/model/recording';
import { openContext } from '../../../fixtures/dumpContext';
import { describeDumps, dumpPath } from '../../../fixtures/dumps';
import { fileTree } from '../../../fixtures/fileTree';

const all = { operator: true, memory: true, summary: true, communication: true };
const optionsOf = (found: readonly Unrecorded[], kind: Unrecorded['kind']) =>
  Object.fromEntries(found.filter((own) => own.kind === kind).map(({ what, recording }) => [what, recording.option]));

describe('what a dump lacks, and the option that records it', () => {
  const slice = '[{"ph":"X","pid":1,"tid":1,"ts":1,"dur":1,"name":"a"}]';
  const rank = (folder: string, ...names: string[]) =>
    Object.fromEntries(
      names.map((name) => [`${folder}/ASCEND_PROFILER_OUTPUT/${name}`, name.endsWith('.json') ? slice : 'a\n1\n']),
    );

  test('torch_npu, and MindSpore by its folder', async () => {
    const files = ['trace_view.json', 'kernel_details.csv', 'step_trace_time.csv', 'l2_cache.csv'];
    const dump = await openContext(fileTree(rank('a_1_20240101000000000_ascend_pt', ...files)));
    expect(dumpWriter(dump)).toBe('torch_npu');
    const found = unrecorded(dump, { ...all, memory: false });
    expect(optionsOf(found, 'view')).toEqual({ memory: 'profile_memory=True' });
    expect(optionsOf(found, 'file')).toMatchObject({
      'operator-memory': 'profile_memory=True',
      'api-statistic': 'profiler_level=ProfilerLevel.Level1',
      'ai-cpu': 'profiler_level=ProfilerLevel.Level2',
      nic: 'sys_io=True',
    });
    for (const there of ['timeline', 'kernels', 'l2-cache']) expect(optionsOf(found, 'file')).not.toHaveProperty(there);
    expect(found).toContainEqual({
      kind: 'file',
      what: 'static-memory',
      recording: { option: 'profile_memory=True', condition: 'graph-mode' },
    });
    expect(optionsOf(found, 'lanes')).toMatchObject({ HCCS: 'sys_interconnection=True' });
    const other = await openContext(fileTree(rank('a_1_20240101000000000_ascend_ms', 'kernel_details.csv')));
    expect(fileRecording(other, 'step-trace')).toEqual({ condition: 'not-heterogeneous' });
    expect(optionsOf(unrecorded(other, all), 'lanes')).toEqual({});
  });

  test('msprof speaks of its own switches, GPU traces of none of Ascend’s files', async () => {
    const prof = 'PROF_000001_20240101000000000_ABC/mindstudio_profiler_output';
    const dump = await openContext(
      fileTree({ [`${prof}/msprof_2024.json`]: slice, [`${prof}/op_summary_2024.csv`]: 'a\n1\n' }),
    );
    expect(dumpWriter(dump)).toBe('msprof');
    expect(optionsOf(unrecorded(dump, all), 'file')).toMatchObject({ 'ai-cpu': '--aicpu=on', 'l2-cache': '--l2=on' });
    const gpu = await openContext(fileTree({ 'host_1.pt.trace.json': slice }));
    expect(unrecorded(gpu, { ...all, memory: false })).toEqual([
      { kind: 'view', what: 'memory', recording: { option: 'profile_memory=True' } },
    ]);
    expect(fileRecording(gpu, 'kernels')).toBeUndefined();
  });

  test('a GPU trace of the host alone names its activities for every tab', async () => {
    const dump = await openContext(fileTree({ 'host_1.pt.trace.json': slice }));
    const found = unrecorded(dump, { operator: false, memory: false, summary: false, communication: false });
    expect(optionsOf(found, 'view')).toMatchObject({ summary: 'activities=[ProfilerActivity.CUDA]' });
    expect(found.map(({ recording }) => recording.option).filter((option) => /NPU|Level/.test(option ?? ''))).toEqual(
      [],
    );
  });

  test('MindSpore’s profiler of MindSpore Insight has options of its own, also beside ranks of msprof', async () => {
    const insight = { 'a/flops_0.txt': 'a\n1\n', 'a/minddata_pipeline_raw_0.csv': 'a\n1\n' };
    const dump = await openContext(fileTree(insight));
    expect(dumpWriter(dump)).toBe('mindspore_insight');
    const found = unrecorded(dump, { ...all, memory: false });
    expect(optionsOf(found, 'view')).toEqual({ memory: 'profile_memory=True' });
    expect(optionsOf(found, 'file')).toMatchObject({ timeline: 'op_time=True', 'host-queue': 'data_process=True' });
    const both = await openContext(
      fileTree({ ...insight, 'PROF_000001_2024_ABC/mindstudio_profiler_output/msprof_1.json': slice }),
    );
    expect(dumpWriter(both)).toBe('msprof');
    const timeline = missingTables(both.files).find(({ table }) => table === 'timeline');
    expect(fileRecording(both, 'timeline', timeline?.ranks)?.option).toBe('op_time=True');
    expect(missingTables(both.files).map(({ table }) => table)).toEqual(['timeline']);
  });

  test('nobody’s options where the files tell of no profiler', async () => {
    expect(
      writerOf({ folder: '/a', files: [{ path: '/a/chrome.json', sizeBytes: 1, role: 'timeline' }] }),
    ).toBeUndefined();
    const dump = await openContext(fileTree({ 'chrome.json': slice }));
    expect(unrecorded(dump, { operator: false, memory: false, summary: false, communication: false })).toEqual([]);
  });
});

describe('the table', () => {
  test('its files are kinds that some name has, and have titles; its conditions have words', () => {
    const names = [
      'trace_view.json',
      ...[
        'kernel_details',
        'operator_details',
        'op_statistic',
        'api_statistic',
        'l2_cache',
        'data_preprocess',
        'nic',
        'roce',
      ],
      ...['operator_memory', 'memory_record', 'npu_module_mem', 'static_op_mem', 'step_trace_time'],
    ].map((name) => (name.endsWith('.json') ? name : `${name}.csv`));
    names.push(
      'aicore_intermediate_0_detail.csv',
      'aicore_intermediate_0_type.csv',
      'step_trace_raw_0_detail_time.csv',
    );
    names.push('pipeline_profiling_0.json', 'device_queue_profiling_0.txt', 'minddata_cpu_utilization_0.json');
    names.push('memory_usage_details_0.json', 'parallel_strategy_0.json');
    const kinds = new Set<string>(['timeline', 'communication', 'communication-matrix']);
    for (const name of names) kinds.add(rankTableKind(name) ?? 'timeline');
    const { condition } = en.recording;
    for (const { files, views, lanes, columns } of Object.values(recordingTable)) {
      for (const file of Object.keys(files)) expect(kinds).toContain(file);
      const options = [files, views, lanes, columns].flatMap((own) => Object.values(own) as { condition?: string }[]);
      for (const own of options) if (own.condition !== undefined) expect(condition).toHaveProperty([own.condition]);
    }
  });
});

describeDumps('real dumps', () => {
  test.each([
    ['ascend/text_level1_2ranks', 'torch_npu'],
    ['ascend/pp2_dp2_4ranks_no_timeline', 'torch_npu'],
    ['ascend/old_columns_2ranks', 'torch_npu'],
    ['mindspore/PROF_000001_20230818142704322_COJGGGCANRMICFBC', 'msprof'],
    ['mindspore/minddata', 'mindspore_insight'],
    ['mindspore', 'msprof'],
    ['kineto/a100_switch_few_flows.json', 'pytorch'],
    ['chrome/catapult', undefined],
  ])('%s was written by %s', async (path, writer) => {
    expect(dumpWriter(await openContext(dumpPath(...path.split('/'))))).toBe(writer);
  });

  test('of a dump of Level1 nothing is said to need Level1', async () => {
    const dump = await openContext(dumpPath('ascend', 'text_level1_2ranks'));
    const found = unrecorded(dump, all);
    expect(found.map(({ recording }) => recording.option)).not.toContain('profiler_level=ProfilerLevel.Level1');
    expect(optionsOf(found, 'lanes')).not.toHaveProperty('CANN');
    expect(optionsOf(found, 'file')).toMatchObject({ 'ai-cpu': 'profiler_level=ProfilerLevel.Level2' });
  });
});
