import { expect, test } from 'vitest';
import type { KernelTotals, RankIndex } from '../../../../../src-contract';
import { knownChips } from '../../../../../src-worker/model/chips/chips';
import type { FlopCount, KernelShapes } from '../../../../../src-worker/model/kernels/flops';
import { hf32Switches } from '../../../../../src-worker/model/kernels/hf32Switches';
import { numberColumn } from '../../../../../src-worker/tables/columnTable';
import { answer } from '../../../../../src-worker/views/dumpTables';
import { sharedContext } from '../../../../fixtures/dumpContext';
import { describeDumps, dumpPath } from '../../../../fixtures/dumps';

const kernel = (type: string): KernelShapes => ({
  type,
  inputShapes: '',
  inputTypes: 'FLOAT;FLOAT',
  inputFormats: '',
  outputShapes: '',
  outputFormats: '',
  isHf32: false,
});
const counted = (flop: number, computeType: 'fp32' | 'fp16' = 'fp32'): FlopCount => ({
  kind: 'known',
  flop,
  computeType,
});

/** Which types are taken for HF32, of kernels with so many FLOPs in 1000 cycles of which the matrix unit works in a half. */
function switched(kernels: readonly (readonly [type: string, count: FlopCount, ratio?: number])[]): string[] {
  const rows = kernels.length;
  const columns = [
    numberColumn('aic_total_cycles', 'none', new Float64Array(rows).fill(1000)),
    numberColumn(
      'aic_mac_ratio',
      'none',
      Float64Array.from(kernels, ([, , ratio]) => ratio ?? 0.5),
    ),
  ];
  const shapes = kernels.map(([type]) => kernel(type));
  const counts = kernels.map(([, count]) => count);
  const groupOf = kernels.map((_, row) => row);
  const isHf32 = hf32Switches({ rowCount: rows, columns }, groupOf, shapes, counts);
  return shapes.filter(isHf32).map(({ type }) => type);
}

test('one convolution that is faster than float32 can be shows it of all of them', () => {
  // 500 cycles of 2048 FLOPs are 1.024 million.
  const fast = ['Conv2D', counted(1_500_000)] as const;
  const slow = ['Conv2DBackpropInput', counted(10_000)] as const;
  expect(switched([slow, fast, ['MatMulV2', counted(900_000)]])).toEqual(['Conv2DBackpropInput', 'Conv2D']);
  expect(switched([['MatMulV2', counted(1_500_000)], slow])).toEqual(['MatMulV2']);
});

test('nothing is shown by what float32 can do, by other types, and without cycles of the matrix unit', () => {
  expect(switched([['Conv2D', counted(1_000_000)]])).toEqual([]);
  expect(switched([['Conv2D', counted(4_000_000, 'fp16')]])).toEqual([]);
  expect(switched([['Conv2D', counted(4_000_000), 0]])).toEqual([]);
  expect(switched([['Conv2D', counted(4_000_000), Number.NaN]])).toEqual([]);
});

describeDumps('utilisation', () => {
  /**
   * FLOPs of AlexNet's layers for 32 images, forwards and backwards: 121.370 G of convolutions, 11.256 G of linear layers.
   * Durations are sums with SQLite (TASK by COMPUTE_TASK_INFO.opType) and of kernel_details.csv, where the column HF32
   * Eligible is YES for the 14 convolutions and NO for the 9 others. Peaks of 24 cores at 1.8 GHz.
   */
  const expectedPercent = (convolutionNs: number, productNs: number) =>
    (100 * 132_626_472_960) / (24 * 1.8 * (4096 * convolutionNs + 2048 * productNs));

  test.each([
    ['text_level1_2ranks', expectedPercent(1_808_456, 997_399)],
    ['db_level1_2ranks', expectedPercent(1_824_855, 1_034_241)],
  ])('of a job whose convolutions compute in HF32: %s', async (folder, percent) => {
    const dump = await sharedContext(dumpPath('ascend', folder));
    const peaks = knownChips().find(({ name }) => name === 'Ascend 910B2')?.peaks ?? {};
    const overview = await answer(dump, 'operator.overview', { ranks: [0 as RankIndex], peaks });
    const { flop, utilisation } = (overview as { totals: KernelTotals }).totals;
    expect(flop).toBe(132_626_472_960);
    expect(utilisation).toBeCloseTo(percent, 3);
    expect(Math.round(utilisation)).toBe(32);
  });
});
