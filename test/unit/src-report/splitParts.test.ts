import { expect, test } from 'vitest';
import { splitParts, stepNsOf } from '../../../src-report/splitParts';
import { madeSplit } from '../../fixtures/findings';

/** µs of `text_level1_2ranks`, rank 0: analyses.md §7, and its owners of Free. */
const ownersUs = { op: 15403.457, launch: 5400.302, compile: 2733.489, python: 1019.667, synchronise: 975.61 } as const;
const first = madeSplit(0, {
  computingNs: 8_873_756,
  notOverlappedNs: 101_963_203,
  freeNs: 25_744_050,
  overlappedNs: 4_028_675,
  exposed: {
    exposedNs: 101_963_203,
    movingNs: 3_935_920,
    waitingNs: 98_249_089,
    restNs: 50_281,
    isSplit: true,
    profiler: undefined,
    byPeer: [],
  },
  free: {
    freeNs: 25_744_050,
    owners: Object.entries(ownersUs).map(([owner, us]) => ({
      owner: owner as keyof typeof ownersUs,
      ns: us * 1000,
      names: [],
    })),
    medianDelayNs: 0,
  },
});
/** Two steps, no planes, no timeline of the host. */
const second = madeSplit(1, { stepCount: 2, computingNs: 6_000, notOverlappedNs: 3_000, freeNs: 1_000 });

test('the parts of each bar are a whole step, to 1 ns', () => {
  const split = [first, second];
  const parts = splitParts(split);
  for (const [at, own] of split.entries()) {
    const sum = parts.reduce((ns, { values }) => ns + values[at], 0);
    expect(Math.abs(sum - stepNsOf(own))).toBeLessThan(1);
  }
  expect(stepNsOf(first) / 1000).toBeCloseTo(136_581.009, 3);
  expect(stepNsOf(second)).toBe(5_000);
  const values = Object.fromEntries(parts.map((part) => [part.id, Array.from(part.values, Math.round)]));
  expect(values.waiting).toEqual([98_249_089, 0]);
  expect(values.moving).toEqual([101_963_203 - 98_249_089, 0]);
  expect(values.untold).toEqual([0, 1_500]);
  expect(values['free:op']).toEqual([15_403_457, 0]);
});

test('no two parts of a bar have one colour, and the three largest owners of Free have their own', () => {
  const parts = splitParts([first]);
  expect(new Set(parts.map(({ colour }) => colour)).size).toBe(parts.length);
  expect(parts.map(({ id }) => id)).toEqual([
    'alone',
    'overlapped',
    'moving',
    'waiting',
    'free:op',
    'free:launch',
    'free:compile',
    'free',
  ]);
});
