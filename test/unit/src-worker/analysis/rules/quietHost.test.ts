import { expect, test } from 'vitest';
import type { RankRecord } from '../../../../../src-worker/analysis/record/rankRecord';
import { dispatchBound } from '../../../../../src-worker/analysis/rules/freeTime';
import { quietHost } from '../../../../../src-worker/analysis/rules/quietHost';
import { drawnJob, limits } from '../../../../fixtures/drawnJob';

const MS = 1e6;

/** Of a step of 2 s 600 ms are Free; `quiet` ms of that in long gaps without calls. */
function job(quiet: number, works: NonNullable<RankRecord['host']>['works'] = {}) {
  const free: NonNullable<RankRecord['free']> = {
    ...{ freeNs: 600 * MS, owners: [{ owner: 'python', ns: 600 * MS, names: [] }], medianDelayNs: 1e4 },
    ...{ evidence: {}, held: {} },
    quiet: { ns: quiet * MS, count: 2, longestNs: 250 * MS, name: 'save', evidence: [] },
  };
  const host = { works, launchCount: 100, syncBatchNormCount: 0 };
  return drawnJob([{ computing: 1400, free: 600, record: { free, host } }]);
}

test('B9: long gaps without calls of the runtime are a conjecture of their own, and dispatch has the rest', () => {
  const { findings } = quietHost.find(job(450), limits);
  expect(findings).toMatchObject([
    {
      lostNsPerStep: 450 * MS,
      confidence: 'low',
      cause: { id: 'quiet.cause.named', values: { count: 2, name: 'save' } },
    },
  ]);
  expect(dispatchBound.find(job(450), limits).findings).toMatchObject([{ lostNsPerStep: 150 * MS }]);
});

test('B9: what is little is listed, and counted as dispatch; where collections are recorded there is nothing to guess', () => {
  expect(quietHost.find(job(15), limits)).toMatchObject({
    findings: [],
    notReported: [{ value: 0.0075, limit: 0.01 }],
  });
  expect(dispatchBound.find(job(15), limits).findings).toMatchObject([{ lostNsPerStep: 600 * MS }]);
  const collected = { 'garbage-collection': { count: 1, totalNs: 1, longestNs: 1 } };
  expect(quietHost.find(job(450, collected), limits)).toMatchObject({ findings: [], notReported: [] });
  expect(dispatchBound.find(job(450, collected), limits).findings).toMatchObject([{ lostNsPerStep: 600 * MS }]);
});
