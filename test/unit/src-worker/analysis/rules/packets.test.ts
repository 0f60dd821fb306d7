import { expect, test } from 'vitest';
import { smallPackets, unalignedPackets } from '../../../../../src-worker/analysis/rules/packets';
import { drawnCollective, drawnJob, limits } from '../../../../fixtures/drawnJob';

const MS = 1e6;

/** A step of 100 ms in which one link carries `count` packets of that size in that time. */
function jobOf(transport: string, sizeBytes: number, count: number, ms: number) {
  const call = drawnCollective({ rank: 0, elapse: ms, wire: ms, size: (sizeBytes * count) / 1e6, transport });
  const packets = [{ sizeBytes, count, timeNs: ms * MS }];
  const collectives = [
    { ...call, transitNs: ms * MS, bandwidths: call.bandwidths.map((own) => ({ ...own, packets })) },
  ];
  return drawnJob([{ computing: 90, exposed: 10 }], { collectives, references: { HCCS: 18, RDMA: 12.5 } });
}

test('C2: what small packets take above the reference, from a tenth of the least share on', () => {
  // 1000 packets of 64 KiB in 6 ms, which 12.5 GB/s move in 5.24288 ms.
  const [found] = smallPackets.find(jobOf('RDMA', 65_536, 1000, 6), limits).findings;
  expect(found.lostNsPerStep).toBeCloseTo(0.75712 * MS, 3);
  const { findings, notReported } = smallPackets.find(jobOf('RDMA', 65_536, 1000, 5.3), limits);
  expect(findings).toEqual([]);
  expect(notReported).toMatchObject([{ rule: 'C2', threshold: 'finding.least-share', limit: 0.001 }]);
  expect(notReported?.[0].value).toBeCloseTo(0.0005712, 9);
});

test('C3: sizes that end within a block are reported by how long they are on the wire, else listed with their sizes', () => {
  const few = unalignedPackets.find(jobOf('HCCS', 1_000_008, 4, 0.8), limits);
  expect(few.findings).toEqual([]);
  expect(few.notReported).toMatchObject([{ rule: 'C3', threshold: 'finding.least-share', limit: 0.01 }]);
  expect(few.notReported?.[0].value).toBeCloseTo(0.008, 9);
  expect(few.notReported?.[0].title.values.sizes).toBe('4,000,032 B');
  const [found] = unalignedPackets.find(jobOf('HCCS', 1_000_008, 90, 6), limits).findings;
  expect(found.title.values.wire).toBeCloseTo(6 * MS, 3);
  expect(found.lostNsPerStep).toBeCloseTo((6 - 90.00072 / 18) * MS, 3);
  expect(unalignedPackets.find(jobOf('HCCS', 1_000_448, 90, 6), limits).findings).toEqual([]);
});

test('C2, C3: of several ranks all are named, with the figures of the one in the middle, whose time is what is lost', () => {
  const [slow, usual, fast] = [6.4, 6, 5.6].map((ms) => jobOf('RDMA', 65_536, 1000, ms).collectives[0]);
  const collectives = [usual, fast, slow].map((own, rank) => ({ ...own, rank }));
  const ranks = [0, 1, 2].map(() => ({ computing: 90, exposed: 10 }));
  const job = drawnJob(ranks, { collectives, references: { HCCS: 18, RDMA: 12.5 } });
  const [found] = smallPackets.find(job, limits).findings;
  expect(found).toMatchObject({ rank: undefined, place: { ranks: [0, 1, 2] } });
  expect(found.cause).toMatchObject({ id: 'C2.cause.several', values: { middle: [0] } });
  expect(found.lostNsPerStep).toBeCloseTo(0.75712 * MS, 3);
});

test('C2: what is under its limit says of what it is a share', () => {
  const { notReported } = smallPackets.find(jobOf('RDMA', 65_536, 1000, 5.3), limits);
  expect(notReported).toMatchObject([{ threshold: 'finding.least-share', title: { id: 'C2.fine.step' } }]);
  // One small packet beside large ones: a share of the time on the transport.
  const [call] = jobOf('RDMA', 4_000_000, 10, 5.3).collectives;
  const packets = [...call.bandwidths[0].packets, { sizeBytes: 65_536, count: 1, timeNs: 0.03 * MS }];
  const mixed = [{ ...call, bandwidths: [{ ...call.bandwidths[0], packets }] }];
  const ranks = [{ computing: 90, exposed: 10 }];
  const large = smallPackets.find(drawnJob(ranks, { collectives: mixed, references: { RDMA: 12.5 } }), limits);
  expect(large.notReported).toMatchObject([{ threshold: 'packets.small-share', title: { id: 'C2.fine' } }]);
  expect(large.notReported?.[0].value).toBeCloseTo(0.03 / 5.33, 6);
});
