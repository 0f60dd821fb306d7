import { expect, test } from 'vitest';
import { longCollectives } from '../../../../src-worker/analysis/record/longCalls';
import { findingsReport, limitsWith } from '../../../../src-worker/analysis/report';
import { drawnCollective, drawnJob } from '../../../fixtures/drawnJob';

const calls = (elapses: readonly number[], size = 8, rank = 0) =>
  elapses.map((elapse, at) => drawnCollective({ rank, elapse, size, name: `hcom_allReduce__001_${at}_1` }));

test('far longer than others of its size on the same rank; other sizes are not its like', () => {
  const found = longCollectives([
    ...calls([10, 10, 11, 95, 10]),
    ...calls([300, 310, 290, 305], 500),
    ...calls([10, 80], 8, 1),
  ]);
  expect(found.map(({ rank, elapseNs, usualNs, count }) => [rank, elapseNs, usualNs, count])).toEqual([
    [0, 95e6, 10e6, 5],
  ]);
});

test('what loses most first, then only calls that are more times as long as those before; three calls say nothing', () => {
  const found = longCollectives([
    ...calls([100, 100, 100, 100, 180]),
    ...calls([10, 10, 10, 10, 25], 9),
    ...calls([10, 10, 10, 10, 20], 10),
    ...calls([10, 10, 95], 11),
  ]);
  expect(found.map(({ elapseNs, usualNs }) => elapseNs / usualNs)).toEqual([1.8, 2.5]);
});

test('what is far longer is a threshold: the report leaves out what is below', () => {
  const call = { rank: 0, op: 'a', elapseNs: 25, usualNs: 10, count: 5, evidence: [] };
  const reported = (limits: Parameters<typeof limitsWith>[0]) =>
    findingsReport(drawnJob([], { longCalls: [call] }), limitsWith(limits)).longCalls;
  expect(reported({})).toEqual([]);
  expect(reported({ 'walk.like': 2.4 })).toEqual([call]);
});
