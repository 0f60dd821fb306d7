import type { SummaryQuestions, SummaryTables } from '../api';
import type { ViewWorker } from '../tables/viewWorker';

export const summaryWorker: ViewWorker<SummaryTables, SummaryQuestions> = {
  isAvailable: () => false,
  tables: {},
  answers: {},
};
