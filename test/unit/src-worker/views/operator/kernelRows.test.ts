import { expect, test } from 'vitest';
import type { RankIndex, SliceRef } from '../../../../../src-contract';
import { kernelTable } from '../../../../../src-worker/model/kernels/kernels';
import { textReader } from '../../../../../src-worker/tables/columnTable';
import { kernelOfSlice, sliceOfKernel } from '../../../../../src-worker/views/operator/kernelRows';
import { openContext } from '../../../../fixtures/dumpContext';
import { describeDumps, dumpPath } from '../../../../fixtures/dumps';

const ranks = [0, 1] as RankIndex[];

describeDumps('rows of kernels and slices', () => {
  test('each row of both ranks leads to a slice of its name, and that slice back to the row', async () => {
    const dump = await openContext(dumpPath('ascend', 'text_level1_2ranks'));
    const table = await kernelTable(dump, { ranks });
    const nameOf = textReader(table, 'name');
    const views = dump.loadedTimelines();
    expect(table.rowCount).toBe(382);
    for (let rowId = 0; rowId < table.rowCount; rowId++) {
      const ref = (await sliceOfKernel(dump, { ranks, rowId })) as SliceRef;
      expect(views[ref.rank].summary(ref.slice).name).toBe(nameOf?.(rowId));
      expect(await kernelOfSlice(dump, { ranks, slice: ref })).toEqual({ rowId });
    }
  });

  test('a slice of an older index, of another rank, or that is no kernel has no row', async () => {
    const dump = await openContext(dumpPath('ascend', 'text_level1_2ranks'));
    const ref = (await sliceOfKernel(dump, { ranks, rowId: 3 })) as SliceRef;
    expect(await kernelOfSlice(dump, { ranks, slice: { ...ref, generation: ref.generation + 1 } })).toBeUndefined();
    expect(await kernelOfSlice(dump, { ranks: [1 as RankIndex], slice: ref })).toBeUndefined();
    expect(await kernelOfSlice(dump, { ranks, slice: { ...ref, slice: 0 as SliceRef['slice'] } })).toBeUndefined();
    expect(await sliceOfKernel(dump, { ranks, rowId: 10_000 })).toBeUndefined();
  });
});
