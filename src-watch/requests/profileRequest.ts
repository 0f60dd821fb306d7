/** What is asked of the profilers. The usual one is the lightest with which there is something to see: some 5 % while it is taken. */

import { levelNames, type ProfileLevel } from '../../src-contract/profiling/levels';
import type { AicMetrics } from '../../src-contract/profiling/metrics';
import { profilerConfig } from '../../src-contract/profiling/profilerConfig';

export interface ProfileRequest {
  /** Folder (NPU) or file (GPU) on the hosts that run the job. */
  readonly output: string;
  readonly steps: number;
  readonly level: ProfileLevel;
  /** Of the cores, from level 1 on; undefined: none. */
  readonly metrics: AicMetrics | undefined;
  readonly hasMemory: boolean;
  readonly hasStack: boolean;
  /** Marks (mstx) of the program. */
  readonly hasMarks: boolean;
  /** Empty: all. */
  readonly ranks: readonly number[];
}

/** The lightest in which there is something to see. */
export const lightRequest: Omit<ProfileRequest, 'output'> = {
  ...{ steps: 1, level: '0', metrics: undefined, hasMemory: false, hasStack: false, hasMarks: false, ranks: [] },
};

/** The config of an NPU’s request, a line each, in the order of msMonitor’s own client. */
export function npuConfig(request: ProfileRequest): string {
  const { output, steps, level, metrics, hasMemory, hasStack, hasMarks, ranks } = request;
  return lines({
    ACTIVITIES_LOG_FILE: output,
    PROFILE_START_ITERATION: 0,
    // The next one.
    PROFILE_START_STEP: -1,
    ACTIVITIES_ITERATIONS: steps,
    PROFILE_RECORD_SHAPES: false,
    PROFILE_PROFILE_MEMORY: hasMemory,
    PROFILE_WITH_STACK: hasStack,
    PROFILE_WITH_FLOPS: false,
    PROFILE_WITH_MODULES: false,
    PROFILE_ACTIVITIES: 'CPU,NPU',
    // Without it there are raw data alone; the job goes on meanwhile.
    PROFILE_ANALYSE: true,
    PROFILE_ASYNC_MODE: true,
    PROFILE_PROFILER_LEVEL: levelNames[level].torch,
    PROFILE_AIC_METRICS: metrics ?? 'AiCoreNone',
    PROFILE_L2_CACHE: false,
    PROFILE_OP_ATTR: false,
    PROFILE_MSPROF_TX: hasMarks,
    PROFILE_GC_DETECT_THRESHOLD: 'None',
    PROFILE_DATA_SIMPLIFICATION: true,
    PROFILE_EXPORT_TYPE: 'Text',
    PROFILE_HOST_SYS: 'None',
    PROFILE_SYS_IO: false,
    PROFILE_SYS_INTERCONNECTION: false,
    PROFILE_MSTX_DOMAIN_INCLUDE: 'None',
    PROFILE_MSTX_DOMAIN_EXCLUDE: 'None',
    PROFILE_IS_RANK: ranks.length > 0,
    PROFILE_RANK_LIST: ranks.length > 0 ? ranks.join(',') : 'None',
  });
}

/** Of GPUs (Kineto): from the same instant on all hosts, ms since the epoch, for so long. */
export function gpuConfig(
  { output, hasMemory, hasStack }: ProfileRequest,
  startMs: number,
  durationMs: number,
): string {
  return lines({
    ACTIVITIES_LOG_FILE: output,
    PROFILE_START_TIME: startMs,
    ACTIVITIES_DURATION_MSECS: durationMs,
    PROFILE_REPORT_INPUT_SHAPES: false,
    PROFILE_PROFILE_MEMORY: hasMemory,
    PROFILE_WITH_STACK: hasStack,
    PROFILE_WITH_FLOPS: false,
    PROFILE_WITH_MODULES: false,
  });
}

/** A line break in a path would begin another setting. */
export function isOutputPath(path: string): boolean {
  return path !== '' && !/\p{Cc}/u.test(path);
}

function lines(settings: Readonly<Record<string, string | number | boolean>>): string {
  return Object.entries(settings)
    .map(([name, value]) => `${name}=${value}`)
    .join('\n');
}

/**
 * torch_npu’s `profiler_config.json`, of what stood there: other keys are kept. A job that polls it takes a profile when it has changed
 * and is valid. `before`: undefined where there is none, or none that can be read.
 */
export function dynamicProfileText(
  request: ProfileRequest,
  before: Readonly<Record<string, unknown>> | undefined,
): string {
  const experimental = before?.experimental_config;
  const { experimental_config, ...wanted } = profilerConfig({
    ...request,
    ...{ hasShapes: false, gcThresholdMs: undefined, isAnalysed: true },
  });
  const own = {
    ...before,
    ...wanted,
    experimental_config: {
      ...(typeof experimental === 'object' && experimental !== null ? experimental : {}),
      ...experimental_config,
    },
  };
  return `${JSON.stringify(own, undefined, 2)}\n`;
}
