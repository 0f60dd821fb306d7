import { expect, test } from 'vitest';
import { contentionKinds } from '../../../../src-worker/analysis/contentionTable';
import { drawnJob } from '../../../fixtures/drawnJob';

const MS = 1e6;

function kind(type: string, aloneMs: number, besideMs: number, count = 4) {
  const calls = (ms: number) => ({ count, wireNs: count * ms * MS });
  return { type, group: 'g', sizeBytes: 100e6, alone: calls(aloneMs), beside: calls(besideMs) };
}

test('bytes over time on the wire, of all ranks together, longest first; a rank with too few calls is left out', () => {
  const job = drawnJob([
    { record: { collectives: [kind('allGather', 1, 1), kind('allReduce', 1, 2)] } },
    { record: { collectives: [kind('allReduce', 3, 4)] } },
    { record: { collectives: [kind('allReduce', 9, 9, 2), kind('broadcast', 1, 1, 2)] } },
    {},
  ]);
  const [reduce, gather, ...others] = contentionKinds(job);
  expect(others).toEqual([]);
  // 8 calls of 100 MB in 4 · 1 + 4 · 3 ms alone, 4 · 2 + 4 · 4 ms beside computing.
  expect(reduce).toMatchObject({ type: 'allReduce', group: 'g', sizeBytes: 100e6, ranks: [0, 1] });
  expect(reduce?.alone).toMatchObject({ count: 8 });
  expect(reduce?.alone.bandwidthGBps).toBeCloseTo(50, 9);
  expect(reduce?.beside).toMatchObject({ count: 8 });
  expect(reduce?.beside.bandwidthGBps).toBeCloseTo(100 / 3, 9);
  expect(gather).toMatchObject({ type: 'allGather', ranks: [0] });
});
