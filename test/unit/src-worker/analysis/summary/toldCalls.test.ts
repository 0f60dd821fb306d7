import { expect, test } from 'vitest';
import { type PacketFacts, PacketPool } from '../../../../../src-worker/analysis/summary/toldCalls';

test('packets that many ranks have stand once among all', () => {
  const pool = new PacketPool();
  const some = Array.from({ length: 3 }, (_, at): PacketFacts => ({ largePacketRatio: at, packets: [[8, at]] }));
  expect([0, 1, 0, 2, 1].map((at) => pool.placeOf(some[at]))).toEqual([0, 1, 0, 2, 1]);
  expect(pool.all).toEqual(some);
});

test('of very many those that came late are no longer looked for', () => {
  const pool = new PacketPool();
  const some = Array.from({ length: 60_000 }, (): PacketFacts => ({ largePacketRatio: 0, packets: [] }));
  for (const own of some) pool.placeOf(own);
  expect(pool.placeOf(some[10])).toBe(10);
  expect(pool.placeOf(some[59_999])).toBe(60_000);
  expect(pool.all[60_000]).toBe(some[59_999]);
});
