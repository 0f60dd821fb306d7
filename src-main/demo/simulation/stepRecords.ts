import type { Launch, Scope } from '../model/program';
import type { CommunicationGroup } from '../parallel';

/** All times: ns since the job's origin on the true clock, whole numbers. Host times are multiples of 10. */

/** What one rank did in one step, as tables. Row `i` of every column of a table belongs together. */
export interface StepRecords {
  readonly step: number;
  /** The training step on the main thread. */
  startNs: number;
  endNs: number;
  /** The step on the device: from the end of the step before (or the first kernel) to its last kernel or collective. */
  deviceStartNs: number;
  deviceEndNs: number;
  readonly launches: LaunchTable;
  readonly scopes: ScopeTable;
  readonly collectives: CollectiveRecord[];
  readonly syncs: SyncRecord[];
  /** Numbers that count through the whole run: the first of this step. */
  readonly firstIds: RunIds;
}

/** Counters that run on from step to step. */
export interface RunIds {
  launch: number;
  pythonId: number;
}

export interface LaunchTable {
  readonly launch: Launch[];
  /** The outermost framework op. */
  readonly hostStartNs: number[];
  readonly hostEndNs: number[];
  readonly enqueueNs: number[];
  readonly enqueueDurationNs: number[];
  readonly dequeueNs: number[];
  readonly dequeueDurationNs: number[];
  readonly deviceStartNs: number[];
  readonly deviceDurationNs: number[];
  /** Start of the launch's second device task, −1 if it has none. */
  readonly secondStartNs: number[];
  readonly secondDurationNs: number[];
  /** Autograd's number of a forward op, and of the backward op that belongs to it; −1 for the others. */
  readonly sequence: number[];
  /** Row in `StepRecords.collectives`, −1 for the others. */
  readonly collective: number[];
  /** First of the Python ids of the launch's leaf frames, and the id of the frame around them. */
  readonly pythonId: number[];
  readonly parentPythonId: number[];
}

/** Python frames and annotations of the main thread that enclose launches. */
export interface ScopeTable {
  readonly scope: Scope[];
  readonly startNs: number[];
  readonly endNs: number[];
  readonly pythonId: number[];
  readonly parentPythonId: number[];
}

/** One collective or point-to-point op as one rank saw it. */
export interface CollectiveRecord {
  readonly launchRow: number;
  readonly group: CommunicationGroup;
  /** `hcom_allReduce__586_0_1`. */
  readonly name: string;
  /** Ranks that take part, as positions in the group; for point-to-point ops this rank and its peer. */
  readonly members: readonly number[];
  /** When each of `members` arrived, same order. */
  readonly arrivalNs: readonly number[];
  readonly startNs: number;
  /** When the last member had arrived and said so. */
  readonly readyNs: number;
  readonly endNs: number;
  /** Scale of the transfer times, the same on all members. */
  readonly slowness: number;
}

/** The main thread waiting for the device. */
export interface SyncRecord {
  readonly startNs: number;
  readonly endNs: number;
}

export function emptyRecords(step: number, startNs: number, firstIds: RunIds): StepRecords {
  return {
    step,
    startNs,
    endNs: startNs,
    deviceStartNs: 0,
    deviceEndNs: 0,
    launches: {
      launch: [],
      hostStartNs: [],
      hostEndNs: [],
      enqueueNs: [],
      enqueueDurationNs: [],
      dequeueNs: [],
      dequeueDurationNs: [],
      deviceStartNs: [],
      deviceDurationNs: [],
      secondStartNs: [],
      secondDurationNs: [],
      sequence: [],
      collective: [],
      pythonId: [],
      parentPythonId: [],
    },
    scopes: { scope: [], startNs: [], endNs: [], pythonId: [], parentPythonId: [] },
    collectives: [],
    syncs: [],
    firstIds: { ...firstIds },
  };
}
