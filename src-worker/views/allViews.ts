import type { QuestionName, Questions, TableName, Tables } from '../../src-contract';
import type { DumpContext } from '../model/dumpContext';
import type { ColumnTable } from '../tables/columnTable';
import { communicationWorker } from './communication';
import { compareWorker } from './compare';
import { findingsWorker } from './findings';
import { jobWorker } from './job';
import { memoryWorker } from './memory';
import { operatorWorker } from './operator';
import { summaryWorker } from './summary';
import type { ViewWorker } from './viewWorker';

const tables: ViewWorker<Tables, Questions>['tables'] = {
  ...findingsWorker.tables,
  ...operatorWorker.tables,
  ...memoryWorker.tables,
  ...summaryWorker.tables,
  ...communicationWorker.tables,
  ...compareWorker.tables,
};

const answers: ViewWorker<Tables, Questions>['answers'] = {
  ...jobWorker.answers,
  ...findingsWorker.answers,
  ...operatorWorker.answers,
  ...memoryWorker.answers,
  ...summaryWorker.answers,
  ...communicationWorker.answers,
  ...compareWorker.answers,
};

export const availability = {
  operator: operatorWorker.isAvailable,
  memory: memoryWorker.isAvailable,
  summary: summaryWorker.isAvailable,
  communication: communicationWorker.isAvailable,
  // A trace that has none of these has nothing that a rule could look at.
  findings: (dump: DumpContext) =>
    [summaryWorker, operatorWorker, communicationWorker, findingsWorker].some((own) => own.isAvailable(dump)),
} as const;

/** Throws a `RangeError` for a name that is none. */
export async function makeTable(dump: DumpContext, name: TableName, of: unknown): Promise<ColumnTable> {
  const make = own(tables, name) as
    | ((dump: DumpContext, of: unknown) => ColumnTable | Promise<ColumnTable>)
    | undefined;
  if (!make) throw new RangeError(`There is no table ${name}`);
  return make(dump, of);
}

export async function answer(dump: DumpContext, name: QuestionName, question: unknown): Promise<unknown> {
  const reply = own(answers, name) as ((dump: DumpContext, question: unknown) => unknown) | undefined;
  if (!reply) throw new RangeError(`There is no question ${name}`);
  return reply(dump, question);
}

function own(record: object, name: string): unknown {
  return Object.hasOwn(record, name) ? record[name as keyof typeof record] : undefined;
}
