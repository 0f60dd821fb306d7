/** From a row of the kernel table to its slice, and back. */
import type { OperatorQuestions, SliceIndex } from '../../../src-contract';
import type { DumpContext } from '../../model/dumpContext';
import { kernelsOf, slicesOfRank } from '../../model/kernels/kernels';

type SliceOfKernel = OperatorQuestions['operator.sliceOfKernel'];
type KernelOfSlice = OperatorQuestions['operator.kernelOfSlice'];

export async function sliceOfKernel(
  dump: DumpContext,
  { ranks, rowId }: SliceOfKernel['question'],
): Promise<SliceOfKernel['answer']> {
  let firstRow = 0;
  for (const kernels of await kernelsOf(dump, ranks)) {
    const row = rowId - firstRow;
    firstRow += kernels.table.rowCount;
    if (row >= kernels.table.rowCount) continue;
    const slice = (await slicesOfRank(dump, kernels))?.[row] ?? Number.NaN;
    const rank = kernels.rank.index;
    const generation = dump.generation(rank);
    if (Number.isNaN(slice) || generation === undefined) return undefined;
    return { rank, slice: slice as SliceIndex, generation };
  }
  return undefined;
}

export async function kernelOfSlice(
  dump: DumpContext,
  { ranks, slice }: KernelOfSlice['question'],
): Promise<KernelOfSlice['answer']> {
  // A reference to an older index may be any slice of this one.
  if (!ranks.includes(slice.rank) || dump.generation(slice.rank) !== slice.generation) return undefined;
  let firstRow = 0;
  for (const kernels of await kernelsOf(dump, ranks)) {
    if (kernels.rank.index === slice.rank) {
      const row = (await slicesOfRank(dump, kernels))?.indexOf(slice.slice) ?? -1;
      return row < 0 ? undefined : { rowId: firstRow + row };
    }
    firstRow += kernels.table.rowCount;
  }
  return undefined;
}
