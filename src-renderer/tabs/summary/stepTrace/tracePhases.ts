/** The phases of a step in the order of time. Pure. */
import type { HueClass, ShownStep } from '../../../../src-contract';

export type TracePhaseId = 'interval' | 'forwardBackward' | 'tail';

export interface TracePhase {
  readonly id: TracePhaseId;
  /** Since the step's start. */
  readonly startNs: number;
  readonly endNs: number;
}

export const phaseColours: Readonly<Record<TracePhaseId, HueClass>> = {
  interval: 'wait',
  forwardBackward: 'compute',
  tail: 'communication',
};

/** None where forward and backward are not known. */
export function tracePhases({ totalNs, forwardNs, backwardNs }: ShownStep): readonly TracePhase[] {
  if (Number.isNaN(forwardNs + backwardNs)) return [];
  return [
    { id: 'interval', startNs: 0, endNs: forwardNs },
    { id: 'forwardBackward', startNs: forwardNs, endNs: backwardNs },
    { id: 'tail', startNs: backwardNs, endNs: totalNs },
  ];
}

/** Time in which at least one of them runs. */
export function collectiveNs({ collectives }: ShownStep): number {
  let [sum, reached] = [0, Number.NEGATIVE_INFINITY];
  for (const { startNs, endNs } of [...collectives].sort((a, b) => a.startNs - b.startNs)) {
    sum += Math.max(0, endNs - Math.max(startNs, reached));
    reached = Math.max(reached, endNs);
  }
  return sum;
}
