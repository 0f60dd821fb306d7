/** How a profile of a job that runs is asked for. */
import type { LiveJobId } from '../ids';
import type { ProfileLevel } from '../profiling/levels';
import type { AicMetrics } from '../profiling/metrics';
import type { LiveText } from './text';

/**
 * `none`: it is not. Daemons of msMonitor or dynolog on a list of hosts; torch_npu's `profiler_config.json` in a folder; the command
 * that the program was started with (`TRACELANE_PROFILE_COMMAND`): a window gives none of its own.
 */
export type LiveProfileWay =
  | { readonly kind: 'none' }
  | { readonly kind: 'command' }
  | {
      readonly kind: 'npu-daemons' | 'gpu-daemons';
      readonly hosts: string;
      readonly processLimit: number;
      /** That processes announce themselves with: under Slurm PyTorch on GPUs does by the number of the job; undefined: 0. */
      readonly jobId?: number;
      readonly output: string;
    }
  | { readonly kind: 'dynamic'; readonly folder: string; readonly output: string };

/** "Diagnose now": what is recorded. */
export interface LiveProfileRequest {
  readonly steps: number;
  readonly level: ProfileLevel;
  readonly hasMemory: boolean;
  readonly hasStack: boolean;
  readonly hasMstx: boolean;
  /** Undefined: none. */
  readonly metrics: AicMetrics | undefined;
  /** Empty: all. */
  readonly ranks: readonly number[];
}

/** What is told before a profile is asked for. */
export interface LiveBeforeProfile {
  /** What it costs, how large it may become, where it goes to, what is needed, and how the hosts are: a sentence each. */
  readonly lines: readonly LiveText[];
  /** The place has less room than it may take: it would be refused. */
  readonly isShort: boolean;
}

export interface LiveDiagnosis {
  readonly job: LiveJobId;
  readonly request: LiveProfileRequest;
  /** Nothing is sent: it is told what would be. */
  readonly isDryRun: boolean;
}
