/** What MindSpore's profiler of 2020 to 2024 wrote for MindSpore Insight: files of all devices in one folder. */
import { rankTableKind } from './tableKind';

const insightFile =
  /^(?:minddata_\w+?|\w+_profiling|flops(?:_\w+?)?|(?:aicore|aicpu|pynative_op)_intermediate|framework_raw|hccl_raw|output_\w+?|memory_usage_\w+?|dynamic_shape_info|step_trace_raw|step_trace_point_info|parallel_strategy|ascend_timeline_display)_(\d+)(?:_[a-z_]+)?\.(?:csv|json|txt)$/;

/** Such a file that is a trace: what `msprof` wrote, or what MindSpore made of it. */
export function isInsightTimeline(name: string): boolean {
  return /^ascend_timeline_display_\d+\.json$/.test(name);
}

/**
 * The files of each device, by its number: those with the number in their names, and the device's `profiler_info_N.json`.
 * Only devices of which a file can be shown.
 */
export function insightFiles(names: readonly string[]): ReadonlyMap<number, readonly string[]> {
  const byDevice = new Map<number, string[]>();
  for (const name of names) {
    const number = insightFile.exec(name)?.[1];
    if (number === undefined) continue;
    const own = byDevice.get(Number(number)) ?? [];
    byDevice.set(Number(number), [...own, name]);
  }
  for (const [device, own] of byDevice) {
    if (!own.some((name) => rankTableKind(name) !== undefined || isInsightTimeline(name))) byDevice.delete(device);
    else own.push(...names.filter((name) => name === `profiler_info_${device}.json`));
  }
  return byDevice;
}
