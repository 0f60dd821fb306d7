import { describe, expect, it } from 'vitest';
import type { AlignmentLimits } from '../../../../../src-worker/model/clock/alignmentLimits';
import { alignRanks, componentsOf } from '../../../../../src-worker/model/clock/alignRanks';
import type { SharedCollective } from '../../../../../src-worker/model/clock/callColumns';
import { Random } from '../../../../fixtures/random';

const limits: AlignmentLimits = { outlierDeviations: 4.685, endSkewNs: 2_000, driftLeastNs: 10_000, driftMost: 2e-4 };

interface Drawn {
  readonly groups: readonly (readonly number[])[];
  readonly offsetsNs: readonly number[];
  readonly callsOfGroup: number;
  /** Ends lie up to so far behind the common one. */
  readonly skewNs: number;
  readonly seed?: number;
}

/** Every group's collectives, a ms apart, as ranks with these clocks see them. */
function draw({ groups, offsetsNs, callsOfGroup, skewNs, seed = 7 }: Drawn): SharedCollective[] {
  const random = new Random(seed);
  return groups.flatMap((ranks, g) =>
    Array.from({ length: callsOfGroup }, (_, n) => ({
      group: String(g),
      calls: ranks.map((rank) => {
        const endNs = n * 1e6 + g * 31_000 + offsetsNs[rank] + Math.round(random.next() * skewNs);
        return { rank, startNs: endNs - 50_000 - Math.round(random.next() * 200_000), endNs };
      }),
    })),
  );
}

/** TP 2, DP 2, PP 2: no group has all ranks. */
// biome-ignore format: a table of groups
const cube = [
  [0, 1], [2, 3], [4, 5], [6, 7],
  [0, 2], [1, 3], [4, 6], [5, 7],
  [0, 4], [1, 5], [2, 6], [3, 7],
];

const tenSeconds = [0, 9.97e9, -9.99e9, 1.25e9, -7e9 + 13, 3e9 + 7, 10e9, -10e9];

function expectWithin(found: ReturnType<typeof alignRanks>, offsetsNs: readonly number[], limitNs: number): void {
  found.ranks.forEach(({ component, offsetNs, errorNs }, rank) => {
    const distanceNs = Math.abs(offsetNs - (offsetsNs[rank] - offsetsNs[component]));
    expect(distanceNs, `rank ${rank}`).toBeLessThanOrEqual(errorNs);
    expect(distanceNs, `rank ${rank}`).toBeLessThanOrEqual(limitNs);
  });
}

describe('alignRanks', () => {
  it.each([1, 2, 3, 4, 5])('finds offsets of ±10 s to some µs, with error bars that hold (seed %i)', (seed) => {
    const found = alignRanks(
      8,
      draw({ groups: cube, offsetsNs: tenSeconds, callsOfGroup: 40, skewNs: 2_000, seed }),
      limits,
    );
    expectWithin(found, tenSeconds, 2_000);
    expect(Math.max(...found.ranks.map(({ errorNs }) => errorNs))).toBeLessThan(20_000);
    expect(found.ranks[0]).toMatchObject({ component: 0, offsetNs: 0, errorNs: 0 });
    expect(found.usedCollectives + found.rejectedCollectives).toBe(12 * 40);
  });

  it('is the least-squares solution over all pairs, as Gauss would work it out', () => {
    // Not all ranks are in all calls, so that the solution is no plain mean.
    const groups = [[0, 1, 2, 3, 4]];
    const drawn = draw({ groups, offsetsNs: [0, 5e6, -3e6, 2e6, 1e6], callsOfGroup: 30, skewNs: 40_000 });
    const collectives = drawn.map(({ group, calls }, n) => ({
      group,
      calls: calls.filter(({ rank }) => (rank + n) % 3 !== 0 || rank === n % 5),
    }));
    const found = alignRanks(5, collectives, { ...limits, outlierDeviations: Number.POSITIVE_INFINITY });
    const expected = leastSquaresOverPairs(5, collectives);
    found.ranks.forEach(({ offsetNs }, rank) => {
      expect(offsetNs).toBeCloseTo(expected[rank], 1);
    });
  });

  it('leaves out calls that were matched wrongly', () => {
    const random = new Random(99);
    const offsetsNs = tenSeconds;
    let wrong = 0;
    const collectives = draw({ groups: cube, offsetsNs, callsOfGroup: 60, skewNs: 2_000 }).map(({ group, calls }) => ({
      group,
      calls: calls.map((call, i) => {
        if (i > 0 || random.next() > 0.25) return call;
        wrong++;
        return { ...call, endNs: call.endNs + Math.round((random.next() - 0.5) * 5e9) };
      }),
    }));
    const found = alignRanks(8, collectives, limits);
    expectWithin(found, offsetsNs, 3_000);
    // Of a pair nobody knows which end is wrong: both are left out.
    expect(found.rejectedCollectives).toBe(wrong);
    expect(wrong).toBeGreaterThan(100);
  });

  it('is not drawn off by a group whose ends coincide badly', () => {
    const offsetsNs = [0, 4e6, -2e6];
    const good = draw({
      groups: [
        [0, 1],
        [1, 2],
      ],
      offsetsNs,
      callsOfGroup: 50,
      skewNs: 2_000,
    });
    const bad = draw({ groups: [[0, 1, 2]], offsetsNs, callsOfGroup: 50, skewNs: 4e6, seed: 3 });
    const found = alignRanks(3, [...good, ...bad.map(({ calls }) => ({ group: 'bad', calls }))], limits);
    expectWithin(found, offsetsNs, 2_000);
  });

  it('tells apart what no collective joins', () => {
    const offsetsNs = [0, 1e9, 5e9, 6e9, 0];
    const found = alignRanks(
      5,
      draw({
        groups: [
          [0, 1],
          [2, 3],
        ],
        offsetsNs,
        callsOfGroup: 20,
        skewNs: 500,
      }),
      limits,
    );
    expect(found.ranks.map(({ component }) => component)).toEqual([0, 0, 2, 2, 4]);
    expectWithin(found, offsetsNs, 500);
    expect(found.ranks[4]).toMatchObject({ offsetNs: 0, errorNs: 0, usedCount: 0 });
  });

  it('has error bars that grow along a chain of groups', () => {
    const offsetsNs = Array.from({ length: 64 }, (_, rank) => rank * 1e8 - 3e9);
    const groups = offsetsNs.slice(1).map((_, rank) => [rank, rank + 1]);
    const found = alignRanks(64, draw({ groups, offsetsNs, callsOfGroup: 20, skewNs: 2_000 }), limits);
    expectWithin(found, offsetsNs, 40_000);
    for (let rank = 2; rank < 64; rank++)
      expect(found.ranks[rank].errorNs).toBeGreaterThan(found.ranks[rank - 1].errorNs);
  });

  it('trusts a single call no further than it is long', () => {
    const calls = [
      { rank: 0, startNs: 0, endNs: 80_000 },
      { rank: 1, startNs: 5e9, endNs: 5e9 + 60_000 },
    ];
    const found = alignRanks(2, [{ group: 'g', calls }], limits);
    expect(found.ranks[1]).toMatchObject({ offsetNs: 5e9 - 20_000, errorNs: 140_000, usedCount: 1 });
  });

  describe('drifts', () => {
    const seconds = 600;
    /** Rank 1 gains 5 µs a second against rank 0; every ends lie up to 1 µs behind the common one. */
    const drawn = (times: readonly number[], rate = 5e-6): SharedCollective[] => {
      const random = new Random(11);
      return times.map((at) => ({
        group: 'a',
        calls: [0, 1].map((rank) => {
          const endNs = at * 1e9 + rank * (1e6 + rate * at * 1e9) + Math.round(random.next() * 1000);
          return { rank, startNs: endNs - 50_000, endNs };
        }),
      }));
    };
    const times = Array.from({ length: 60 }, (_, i) => (i * seconds) / 60);

    it('are found, and what that leaves open at both ends', () => {
      const [, own] = alignRanks(2, drawn(times), limits).ranks;
      expect(own.rate).toBeCloseTo(5e-6, 8);
      expect(Math.abs(own.rate - 5e-6)).toBeLessThan(own.rateError);
      // Of its own clock: at both ends of the recording.
      for (const at of [0, 590e9]) {
        const shiftNs = own.offsetNs + own.rate * (at + 1e6 - own.aroundNs);
        expect(Math.abs(shiftNs - (1e6 + 5e-6 * at))).toBeLessThan(2_000);
      }
      expect(own.errorNs).toBeLessThan(10_000);
    });

    it('are found among wrong matches', () => {
      const wrong = drawn(times).map((collective, i) => {
        if (i % 5 !== 0) return collective;
        const [one, other] = collective.calls;
        return { ...collective, calls: [one, { ...other, endNs: other.endNs + 40e6 * (i % 3) - 30e6 }] };
      });
      expect(alignRanks(2, wrong, limits).ranks[1].rate).toBeCloseTo(5e-6, 8);
    });

    it('of nothing are none: that is known as well', () => {
      const [, own] = alignRanks(2, drawn(times, 0), limits).ranks;
      expect([own.rate, own.offsetNs > 999_000]).toEqual([0, true]);
      expect(own.rateError).toBeLessThan(1e-7);
    });

    it.each([
      ['a short recording', times.map((at) => at / 6e4)],
      ['few calls', [0, 100, 300, 500, 590]],
      ['one end only', times.map((at) => (at < 500 ? at / 100 : 590))],
    ])('are not told from %s', (_, few) => {
      const [, own] = alignRanks(2, drawn(few), limits).ranks;
      expect([own.rate, own.rateError]).toEqual([0, Number.NaN]);
    });
  });

  it('answers for no ranks and no collectives', () => {
    expect(alignRanks(0, [], limits)).toEqual({ ranks: [], usedCollectives: 0, rejectedCollectives: 0 });
    expect(alignRanks(2, [], limits).ranks.map(({ component }) => component)).toEqual([0, 1]);
  });
});

/** Dense normal equations of Σ over collectives Σ over pairs (d − (oᵢ − oⱼ))² / number of calls, rank 0 at 0. */
function leastSquaresOverPairs(rankCount: number, collectives: readonly SharedCollective[]): number[] {
  const matrix = Array.from({ length: rankCount }, () => new Array<number>(rankCount + 1).fill(0));
  for (const { calls } of collectives) {
    for (const a of calls) {
      for (const b of calls) {
        if (a.rank === b.rank) continue;
        matrix[a.rank][a.rank] += 1 / calls.length;
        matrix[a.rank][b.rank] -= 1 / calls.length;
        matrix[a.rank][rankCount] += (a.endNs - b.endNs) / calls.length;
      }
    }
  }
  const rows = matrix.slice(1).map((row) => row.slice(1));
  for (let i = 0; i < rows.length; i++) {
    for (let j = i + 1; j < rows.length; j++) {
      const factor = rows[j][i] / rows[i][i];
      rows[j] = rows[j].map((value, column) => value - factor * rows[i][column]);
    }
  }
  const solution = new Array<number>(rows.length).fill(0);
  for (let i = rows.length - 1; i >= 0; i--) {
    const known = solution.reduce((sum, value, column) => (column > i ? sum + value * rows[i][column] : sum), 0);
    solution[i] = (rows[i][rows.length] - known) / rows[i][i];
  }
  return [0, ...solution];
}

describe('componentsOf', () => {
  it.each([1, 2, 3])('are those that aligning finds (seed %i)', (seed) => {
    const random = new Random(seed);
    const rankCount = 60;
    // Groups of two and three, in any order: pieces of all sizes, and ranks alone.
    const groups = Array.from({ length: 25 }, () =>
      Array.from({ length: 2 + Math.floor(random.next() * 2) }, () => Math.floor(random.next() * rankCount)),
    ).map((ranks) => [...new Set(ranks)]);
    const collectives = draw({ groups, offsetsNs: new Array<number>(rankCount).fill(0), callsOfGroup: 3, skewNs: 100 });
    const components = [...componentsOf(rankCount, collectives)];
    expect(components).toEqual(alignRanks(rankCount, collectives, limits).ranks.map(({ component }) => component));
    expect(new Set(components).size).toBeGreaterThan(3);
    expect(components.filter((own, rank) => own !== rank).length).toBeGreaterThan(10);
  });
});
