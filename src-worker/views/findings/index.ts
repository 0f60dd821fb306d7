import type {
  FindingEvidence,
  FindingsQuestions,
  FindingsReport,
  FunctionOnRank,
  PatternQuestions,
  PatternReport,
  PatternTables,
} from '../../../src-contract';
import { patternReport } from '../../analysis/patterns/patternReport';
import { keptJobRecord } from '../../analysis/record/keptRecord';
import { findingsReport, limitsWith } from '../../analysis/report';
import { toJobNs } from '../../base/clockShift';
import { jobGraph } from '../../model/dependencies/jobGraph';
import { pathMarks } from '../../model/dependencies/pathMarks';
import { pathOfStep } from '../../model/dependencies/pathOfStep';
import { whatIf } from '../../model/dependencies/predict';
import { whatIfChoices } from '../../model/dependencies/totals';
import type { DumpContext } from '../../model/dumpContext';
import type { ViewWorker } from '../viewWorker';
import { functionRanksTable, functionsTable } from './functionTables';
import { predictions } from './predictions';
import { stepsOverTime } from './stepsOverTime';

/** Steps one after another; whatever else rules look at, another view has as well. */
function isAvailable(dump: DumpContext): boolean {
  if (dump.has('step-times')) return true;
  return dump.loadedTimelines().some(({ index }) => index.groups.some(({ name }) => name === 'MSTX'));
}

export const findingsWorker: ViewWorker<PatternTables, FindingsQuestions & PatternQuestions> = {
  isAvailable,
  tables: {
    'findings.functions': async (dump, of) => functionsTable(await recordOf(dump), limitsWith(of.limits), of),
    'findings.functionRanks': async (dump, of) => functionRanksTable(await recordOf(dump), limitsWith(of.limits), of),
  },
  answers: {
    'findings.report': async (dump, { limits }) =>
      inJobTime(dump, findingsReport(await recordOf(dump), limitsWith(limits))),
    'findings.steps': async (dump, { limits, key }) =>
      stepsOverTime(dump, await recordOf(dump), limitsWith(limits), key),
    'findings.path': (dump, question) => pathOfStep(dump, question),
    'findings.pathMarks': (dump, question) => pathMarks(dump, question),
    'findings.patterns': async (dump, { limits }) =>
      patternsInJobTime(dump, patternReport(await recordOf(dump), limitsWith(limits))),
    'findings.whatIf': (dump, { changes }) => whatIf(dump, changes),
    'findings.choices': async (dump) => {
      const graph = await jobGraph(dump);
      return graph && (await whatIfChoices(dump, graph));
    },
    'findings.predictions': async (dump, { limits }) =>
      predictions(dump, findingsReport(await recordOf(dump), limitsWith(limits))),
  },
};

/** Made again when an index is: what the timelines tell changes with them. Of an earlier opening, where it is kept. */
function recordOf(dump: DumpContext) {
  return dump.memo('job record', () => keptJobRecord(dump), `${dump.allGenerations} ${dump.originNs}`);
}

/** Evidence of a rank is by its own clock; what is shown is by the job's. */
function inJobTime(dump: DumpContext, report: FindingsReport): FindingsReport {
  return {
    ...report,
    longCalls: report.longCalls.map((own) => ({ ...own, evidence: own.evidence.map((one) => shown(dump, one)) })),
    findings: report.findings.map((own) => ({ ...own, evidence: own.evidence.map((one) => shown(dump, one)) })),
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

function shown(dump: DumpContext, own: FindingEvidence): FindingEvidence {
  const shift = dump.shiftOf(own.kind === 'slice' ? own.ref.rank : own.rank);
  return own.kind === 'slice'
    ? { ...own, startNs: toJobNs(shift, own.startNs) }
    : { ...own, startNs: toJobNs(shift, own.startNs), endNs: toJobNs(shift, own.endNs) };
}
