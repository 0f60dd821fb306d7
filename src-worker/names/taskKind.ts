/** What a slice on a device's lane is: the one place that decides it. */
import type { GroupKind } from '../../src-contract';
import type { CollectiveNames } from './collectiveNames';

/**
 * Of a device task. `memory`: transfers and fills (memcpy, memset, SDMA), which are no compute. `wait`: the device waits or
 * keeps books. `none`: no task of the device, such as the annotations that Kineto repeats on a GPU's lanes.
 */
export type TaskKind = 'none' | 'compute' | 'communication' | 'memory' | 'wait';

/** Order = code of the kind. */
export const TASK_KINDS: readonly TaskKind[] = ['none', 'compute', 'communication', 'memory', 'wait'];

/**
 * What a lane holds, by its process and its name: `stream` of Ascend Hardware (kernels, copies, bookkeeping), `collectives`
 * of one group, `other` lanes of a device that are no tasks (planes hold the parts of collectives, which are counted
 * already; MindSpore draws its iterations as a lane), and lanes of which only the categories of slices tell (`host`, and
 * streams of GPUs, whose process has the program's name).
 */
export type LaneRole = 'stream' | 'collectives' | 'other' | 'host';

export function laneRoleOf(kind: GroupKind, laneName: string): LaneRole {
  if (kind === 'hardware') return isStepTraceLane(laneName) ? 'other' : 'stream';
  if (kind === 'communication') return isGroupLane(laneName) ? 'collectives' : 'other';
  return kind === 'overlap' || kind === 'counters' ? 'other' : 'host';
}

/** "Group 0 Communication"; msprof of 2023 has one lane, "Communication Kernel", older MindSpore one of each stream. */
export function isGroupLane(laneName: string): boolean {
  return /^(group\b|communication kernel$|stream #\d+$)/i.test(laneName);
}

/** "Step Trace(Model ID:2)": iterations of a graph and their phases, as the device saw them. */
export function isStepTraceLane(laneName: string): boolean {
  return /^step trace\b/i.test(laneName);
}

const GPU_TASK = /^(?:gpu_)?(kernel|memcpy|memset)$/i;
/** Of Intel's Gaudi and Meta's MTIA, which have no "kernel". */
const OTHER_KERNEL = /^(hpu_op|mtia_ccp_events)$/;

/**
 * What Kineto's category says of a slice; undefined if it is no task of a GPU. Categories: ActivityType.cpp in libkineto; kernels of
 * CUDA, ROCm and XPU have the same.
 */
export function gpuTaskOf(category: string): 'kernel' | 'transfer' | undefined {
  if (OTHER_KERNEL.test(category)) return 'kernel';
  const task = GPU_TASK.exec(category)?.[1];
  if (task === undefined) return undefined;
  return task.toLowerCase() === 'kernel' ? 'kernel' : 'transfer';
}

/** Of all categories of a trace: beside kernels by that name MTIA's events are something else, of other makers. */
export function gpuTasksOf(categories: readonly string[]): ReturnType<typeof gpuTaskOf>[] {
  const hasKernels = categories.some((category) => /^(gpu_)?kernel$/i.test(category));
  return categories.map((category) => {
    return hasKernels && OTHER_KERNEL.test(category) ? undefined : gpuTaskOf(category);
  });
}

/** Lanes whose own name says that collectives run there. */
export function isCollectiveLane(laneName: string): boolean {
  return /nccl|rccl|hccl|oneccl|communicat|collective/i.test(laneName);
}

/** Names of what a stream of Ascend does beside kernels. */
const TRANSFER = /^(memcpy|memset|sdma|pcie_dma|reduce_inline|inline_?reduce|reduce_async|rdma|cmo)/i;
const BOOKKEEPING =
  /^(event|notify|write value|profiling_|place_holder|model_|stream_|label_|ffts|capture|wait|end_graph|maintenance)/i;

/** A task of an Ascend stream by its name. */
export function ascendTaskKind(name: string, names: CollectiveNames): TaskKind {
  if (TRANSFER.test(name)) return 'memory';
  if (BOOKKEEPING.test(name)) return 'wait';
  return names.evidenceOf(name) === 'sure' && !/matmul/i.test(name) ? 'communication' : 'compute';
}

/** A task by the core that the profiler's tables say it ran on ("AI_CORE", "HCCL", "SDMA"). */
export function kindOfCore(core: string): Exclude<TaskKind, 'none'> {
  if (/^(COMMUNICATION|HCCL)$/i.test(core)) return 'communication';
  if (/^(SDMA|PCIE_DMA|MEMCPY)/i.test(core)) return 'memory';
  return /^(EVENT|NOTIFY|WRITE_VALUE|PLACE_HOLDER)/i.test(core) ? 'wait' : 'compute';
}

/** What is known of a kernel of a GPU beside its name. */
export interface KernelEvidence {
  /** Its event has args that only collectives have. */
  readonly hasCollectiveArgs: boolean;
  /** Its lane is called so, or collectives that are sure run on it. */
  readonly isOnCollectiveStream: boolean;
}

export function gpuKernelKind(
  name: string,
  names: CollectiveNames,
  { hasCollectiveArgs, isOnCollectiveStream }: KernelEvidence,
): 'compute' | 'communication' {
  if (hasCollectiveArgs) return 'communication';
  const evidence = names.evidenceOf(name);
  return evidence === 'sure' || (evidence === 'likely' && isOnCollectiveStream) ? 'communication' : 'compute';
}
