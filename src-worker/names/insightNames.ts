/** Names of the files that MindSpore's profiler of 2020 to 2024 wrote for MindSpore Insight. */

/** Numbers of more digits are times: so `msprof` names what it writes. */
const insightFile =
  /^(?:minddata_\w+?|\w+_profiling|flops(?:_\w+?)?|(?:aicore|aicpu|pynative_op)_intermediate|framework_raw|hccl_raw|output_\w+?|memory_usage_\w+?|dynamic_shape_info|step_trace_raw|step_trace_point_info|parallel_strategy|ascend_timeline_\w+?|(?:cpu|gpu)_\w+?|dataset)_(\d{1,5})(?:_[a-z_]+)?\.(?:csv|json|txt)$/;

/** The number of the device that a file of that name is of; undefined for any other name. */
export function insightDevice(name: string): number | undefined {
  const number = insightFile.exec(name)?.[1];
  return number === undefined ? undefined : Number(number);
}
