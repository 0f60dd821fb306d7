import type { Change, CompareReport, PartGroup } from '../../../src-contract';
import { UsageError } from '../usageError';

/** What is held against what. */
export interface CompareArguments {
  /** Undefined: both sides are of the same dump. */
  readonly path: string | undefined;
  /** Numbers in the job; undefined: the rank of the first dump that takes longest, and the same of the second. */
  readonly ranks: readonly [number, number] | undefined;
  readonly steps: readonly [Step, Step] | undefined;
  readonly failOn: readonly CompareFailOn[];
}

export type Step = number | 'all';

/** Makes the command fail if the part has grown by this share of the first side’s step, or more. */
export interface CompareFailOn {
  readonly part: PartGroup | 'step';
  readonly share: number;
}

interface Given {
  readonly compare: unknown;
  readonly ranks: unknown;
  readonly steps: unknown;
  readonly failOn: readonly string[];
}

/** Undefined where nothing is to be compared. Throws a `UsageError` that says what it does not understand. */
export function compareArguments({ compare, ranks, steps, failOn }: Given): CompareArguments | undefined {
  if (compare === undefined && ranks === undefined && steps === undefined) return undefined;
  return {
    path: typeof compare === 'string' ? compare : undefined,
    ranks: pairOf('--ranks', ranks, rankOf),
    steps: pairOf('--steps', steps, (text) => (text === 'all' ? 'all' : rankOf(text))),
    failOn: failOn.map(parseCompareFailOn),
  };
}

/** "1,0": the first of A, the second of B; "1": of both. */
function pairOf<T>(option: string, value: unknown, of: (text: string) => T | undefined): readonly [T, T] | undefined {
  if (value === undefined) return undefined;
  const texts = String(value).split(',');
  const [a, second] = texts.map((text) => of(text.trim()));
  const b = texts.length === 1 ? a : second;
  if (a === undefined || b === undefined || texts.length > 2)
    throw new UsageError(`${option} is A,B, such as 1,0, not "${String(value)}".`);
  return [a, b];
}

function rankOf(text: string): number | undefined {
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

const PARTS: Readonly<Record<CompareFailOn['part'], true>> = { step: true, computing: true, exposed: true, free: true };

/** Understands "step:5", "exposed:2.5". */
export function parseCompareFailOn(text: string): CompareFailOn {
  const [part, percent, ...more] = text.split(':');
  const share = percent === undefined || percent.trim() === '' ? Number.NaN : Number(percent.replace(/%$/, '')) / 100;
  if (Object.hasOwn(PARTS, part) && share >= 0 && Number.isFinite(share) && more.length === 0)
    return { part: part as CompareFailOn['part'], share };
  const parts = Object.keys(PARTS).join(', ');
  throw new UsageError(
    `With --compare, --fail-on is PART:PERCENT, such as step:5, not "${text}"; the parts are ${parts}.`,
  );
}

export interface Regression {
  readonly part: CompareFailOn['part'];
  /** Of the first side’s step. */
  readonly share: number;
}

/** Where repeats tell what is chance, only what is none. */
export function regressions({ step, groups }: CompareReport, limits: readonly CompareFailOn[]): readonly Regression[] {
  return limits.flatMap(({ part, share: limit }) => {
    const change = part === 'step' ? step : groups.find(({ group }) => group === part)?.change;
    const share = change ? change.delta / step.a : Number.NaN;
    return change && share >= limit && isCertain(change) ? [{ part, share }] : [];
  });
}

function isCertain({ delta, interval }: Change): boolean {
  return delta > 0 && (!interval || interval.low > 0);
}
