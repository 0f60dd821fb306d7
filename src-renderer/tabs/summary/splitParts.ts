import type { HueClass, SplitPart, StepSplit } from '../../../src-contract';

/**
 * The parts that a step is stacked from, in the order of the stack: together exactly the step on the device. `alone`:
 * computing without what overlaps it; `free` and `inNextStep` are Free, before and after the host has begun the next step.
 */
export type StackPart = 'alone' | 'overlapped' | 'notOverlapped' | 'free' | 'inNextStep';

export const stackParts: readonly { readonly id: StackPart; readonly colour: HueClass }[] = [
  { id: 'alone', colour: 'compute' },
  { id: 'overlapped', colour: 'memory' },
  { id: 'notOverlapped', colour: 'communication' },
  { id: 'free', colour: 'idle' },
  { id: 'inNextStep', colour: 'wait' },
];

/** `inNextStep`: of Free, what passed while the host was in the next step; NaN or undefined where that is not known. */
export function stackValues(split: StepSplit, part: StackPart, inNextStep?: Float64Array): Float64Array {
  const next = (at: number) => Math.min(known(inNextStep?.[at]), known(split.free[at]));
  switch (part) {
    case 'alone':
      return split.computing.map((ns, at) => ns - known(split.overlapped[at]));
    case 'free':
      return split.free.map((ns, at) => ns - next(at));
    case 'inNextStep':
      return split.free.map((_, at) => next(at));
    default:
      return split[part];
  }
}

const known = (ns: number | undefined) => (ns === undefined || Number.isNaN(ns) ? 0 : ns);

/** computing + exposed communication + free: the step on the device. */
export function stepTimes(split: StepSplit): Float64Array {
  return split.computing.map((ns, at) => ns + split.notOverlapped[at]! + split.free[at]!);
}

/** Per cent of the step. */
export function shareOfStep(split: StepSplit, part: SplitPart): Float64Array {
  const whole = stepTimes(split);
  return split[part].map((ns, at) => (100 * ns) / whole[at]!);
}
