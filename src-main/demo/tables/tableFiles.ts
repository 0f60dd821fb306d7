import { apiStatisticFile } from './apiStatistic';
import { communicationFile } from './communicationJson';
import { communicationMatrixFile } from './communicationMatrix';
import { kernelDetailsFile } from './kernelDetails';
import { memoryRecordFile, operatorMemoryFile } from './memoryTables';
import { opStatisticFile } from './opStatistic';
import { stepTraceFile } from './stepTrace';
import type { TableFile } from './tableWriter';

/** The files beside trace_view.json in ASCEND_PROFILER_OUTPUT. */
export const tableFiles: readonly TableFile[] = [
  kernelDetailsFile,
  operatorMemoryFile,
  memoryRecordFile,
  stepTraceFile,
  opStatisticFile,
  apiStatisticFile,
  communicationFile,
  communicationMatrixFile,
];
