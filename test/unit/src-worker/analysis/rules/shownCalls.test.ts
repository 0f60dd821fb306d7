/** Which calls findings of communication show: the longest on the wire of those that they are about. */
import { expect, test } from 'vitest';
import type { RuleResult } from '../../../../../src-worker/analysis/rule';
import { flappingLinks } from '../../../../../src-worker/analysis/rules/flapping';
import { mismatches } from '../../../../../src-worker/analysis/rules/hangs';
import { slowLinks, slowTransport } from '../../../../../src-worker/analysis/rules/links';
import { smallPackets, unalignedPackets } from '../../../../../src-worker/analysis/rules/packets';
import { retransmission } from '../../../../../src-worker/analysis/rules/retransmission';
import { syncWaste } from '../../../../../src-worker/analysis/rules/syncWaste';
import type { LinkTraffic } from '../../../../../src-worker/model/collectives/collective';
import { drawnCollective, drawnJob, limits } from '../../../../fixtures/drawnJob';

const MS = 1e6;
const groups = new Map([
  ['g', { key: 'g', name: 'g', ranks: [0, 1, 2, 3] }],
  ['h', { key: 'h', name: 'h', ranks: [2, 3] }],
]);

/** "0: allReduce__001_1_1" of each call of the first finding. */
const shown = ({ findings: [first] }: RuleResult) =>
  first?.calls?.map(({ rank, name }) => `${rank}: ${name.replace('hcom_', '')}`);

const call = (rank: number, at: number, own: { wire: number; elapse?: number; group?: string; transport?: string }) =>
  drawnCollective({ rank, name: `hcom_allReduce__001_${at}_1`, size: 90, elapse: own.wire, ...own });

/** A link of each rank to the next; the one of rank 2 is slow. */
const links = [0, 1, 2, 3].map((source): LinkTraffic => {
  const gbps = source === 2 ? 2 : 16;
  return {
    ...{ step: '1', kind: 'collective', type: 'allreduce', op: '', group: 'g', isGlobal: true, transport: 'HCCS' },
    ...{ source, target: (source + 1) % 4, sizeBytes: 180e6, transitNs: 180e6 / gbps },
  };
});
const ranks = [0, 1, 2, 3].map(() => ({ computing: 100, exposed: 100 }));

test('C6: of a slow link the calls of its source, in groups of both, over its transport', () => {
  const collectives = [
    call(2, 0, { wire: 5 }),
    call(2, 1, { wire: 9 }),
    call(2, 2, { wire: 7 }),
    call(2, 3, { wire: 6, group: 'h' }),
    call(2, 4, { wire: 50, transport: 'RDMA' }),
    call(2, 5, { wire: 60, group: 'other' }),
    call(3, 1, { wire: 40 }),
  ];
  const job = drawnJob(ranks, { links, groups, collectives, references: { HCCS: 18 } });
  const ofLink = ['2: allReduce__001_1_1', '2: allReduce__001_2_1', '2: allReduce__001_3_1'];
  expect(shown(slowLinks.find(job, limits))).toEqual(ofLink);
  // C1, of all links of a transport: those of the link that is on the wire longest.
  expect(shown(slowTransport.find({ ...job, references: { HCCS: 180 } }, limits))).toEqual(ofLink);
});

test('C6: of a link that collapses now and then the calls in which it did, that which lost most first', () => {
  const wires = [5, 5, 15, 5, 5, 5, 25, 5, 5, 5];
  const collectives = wires.map((wire, at) => call(0, at, { wire }));
  expect(shown(flappingLinks.find(drawnJob(ranks, { collectives }), limits))).toEqual([
    '0: allReduce__001_6_1',
    '0: allReduce__001_2_1',
  ]);
});

test('C2, C3: calls with such packets, of the rank whose figures are told', () => {
  const of = (at: number, transport: string, sizeBytes: number, ms: number) => {
    const own = call(0, at, { wire: ms, transport });
    const packets = [{ sizeBytes, count: 1000, timeNs: ms * MS }];
    return { ...own, transitNs: ms * MS, bandwidths: own.bandwidths.map((moved) => ({ ...moved, packets })) };
  };
  const small = [of(0, 'RDMA', 65_536, 6), of(1, 'RDMA', 65_536, 8), of(2, 'RDMA', 4_000_000, 9)];
  const references = { HCCS: 18, RDMA: 12.5 };
  expect(shown(smallPackets.find(drawnJob(ranks, { collectives: small, references }), limits))).toEqual([
    '0: allReduce__001_1_1',
    '0: allReduce__001_0_1',
  ]);
  const odd = [of(0, 'HCCS', 1_000_008, 6), of(1, 'HCCS', 1_000_448, 9)];
  expect(shown(unalignedPackets.find(drawnJob(ranks, { collectives: odd, references }), limits))).toEqual([
    '0: allReduce__001_0_1',
  ]);
});

test('C5: the retransmitted call on the ranks where RDMA took longest', () => {
  const collectives = [0, 1, 2, 3].map((rank) =>
    call(rank, 7, { wire: [4100, 4300, 4200, 4050][rank] as number, elapse: 4400, transport: 'RDMA' }),
  );
  expect(shown(retransmission.find(drawnJob(ranks, { collectives }), limits))).toEqual([
    '1: allReduce__001_7_1',
    '2: allReduce__001_7_1',
    '0: allReduce__001_7_1',
  ]);
});

test('H2: the call that differs, then those of the others', () => {
  const agree = [0, 1, 2].map((rank) => call(rank, 0, { wire: 1 }));
  const other = drawnCollective({ rank: 2, name: 'hcom_reduceScatter__001_1_1', elapse: 1, size: 90 });
  const collectives = [...agree, call(0, 1, { wire: 1 }), call(1, 1, { wire: 1 }), other];
  expect(shown(mismatches.find(drawnJob(ranks, { groups, collectives }), limits))).toEqual([
    '2: reduceScatter__001_1_1',
    '0: allReduce__001_1_1',
    '1: allReduce__001_1_1',
  ]);
});

test('C7: of the collectives that waste most the call that takes longest, whose rank waits', () => {
  const pair = (at: number, first: number, second: number) => [
    call(0, at, { wire: 1, elapse: first }),
    call(1, at, { wire: 1, elapse: second }),
  ];
  const collectives = [...pair(0, 10, 30), ...pair(1, 60, 5), ...pair(2, 20, 20), ...pair(3, 12, 40)];
  const job = drawnJob(ranks, { groups, collectives });
  const late = { ...job.late, leftNs: 80 * MS };
  expect(shown(syncWaste.find({ ...job, late }, { ...limits, 'sync-waste.share': 0.1 }))).toEqual([
    '0: allReduce__001_1_1',
    '1: allReduce__001_3_1',
    '1: allReduce__001_0_1',
  ]);
});
