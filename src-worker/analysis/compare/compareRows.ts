import type { ComparedRows, CompareTables, SideChoice } from '../../../src-contract';
import type { DumpContext } from '../../model/dumpContext';
import type { ColumnTable } from '../../tables/columnTable';
import {
  areOfOneRank,
  collectiveMeasures,
  collectiveNames,
  collectiveRows,
  linkMeasures,
  linkNames,
  linkRows,
} from './collectiveRows';
import { differenceTable, type Measure, type RowName, type SideRows } from './differenceTable';
import { kernelMeasures, kernelNames, kernelRows } from './kernelRows';
import { allocationMeasures, allocationNames, allocationRows, peakMeasures, peakNames, peakRows } from './memoryRows';
import { opTable } from './opRows';
import { SideSums } from './sideSums';

/** The table `compare.rows`. Without rows where one of the sides tells nothing of it. */
export async function compareRows(
  dump: DumpContext,
  { a, b, of }: CompareTables['compare.rows'],
): Promise<ColumnTable> {
  if (of.kind === 'ops') return opTable(dump, a, b);
  const { names, measures, rowsOf } = partsOf(dump, of, areOfOneRank(dump, a, b));
  const ofA = await rowsOf(a);
  const ofB = ofA && (await rowsOf(b));
  const nothing = new SideSums(measures.map(({ key }) => key)).rows(1);
  return ofA && ofB ? differenceTable(names, measures, ofA, ofB) : differenceTable(names, measures, nothing, nothing);
}

interface RowParts {
  readonly names: readonly RowName[];
  readonly measures: readonly Measure[];
  readonly rowsOf: (side: SideChoice) => Promise<SideRows | undefined>;
}

function partsOf(dump: DumpContext, of: Exclude<ComparedRows, { readonly kind: 'ops' }>, isOneRank: boolean): RowParts {
  switch (of.kind) {
    case 'kernels':
      return {
        names: kernelNames(of.by),
        measures: kernelMeasures,
        rowsOf: (side) => kernelRows(dump, side, of.by),
      };
    case 'collectives':
      return {
        names: collectiveNames(of.by),
        measures: collectiveMeasures,
        rowsOf: (side) => collectiveRows(dump, side, of.by),
      };
    case 'links':
      return { names: linkNames, measures: linkMeasures, rowsOf: (side) => linkRows(dump, side, isOneRank) };
    case 'memory':
      return { names: peakNames, measures: peakMeasures, rowsOf: (side) => peakRows(dump, side) };
    case 'memory-ops':
      return { names: allocationNames, measures: allocationMeasures, rowsOf: (side) => allocationRows(dump, side) };
  }
}
