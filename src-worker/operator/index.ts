import type { OperatorQuestions, OperatorTables } from '../api';
import type { ViewWorker } from '../tables/viewWorker';
import { kernelTable } from './kernels';

export const operatorWorker: ViewWorker<OperatorTables, OperatorQuestions> = {
  isAvailable: (dump) => dump.has('kernels'),
  tables: { 'operator.kernels': (dump, { ranks }) => kernelTable(dump, ranks) },
  answers: {},
};
