import { expect, test } from 'vitest';
import type { JobClock, RankIndex } from '../../../../../src-contract';
import { syncWaste } from '../../../../../src-worker/analysis/rules/syncWaste';
import { drawnCollective, drawnJob, limits } from '../../../../fixtures/drawnJob';

const MS = 1e6;

/** Of two calls one lasts 20 ms, the other 10. */
function jobOf(parts: { errorNs?: number; untoldCount?: number }) {
  const { errorNs = 1000, untoldCount = 0 } = parts;
  const clock: JobClock = {
    ranks: [0, 1].map((rank) => ({
      rank: rank as RankIndex,
      label: `Rank ${rank}`,
      method: 'collectives',
      offsetNs: 0,
      rate: 0,
      aroundNs: 0,
      rateError: Number.NaN,
      errorNs,
      usedCalls: 4,
      rejectedCalls: 0,
    })),
    usedCollectives: 4,
    rejectedCollectives: 0,
    isAligned: true,
  };
  return drawnJob(
    [
      { computing: 80, exposed: 20 },
      { computing: 90, exposed: 10 },
    ],
    {
      collectives: [drawnCollective({ rank: 0, elapse: 20 }), drawnCollective({ rank: 1, elapse: 10 })],
      late: { ranks: [], fromNs: 50_000, untoldCount, leftNs: 4 * MS, sparedNs: new Map(), stillNs: new Map() },
      clock,
    },
  );
}

test('C7: R = 1 − T_avg / T_max; that it is not for one of them is said only where the arrivals are known', () => {
  const [found] = syncWaste.find(jobOf({}), limits).findings;
  expect(found).toMatchObject({ lostNsPerStep: 4 * MS, title: { id: 'C7.title' }, cause: { values: { waste: 0.25 } } });
  const untold = jobOf({ untoldCount: 1 });
  expect(syncWaste.find(untold, limits).findings[0].title.id).toBe('C7.title.untold');
  const lateBy = (ms: number, job = jobOf({})) => {
    const ranks = [{ causedNs: ms * MS } as (typeof job.late.ranks)[number]];
    return syncWaste.find({ ...job, late: { ...job.late, ranks } }, limits).findings[0].title.id;
  };
  expect(lateBy(0.5, untold)).toBe('C7.title.partly');
  // Of a step of 100 ms: a late rank is a finding beside it from 1 ms on.
  expect([lateBy(0.5), lateBy(2)]).toEqual(['C7.title', 'C7.title.partly']);
});

test('C7: by the mean of the ranks, which one that comes late or early changes', () => {
  const wasteOf = (...elapsed: readonly number[]) => {
    const collectives = elapsed.map((elapse, rank) => drawnCollective({ rank, elapse }));
    const late = {
      ranks: [],
      fromNs: 50_000,
      untoldCount: 0,
      leftNs: 100 * MS,
      sparedNs: new Map(),
      stillNs: new Map(),
    };
    const ranks = elapsed.map((exposed) => ({ computing: 100 - exposed, exposed }));
    return syncWaste.find(drawnJob(ranks, { collectives, late, clock: jobOf({}).clock }), limits).findings[0];
  };
  const oneLate = wasteOf(40, 40, 40, 0);
  expect(oneLate).toMatchObject({ lostNsPerStep: 10 * MS, cause: { values: { waste: 0.25 } } });
  const oneEarly = wasteOf(40, 4, 4, 4);
  expect(oneEarly).toMatchObject({ lostNsPerStep: 13 * MS, cause: { values: { waste: 0.675 } } });
});

test('C7: groups wait side by side: what is lost is a rank’s mean, not the sum over the groups', () => {
  // Of each pair one rank waits for 20 ms: half of the ranks, 20 ms each.
  const pairs = ['a', 'b', 'c'].flatMap((group, pair) => [
    drawnCollective({ group, rank: 2 * pair, elapse: 20 }),
    drawnCollective({ group, rank: 2 * pair + 1, elapse: 0 }),
  ]);
  const ranks = pairs.map(() => ({ computing: 60, exposed: 40 }));
  const late = { ranks: [], fromNs: 50_000, untoldCount: 0, leftNs: 99 * MS, sparedNs: new Map(), stillNs: new Map() };
  const job = drawnJob(ranks, { collectives: pairs, late, clock: jobOf({}).clock });
  const [found] = syncWaste.find(job, limits).findings;
  expect(found).toMatchObject({ lostNsPerStep: 10 * MS, cause: { values: { waste: 0.5, count: 3 } } });
});

test('C7: calls of one rank with one name, as where a damaged file has lost the names, are no wait of ranks; a hidden wait costs nothing', () => {
  const unnamed = [88, 8, 2, 2].map((elapse) => drawnCollective({ rank: 0, elapse }));
  const { findings, notRun } = syncWaste.find({ ...jobOf({}), collectives: unnamed }, limits);
  expect(findings).toEqual([]);
  expect(notRun).toMatchObject([{ rule: 'C7', reason: { id: 'needs.shared' } }]);
  const job = jobOf({});
  const hidden = job.ranks.map((rank) => ({ ...rank, split: { ...rank.split, notOverlappedNs: 3 * MS } }));
  expect(syncWaste.find({ ...job, ranks: hidden }, limits).findings[0].lostNsPerStep).toBe(3 * MS);
});

test('C7: calls that end milliseconds apart are not the same collective', () => {
  const { findings, notRun } = syncWaste.find(jobOf({ errorNs: 2 * MS }), limits);
  expect(findings).toEqual([]);
  expect(notRun).toMatchObject([{ rule: 'C7', reason: { id: 'needs.matched' } }]);
});
