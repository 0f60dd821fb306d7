import { expect, test } from 'vitest';
import type { ClockMethod, JobClock, RankIndex } from '../../../../src-contract';
import { clockLine } from '../../../../src-main/cli/clockLine';

function clock(methods: readonly ClockMethod[], usedCollectives: number, errorNs = 4_321): JobClock {
  const isKnown = (method: ClockMethod) => method !== 'first-step' && method !== 'none';
  return {
    ranks: methods.map((method, i) => ({
      rank: i as RankIndex,
      label: `Rank ${i}`,
      method,
      offsetNs: isKnown(method) ? -i * 5e9 : Number.NaN,
      rate: 0,
      aroundNs: 0,
      rateError: Number.NaN,
      errorNs: isKnown(method) ? i * errorNs : Number.NaN,
      usedCalls: usedCollectives,
      rejectedCalls: 0,
    })),
    usedCollectives,
    rejectedCollectives: usedCollectives === 1234 ? 3 : 0,
    isAligned: methods.every(isKnown),
  };
}

test.each([
  [clock(['reference'], 0), undefined],
  [
    clock(['reference', 'collectives', 'collectives'], 1234),
    'Clocks: aligned by 1,234 collectives (3 more rejected); offsets up to 10.0 s, error ≤ 8.64 µs',
  ],
  [
    clock(['reference', 'clock-pair'], 0, 100_000),
    'Clocks: aligned by the clock of their host (Rank 1); offsets up to 5.00 s, error ≤ 100 µs',
  ],
  [
    clock(['reference', 'first-step', 'first-step'], 0),
    'Clocks: not aligned: no collectives that two ranks have in common, and no clock of one host; their first common step is taken to begin at once',
  ],
  [
    clock(['reference', 'collectives', 'none'], 10),
    'Clocks: not aligned: no collective joins Rank 2 with the others, and no clock of one host',
  ],
])('%#', (of, line) => {
  expect(clockLine(of)).toBe(line);
});
