import type { DemoPlan } from '../options';
import { apiStatisticFile } from './apiStatistic';
import { communicationFile } from './communicationJson';
import { communicationMatrixFile } from './communicationMatrix';
import { expertLoadFile } from './expertLoadTable';
import { kernelDetailsFile } from './kernelDetails';
import { memoryRecordFile, operatorMemoryFile } from './memoryTables';
import { moduleMemoryFile } from './moduleMemory';
import { operatorDetailsFile } from './operatorDetails';
import { opStatisticFile } from './opStatistic';
import { staticMemoryFile } from './staticMemory';
import { stepTraceFile } from './stepTrace';
import type { TableFile } from './tableWriter';

/** The files beside trace_view.json in ASCEND_PROFILER_OUTPUT; beside a database, what it has no table for. */
export function tableFilesOf(plan: DemoPlan): readonly TableFile[] {
  const experts = plan.moe === undefined ? [] : [expertLoadFile];
  if (plan.form === 'db') return experts;
  return [
    kernelDetailsFile,
    operatorMemoryFile,
    memoryRecordFile,
    moduleMemoryFile,
    staticMemoryFile,
    stepTraceFile,
    opStatisticFile,
    apiStatisticFile,
    communicationFile,
    communicationMatrixFile,
    ...(plan.withOperatorDetails ? [operatorDetailsFile] : []),
    ...experts,
  ];
}
