import type { HueClass, SplitPart, StepSplit } from '../../../src-contract';

/** The parts that a step is stacked from, in the order of the stack. `alone`: computing without what overlaps it. */
export type StackPart = 'alone' | 'overlapped' | 'notOverlapped' | 'free' | 'preparing';

export const stackParts: readonly { readonly id: StackPart; readonly colour: HueClass }[] = [
  { id: 'alone', colour: 'compute' },
  { id: 'overlapped', colour: 'memory' },
  { id: 'notOverlapped', colour: 'communication' },
  { id: 'free', colour: 'idle' },
  { id: 'preparing', colour: 'wait' },
];

export function stackValues(split: StepSplit, part: StackPart): Float64Array {
  if (part !== 'alone') return split[part];
  return split.computing.map((ns, at) => ns - (Number.isNaN(split.overlapped[at]!) ? 0 : split.overlapped[at]!));
}

/** computing + exposed communication + free: the step on the device. */
export function stepTimes(split: StepSplit): Float64Array {
  return split.computing.map((ns, at) => ns + split.notOverlapped[at]! + split.free[at]!);
}

/** Per cent of the step. */
export function shareOfStep(split: StepSplit, part: SplitPart): Float64Array {
  const whole = stepTimes(split);
  return split[part].map((ns, at) => (100 * ns) / whole[at]!);
}

/** For tables and choosers, all that is told of a step. */
export const splitPartIds: readonly SplitPart[] = [
  'computing',
  'notOverlapped',
  'overlapped',
  'communication',
  'free',
  'stage',
  'bubble',
  'notOverlappedExceptReceive',
  'preparing',
];
