import { type StepFigures, StepFiguresOfRun } from '../facts/stepSplits';
import { crlf } from './cells';
import type { TableFile } from './tableWriter';

const header = `Device_id,Step,Computing,Communication(Not Overlapped),Overlapped,Communication,Free,Stage,Bubble,Communication(Not Overlapped and Exclude Receive),Preparing${crlf}`;

/** step_trace_time.csv, µs. */
export const stepTraceFile: TableFile = {
  fileName: 'step_trace_time.csv',
  create: (trace) => {
    const run = new StepFiguresOfRun();
    const rows = (figures: readonly StepFigures[]): string =>
      figures.map((each) => `${[trace.place.deviceId, ...cells(each)].join(',')}${crlf}`).join('');
    return { begin: () => header, step: (records) => [rows(run.step(records))], end: () => rows(run.end()) };
  },
};

function cells(figures: StepFigures): readonly number[] {
  return [
    figures.step,
    figures.computing,
    figures.notOverlapped,
    figures.overlapped,
    figures.communication,
    figures.free,
    figures.stage,
    figures.bubble,
    figures.notOverlappedExceptReceive,
    figures.preparing,
  ];
}
