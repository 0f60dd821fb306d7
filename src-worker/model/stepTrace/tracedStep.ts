/** A step as every source of a step trace gives it. Pure. */
import type { CollectiveBar, ShownStep } from '../../../src-contract';

export interface TracedStep {
  readonly number: number;
  /** Counted from anywhere, the same for all steps. */
  readonly startNs: number;
  readonly endNs: number;
  /** Forward begins, backward ends; NaN: not known. */
  readonly forwardNs: number;
  readonly backwardNs: number;
  readonly collectives: readonly CollectiveSpan[];
}

export interface CollectiveSpan {
  readonly lane: string;
  readonly startNs: number;
  readonly endNs: number;
}

/** One that knows whether it begins where the step before it ended: only then its interval is known. */
export interface ChainedStep extends TracedStep {
  readonly isAfterOther: boolean;
}

/** By number, each beginning where the one before ends, if that one is there. */
export function chained(steps: readonly TracedStep[]): readonly ChainedStep[] {
  const sorted = [...steps].sort((a, b) => a.number - b.number);
  return sorted.map((step, at) => {
    const before = sorted[at - 1];
    const isNext = before !== undefined && before.number === step.number - 1 && before.endNs <= step.startNs;
    return isNext ? { ...step, startNs: before.endNs, isAfterOther: true } : { ...step, isAfterOther: false };
  });
}

/** One of them as it is. `jobNs`: makes the job's time of its instants; absent where they are none of it. */
export function shownStep(step: TracedStep, jobNs?: (ns: number) => number): ShownStep {
  const { number, startNs, endNs, forwardNs, backwardNs, collectives } = step;
  return {
    step: number,
    stepCount: 1,
    totalNs: endNs - startNs,
    forwardNs: forwardNs - startNs,
    backwardNs: backwardNs - startNs,
    collectives: collectives.map((own) => ({ ...own, startNs: own.startNs - startNs, endNs: own.endNs - startNs })),
    ...(jobNs && { startNs: jobNs(startNs) }),
  };
}

/**
 * The mean of all that begin where another ended: not the first, which often compiles (MindSpore leaves it out as well), nor
 * those whose step before was not recorded. Where there are none such, of all. The n-th collective of a lane is averaged with the n-th of the other steps. At least one step.
 */
export function meanStep(steps: readonly ChainedStep[]): ShownStep {
  const whole = steps.filter(({ isAfterOther }) => isAfterOther);
  const used = (whole.length > 0 ? whole : steps).map((step) => shownStep(step));
  const mean = (of: (step: ShownStep) => number) => used.reduce((sum, step) => sum + of(step), 0) / used.length;
  const sums = new Map<string, { lane: string; startNs: number; endNs: number; count: number }>();
  for (const { collectives } of used) {
    const seen = new Map<string, number>();
    for (const { lane, startNs, endNs } of collectives) {
      const nth = seen.get(lane) ?? 0;
      seen.set(lane, nth + 1);
      const key = `${nth} ${lane}`;
      const own = sums.get(key) ?? { lane, startNs: 0, endNs: 0, count: 0 };
      sums.set(key, { ...own, startNs: own.startNs + startNs, endNs: own.endNs + endNs, count: own.count + 1 });
    }
  }
  return {
    stepCount: used.length,
    totalNs: mean(({ totalNs }) => totalNs),
    forwardNs: mean(({ forwardNs }) => forwardNs),
    backwardNs: mean(({ backwardNs }) => backwardNs),
    collectives: [...sums.values()].map(
      ({ lane, startNs, endNs, count }): CollectiveBar => ({ lane, startNs: startNs / count, endNs: endNs / count }),
    ),
  };
}
