import type { Questions, Tables, TimelineTables } from '../../src-contract';
import type { DumpContext } from '../model/dumpContext';
import { communicationWorker } from './communication';
import { compareWorker } from './compare';
import { findingsWorker } from './findings';
import { jobWorker } from './job';
import { memoryWorker } from './memory';
import { operatorWorker } from './operator';
import { ranksWorker } from './ranks';
import type { RowTable } from './rowTable';
import { searchWorker } from './search';
import { summaryWorker } from './summary';
import { timelineWorker } from './timeline';
import type { ViewWorker } from './viewWorker';

/** Who makes each table. */
export const tables: ViewWorker<Omit<Tables, keyof TimelineTables>, Questions>['tables'] &
  ViewWorker<TimelineTables, Questions, RowTable>['tables'] = {
  ...findingsWorker.tables,
  ...operatorWorker.tables,
  ...memoryWorker.tables,
  ...summaryWorker.tables,
  ...communicationWorker.tables,
  ...compareWorker.tables,
  ...ranksWorker.tables,
  ...timelineWorker.tables,
};

/** Who answers each question. */
export const answers: ViewWorker<Tables, Questions>['answers'] = {
  ...jobWorker.answers,
  ...findingsWorker.answers,
  ...operatorWorker.answers,
  ...memoryWorker.answers,
  ...summaryWorker.answers,
  ...communicationWorker.answers,
  ...compareWorker.answers,
  ...ranksWorker.answers,
  ...timelineWorker.answers,
  ...searchWorker.answers,
};

/** Whether the dump has data for each view. */
export const availability = {
  operator: operatorWorker.isAvailable,
  memory: memoryWorker.isAvailable,
  summary: summaryWorker.isAvailable,
  communication: communicationWorker.isAvailable,
  // A trace that has none of these has nothing that a rule could look at.
  findings: (dump: DumpContext) =>
    dump.has('job-summary') ||
    [summaryWorker, operatorWorker, communicationWorker, findingsWorker].some((own) => own.isAvailable(dump)),
  ranks: ranksWorker.isAvailable,
} as const;
