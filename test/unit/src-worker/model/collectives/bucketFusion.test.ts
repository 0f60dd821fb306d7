import { expect, test } from 'vitest';
import { type Bucket, bestFusion, transferCost } from '../../../../../src-worker/model/collectives/bucketFusion';
import { Random } from '../../../../fixtures/random';

const cost = { alphaNs: 100, nsPerByte: 1, count: 3, fit: 1 };
const bucketsOf = (ready: readonly number[], bytes = 10): Bucket[] =>
  ready.map((readyNs) => ({ readyNs, sizeBytes: bytes }));

test('the line through the messages: 5 µs each and 10 GB/s', () => {
  const sizes = [1e6, 2e6, 10e6, 50e6];
  const found = transferCost(
    sizes,
    sizes.map((bytes) => 5_000 + bytes * 0.1),
  );
  expect(found?.alphaNs).toBeCloseTo(5_000, 3);
  expect(found?.nsPerByte).toBeCloseTo(0.1, 9);
  expect(found).toMatchObject({ count: 4, fit: 1 });
});

test('messages of one size, two of them, or times that do not follow the sizes tell no line', () => {
  expect(transferCost([1e6, 1e6, 1e6], [100, 110, 120])).toBeUndefined();
  expect(transferCost([1e6, 2e6], [100, 200])).toBeUndefined();
  expect(transferCost([1e6, 2e6, 3e6, 4e6], [100, 400, 90, 300])).toBeUndefined();
});

test('buckets that are ready together go in one message', () => {
  const plan = bestFusion(bucketsOf([0, 0, 0, 0]), cost);
  // Four messages of 110 one after another; one of 140.
  expect(plan).toMatchObject({ messageCount: 1, gainNs: 440 - 140 });
  expect(plan.buckets.map(({ endNs }) => endNs)).toEqual([110, 220, 330, 440]);
});

test('buckets far apart stay alone: a message that waits for the next would end no earlier', () => {
  const plan = bestFusion(bucketsOf([0, 1000, 2000]), cost);
  expect(plan.gainNs).toBe(0);
  expect(plan.buckets[2].fusedEndNs).toBe(2110);
});

/** All ways to cut the row into messages. */
function bestByTrying(buckets: readonly Bucket[]): number {
  let best = Number.POSITIVE_INFINITY;
  for (let cuts = 0; cuts < 1 << (buckets.length - 1); cuts++) {
    let [endNs, bytes] = [Number.NEGATIVE_INFINITY, 0];
    buckets.forEach(({ sizeBytes, readyNs }, at) => {
      bytes += sizeBytes;
      if (at < buckets.length - 1 && !(cuts & (1 << at))) return;
      endNs = Math.max(endNs, readyNs) + cost.alphaNs + cost.nsPerByte * bytes;
      bytes = 0;
    });
    best = Math.min(best, endNs);
  }
  return best;
}

/** Hermes' own way: take the next bucket in while the fused message ends before that one would start. */
function bestGreedily(buckets: readonly Bucket[]): number {
  let [endNs, bytes] = [Number.NEGATIVE_INFINITY, 0];
  buckets.forEach(({ sizeBytes, readyNs }, at) => {
    bytes += sizeBytes;
    const next = buckets[at + 1];
    const fusedNs = Math.max(readyNs, endNs) + cost.alphaNs + cost.nsPerByte * bytes;
    if (next && next.readyNs < fusedNs) return;
    endNs = fusedNs;
    bytes = 0;
  });
  return endNs;
}

test('made-up rows of buckets: the best of all cuts, and never worse than fusing greedily', () => {
  const random = new Random(11);
  for (let round = 0; round < 60; round++) {
    let readyNs = 0;
    const buckets = Array.from({ length: random.integer(1, 9) }, () => {
      readyNs += random.integer(0, 150);
      return { readyNs, sizeBytes: random.integer(1, 200) };
    });
    const { buckets: planned, gainNs } = bestFusion(buckets, cost);
    const last = planned[planned.length - 1];
    expect(last.fusedEndNs).toBeCloseTo(bestByTrying(buckets), 6);
    expect(last.fusedEndNs).toBeLessThanOrEqual(bestGreedily(buckets) + 1e-6);
    expect(gainNs).toBeCloseTo(last.endNs - last.fusedEndNs, 6);
  }
});
