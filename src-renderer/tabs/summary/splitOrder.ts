import type { StepSplit } from '../../../src-contract';
import { stackParts, stackValues, stepTimes } from './splitParts';

/** A line of the chart: a rank, by its position in the overview, or the heading of the stage whose ranks follow. */
export type SplitBar =
  | { readonly kind: 'rank'; readonly rank: number }
  | { readonly kind: 'stage'; readonly stage: number };

interface SplitOrder {
  readonly split: StepSplit | undefined;
  readonly inNextStep: Float64Array | undefined;
  /** Of each rank; undefined where there is one only. */
  readonly stages: Int32Array | undefined;
  /** `given`, `total`, `preparing`, or a part of the stack. */
  readonly orderBy: string;
  /** So many ranks at most; undefined: all. */
  readonly top: number | undefined;
}

/** The ranks in the order wanted, longest first, no more than wanted; those of a stage together under its heading. */
export function splitBars(rankCount: number, { split, inNextStep, stages, orderBy, top }: SplitOrder): SplitBar[] {
  const positions = Array.from({ length: rankCount }, (_, at) => at);
  const values = split && orderValues(split, orderBy, inNextStep);
  if (values) positions.sort((a, b) => sortable(values[b]) - sortable(values[a]) || a - b);
  const chosen = top === undefined ? positions : positions.slice(0, top);
  const rank = (position: number): SplitBar => ({ kind: 'rank', rank: position });
  if (!stages) return chosen.map(rank);
  const numbers = [...new Set(chosen.map((position) => stages[position] ?? 0))].sort((a, b) => a - b);
  return numbers.flatMap((stage): SplitBar[] => [
    { kind: 'stage', stage },
    ...chosen.filter((position) => (stages[position] ?? 0) === stage).map(rank),
  ]);
}

function orderValues(split: StepSplit, orderBy: string, inNextStep?: Float64Array): Float64Array | undefined {
  if (orderBy === 'total') return stepTimes(split);
  if (orderBy === 'preparing') return split.preparing;
  const part = stackParts.find(({ id }) => id === orderBy);
  return part && stackValues(split, part.id, inNextStep);
}

const sortable = (value: number | undefined) => (value === undefined || Number.isNaN(value) ? -1 : value);
