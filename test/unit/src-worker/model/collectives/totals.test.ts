import { expect, test } from 'vitest';
import type { Collective, LinkTraffic } from '../../../../../src-worker/model/collectives/collective';
import { collectiveCounts, totalsOf } from '../../../../../src-worker/model/collectives/totals';
import {
  betweenRanks,
  transportParts,
  transportTotals,
} from '../../../../../src-worker/model/collectives/transportTotals';

const op = (rank: number, name: string, elapseNs: number, own: Partial<Collective> = {}): Collective => ({
  ...{ rank, name, elapseNs, step: '1', kind: 'collective', type: 'allReduce', group: 'tp', startNs: 0 },
  ...{ transitNs: 1, waitNs: 2, synchronizationNs: 2, idleNs: elapseNs - 3, sizeBytes: Number.NaN, bandwidths: [] },
  ...own,
});
const moved = (transport: string, sizeBytes: number, transitNs: number) => {
  return { transport, sizeBytes, transitNs, bandwidthGBps: sizeBytes / transitNs, largePacketRatio: 1, packets: [] };
};

test('collectives of a kind, a group and a rank come together, whatever stands between them', () => {
  const totals = totalsOf(
    [
      op(0, 'a', 10, { bandwidths: [moved('HCCS', 100, 4), moved('SDMA', 100, 4)] }),
      op(0, 's', 7, { type: 'send', group: 'pp', kind: 'p2p' }),
      op(0, 'b', 20, { step: '2', bandwidths: [moved('HCCS', 50, 1)] }),
    ],
    [op(1, 'a', 30), op(0, 'c', Number.NaN, { group: 'dp' })],
  );
  expect(totals).toEqual([
    {
      ...{
        rank: 0,
        group: 'tp',
        type: 'allReduce',
        kind: 'collective',
        count: 2,
        elapseNs: 30,
        transitNs: 2,
        waitNs: 4,
      },
      ...{ synchronizationNs: 4, idleNs: 24, sizeBytes: Number.NaN },
      bandwidths: [
        { transport: 'HCCS', sizeBytes: 150, transitNs: 5 },
        { transport: 'SDMA', sizeBytes: 100, transitNs: 4 },
      ],
    },
    expect.objectContaining({ rank: 0, group: 'pp', type: 'send', kind: 'p2p', count: 1, elapseNs: 7 }),
    expect.objectContaining({ rank: 1, group: 'tp', count: 1, elapseNs: 30 }),
    expect.objectContaining({ rank: 0, group: 'dp', count: 1, elapseNs: Number.NaN }),
  ]);
});

test('a collective counts once for all of its ranks, and once in each step', () => {
  const counts = collectiveCounts(
    [op(0, 'a', 1), op(1, 'a', 1), op(0, 'b', 1), op(0, 'a', 1, { step: '2' })],
    [op(0, 's', 1, { type: 'send' }), op(1, 'a', 1)],
  );
  expect(counts).toEqual(
    new Map([
      [
        'tp',
        new Map([
          ['allReduce', 3],
          ['send', 1],
        ]),
      ],
    ]),
  );
});

test('many of one kind count once each, also where a rank has them in another order', () => {
  const names = Array.from({ length: 40 }, (_, at) => `op ${at}`);
  const calls = (rank: number, own: readonly string[]) => own.map((name) => op(rank, name, 1));
  const counts = collectiveCounts(
    calls(0, names),
    calls(1, [...names].reverse()),
    calls(2, ['another', ...names, 'op 3']),
    calls(3, names),
  );
  expect(counts.get('tp')?.get('allReduce')).toBe(41);
});

const link = (
  source: number,
  target: number,
  transport: string,
  sizeBytes: number,
  transitNs: number,
): LinkTraffic => ({
  ...{ step: '1', kind: 'collective', type: 'allreduce', op: '', group: 'tp', isGlobal: true },
  ...{ source, target, transport, sizeBytes, transitNs },
});

test('what each transport carried between ranks, most bytes first', () => {
  const links = [
    link(3, 8, 'HCCS', 18e6, 2e6),
    link(3, 8, 'RDMA', 12.5e6, 1e6),
    link(8, 3, 'HCCS', 1000, 50_000),
    // Memory, and a place in a group.
    link(3, 3, 'LOCAL', 90e6, 1e6),
    { ...link(0, 1, 'HCCS', 5e6, 1e6), isGlobal: false },
  ];
  const totals = [
    { transport: 'HCCS', sizeBytes: 18_001_000, transitNs: 2_050_000, bandwidthGBps: expect.closeTo(8.781, 3) },
    { transport: 'RDMA', sizeBytes: 12.5e6, transitNs: 1e6, bandwidthGBps: 12.5 },
  ];
  expect(transportTotals(betweenRanks(links))).toEqual(totals);
  expect(transportTotals(transportParts(betweenRanks(links)))).toEqual(totals);
});
