import type { CommunicationQuestions, CommunicationTables } from '../api';
import type { ViewWorker } from '../tables/viewWorker';

export const communicationWorker: ViewWorker<CommunicationTables, CommunicationQuestions> = {
  isAvailable: () => false,
  tables: {},
  answers: {},
};
