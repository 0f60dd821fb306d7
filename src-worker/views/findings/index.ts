import type { FindingEvidence, FindingsQuestions, FindingsReport } from '../../../src-contract';
import { jobRecord } from '../../analysis/record/jobRecord';
import { findingsReport, limitsWith } from '../../analysis/report';
import { toJobNs } from '../../base/clockShift';
import type { DumpContext } from '../../model/dumpContext';
import type { ViewWorker } from '../viewWorker';

export const findingsWorker: ViewWorker<Record<never, never>, FindingsQuestions> = {
  isAvailable: () => true,
  tables: {},
  answers: {
    'findings.report': async (dump, { limits }) =>
      inJobTime(dump, findingsReport(await recordOf(dump), limitsWith(limits))),
  },
};

/** Made again when an index is: what the timelines tell changes with them. */
function recordOf(dump: DumpContext) {
  return dump.memo('job record', () => jobRecord(dump), `${dump.allGenerations} ${dump.originNs}`);
}

/** Evidence of a rank is by its own clock; what is shown is by the job's. */
function inJobTime(dump: DumpContext, report: FindingsReport): FindingsReport {
  return {
    ...report,
    findings: report.findings.map((own) => ({ ...own, evidence: own.evidence.map((one) => shown(dump, one)) })),
  };
}

function shown(dump: DumpContext, own: FindingEvidence): FindingEvidence {
  const shift = dump.shiftOf(own.kind === 'slice' ? own.ref.rank : own.rank);
  return own.kind === 'slice'
    ? { ...own, startNs: toJobNs(shift, own.startNs) }
    : { ...own, startNs: toJobNs(shift, own.startNs), endNs: toJobNs(shift, own.endNs) };
}
