import { lengthOf, overlapOf, subtract, union } from '../simulation/overlap';
import type { StepRecords } from '../simulation/stepRecords';

/** Where one step's time went on the device, ns. */
export interface StepSplit {
  readonly computingNs: number;
  readonly communicationNs: number;
  readonly notOverlappedNs: number;
  readonly freeNs: number;
  /** In `hcom_receive`: the pipeline waits for a stage. */
  readonly receiveNs: number;
  readonly notOverlappedReceiveNs: number;
  /** From the step's start on the host to its first kernel or collective. */
  readonly preparingNs: number;
}

/** Free from the end of the step before to the first kernel or collective: torch_npu counts it to the step before. */
export function idleBeforeNs(records: StepRecords): number {
  return firstBusyNs(records) - records.deviceStartNs;
}

/** Begin of the first kernel or collective. */
export function firstBusyNs({ launches, deviceEndNs }: StepRecords): number {
  const { launch, deviceStartNs } = launches;
  return deviceStartNs.reduce(
    (first, ns, row) => (launch[row]!.kind === 'copyToDevice' ? first : Math.min(first, ns)),
    deviceEndNs,
  );
}

/** Without what follows until the next step begins: see `idleBeforeNs`. */
export function splitOf(records: StepRecords): StepSplit {
  const lanes = overlapOf(records);
  const receives = union(
    records.collectives
      .filter(({ name }) => name.startsWith('hcom_receive'))
      .flatMap(({ startNs, endNs }) => [startNs, endNs]),
  );
  return {
    computingNs: lengthOf(lanes.computing),
    communicationNs: lengthOf(lanes.communication),
    notOverlappedNs: lengthOf(lanes.notOverlapped),
    freeNs: lengthOf(lanes.free) - idleBeforeNs(records),
    receiveNs: lengthOf(receives),
    notOverlappedReceiveNs: lengthOf(subtract(receives, lanes.computing)),
    preparingNs: firstBusyNs(records) - records.startNs,
  };
}

/** A row of the profiler's table of steps, µs. */
export interface StepFigures {
  readonly step: number;
  readonly computing: number;
  readonly notOverlapped: number;
  readonly overlapped: number;
  readonly communication: number;
  readonly free: number;
  readonly stage: number;
  readonly bubble: number;
  readonly notOverlappedExceptReceive: number;
  readonly preparing: number;
}

/** The sums of the Overlap Analysis lanes, step by step; a slice counts where it begins. Gets the run's steps in order. */
export class StepFiguresOfRun {
  private last: { readonly step: number; readonly split: StepSplit } | undefined;

  /** Answers the step before: it goes on until this one begins. */
  step(records: StepRecords): StepFigures[] {
    const before = this.figuresOfLast(idleBeforeNs(records));
    // A step that never ended has no row.
    this.last = records.hang === undefined ? { step: records.step, split: splitOf(records) } : undefined;
    return before;
  }

  end(): StepFigures[] {
    return this.figuresOfLast(0);
  }

  private figuresOfLast(idleAfterNs: number): StepFigures[] {
    if (this.last === undefined) return [];
    const { step, split } = this.last;
    return [figuresOf(step, { ...split, freeNs: split.freeNs + idleAfterNs })];
  }
}

function figuresOf(step: number, split: StepSplit): StepFigures {
  const us = (ns: number): number => ns / 1000;
  const computing = us(split.computingNs);
  const notOverlapped = us(split.notOverlappedNs);
  const communication = us(split.communicationNs);
  const free = us(split.freeNs);
  const bubble = us(split.receiveNs);
  return {
    step,
    computing,
    notOverlapped,
    overlapped: communication - notOverlapped,
    communication,
    free,
    stage: computing + notOverlapped + free - bubble,
    bubble,
    notOverlappedExceptReceive: us(split.notOverlappedNs - split.notOverlappedReceiveNs),
    preparing: us(split.preparingNs),
  };
}
