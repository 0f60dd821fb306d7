import type { TableKind } from '../../src-contract';

/** File names as the profilers write them; `op_summary_0_1_20240101.csv` and slices `_slice_N_` of large ones too. */
const rankTables: readonly (readonly [RegExp, TableKind])[] = [
  [/^kernel_details.*\.csv$/, 'kernels'],
  [/^op_summary.*\.csv$/, 'kernels'],
  [/^operator_details.*\.csv$/, 'operator-details'],
  [/^op_statistic.*\.csv$/, 'op-statistic'],
  [/^api_statistic.*\.csv$/, 'api-statistic'],
  [/^l2_cache.*\.csv$/, 'l2-cache'],
  // The same table: torch_npu names it after what it is about, msprof after where it ran.
  [/^(data_preprocess|aicpu)(_\d.*)?\.csv$/, 'ai-cpu'],
  [/^nic(_\d.*)?\.csv$/, 'nic'],
  [/^roce(_\d.*)?\.csv$/, 'roce'],
  [/^operator_memory.*\.csv$/, 'operator-memory'],
  [/^memory_record.*\.csv$/, 'memory-record'],
  [/^npu_module_mem.*\.csv$/, 'module-memory'],
  [/^static_op_mem.*\.csv$/, 'static-memory'],
  [/^step_trace_time.*\.csv$/, 'step-trace'],
  [/^communication\.json$/, 'communication'],
  [/^communication_matrix\.json$/, 'communication-matrix'],
  [/^profiler_metadata\.json$/, 'metadata'],
  [/^profiler_info(_\d+)?\.json$/, 'profiler-info'],
  [/^analysis\.db$/, 'analysis-db'],
  [/^(ascend_\w+_profiler|msprof_|msmonitor_|report_\d).*\.db$/, 'profiler-db'],
  [/^expert_load.*\.csv$/, 'expert-load'],
  [/^task_time_\d.*\.csv$/, 'task-time'],
  [/^(communication|hccl)_statistic_\d.*\.csv$/, 'communication-statistic'],
  [/^aicore_intermediate_\d+_detail\.csv$/, 'op-times'],
  [/^aicore_intermediate_\d+_type\.csv$/, 'op-type-times'],
  [/^aicpu_intermediate_\d+\.csv$/, 'ai-cpu-times'],
  [/^framework_raw_\d+\.csv$/, 'framework-ops'],
  [/^flops_\d+\.txt$/, 'op-flops'],
  [/^flops_scope_\d+\.json$/, 'scope-flops'],
  [/^flops_summary_\d+\.json$/, 'flops-summary'],
  [/^dynamic_shape_info_\d+\.json$/, 'dynamic-shapes'],
  [/^parallel_strategy_\d+\.json$/, 'parallel-strategy'],
  [/^memory_usage_details_\d+\.json$/, 'memory-usage'],
  [/^memory_usage_summary_\d+\.json$/, 'memory-summary'],
  [/^step_trace_raw_\d+_detail_time\.csv$/, 'step-trace-raw'],
  [/^step_trace_\d.*\.(csv|json)$/, 'iterations'],
  [/^(minddata_pipeline_raw_\d+\.csv|pipeline_profiling_\d+\.json)$/, 'data-pipeline'],
  [/^(device_queue|dataset_iterator)_profiling_\d+\.txt$/, 'host-queue'],
  [/^(minddata_aicpu|minddata_getnext_profiling)_\d+\.txt$/, 'device-queue'],
  [/^minddata_cpu_utilization_\d+\.json$/, 'data-cpu'],
];

/** Texts of MindSpore's profiler that are tables too. */
const TABLE_TEXT = /^(output_timeline_data|cpu_framework|(cpu|gpu)_op_execute_timestamp)_\d+\.txt$/;

/** A csv (or such a text) that nothing else reads: it is shown as it is. Only of files that are known to be a rank's. */
export function otherTableKind(name: string): TableKind | undefined {
  return (/\.csv$/i.test(name) || TABLE_TEXT.test(name)) && clusterTableKind(name) === undefined
    ? 'other-table'
    : undefined;
}

const clusterTables: readonly (readonly [RegExp, TableKind])[] = [
  [/^cluster_step_trace_time\.csv$/, 'cluster-step-trace'],
  [/^cluster_communication\.json$/, 'cluster-communication'],
  [/^cluster_communication_matrix\.json$/, 'cluster-communication-matrix'],
  [/^communication_group\.json$/, 'communication-group'],
  [/^cluster_analysis\.db$/, 'cluster-db'],
];

/** What a file beside a rank's timeline holds, by its name; undefined for one that is not known. */
export function rankTableKind(name: string): TableKind | undefined {
  return rankTables.find(([pattern]) => pattern.test(name))?.[1];
}

/** What a file of a job's summary holds, by its name. */
export function clusterTableKind(name: string): TableKind | undefined {
  return clusterTables.find(([pattern]) => pattern.test(name))?.[1];
}
