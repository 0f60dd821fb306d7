import { lengthOf, overlapOf, subtract, union } from '../simulation/overlap';
import type { StepRecords } from '../simulation/stepRecords';
import { crlf } from './cells';
import type { TableFile } from './tableWriter';

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

const header = `Device_id,Step,Computing,Communication(Not Overlapped),Overlapped,Communication,Free,Stage,Bubble,Communication(Not Overlapped and Exclude Receive),Preparing${crlf}`;

/** A row of step_trace_time.csv, µs. */
function stepTraceRow(deviceId: number, step: number, split: StepSplit): string {
  const us = (ns: number): number => ns / 1000;
  const computing = us(split.computingNs);
  const notOverlapped = us(split.notOverlappedNs);
  const communication = us(split.communicationNs);
  const free = us(split.freeNs);
  const bubble = us(split.receiveNs);
  return `${[
    deviceId,
    step,
    computing,
    notOverlapped,
    communication - notOverlapped,
    communication,
    free,
    computing + notOverlapped + free - bubble,
    bubble,
    us(split.notOverlappedNs - split.notOverlappedReceiveNs),
    us(split.preparingNs),
  ].join(',')}${crlf}`;
}

/** step_trace_time.csv: the sums of the Overlap Analysis lanes, step by step; a slice counts where it begins. */
export const stepTraceFile: TableFile = {
  fileName: 'step_trace_time.csv',
  create: (trace) => {
    let last: { readonly step: number; readonly split: StepSplit } | undefined;
    const rowOfLast = (idleAfterNs: number): string =>
      last === undefined
        ? ''
        : stepTraceRow(trace.place.deviceId, last.step, { ...last.split, freeNs: last.split.freeNs + idleAfterNs });
    return {
      begin: () => header,
      step: (records) => {
        const row = rowOfLast(idleBeforeNs(records));
        last = { step: records.step, split: splitOf(records) };
        return [row];
      },
      end: () => rowOfLast(0),
    };
  },
};
