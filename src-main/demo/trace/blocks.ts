import type { StepRecords } from '../simulation/stepRecords';
import { counters } from './counterBlock';
import { deviceWork } from './deviceBlock';
import { deviceMetadata, lateMetadata, pythonMetadata } from './metadata';
import { torchToNpuFlows } from './npuFlowBlock';
import { forwardBackwardFlows, frameworkOps, pythonFunctions, taskQueue } from './pythonBlock';
import type { RankTrace } from './rankTrace';

/**
 * One stretch of trace_view.json. `perStep` blocks go through the whole run, step by step; it yields when the file may
 * be written to. `once` blocks hold metadata.
 */
export type TraceBlock =
  | { readonly kind: 'perStep'; readonly emit: (trace: RankTrace, records: StepRecords) => Generator<void> }
  | { readonly kind: 'once'; readonly emit: (trace: RankTrace) => void };

/** The file in its order: not sorted by time, names often after what they name. */
export const traceBlocks: readonly TraceBlock[] = [
  { kind: 'perStep', emit: frameworkOps },
  { kind: 'perStep', emit: taskQueue },
  { kind: 'once', emit: pythonMetadata },
  { kind: 'perStep', emit: forwardBackwardFlows },
  { kind: 'perStep', emit: pythonFunctions },
  { kind: 'once', emit: deviceMetadata },
  { kind: 'perStep', emit: deviceWork },
  { kind: 'perStep', emit: counters },
  { kind: 'once', emit: lateMetadata },
  { kind: 'perStep', emit: torchToNpuFlows },
];
