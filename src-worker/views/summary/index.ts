import type { SummaryQuestions, SummaryTables, TableKind } from '../../../src-contract';
import { dataPreparation, hasDataPreparation } from '../../model/dataPreparation/dataPreparation';
import type { DumpContext } from '../../model/dumpContext';
import { stepTrace, stepTraceOps } from '../../model/stepTrace/stepTrace';
import type { ViewWorker } from '../viewWorker';
import { counterStatistics } from './counters';
import { expertLoad } from './experts';
import { filesTable } from './filesTable';
import { jobFacts } from './jobFacts';
import { freeInNextStep, splitOfStep, splitOverSteps, splitTable, summaryOverview } from './overview';
import { parallelMap } from './parallelMap';
import { stepPhases } from './phases';
import { pipelineChart } from './pipeline';

const kinds: readonly TableKind[] = [
  'step-trace',
  'analysis-db',
  'cluster-step-trace',
  'cluster-db',
  'job-summary',
  'profiler-info',
  'metadata',
  'expert-load',
  'step-trace-raw',
  'iterations',
];

/** A file tells of steps or of the job, or a timeline has what can be summed up: the device's work, or counters. */
function isAvailable(dump: DumpContext): boolean {
  if (kinds.some((kind) => dump.has(kind)) || hasDataPreparation(dump)) return true;
  return dump.loadedTimelines().some((view) => view.index.counters.length > 0 || view.hasGroupOf('overlap'));
}

export const summaryWorker: ViewWorker<SummaryTables, SummaryQuestions> = {
  isAvailable,
  tables: {
    'summary.split': (dump, { job, step }) => splitTable(ranksOf(dump, job), step),
    'summary.files': (dump, { job }) => filesTable(ranksOf(dump, job)),
  },
  answers: {
    'summary.overview': (dump, { job }) => summaryOverview(ranksOf(dump, job)),
    'summary.split': (dump, { job, step }) => splitOfStep(ranksOf(dump, job), step),
    'summary.freeInNextStep': (dump, { job, step }) => freeInNextStep(ranksOf(dump, job), step),
    'summary.overSteps': (dump, { job }) => splitOverSteps(dump.ofJob(job)),
    'summary.job': (dump, { job }) => jobFacts(ranksOf(dump, job)),
    'summary.parallel': (dump, question) => parallelMap(dump.ofJob(question.job), question),
    'summary.phases': (dump, { rank }) => stepPhases(dump, rank),
    'summary.pipeline': (dump, question) => pipelineChart(dump.ofJob(question.job), question),
    'summary.experts': (dump, { job, step }) => expertLoad(dump.ofJob(job), step),
    'summary.dataPreparation': (dump, { rank }) => dataPreparation(dump, rank),
    'summary.stepTrace': (dump, question) => stepTrace(dump, question),
    'summary.stepTraceOps': (dump, { rank }) => stepTraceOps(dump, rank),
    'summary.counters': (dump, { lanes }) => counterStatistics(dump, lanes),
  },
};

/** What is said of each rank by itself may be asked of all that are open. */
function ranksOf(dump: DumpContext, job: string | undefined): DumpContext {
  return job === undefined ? dump : dump.ofJob(job);
}
