import { numbers, shifted, texts } from './columns';

/** Where a step went, in ns; NaN where the database does not tell. The same as a row of step_trace_time.csv. */
export interface StepTimes {
  readonly computingNs: number;
  /** Communication that no computing overlaps. */
  readonly notOverlappedNs: number;
  readonly overlappedNs: number;
  readonly communicationNs: number;
  readonly freeNs: number;
  readonly stageNs: number;
  readonly bubbleNs: number;
  readonly notOverlappedExceptReceiveNs: number;
  readonly preparingNs: number;
}

/** The tables count in µs. */
export const stepColumns = {
  step: texts('step'),
  computingNs: shifted(3, 'computing'),
  notOverlappedNs: shifted(3, 'communication_not_overlapped'),
  overlappedNs: shifted(3, 'overlapped'),
  communicationNs: shifted(3, 'communication'),
  freeNs: shifted(3, 'free'),
  stageNs: shifted(3, 'stage'),
  bubbleNs: shifted(3, 'bubble'),
  notOverlappedExceptReceiveNs: shifted(3, 'communication_not_overlapped_and_exclude_receive'),
  preparingNs: shifted(3, 'preparing'),
  device: numbers('deviceId', 'device_id'),
};

export function stepTimesOf(columns: Readonly<Record<keyof StepTimes, Float64Array>>, row: number): StepTimes {
  return {
    computingNs: columns.computingNs[row],
    notOverlappedNs: columns.notOverlappedNs[row],
    overlappedNs: columns.overlappedNs[row],
    communicationNs: columns.communicationNs[row],
    freeNs: columns.freeNs[row],
    stageNs: columns.stageNs[row],
    bubbleNs: columns.bubbleNs[row],
    notOverlappedExceptReceiveNs: columns.notOverlappedExceptReceiveNs[row],
    preparingNs: columns.preparingNs[row],
  };
}
