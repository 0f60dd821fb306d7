import type { MemoryQuestions, MemoryTables } from '../api';
import type { ViewWorker } from '../tables/viewWorker';

export const memoryWorker: ViewWorker<MemoryTables, MemoryQuestions> = {
  isAvailable: () => false,
  tables: {},
  answers: {},
};
