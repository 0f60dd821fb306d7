import type { SideChoice } from '../../../src-contract';
import { maxOf } from '../../base/aggregates';
import type { DumpContext } from '../../model/dumpContext';
import { type HostStep, hostSteps } from '../../model/hostSteps';
import { peakBetween } from '../../model/memory/growth';
import { METRICS, type MemoryData } from '../../model/memory/memoryData';
import { memoryOf } from '../../model/memory/rankMemory';
import type { TableRank } from '../../model/tableRanks';
import type { Measure, RowName, SideRows } from './differenceTable';
import { SideSums, withMeasure } from './sideSums';

export const peakNames: readonly RowName[] = [
  { key: 'component', label: 'Component' },
  { key: 'metric', label: 'Measure' },
];
export const peakMeasures: readonly Measure[] = [{ key: 'peak', label: 'Peak', unit: 'bytes' }];
export const allocationNames: readonly RowName[] = [
  { key: 'op', label: 'Op' },
  { key: 'component', label: 'Component' },
];
export const allocationMeasures: readonly Measure[] = [
  { key: 'size', label: 'Allocated', unit: 'bytes' },
  { key: 'count', label: 'Allocations', unit: 'count' },
  { key: 'mean', label: 'Mean of an allocation', unit: 'bytes' },
];

interface SideMemory {
  readonly data: MemoryData;
  /** Undefined: the whole recording. */
  readonly step: HostStep | undefined;
  /** All of the rank; empty where nothing tells of any. */
  readonly steps: readonly HostStep[];
}

/** The most that each component held at once: in the step, else in the whole recording. */
export async function peakRows(dump: DumpContext, choice: SideChoice): Promise<SideRows | undefined> {
  const side = await memoryOfSide(dump, choice);
  if (!side) return undefined;
  const sums = new SideSums(['peak']);
  for (const records of side.data.components) {
    for (const metric of METRICS) {
      const bytes = records.values[metric];
      if (!bytes) continue;
      const known = bytes.filter((own) => !Number.isNaN(own));
      const peak = side.step
        ? peakBetween(records, bytes, side.step.startNs, side.step.endNs)
        : known.length > 0
          ? maxOf(known)
          : Number.NaN;
      if (!Number.isNaN(peak)) sums.add([records.id, metric], [peak]);
    }
  }
  return sums.rows(1);
}

/** What was allocated in a step, by the op that asked for it; without marked steps in the whole recording. */
export async function allocationRows(dump: DumpContext, choice: SideChoice): Promise<SideRows | undefined> {
  const side = await memoryOfSide(dump, choice);
  if (!side) return undefined;
  const { fromNs, sizeBytes, name, component } = side.data.allocations;
  const steps = side.step ? [side.step] : side.steps;
  const isIn = (ns: number) => steps.some(({ startNs, endNs }) => ns >= startNs && ns <= endNs);
  const sums = new SideSums(['size', 'count']);
  for (let row = 0; row < sizeBytes.length; row++) {
    if (steps.length > 0 && !isIn(fromNs[row])) continue;
    sums.add([name.texts[name.codes[row]], component.texts[component.codes[row]]], [sizeBytes[row], 1]);
  }
  const rows = sums.rows(Math.max(1, steps.length));
  return withMeasure(rows, 'mean', (row) => rows.values.size[row] / rows.values.count[row]);
}

/** Undefined: the rank has no memory records, or no such step. */
async function memoryOfSide(dump: DumpContext, { rank, step }: SideChoice): Promise<SideMemory | undefined> {
  const own: TableRank | undefined = dump.rankAt(rank);
  const data = own && (await memoryOf(dump, own));
  if (!data) return undefined;
  const steps = (await hostSteps(dump, own))?.steps ?? [];
  if (step === 'all') return { data, step: undefined, steps };
  const found = steps.find(({ step: number }) => number === step);
  return found && { data, step: found, steps };
}
