/**
 * Levels of Ascend's profilers and what each collects. Sources: torch_npu's documentation of `ProfilerLevel`
 * (Ascend/op-plugin, docs/zh/custom_APIs/torch_npu-profiler/torch_npu-profiler-ProfilerLevel.md), MindSpore's of
 * `_ExperimentalConfig`, msMonitor's of `nputrace --profiler-level` (Ascend/msmonitor, docs/en/user_guide/nputrace_instruct.md).
 */

export const profileLevels = ['none', '0', '1', '2'] as const;
export type ProfileLevel = (typeof profileLevels)[number];

/** `torch`: torch_npu, its `dynamic_profile` and msMonitor. MindSpore spells the first without an underscore. */
export const levelNames: Readonly<Record<ProfileLevel, { readonly torch: string; readonly mindspore: string }>> = {
  none: { torch: 'Level_none', mindspore: 'LevelNone' },
  '0': { torch: 'Level0', mindspore: 'Level0' },
  '1': { torch: 'Level1', mindspore: 'Level1' },
  '2': { torch: 'Level2', mindspore: 'Level2' },
};

/**
 * From level 1 on, counters of the cores are collected; below it torch_npu resets the choice to none, and from it on none to
 * `PipeUtilization` (Ascend/pytorch, torch_npu/profiler/experimental_config.py, `_check_params`).
 */
export function hasCounters(level: ProfileLevel): boolean {
  return level === '1' || level === '2';
}
