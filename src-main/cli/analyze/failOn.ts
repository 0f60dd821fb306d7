import type { Finding, FindingClass } from '../../../src-contract';
import { UsageError } from '../usageError';

const CLASSES: Readonly<Record<FindingClass, true>> = {
  parallelism: true,
  input: true,
  host: true,
  compute: true,
  communication: true,
  memory: true,
};

/** Findings of the class that cost this share of the step, or more, make the command fail. */
export interface FailOn {
  readonly class: FindingClass | 'any';
  readonly share: number;
}

/** Understands "host:5", "any:10". Throws a `UsageError` that says what it does not. */
export function parseFailOn(text: string): FailOn {
  const [name, percent, ...more] = text.split(':');
  const share = percent === undefined || percent.trim() === '' ? Number.NaN : Number(percent.replace(/%$/, '')) / 100;
  const isKnown = name === 'any' || Object.hasOwn(CLASSES, name);
  if (isKnown && share >= 0 && share <= 1 && more.length === 0) return { class: name as FailOn['class'], share };
  const classes = [...Object.keys(CLASSES), 'any'].join(', ');
  throw new UsageError(`--fail-on is CLASS:PERCENT, such as host:5, not "${text}"; the classes are ${classes}.`);
}

export function failing(findings: readonly Finding[], limits: readonly FailOn[]): readonly Finding[] {
  return findings.filter((own) =>
    limits.some((limit) => (limit.class === 'any' || limit.class === own.class) && own.shareOfStep >= limit.share),
  );
}
