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
    'summary.split': (dump, { step }) => splitTable(dump, step),
    'summary.files': (dump) => filesTable(dump),
  },
  answers: {
    'summary.overview': (dump) => summaryOverview(dump),
    'summary.split': (dump, { step }) => splitOfStep(dump, step),
    'summary.freeInNextStep': (dump, { step }) => freeInNextStep(dump, step),
    'summary.overSteps': (dump) => splitOverSteps(dump),
    'summary.job': (dump) => jobFacts(dump),
    'summary.parallel': (dump, question) => parallelMap(dump, question),
    'summary.phases': (dump, { rank }) => stepPhases(dump, rank),
    'summary.pipeline': (dump, question) => pipelineChart(dump, question),
    'summary.experts': (dump, { step }) => expertLoad(dump, step),
    'summary.dataPreparation': (dump, { rank }) => dataPreparation(dump, rank),
    'summary.stepTrace': (dump, question) => stepTrace(dump, question),
    'summary.stepTraceOps': (dump, { rank }) => stepTraceOps(dump, rank),
    'summary.counters': (dump, { lanes }) => counterStatistics(dump, lanes),
  },
};
