/** What of a report is shown where, in whatever form. Pure. */
import type { Finding, FindingsReport, RuleId } from '../src-contract';

/** Sentences that come first. */
const FIRST_COUNT = 5;
/** Of the step; what costs less is not said first. */
const FIRST_FROM = 0.001;

/** Those by which a report begins, by time lost; none where nothing was found. */
export function firstFindings(findings: readonly Finding[]): readonly Finding[] {
  const costly = findings.filter(({ shareOfStep }) => shareOfStep >= FIRST_FROM);
  return (costly.length > 0 ? costly : findings).slice(0, FIRST_COUNT);
}

/** Rules that looked at the dump and have nothing to say of it, not even how near it is to a limit. */
export function fineRules({ checked, findings, notReported, notRun }: FindingsReport): readonly RuleId[] {
  const told = new Set([
    ...findings.map(({ rule }) => rule),
    ...notReported.map(({ rule }) => rule),
    ...notRun.filter(({ ranks }) => ranks.length === 0).map(({ rule }) => rule),
  ]);
  return checked.map(({ rule }) => rule).filter((rule) => !told.has(rule));
}
