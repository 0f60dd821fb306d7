import type { ComparedGrouping, SideChoice } from '../../../src-contract';
import type { DumpContext } from '../../model/dumpContext';
import { keysOfGrouping } from '../../model/kernels/groupings';
import { findColumn, textReader } from '../../tables/columnTable';
import type { Measure, RowName, SideRows } from './differenceTable';
import { stepKernels } from './sideKernels';
import { stepsOfSide } from './sideSteps';
import { SideSums, withMeasure } from './sideSums';

export const kernelMeasures: readonly Measure[] = [
  { key: 'time', label: 'Time', unit: 'duration' },
  { key: 'calls', label: 'Calls', unit: 'count' },
  { key: 'call', label: 'Mean of a call', unit: 'duration' },
];

const labels: Readonly<Record<string, string>> = {
  type: 'Type',
  name: 'Name',
  core: 'Core',
  inputShapes: 'Input shapes',
  inputTypes: 'Input types',
  outputShapes: 'Output shapes',
  outputTypes: 'Output types',
};

export function kernelNames(by: ComparedGrouping): readonly RowName[] {
  return keysOfGrouping[by].map((key) => ({ key, label: labels[key] ?? key }));
}

/** The kernels of the side's steps that compute, as `CompareReport.kernels` counts them, by what the grouping asks. */
export async function kernelRows(
  dump: DumpContext,
  choice: SideChoice,
  by: ComparedGrouping,
): Promise<SideRows | undefined> {
  const side = await stepsOfSide(dump, choice);
  const kernels = side && (await stepKernels(dump, side));
  if (!kernels) return undefined;
  const { table } = kernels.table;
  const readers = keysOfGrouping[by].map((key) => {
    if (key === 'type') return kernels.typeOf;
    return findColumn(table, key) ? (textReader(table, key) ?? none) : none;
  });
  const sums = new SideSums(['time', 'calls']);
  for (const row of kernels.rows) {
    const names = readers.map((read) => read(row));
    sums.add(names, [kernels.durationNs[row], 1]);
  }
  const rows = sums.rows(kernels.stepCount);
  return withMeasure(rows, 'call', (row) => rows.values.time[row] / rows.values.calls[row]);
}

const none = () => '';
