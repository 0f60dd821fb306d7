import type { FaultEffect } from '../faults/fault';
import type { CollectiveLaunch, Launch, Scope, StepPhase } from '../model/program';
import type { CommunicationGroup } from '../parallel';
import type { Wire } from './wire';

/** All times: ns since the job's origin on the true clock, whole numbers. Host times are multiples of 10. */

/** What one rank did in one step, as tables. Row `i` of every column of a table belongs together. */
export interface StepRecords {
  readonly step: number;
  /** The training step on the main thread. */
  startNs: number;
  endNs: number;
  /** What this step adds on the device: from the end of the step before (or the first kernel) to its last task. */
  deviceStartNs: number;
  deviceEndNs: number;
  readonly launches: LaunchTable;
  readonly scopes: ScopeTable;
  readonly collectives: CollectiveRecord[];
  readonly syncs: SyncRecord[];
  /** Python collecting garbage on the main thread. */
  readonly gcPauses: SyncRecord[];
  /** What the step is for; memory of a sequence is released when the next prefill begins. */
  readonly phase: StepPhase;
  /** Frequency of the device, MHz; undefined as it is in order. */
  coreMhz: number | undefined;
  /** Memory that a leak holds at the end of the step. */
  retainedBytes: number;
  /** Of a step that never ended; its launches, collectives and waits are those that have. */
  hang: HangRecord | undefined;
  /** What was planted here and what it did, once the step is over. */
  faultEffects: readonly FaultEffect[];
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
  /** Time that the dequeue thread spends compiling the kernel before it launches it; 0 for nearly all. */
  readonly compileNs: number[];
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
  /** How its data travelled, the same on all members. */
  readonly wire: Wire;
}

/** What has begun and not ended when the recording did. */
export interface HangRecord {
  /** Until then the recording went on. */
  readonly untilNs: number;
  /** Rows of `scopes`. */
  readonly openScopes: ReadonlySet<number>;
  /** The main thread has been in something since then: a wait for the device, or what does not return. */
  readonly hostStartNs: number;
  /** The device waits in it for ranks that do not come; undefined: it is the rank that does not call it. */
  readonly collective: UnendedCollective | undefined;
}

export interface UnendedCollective extends Pick<CollectiveRecord, 'group' | 'name' | 'startNs'> {
  readonly launch: CollectiveLaunch;
}

/** The main thread held up, for one because it waits for the device. */
export interface SyncRecord {
  readonly startNs: number;
  readonly endNs: number;
}

export function emptyRecords(step: number, phase: StepPhase, startNs: number, firstIds: RunIds): StepRecords {
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
      compileNs: [],
      collective: [],
      pythonId: [],
      parentPythonId: [],
    },
    scopes: { scope: [], startNs: [], endNs: [], pythonId: [], parentPythonId: [] },
    collectives: [],
    syncs: [],
    gcPauses: [],
    phase,
    coreMhz: undefined,
    retainedBytes: 0,
    hang: undefined,
    faultEffects: [],
    firstIds: { ...firstIds },
  };
}
