/** What is shown of a report, and where. Pure. */
import type { Finding, FindingsReport, MutedFinding } from '../../../src-contract';
import { firstFindings } from '../../../src-report/reportModel';

/** Those that are not muted, by time lost. */
export function shownFindings(report: FindingsReport, muted: readonly MutedFinding[]): readonly Finding[] {
  const isMuted = new Set(muted.map(({ finding }) => finding));
  return report.findings.filter(({ id }) => !isMuted.has(id));
}

export interface MutedRow {
  readonly finding: Finding;
  readonly reason: string;
}

/** Those of the report that are muted; what was muted and is not found any more is not listed. */
export function mutedRows(report: FindingsReport, muted: readonly MutedFinding[]): readonly MutedRow[] {
  return report.findings.flatMap((finding) => {
    const own = muted.find((one) => one.finding === finding.id);
    return own ? [{ finding, reason: own.reason }] : [];
  });
}

/** The view, beside the findings' own, where one looks on: by its id. */
export function viewOf({ class: ofClass, rule }: Pick<Finding, 'class' | 'rule'>): string {
  switch (ofClass) {
    case 'communication':
      return 'communication';
    case 'compute':
      return 'operator';
    case 'memory':
      return rule === 'B9' ? 'timeline' : 'memory';
    case 'input':
    case 'host':
      return 'timeline';
    case 'parallelism':
      return rule === 'C7' || rule === 'C8' ? 'communication' : 'summary';
  }
}

/** How many findings each view is about; all are the findings' own. */
export function findingCounts(shown: readonly Finding[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  if (shown.length > 0) counts.set('findings', shown.length);
  for (const finding of shown) {
    const view = viewOf(finding);
    counts.set(view, (counts.get(view) ?? 0) + 1);
  }
  return counts;
}

/** A stretch of time where a finding can be seen. */
export interface FindingMark {
  readonly finding: string;
  readonly startNs: number;
  readonly endNs: number;
}

export function findingMarks(shown: readonly Finding[]): readonly FindingMark[] {
  return firstFindings(shown).flatMap(({ id, evidence }) =>
    evidence.map((own) => ({
      finding: id,
      startNs: own.startNs,
      endNs: own.kind === 'slice' ? own.startNs + own.durationNs : own.endNs,
    })),
  );
}
