import type { KernelTemplate } from '../model/opSpec';
import type { StepRecords } from '../simulation/stepRecords';

/** A device task of the compute stream, or a collective, as kernel_details.csv lists them. */
export type KernelRow =
  | {
      readonly kind: 'kernel';
      readonly kernel: KernelTemplate;
      readonly launchId: number;
      /** 0, or 1 for the second task of a launch. */
      readonly part: 0 | 1;
      readonly startNs: number;
      readonly durationNs: number;
    }
  | {
      readonly kind: 'collective';
      readonly name: string;
      readonly opType: string;
      readonly startNs: number;
      readonly durationNs: number;
    };

/** Rows of one step by start. */
export function kernelRows(records: StepRecords): KernelRow[] {
  const { launches, firstIds, collectives } = records;
  const rows: KernelRow[] = [];
  for (let row = 0; row < launches.launch.length; row++) {
    const launch = launches.launch[row]!;
    if (launch.kind === 'copyToDevice') continue;
    const startNs = launches.deviceStartNs[row]!;
    const durationNs = launches.deviceDurationNs[row]!;
    if (launch.kind === 'collective') {
      const { name } = collectives[launches.collective[row]!]!;
      rows.push({ kind: 'collective', name, opType: `hcom_${launch.op.type}_`, startNs, durationNs });
      continue;
    }
    const launchId = firstIds.launch + row;
    const { kernel, secondKernel } = launch.op;
    rows.push({ kind: 'kernel', kernel, launchId, part: 0, startNs, durationNs });
    const secondNs = launches.secondStartNs[row]!;
    if (secondKernel === undefined || secondNs < 0) continue;
    const secondDurationNs = launches.secondDurationNs[row]!;
    rows.push({
      kind: 'kernel',
      kernel: secondKernel,
      launchId,
      part: 1,
      startNs: secondNs,
      durationNs: secondDurationNs,
    });
  }
  return rows.sort((a, b) => a.startNs - b.startNs);
}
