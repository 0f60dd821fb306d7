import { stepTraceFile } from './stepTrace';
import type { TableFile } from './tableWriter';

/** The files beside trace_view.json in ASCEND_PROFILER_OUTPUT. */
export const tableFiles: readonly TableFile[] = [stepTraceFile];
