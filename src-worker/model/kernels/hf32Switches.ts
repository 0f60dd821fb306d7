import { type ColumnTable, numbersOf } from '../../tables/columnTable';
import { fp32FlopPerCycle } from '../chips/chips';
import type { FlopCount, KernelShapes } from './flops';

/** Cycles are counted exactly, the share of them to some per cent. */
const TOLERANCE = 1.05;

/**
 * Which float32 kernels compute in HF32, where no column says so (databases without `hf32Eligible`, an older schema): the
 * framework switches it on for all convolutions or none, and for all other products or none (torch_npu:
 * `torch.npu.conv.allow_hf32`, which is on unless switched off, and `torch.npu.matmul.allow_hf32`, which is off). A kernel
 * that makes more FLOPs in a cycle of a core's matrix unit than float32 can shows that the switch of its kind is on. Without
 * the counters of the cores nothing is shown, and kernels count as the float32 that their tensors are.
 *
 * `groupOf`: of each row its position in `shapes` and `counts`.
 */
export function hf32Switches(
  table: ColumnTable,
  groupOf: ArrayLike<number>,
  shapes: readonly KernelShapes[],
  counts: readonly FlopCount[],
): (kernel: KernelShapes) => boolean {
  const cycles = numbersOf(table, 'aic_total_cycles');
  const ratio = numbersOf(table, 'aic_mac_ratio');
  const switched = new Set<string>();
  if (cycles && ratio) {
    const most = TOLERANCE * fp32FlopPerCycle();
    for (let row = 0; row < table.rowCount; row++) {
      const count = counts[groupOf[row]];
      if (count.kind !== 'known' || count.computeType !== 'fp32') continue;
      const busyCycles = cycles[row] * ratio[row];
      if (busyCycles > 0 && count.flop > most * busyCycles) switched.add(switchOf(shapes[groupOf[row]]));
    }
  }
  return (kernel) => switched.has(switchOf(kernel));
}

function switchOf({ type }: KernelShapes): string {
  return type.startsWith('Conv') ? 'convolutions' : 'products';
}
