import type { SideChoice, SideOps } from '../../../src-contract';
import type { DumpContext } from '../../model/dumpContext';
import type { ColumnTable } from '../../tables/columnTable';
import { differenceTable, type Measure, type SideRows } from './differenceTable';
import { stepKernels } from './sideKernels';
import { sideOps } from './sideOps';
import { stepsOfSide } from './sideSteps';
import { SideSums } from './sideSums';

const names = [{ key: 'op', label: 'Op' }] as const;
const measures: readonly Measure[] = [
  { key: 'device', label: 'Device', unit: 'duration' },
  { key: 'host', label: 'Host', unit: 'duration' },
  { key: 'calls', label: 'Calls', unit: 'count' },
];

/** The ops of one step of each side, by name: those that `CompareReport.ops` matches. No rows where one has ops, the other kernels. */
export async function opTable(dump: DumpContext, a: SideChoice, b: SideChoice): Promise<ColumnTable> {
  const ofA = await opsOfSide(dump, a);
  const ofB = ofA && (await opsOfSide(dump, b));
  const areAlike = ofA !== undefined && ofA.from === ofB?.from;
  return differenceTable(names, measures, rowsOf(areAlike ? ofA : undefined), rowsOf(areAlike ? ofB : undefined));
}

/** The same that a side's record holds; undefined: nothing tells of any. */
export async function opsOfSide(dump: DumpContext, choice: SideChoice): Promise<SideOps | undefined> {
  const side = await stepsOfSide(dump, choice);
  if (!side) return undefined;
  return (await sideOps(dump, side, await stepKernels(dump, side))).ops;
}

function rowsOf(ops: SideOps | undefined): SideRows {
  const sums = new SideSums(measures.map(({ key }) => key));
  for (const [at, code] of ops?.name.entries() ?? []) {
    if (ops) sums.add([ops.names[code]], [ops.deviceNs[at], ops.durationNs[at], 1]);
  }
  return sums.rows(1);
}
