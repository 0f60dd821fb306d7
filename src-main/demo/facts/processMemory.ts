import { type MemoryTotals, mib } from './deviceMemory';
import type { RankFacts } from './rankFacts';

/** How often the process's memory is sampled. */
export const memoryPeriodNs = 20_000_000;

/** What parts of the process hold all the time, bytes. */
export const heldBytes = {
  graphEngine: 76 * mib,
  workspace: 96 * mib,
  runtime: Math.round(58.25 * mib),
  log: Math.round(158.5 * mib),
  /** Buffers for the data of one communication group. */
  group: 400 * mib,
  /** Counted for the process but for none of its modules. */
  driver: 382 * mib,
} as const;

const busyModules = ['SLOG', 'RUNTIME', 'GE', 'HCCL', 'APP'] as const;
export type ModuleName = (typeof busyModules)[number] | (typeof idleModules)[number];

/** Modules that hold nothing worth a figure; the profiler lists them all the same. */
const idleModules = ['AICPU', 'DRV', 'FE', 'HCCP', 'PROFILING', 'TBE', 'TDT', 'TS'] as const;

export interface ModuleBytes {
  readonly module: ModuleName;
  readonly bytes: number;
}

/** What each module of the process holds, with the allocator (`APP`) at these totals. */
export function moduleBytes(facts: RankFacts, { reservedBytes }: MemoryTotals): ModuleBytes[] {
  return [
    { module: 'SLOG', bytes: heldBytes.log },
    { module: 'RUNTIME', bytes: heldBytes.runtime },
    { module: 'GE', bytes: heldBytes.graphEngine },
    { module: 'HCCL', bytes: facts.groups.length * heldBytes.group },
    { module: 'APP', bytes: reservedBytes + heldBytes.workspace },
    ...idleModules.map((module) => ({ module, bytes: 0 })),
  ];
}
