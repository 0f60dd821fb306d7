import type {
  Change,
  ChangeVerdict,
  ComparedKernel,
  CompareReport,
  CompareSide,
  SideKernel,
} from '../../../src-contract';
import { changeOf } from './intervals';

/** Kinds of kernels that are listed. */
const MOST_ROWS = 1024;

/** By type and shapes, the most changed first. A call’s change has Welch’s interval from the calls of both sides. */
export function compareKernels(a: CompareSide, b: CompareSide): Pick<CompareReport, 'kernels' | 'kernelsLeftOut'> {
  const keyOf = ({ type, shapes }: SideKernel) => `${type}\n${shapes}`;
  const [ofA, ofB] = [a, b].map(({ kernels }) => new Map(kernels.map((own) => [keyOf(own), own])));
  const rows = [...new Set([...ofA.keys(), ...ofB.keys()])].map((key) =>
    compareKind(ofA.get(key), ofB.get(key), a.steps.length, b.steps.length),
  );
  rows.sort((own, other) => Math.abs(other.total.delta) - Math.abs(own.total.delta));
  const leftOut = a.kernelsLeftOut + b.kernelsLeftOut + Math.max(0, rows.length - MOST_ROWS);
  return { kernels: rows.slice(0, MOST_ROWS), kernelsLeftOut: leftOut };
}

function compareKind(
  a: SideKernel | undefined,
  b: SideKernel | undefined,
  stepsA: number,
  stepsB: number,
): ComparedKernel {
  const { type = '', shapes = '' } = a ?? b ?? {};
  const none = { count: 0, mean: Number.NaN, variance: Number.NaN };
  const [ofA, ofB] = [a?.call ?? none, b?.call ?? none];
  const [countA, countB] = [ofA.count / stepsA, ofB.count / stepsB];
  const [totalA, totalB] = [countA === 0 ? 0 : countA * ofA.mean, countB === 0 ? 0 : countB * ofB.mean];
  const call = changeOf(ofA, ofB);
  return {
    type,
    shapes,
    countA,
    countB,
    total: { a: totalA, b: totalB, delta: totalB - totalA },
    call,
    verdict: !a ? 'only-b' : !b ? 'only-a' : verdictOf(call),
    ...(a?.slice && { sliceA: a.slice }),
    ...(b?.slice && { sliceB: b.slice }),
  };
}

function verdictOf({ interval }: Change): ChangeVerdict {
  if (!interval) return 'no-repeats';
  if (interval.low > 0) return 'slower';
  return interval.high < 0 ? 'faster' : 'same';
}
