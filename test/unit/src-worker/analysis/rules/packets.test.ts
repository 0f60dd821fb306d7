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
