import { hostOpSpan, hostOpsOf } from '../facts/hostOps';
import type { StepRecords } from '../simulation/stepRecords';
import type { RankTrace } from '../trace/rankTrace';
import { rounded3 } from './statistics';
import type { TableFile } from './tableWriter';

const header =
  'Name,Input Shapes,Call Stack,Host Self Duration(us),Host Total Duration(us),Device Self Duration(us),Device Total Duration(us),Device Self Duration With AICore(us),Device Total Duration With AICore(us)';
const batch = 128;

/**
 * operator_details.csv: every framework op that launches something, in their order, with its shapes and where it was
 * called from; stacks on the same ops as in the timeline. Quoted cells go over several lines; lines end with LF here.
 */
export const operatorDetailsFile: TableFile = {
  fileName: 'operator_details.csv',
  create: (trace) => ({
    begin: () => `${header}\n`,
    *step(records) {
      const { length } = records.launches.launch;
      for (let first = 0; first < length; first += batch) {
        let text = '';
        for (let row = first; row < Math.min(first + batch, length); row++) text += launchRows(trace, records, row);
        yield text;
      }
    },
    end: () => '',
  }),
};

function launchRows(trace: RankTrace, records: StepRecords, row: number): string {
  const { launches, firstIds } = records;
  const launch = launches.launch[row]!;
  const launchId = firstIds.launch + row;
  const names = hostOpsOf(launch);
  const kernels = launch.kind === 'kernel' ? [launch.op.kernel, launch.op.secondKernel] : [];
  const durations = [launches.deviceDurationNs[row]!, launches.secondDurationNs[row]!];
  // Collectives and copies are no kernels of the device.
  const deviceNs = launch.kind === 'kernel' ? durations[0]! + durations[1]! : 0;
  const cubeNs = kernels.reduce(
    (sum, kernel, i) => (kernel === undefined || kernel.core === 'AI_VECTOR_CORE' ? sum : sum + durations[i]!),
    0,
  );
  const shapes = launch.kind === 'kernel' ? quoted(launch.op.inputDims.replaceAll(', ', ',')) : '';
  const spans = names.map((_, level) => hostOpSpan(records, row, launchId, level));
  return names
    .map((name, level) => {
      const totalNs = spans[level]!.endNs - spans[level]!.startNs;
      const inner = spans[level + 1];
      const selfNs = inner === undefined ? totalNs : totalNs - (inner.endNs - inner.startNs);
      const isInnermost = level === names.length - 1;
      const times = [selfNs, totalNs, isInnermost ? deviceNs : 0, deviceNs, isInnermost ? cubeNs : 0, cubeNs];
      const stack = trace.hasCallStack(launchId * 8 + level) ? quoted(launch.callStack) : '';
      return `${name},${shapes},${stack},${times.map((ns) => rounded3(ns / 1000)).join(',')}\n`;
    })
    .join('');
}

/** A cell of several lines; the text is escaped for JSON. */
function quoted(escaped: string): string {
  return escaped === '' ? '' : `"${escaped.replaceAll(';\\r\\n', ';\n')}"`;
}
