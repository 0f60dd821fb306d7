import { SPLIT_PARTS, type SplitPart, type StepSplit, type SummaryStep } from '../../../src-contract';
import { medianOf, sumOf } from '../../base/aggregates';

/** ns; NaN: not told. */
export type SplitParts = Readonly<Record<SplitPart, number>>;

/** Where one step of one rank went. */
export interface StepRow {
  /** NaN: the profiler marked no steps, the row is the whole recording. */
  readonly step: number;
  readonly parts: SplitParts;
}

export function splitParts(of: (part: SplitPart) => number): SplitParts {
  return Object.fromEntries(SPLIT_PARTS.map((part) => [part, of(part)])) as Record<SplitPart, number>;
}

/** A step without any task of the device has none, and the sum is that of the others. Of all else a step that does not tell it is no 0. */
const ABSENT_IN_SOME: SplitPart = 'preparing';

/** What the rows of one rank come to; undefined where there are none for the choice. NaN: a sum of which a step's part is not told. */
export function chooseStep(rows: readonly StepRow[], step: SummaryStep): SplitParts | undefined {
  if (typeof step === 'number') return rows.find((row) => row.step === step)?.parts;
  if (rows.length <= 1) return rows[0]?.parts;
  return splitParts((part) => {
    const values = rows.map(({ parts }) => parts[part]);
    if (step !== 'all') return medianOf(values);
    return part !== ABSENT_IN_SOME && values.some(Number.isNaN) ? Number.NaN : sumOf(values);
  });
}

/** The same of one value a step. */
export function chooseValue(
  rows: readonly { readonly step: number; readonly ns: number }[],
  step: SummaryStep,
): number {
  if (typeof step === 'number') return rows.find((row) => row.step === step)?.ns ?? Number.NaN;
  return (step === 'all' ? sumOf : medianOf)(rows.map(({ ns }) => ns));
}

/** One value for each of `all`, NaN where it is undefined. */
export function splitColumns(all: readonly (SplitParts | undefined)[]): StepSplit {
  return Object.fromEntries(
    SPLIT_PARTS.map((part) => [part, Float64Array.from(all, (parts) => parts?.[part] ?? Number.NaN)]),
  ) as unknown as StepSplit;
}
