import { expect, test } from 'vitest';
import { sentence } from '../../../../../src-contract/findings/sentence';
import { attributed } from '../../../../../src-worker/analysis/attribute';
import { pipelineBubble } from '../../../../../src-worker/analysis/rules/bubble';
import { placeOfRank } from '../../../../../src-worker/model/job/layouts';
import { drawnCollective, drawnJob, limits } from '../../../../fixtures/drawnJob';

const MS = 1e6;
const sizes = { tensor: 1, context: 1, data: 1, pipeline: 2, expert: 1 };
const places = [0, 1].map((rank) => placeOfRank(rank, sizes, 'megatron'));

function passed(rank: number, elapse: number) {
  return drawnCollective({ rank, name: 'hcom_batchSendRecv__001_0_1', kind: 'p2p', elapse, wire: 1, size: 8 });
}

test('waiting in sends and receives, over the stages; what the stages differ by is the imbalance’s', () => {
  const ranks = [
    { computing: 40, exposed: 41 },
    { computing: 60, exposed: 21 },
  ];
  const job = drawnJob(ranks, { places, pointToPoint: [passed(0, 41), passed(1, 21)] });
  const { findings } = pipelineBubble.find(job, limits);
  // (40 + 20) / 2, less 60 − (40 + 60) / 2.
  expect(findings[0].lostNsPerStep).toBeCloseTo(20 * MS, 0);
  expect(findings[0].cause.values).toMatchObject({ ranks: [0], others: [1], waiting: 40 * MS, least: 20 * MS });
});

test('no more than the rank stands still for: sends may wait beside computing, and beside receives', () => {
  const ranks = [
    { computing: 60, exposed: 40 },
    { computing: 60, exposed: 40 },
  ];
  const calls = { places, pointToPoint: [passed(0, 41), passed(1, 41)] };
  const { late } = drawnJob(ranks);
  const still = (ms: number) => {
    const stillNs = new Map([0, 1].map((rank) => [rank, ms * MS]));
    return pipelineBubble.find(drawnJob(ranks, { ...calls, late: { ...late, stillNs } }), limits).findings;
  };
  expect(still(12)[0].lostNsPerStep).toBeCloseTo(12 * MS, 0);
  expect(still(90)[0].lostNsPerStep).toBeCloseTo(40 * MS, 0);
});

test('a short wait is fine; without sends and receives there is no pipeline', () => {
  const ranks = [{ computing: 100 }, { computing: 100 }];
  const job = drawnJob(ranks, { places, pointToPoint: [passed(0, 2), passed(1, 2)] });
  expect(pipelineBubble.find(job, limits).notReported).toMatchObject([{ threshold: 'bubble.share', value: 0.01 }]);
  expect(pipelineBubble.find(drawnJob(ranks, { places }), limits)).toEqual({ findings: [] });
});

test('receives that only the step files tell of: where they have any; a Bubble of 0 says nothing', () => {
  const exposed = { computing: 60, exposed: 40 };
  const split = (bubbleMs: number, rank: number) => {
    const [own] = drawnJob([exposed]).ranks;
    return { ...exposed, record: { split: { ...own.split, rank, bubbleNs: bubbleMs * MS } } };
  };
  // One stage sends, and that is told; the other receives.
  const job = drawnJob([split(0, 0), split(30, 1)], { places, pointToPoint: [passed(0, 2)] });
  const { findings } = pipelineBubble.find(job, limits);
  expect(findings).toMatchObject([{ id: 'D2:bubble', cause: { id: 'bubble.cause.steps', values: { ranks: [1] } } }]);
  expect(findings[0].lostNsPerStep).toBeCloseTo(((30 + 1) / 2) * MS, 0);
  const batched = drawnJob([split(0, 0), split(0, 1)], { places });
  expect(pipelineBubble.find(batched, limits)).toEqual({ findings: [] });
});

test('a bubble that late ranks have brought about is an effect of what they are late by; of one that is there anyway the rest stays', () => {
  const ranks = [
    { computing: 60, exposed: 41 },
    { computing: 60, exposed: 41 },
  ];
  const late = (spared: number) => ({
    ranks: [],
    fromNs: 50_000,
    untoldCount: 0,
    leftNs: 0,
    sparedNs: new Map([0, 1].map((rank) => [rank, spared * MS])),
    stillNs: new Map(),
  });
  const parts = { places, pointToPoint: [passed(0, 41), passed(1, 41)] };
  const [whole] = pipelineBubble.find(drawnJob(ranks, { ...parts, late: late(38) }), limits).findings;
  expect(whole).toMatchObject({ lostNsPerStep: 40 * MS, title: { values: { caused: 38 * MS } } });
  const lateRank = {
    ...whole,
    id: 'C8:Rank 1',
    rule: 'C8' as const,
    rank: 1,
    place: { ranks: [1] },
    title: sentence('C8.title', { ranks: [1] }),
    lostNsPerStep: 50 * MS,
  };
  const job = drawnJob(ranks, parts);
  expect(attributed([whole, lateRank], job)).toMatchObject([{ rule: 'C8', effects: [{ id: 'bubble.title' }] }]);
  expect(attributed([whole], job)).toMatchObject([{ id: whole.id }]);
  const [rest] = pipelineBubble.find(drawnJob(ranks, { ...parts, late: late(15) }), limits).findings;
  expect(rest.lostNsPerStep).toBeCloseTo(25 * MS, 0);
  expect(attributed([rest, lateRank], job)).toHaveLength(2);
});
