import { expect, test } from 'vitest';
import { attributed } from '../../../../../src-worker/analysis/attribute';
import { exposedCommunication } from '../../../../../src-worker/analysis/rules/exposed';
import { slowTransport } from '../../../../../src-worker/analysis/rules/links';
import type { LinkTraffic } from '../../../../../src-worker/model/collectives/collective';
import { drawnCollective, drawnJob, limits } from '../../../../fixtures/drawnJob';

const MS = 1e6;

/** 40 ms exposed: a peer waited for, nothing on any plane, the rest moves; other planes move beside the waiting. */
function rankOf(waitingMs: number, restMs: number, besideMs = 0) {
  const movingMs = 40 - waitingMs - restMs + besideMs;
  const [own] = drawnJob([{ computing: 60, exposed: 40 }]).ranks;
  const exposed = {
    exposedNs: 40 * MS,
    movingNs: movingMs * MS,
    waitingNs: waitingMs * MS,
    restNs: restMs * MS,
    isSplit: true,
    profiler: undefined,
    byPeer: [],
  };
  return { computing: 60, exposed: 40, record: { split: { ...own.split, exposed } } };
}

test('A5: neither waiting for a peer nor planes without a task move data', () => {
  const [found] = exposedCommunication.find(drawnJob([rankOf(10, 5, 4)]), limits).findings;
  expect(found.lostNsPerStep).toBe(25 * MS);
  expect(found.cause.values).toMatchObject({ all: 29 * MS, moving: 25 * MS, waiting: 10 * MS });
  const { findings, notReported } = exposedCommunication.find(drawnJob([rankOf(0, 35)]), limits);
  expect(findings).toEqual([]);
  expect(notReported?.[0].value).toBeCloseTo(0.05, 12);
});

/** Over three planes at a time: 30 ms summed, 10 ms of the step. */
function slowJob() {
  const link = (source: number, target: number): LinkTraffic => ({
    source,
    target,
    isGlobal: true,
    transport: 'HCCS',
    kind: 'collective',
    group: 'g',
    step: '1',
    type: 'allreduce',
    op: '',
    sizeBytes: 90e6,
    transitNs: 30 * MS,
  });
  const call = (rank: number) => ({ ...drawnCollective({ rank, elapse: 10, wire: 30, size: 90 }), transitNs: 10 * MS });
  return drawnJob([rankOf(10, 5), rankOf(10, 5)], {
    collectives: [call(0), call(1)],
    links: [link(0, 1), link(1, 0)],
    groups: new Map([['g', { key: 'g', name: 'g', ranks: [0, 1] }]]),
    references: { HCCS: 18 },
  });
}

test('C1: planes of one link work beside each other: the step loses a third of what they sum up', () => {
  const [slow] = slowTransport.find(slowJob(), limits).findings;
  // 30 ms for what 18 GB/s move in 5, on three planes.
  expect(slow.lostNsPerStep).toBeCloseTo((25 / 3) * MS, 3);
});

test('data that moves beside no computing is an effect of the slow transport that is half of it, and else not', () => {
  const job = slowJob();
  const [slow] = slowTransport.find(job, limits).findings;
  const [exposed] = exposedCommunication.find(job, limits).findings;
  const small = { ...exposed, lostNsPerStep: 12 * MS };
  expect(attributed([slow, small], job)).toMatchObject([{ rule: 'C1', effects: [{ id: 'A5.title' }] }]);
  expect(attributed([slow, exposed], job).map(({ rule }) => rule)).toEqual(['C1', 'A5']);
});
