import type { OperatorQuestions, OperatorTables } from '../../../src-contract';
import { hasDeviceTasks } from '../../model/deviceTasks';
import type { DumpContext } from '../../model/dumpContext';
import { hasDatabaseKernels } from '../../model/kernels/kernelDatabase';
import { kernelTable } from '../../model/kernels/kernels';
import type { ViewWorker } from '../viewWorker';
import { frameworkOpTable } from './frameworkOps';
import { comparisonTable, groupTable } from './groups';
import { kernelOfSlice, sliceOfKernel } from './kernelRows';
import { otherTable } from './otherTable';
import { operatorOverview } from './overview';
import { hasStatistics, statisticsTable } from './statistics';
import { operatorSteps } from './steps';

export const operatorWorker: ViewWorker<OperatorTables, OperatorQuestions> = {
  isAvailable,
  tables: {
    'operator.kernels': kernelTable,
    'operator.groups': groupTable,
    'operator.comparison': comparisonTable,
    'operator.frameworkOps': (dump, { ranks }) => frameworkOpTable(dump, ranks),
    'operator.statistics': statisticsTable,
    'operator.otherTable': otherTable,
  },
  answers: {
    'operator.overview': operatorOverview,
    'operator.steps': operatorSteps,
    'operator.sliceOfKernel': sliceOfKernel,
    'operator.kernelOfSlice': kernelOfSlice,
  },
};

/** Timelines may be dropped from memory again: what has been there once is remembered. */
function isAvailable(dump: DumpContext): boolean {
  if (dump.has('kernels') || dump.has('operator-details')) return true;
  if (hasStatistics(dump) || hasDatabaseKernels(dump)) return true;
  const seen = dump.memo('kernels seen in a timeline', () => ({ isSeen: false }));
  seen.isSeen ||= dump.loadedTimelines().some(hasDeviceTasks);
  return seen.isSeen;
}
