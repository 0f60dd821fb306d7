import { expect, test } from 'vitest';
import { alignRanks } from '../../../../../src-worker/model/clock/alignRanks';
import { alignmentLimits } from '../../../../../src-worker/model/clock/jobClock';

/** Calls of three ranks whose ends are some µs apart, by no rule. */
function calls(fromNs: number) {
  return Array.from({ length: 40 }, (_, call) => ({
    group: 'all',
    calls: [0, 1, 2].map((rank) => {
      const startNs = fromNs + call * 1_000_003 + rank * 777_777 + ((call * 7919 + rank * 104_729) % 977);
      return { rank, startNs, endNs: startNs + 500_000 };
    }),
  }));
}

test('offsets are the same to the last digit, whatever rank was read first and its times count from', () => {
  const told = [0, 123_456_789_012_345, -98_765_432_101].map((fromNs) => {
    const { ranks, ...rest } = alignRanks(3, calls(fromNs), alignmentLimits());
    return { ...rest, ranks: ranks.map(({ aroundNs, ...own }) => ({ ...own, aroundNs: aroundNs - fromNs })) };
  });
  expect(told[1]).toEqual(told[0]);
  expect(told[2]).toEqual(told[0]);
  expect(Math.round(told[0]?.ranks[1]?.offsetNs ?? 0)).not.toBe(0);
});
