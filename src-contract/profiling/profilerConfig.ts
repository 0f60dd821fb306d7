/**
 * torch_npu’s `profiler_config.json`, which a job with `dynamic_profile` polls. Keys and what is assumed without them: Ascend/pytorch,
 * torch_npu/profiler/_dynamic_profiler/_dynamic_profiler_config_context.py.
 */
import { levelNames, type ProfileLevel } from './levels';
import type { AicMetrics } from './metrics';

export interface DynamicProfile {
  /** Folder on the hosts that run the job. */
  readonly output: string;
  readonly steps: number;
  readonly level: ProfileLevel;
  /** Undefined: none. */
  readonly metrics: AicMetrics | undefined;
  readonly hasMemory: boolean;
  readonly hasStack: boolean;
  readonly hasShapes: boolean;
  /** Marks (mstx) of the program. */
  readonly hasMarks: boolean;
  /** Garbage collections that take longer; undefined: not looked at. */
  readonly gcThresholdMs: number | undefined;
  /** Empty: all. With some chosen, torch_npu analyses beside the job alone (`async_mode`), and in older releases not at all. */
  readonly ranks: readonly number[];
  readonly isAnalysed: boolean;
}

/** `experimental_config` stands for itself: of it, too, other keys may be kept. */
export interface ProfilerConfig extends Readonly<Record<string, unknown>> {
  readonly experimental_config: Readonly<Record<string, unknown>>;
}

export function profilerConfig(profile: DynamicProfile): ProfilerConfig {
  return {
    activities: ['CPU', 'NPU'],
    prof_dir: profile.output,
    analyse: profile.isAnalysed,
    // Beside the job, which goes on meanwhile.
    async_mode: profile.isAnalysed,
    record_shapes: profile.hasShapes,
    profile_memory: profile.hasMemory,
    with_stack: profile.hasStack,
    with_flops: false,
    with_modules: false,
    active: profile.steps,
    // The next one.
    start_step: 0,
    is_rank: profile.ranks.length > 0,
    rank_list: profile.ranks,
    is_valid: true,
    experimental_config: {
      profiler_level: levelNames[profile.level].torch,
      aic_metrics: profile.metrics ?? 'AiCoreNone',
      l2_cache: false,
      op_attr: false,
      gc_detect_threshold: profile.gcThresholdMs ?? null,
      data_simplification: true,
      record_op_args: false,
      export_type: 'text',
      msprof_tx: profile.hasMarks,
    },
  };
}
