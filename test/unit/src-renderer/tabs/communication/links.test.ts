import { describe, expect, test } from 'vitest';
import type { CommunicationMatrix } from '../../../../../src-contract';
import { peerArrivals } from '../../../../../src-renderer/tabs/communication/arrivalBars';
import { narrowed } from '../../../../../src-renderer/tabs/communication/communicationState';
import { cellTexts, matrixCells } from '../../../../../src-renderer/tabs/communication/matrixCells';
import { referenceBandwidths } from '../../../../../src-worker/model/collectives/referenceBandwidths';

/** Rank 3 to 8 over two transports, 8 to 3 with next to nothing, and 3 to itself. */
const matrix: CommunicationMatrix = {
  ranks: [3, 8],
  isGlobal: true,
  source: Uint32Array.of(3, 3, 8, 3),
  target: Uint32Array.of(8, 8, 3, 3),
  sizeBytes: Float64Array.of(18e6, 12.5e6, 1000, 90e6),
  transitNs: Float64Array.of(2e6, 1e6, 50_000, 1e6),
  bandwidthGBps: Float64Array.of(9, 12.5, 0.02, 90),
  transport: Uint8Array.of(0, 1, 0, 2),
  transports: ['HCCS', 'RDMA', 'LOCAL'],
};

describe('cells of the matrix', () => {
  const cells = (metric: Parameters<typeof matrixCells>[1], transport?: string) => [
    ...matrixCells(matrix, metric, transport, referenceBandwidths).values,
  ];
  test('sums over transports, row after row', () => {
    expect(cells('size')).toEqual([90e6, 30.5e6, 1000, Number.NaN]);
    expect(cells('time', '-')).toEqual([Number.NaN, 3e6, 50_000, Number.NaN]);
    expect(cells('size', 'RDMA')).toEqual([Number.NaN, 12.5e6, Number.NaN, Number.NaN]);
    expect(cells('transport')).toEqual([2, 1, 0, Number.NaN]);
  });
  test('bandwidth is size over time, where there is enough to tell', () => {
    expect(cells('bandwidth', '-')).toEqual([Number.NaN, expect.closeTo(30.5 / 3, 9), Number.NaN, Number.NaN]);
  });
  test('against the references: the time it would take at best', () => {
    // 18 MB at 18 GB/s and 12.5 MB at 12.5 GB/s take 1 ms each; it took 3.
    expect(cells('reference', '-')[1]).toBeCloseTo((100 * 2) / 3, 9);
    // There is no reference for memory.
    expect(cells('reference')[0]).toBeNaN();
  });
  test('all lines of a pair', () => {
    const texts = cellTexts(matrix, 3, 8);
    expect(texts.map((text) => text.split(' ')[0])).toEqual(['HCCS', 'RDMA']);
  });
});

test('another group or type takes the one collective with it, another step does not', () => {
  const scope = { step: '1', group: 'g', type: 'allReduce', op: 'hcom_allReduce__1_0_1' };
  expect(narrowed(scope, 'group', 'h')).toEqual({ step: '1', type: 'allReduce', group: 'h' });
  expect(narrowed(scope, 'type', undefined)).toEqual({ step: '1', group: 'g' });
  expect(narrowed(scope, 'step', '2')).toEqual({ ...scope, step: '2' });
});

test('who came when: as the rank saw it that waited longest, by no other clock', () => {
  const seen = (observer: number, peer: number, afterNs: number) => {
    return { observer, peer, isProfiled: peer < 2 ? 'yes' : 'no', isOutlying: afterNs > 500, afterNs };
  };
  // Rank 1 began 50 later by its own clock, which may be any.
  expect(peerArrivals([seen(1, 5, 730), seen(0, 5, 800), seen(0, 1, 80), seen(1, 0, 5)])).toEqual({
    observer: 0,
    arrivals: [
      { rank: 0, isProfiled: 'yes', isOutlying: false, afterNs: 0 },
      { rank: 1, isProfiled: 'yes', isOutlying: false, afterNs: 80 },
      { rank: 5, isProfiled: 'no', isOutlying: true, afterNs: 800 },
    ],
  });
  expect(peerArrivals([])).toEqual({ observer: undefined, arrivals: [] });
});
