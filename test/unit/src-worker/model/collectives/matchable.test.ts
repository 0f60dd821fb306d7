import { expect, test } from 'vitest';
import { type MatchableCollective, matchableCollectives } from '../../../../../src-worker/model/collectives/matchable';
import { openContext } from '../../../../fixtures/dumpContext';
import { describeDumps, dumpPath } from '../../../../fixtures/dumps';

/** Per key: when it ended on each rank, in ns after it ended on the first. */
function endsApart(ranks: readonly (readonly MatchableCollective[])[]): Map<string, number[]> {
  const ends = new Map<string, number[]>();
  for (const own of ranks) {
    for (const { key, endNs } of own) ends.set(key, [...(ends.get(key) ?? []), endNs]);
  }
  return new Map([...ends].map(([key, own]) => [key, own.map((ns) => ns - own[0])]));
}

async function matchable(...path: readonly string[]) {
  const dump = await openContext(dumpPath(...path));
  return Promise.all(dump.ranks.map((rank) => matchableCollectives(dump, rank)));
}

describeDumps('collectives to match across ranks', () => {
  test('those of communication.json end together, to what the clocks of the ranks differ', async () => {
    const ranks = await matchable('ascend', 'pp2_dp2_4ranks_no_timeline');
    // Counted in the files, without sends, receives and the totals.
    expect(ranks.map(({ length }) => length)).toEqual([12, 12, 20, 20]);
    const apart = endsApart(ranks);
    expect([...apart.values()].filter(({ length }) => length === 4)).toHaveLength(4);
    for (const differences of apart.values()) for (const ns of differences) expect(Math.abs(ns)).toBeLessThan(30_000);
  });

  test('of one rank no two have the same key, and all have an end behind their start', async () => {
    for (const own of await matchable('ascend', 'old_columns_2ranks')) {
      expect(new Set(own.map(({ key }) => key)).size).toBe(own.length);
      for (const { startNs, endNs } of own) expect(endNs).toBeGreaterThan(startNs);
      expect(own.filter(({ type }) => type === 'broadcast').some(({ endsTogether }) => endsTogether)).toBe(false);
    }
  });

  test('kernels of NCCL are found by their place on the stream', async () => {
    const ranks = await matchable('kineto', 'dlrm_8ranks_v100');
    const apart = endsApart(ranks);
    expect(apart.size).toBeGreaterThan(0);
    for (const differences of apart.values()) {
      expect(differences).toHaveLength(8);
      // One clock, in whole µs.
      for (const ns of differences) expect(Math.abs(ns)).toBeLessThan(10_000);
    }
  });
});
