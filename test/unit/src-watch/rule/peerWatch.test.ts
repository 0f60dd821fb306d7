import { describe, expect, test } from 'vitest';
import { PeerWatch, type SlowRank, type SlowRankOver } from '../../../../src-watch/rule/peerWatch';

interface Drawn {
  readonly stepNs: number;
  readonly computeNs?: number;
  readonly communicationNs?: number;
}

/** So many steps of ranks 0 to n − 1; kept as data and taken up again behind each. */
function run(ranks: number, steps: number, of: (rank: number, step: number) => Drawn, stages?: number) {
  let watch = new PeerWatch(stages);
  const told: (SlowRank | SlowRankOver)[] = [];
  for (let step = 1; step <= steps; step++) {
    for (let rank = 0; rank < ranks; rank++) {
      const { stepNs, computeNs, communicationNs } = of(rank, step);
      watch.addStep(rank, stepNs);
      if (computeNs !== undefined && communicationNs !== undefined)
        watch.addLight(rank, { step, durationNs: stepNs, computeNs, communicationNs });
    }
    told.push(...watch.endStep(step));
    watch = new PeerWatch(stages, JSON.parse(JSON.stringify(watch.save())));
  }
  return { told, watch };
}

/** Somewhat unlike each other, as ranks are. */
const wobble = (rank: number, step: number) => ((rank * 7 + step * 3) % 5) / 1000;

describe('synchronous training: all steps are equally long', () => {
  const of = (slow: number) => (rank: number, step: number) => {
    const computeNs = (rank === slow ? 700 : 600) * (1 + wobble(rank, step));
    return { stepNs: 1000, computeNs, communicationNs: 1000 - computeNs };
  };

  test('the rank that computes longer is named after two stretches, once', () => {
    const { told, watch } = run(8, 64, of(5));
    expect(told).toMatchObject([{ kind: 'slow-rank', rank: 5, by: 'compute', fromStep: 1, toStep: 32, peerCount: 7 }]);
    const [{ excess, profileRanks }] = told as SlowRank[];
    expect(excess).toBeCloseTo(1 / 6, 2);
    expect(profileRanks).toHaveLength(3);
    expect(profileRanks).toContain(5);
    expect([...watch.slow]).toEqual([5]);
    expect(watch.profileRanks()).toEqual(profileRanks);
  });

  test('its peers in a profile are its neighbours, as far as these are like the others', () => {
    const ranksOf = (odd: number): readonly number[] => {
      const watch = new PeerWatch(undefined);
      let told: readonly number[] = [];
      for (let step = 1; step <= 32; step++) {
        for (let rank = 0; rank < 16; rank++) {
          watch.addStep(rank, 100);
          const computeNs = rank === 9 ? 80 : rank === odd ? 61.5 : 60;
          watch.addLight(rank, { step, durationNs: 100, computeNs, communicationNs: 100 - computeNs });
        }
        for (const own of watch.endStep(step)) if (own.kind === 'slow-rank') told = own.profileRanks;
      }
      return told;
    };
    expect(ranksOf(-1)).toEqual([8, 9, 10]);
    // One that is off itself shows no difference.
    expect(ranksOf(10)).toEqual([7, 8, 9]);
  });

  test('none is named where all are alike', () => {
    const { told, watch } = run(8, 64, of(-1));
    expect(told).toEqual([]);
    expect(watch.profileRanks()).toBeUndefined();
  });

  test('a rank that comes late though it computes as long, waits least', () => {
    const { told } = run(8, 48, (rank, step) => ({
      ...{ stepNs: 1000, computeNs: 600 * (1 + wobble(rank, step)) },
      communicationNs: (rank === 2 ? 200 : 390) * (1 + wobble(step, rank)),
    }));
    expect(told).toMatchObject([{ kind: 'slow-rank', rank: 2, by: 'waiting' }]);
  });

  test('it is told when it is as fast as the others again', () => {
    const { told } = run(8, 96, (rank, step) => of(step <= 40 ? 3 : -1)(rank, step));
    expect(told.map(({ kind, rank }) => `${kind} ${rank}`)).toEqual(['slow-rank 3', 'slow-rank-over 3']);
  });
});

describe('stages', () => {
  /** The second half of the ranks computes half as long; rank 9 is slow among them, and fast beside the first half. */
  const of = (rank: number, step: number) => {
    const computeNs = (rank < 8 ? 800 : rank === 9 ? 480 : 400) * (1 + wobble(rank, step));
    return { stepNs: 1000, computeNs, communicationNs: 1000 - computeNs };
  };

  test.each([
    ['as given', 2],
    ['as they differ', undefined],
  ])('%s: a rank is held against its own', (_, stages) => {
    expect(run(16, 48, of, stages).told).toMatchObject([{ rank: 9, by: 'compute', peerCount: 7 }]);
  });
});

test('without light metrics the steps themselves are compared, where ranks have steps of their own', () => {
  const of = (rank: number, step: number) => ({ stepNs: (rank === 1 ? 1200 : 1000) * (1 + wobble(rank, step)) });
  expect(run(6, 40, of).told).toMatchObject([{ rank: 1, by: 'steps', peerCount: 5 }]);
  // Two ranks have no median.
  expect(run(2, 40, of).told).toEqual([]);
});

test('ten thousand ranks over thousands of steps keep some numbers each', () => {
  const watch = new PeerWatch(undefined);
  for (let step = 1; step <= 40; step++) {
    for (let rank = 0; rank < 10_000; rank++) watch.addStep(rank, 1000);
    watch.endStep(step);
  }
  expect(watch.save().sums.length).toBe(10_000);
  expect(JSON.stringify(watch.save()).length).toBeLessThan(10_000 * 100);
});
