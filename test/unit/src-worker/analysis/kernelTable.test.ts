import { expect, test } from 'vitest';
import { kernelRoofline } from '../../../../src-worker/analysis/kernelTable';
import { underRoofline } from '../../../../src-worker/analysis/rules/roofline';
import type { KernelKindWork } from '../../../../src-worker/model/kernels/kernelWork';
import { drawnJob, limits } from '../../../fixtures/drawnJob';

const MS = 1e6;
/** 100 TFLOP/s, 1 TB/s: the ridge is at 100 FLOP a byte. */
const chip = { name: 'A chip', peaks: { bf16: 100e12 }, memoryGBps: 1000 };

function kind(type: string, ms: number, flop: number, sizeBytes: number): KernelKindWork {
  const facts = { flop, computeType: 'bf16' as const, sizeBytes, blockDim: Number.NaN };
  const span = { count: 2, totalNs: 2 * ms * MS, minNs: ms * MS, maxNs: ms * MS };
  return { type, name: type, shapes: '', core: '', ...span, isOdd: false, facts };
}

function jobOf(...kinds: readonly KernelKindWork[]) {
  const computeNs = kinds.reduce((sum, { totalNs }) => sum + totalNs, 0);
  const kernels = { kinds, computeNs, computeCount: kinds.length, aiCpu: [], states: {} };
  return drawnJob([{ computing: 100, record: { kernels } }], { chip });
}

test('points under the roofline: of matrices the peak, of thin ones the memory’s share of it', () => {
  const job = jobOf(kind('mm', 10, 0.8e12, 1e9), kind('mv', 5, 0.05e12, 5e9), kind('slow mm', 20, 0.2e12, 1e9));
  const { rows } = kernelRoofline(job);
  expect(rows.map(({ type }) => type)).toEqual(['slow mm', 'mm', 'mv']);
  const [slow, mm, mv] = rows;
  expect(mm).toMatchObject({ bound: 'compute', flopPerByte: 800, flopPerSecond: 80e12, count: 2, meanNs: 10 * MS });
  expect(mm.reach).toBeCloseTo(0.8, 9);
  // 10 FLOP a byte · 1 TB/s = 10 TFLOP/s, which it reaches.
  expect(mv).toMatchObject({ bound: 'memory', flopPerByte: 10 });
  expect(mv.reach).toBeCloseTo(1, 9);
  expect(slow.bound).toBe('underutilised');
  expect(slow.share).toBeCloseTo(40 / 70, 9);
});

test('B5: what is far below loses the time above the roofline', () => {
  const { findings } = underRoofline.find(jobOf(kind('mm', 10, 0.8e12, 1e9), kind('slow mm', 20, 0.2e12, 1e9)), limits);
  // 40 ms at a tenth of what is reached.
  expect(findings[0].lostNsPerStep).toBeCloseTo(36 * MS, 0);
  expect(findings[0].cause.values).toMatchObject({ op: 'slow mm', count: 1, chip: 'A chip' });
  expect(underRoofline.find(drawnJob([{ computing: 1 }]), limits).notRun).toMatchObject([{ rule: 'B5', ranks: [] }]);
});

test('B5: names of GPU kernels run to hundreds of letters; a sentence has both ends, the place the whole', () => {
  const name = `void cutlass::Kernel2<${'a'.repeat(200)}::Params>`;
  const { findings } = underRoofline.find(jobOf(kind('mm', 10, 0.8e12, 1e9), kind(name, 20, 0.2e12, 1e9)), limits);
  const short = 'void cutlass::Kern…aaaaaaaa::Params>';
  expect([findings[0].title.values.op, findings[0].cause.values.op]).toEqual([short, short]);
  expect(findings[0].place.op).toBe(name);
});
