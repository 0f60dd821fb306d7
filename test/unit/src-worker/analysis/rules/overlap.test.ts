import { expect, test } from 'vitest';
import { hiddenCommunication } from '../../../../../src-worker/analysis/rules/overlap';
import { drawnCollective, drawnJob, limits } from '../../../../fixtures/drawnJob';

const MS = 1e6;
const groups = new Map([['g', { key: 'g', name: 'g', ranks: [0, 1] }]]);

test('what moves is the time on the wire, as far as no computing hides it; the rest is waiting', () => {
  // 40 ms of communication, 10 of them hidden, 25 on the wire: 15 have to be exposed.
  const rank = { computing: 60, exposed: 30, hidden: 10, free: 10 };
  const calls = [0, 1].map((own) => drawnCollective({ rank: own, elapse: 40, wire: 25, size: 400 }));
  const job = drawnJob([rank, rank], { collectives: calls, groups });
  const { findings } = hiddenCommunication.find(job, limits);
  expect(findings).toHaveLength(1);
  expect(findings[0].place.ranks).toEqual([0, 1]);
  expect(findings[0].lostNsPerStep).toBeCloseTo(15 * MS, 0);
  expect(findings[0].shareOfStep).toBeCloseTo(0.15, 9);
  expect(findings[0].cause.values).toMatchObject({ overlap: 0.25, exposed: 30 * MS });
});

test('links of a group of eight work beside each other: their sum is not the time on the wire', () => {
  const wide = new Map([['g', { key: 'g', name: 'g', ranks: [0, 1, 2, 3, 4, 5, 6, 7] }]]);
  const calls = [drawnCollective({ rank: 0, elapse: 40, wire: 35, size: 400 })];
  const job = drawnJob([{ computing: 60, exposed: 40 }], { collectives: calls, groups: wide });
  const { findings, notReported } = hiddenCommunication.find(job, limits);
  expect(findings).toEqual([]);
  expect(notReported?.[0].value).toBeCloseTo(0.05, 9);
});

test('without times on the wire, the shortest of the ranks’ calls moves, the longer ones wait', () => {
  const rank = { computing: 50, exposed: 50 };
  const calls = [drawnCollective({ rank: 0, elapse: 50 }), drawnCollective({ rank: 1, elapse: 12 })];
  const { findings } = hiddenCommunication.find(drawnJob([rank, rank], { collectives: calls }), limits);
  expect(findings[0].lostNsPerStep).toBeCloseTo(12 * MS, 0);
});

test('of a rank alone nothing tells; ranks whose planes tell are A5’s', () => {
  const alone = drawnJob([{ exposed: 50 }], { collectives: [drawnCollective({ rank: 0, elapse: 50 })] });
  expect(hiddenCommunication.find(alone, limits).notRun).toMatchObject([{ rule: 'A4', ranks: [] }]);
});
