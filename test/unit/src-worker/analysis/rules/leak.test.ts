import { expect, test } from 'vitest';
import { leak } from '../../../../../src-worker/analysis/rules/leak';
import type { MemoryGrowth } from '../../../../../src-worker/model/memory/growth';
import { drawnJob, limits } from '../../../../fixtures/drawnJob';

const MB = 1e6;
const growing = (
  megabytes: number,
  isLeakSuspected: boolean,
): { readonly record: { readonly memory: MemoryGrowth } } => ({
  record: {
    memory: {
      bytesPerStep: megabytes * MB,
      fit: 1,
      risingSteps: 4,
      isLeakSuspected,
      stepCount: 5,
      peakBytes: 10_000 * MB,
      ops: [{ name: 'aten::clone', bytes: 4 * megabytes * MB, steps: 4 }],
    },
  },
});

test('the rank that leaks, by bytes a step and the op; it costs no time', () => {
  const job = drawnJob([growing(1, false), growing(100, true), growing(2, false)]);
  const { findings, notReported } = leak.find(job, limits);
  expect(findings).toMatchObject([
    { rule: 'F1', class: 'memory', rank: 1, lostNsPerStep: 0, place: { ranks: [1], op: 'aten::clone' } },
  ]);
  expect(findings[0].title.values.growth).toBe(100 * MB);
  expect(findings[0].cause.values.part).toBe(100 * MB);
  // 2 MB × 4 of 10 GB.
  expect(notReported).toMatchObject([{ rank: 2, value: 0.0008 }]);
});

test('a leak of all ranks is one finding; no records of memory, no verdict', () => {
  const all = [100, 101, 99].map((megabytes) => growing(megabytes, true));
  expect(leak.find(drawnJob(all), limits).findings).toMatchObject([{ rank: 1, place: { ranks: [0, 1, 2] } }]);
  expect(leak.find(drawnJob([{}, {}]), limits).notRun).toMatchObject([{ rule: 'F1' }]);
});
