import type {
  FindingEvidence,
  FindingsQuestions,
  FindingsReport,
  FunctionOnRank,
  PatternQuestions,
  PatternReport,
  PatternTables,
  StepSeriesQuestions,
} from '../../../src-contract';
import { patternReport } from '../../analysis/patterns/patternReport';
import type { JobRecord } from '../../analysis/record/jobRecord';
import { keptJobRecord } from '../../analysis/record/keptRecord';
import { findingsReport, limitsWith } from '../../analysis/report';
import { summariesOf } from '../../analysis/summary/summarise';
import { summaryFile } from '../../analysis/summary/summaryFile';
import { toJobNs } from '../../base/clockShift';
import { collectGarbage } from '../../base/collectGarbage';
import { jobGraph } from '../../model/dependencies/jobGraph';
import { pathMarks } from '../../model/dependencies/pathMarks';
import { pathOfStep } from '../../model/dependencies/pathOfStep';
import { whatIf } from '../../model/dependencies/predict';
import { whatIfChoices } from '../../model/dependencies/totals';
import type { DumpContext } from '../../model/dumpContext';
import { jobSummaryOf } from '../ranks/jobSummaryOf';
import type { ViewWorker } from '../viewWorker';
import { withFoundEvidence } from './foundEvidence';
import { functionRanksTable, functionsTable } from './functionTables';
import { predictions } from './predictions';
import { stepsOverTime } from './stepsOverTime';

/** Steps one after another; whatever else rules look at, another view has as well. */
function isAvailable(dump: DumpContext): boolean {
  if (dump.has('step-times')) return true;
  return dump.loadedTimelines().some(({ index }) => index.groups.some(({ name }) => name === 'MSTX'));
}

export const findingsWorker: ViewWorker<PatternTables, FindingsQuestions & PatternQuestions & StepSeriesQuestions> = {
  isAvailable,
  tables: {
    'findings.functions': async (dump, of) =>
      functionsTable(ofJob(await recordOf(dump), of.job), limitsWith(of.limits), of),
    'findings.functionRanks': async (dump, of) =>
      functionRanksTable(ofJob(await recordOf(dump), of.job), limitsWith(of.limits), of),
  },
  answers: {
    'findings.report': async (dump, { job, limits }) =>
      (await reportOfSummaries(dump)) ??
      inJobTime(
        dump,
        await withFoundEvidence(dump, findingsReport(ofJob(await recordOf(dump), job), limitsWith(limits))),
      ),
    'findings.steps': async (dump, { job, limits, key }) =>
      stepsOverTime(dump, ofJob(await recordOf(dump), job), limitsWith(limits), key),
    'findings.path': (dump, question) => pathOfStep(dump, question),
    'findings.pathMarks': (dump, question) => pathMarks(dump, question),
    'findings.patterns': async (dump, { job, limits }) =>
      patternsInJobTime(dump, patternReport(ofJob(await recordOf(dump), job), limitsWith(limits))),
    'findings.whatIf': (dump, { job, changes }) => whatIf(dump.ofJob(job), changes),
    'findings.summaries': async (dump, { jobName }) => {
      const summaries = await summariesOf(dump, jobName);
      // A command asks this, and nothing else: what it was worked out of makes room for what is written.
      dump.letGoOfAll();
      collectGarbage();
      return summaryFile(summaries);
    },
    'findings.choices': async (dump, { job }) => {
      const own = dump.ofJob(job);
      const graph = await jobGraph(own);
      return graph && (await whatIfChoices(own, graph));
    },
    'findings.predictions': async (dump, { job, limits }) => {
      const record = ofJob(await recordOf(dump), job);
      return predictions(
        job === undefined ? dump : dump.ofJob(job),
        record,
        findingsReport(record, limitsWith(limits)),
      );
    },
  },
};

async function reportOfSummaries(dump: DumpContext): Promise<FindingsReport | undefined> {
  const job = await jobSummaryOf(dump);
  return job && { ...job.report, isOfSummaries: true };
}

/** Made again when an index is: what the timelines tell changes with them. Of an earlier opening, where it is kept. */
function recordOf(dump: DumpContext) {
  return dump.memo('job record', () => keptJobRecord(dump), `${dump.allGenerations} ${dump.originNs}`);
}

/** Of several jobs the one that is asked about; all of them where none is. */
function ofJob(record: JobRecord, key: string | undefined): JobRecord {
  return (key === undefined ? undefined : record.jobs?.find(({ job }) => job?.key === key)) ?? record;
}

/** Evidence of a rank is by its own clock; what is shown is by the job's. */
function inJobTime(dump: DumpContext, report: FindingsReport): FindingsReport {
  return {
    ...report,
    longCalls: report.longCalls.map((own) => ({ ...own, evidence: own.evidence.map((one) => shown(dump, one)) })),
    findings: report.findings.map((own) => ({
      ...own,
      evidence: own.evidence.map((one) => shown(dump, one)),
      ...(own.gaps && { gaps: own.gaps.map((gap) => ({ ...gap, range: shown(dump, gap.range) })) }),
    })),
  };
}

function patternsInJobTime(dump: DumpContext, report: PatternReport): PatternReport {
  const onRank = ({ longest, ...own }: FunctionOnRank) => ({
    ...own,
    ...(longest && { longest: shown(dump, longest) }),
  });
  return {
    ...report,
    functions: report.functions.map(({ normal, abnormal, ...own }) => ({
      ...own,
      ...(normal && { normal: onRank(normal) }),
      abnormal: abnormal.map(onRank),
    })),
  };
}

function shown<E extends FindingEvidence>(dump: DumpContext, own: E): E {
  const shift = dump.shiftOf(own.kind === 'slice' ? own.ref.rank : own.rank);
  return own.kind === 'slice'
    ? { ...own, startNs: toJobNs(shift, own.startNs) }
    : { ...own, startNs: toJobNs(shift, own.startNs), endNs: toJobNs(shift, own.endNs) };
}
