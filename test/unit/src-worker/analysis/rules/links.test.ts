import { expect, test } from 'vitest';
import { slowLinks } from '../../../../../src-worker/analysis/rules/links';
import type { LinkTraffic } from '../../../../../src-worker/model/collectives/collective';
import { drawnJob, limits } from '../../../../fixtures/drawnJob';

/** Links of a ring, 180 MB each; what is not in `gbps` reaches 18 GB/s, some a little more than others. */
function ring(count: number, gbps: Readonly<Record<number, number>>): LinkTraffic[] {
  return Array.from({ length: count }, (_, source): LinkTraffic => {
    const reached = gbps[source] ?? 18 + ((source % 7) - 3) * 0.01;
    return {
      ...{ step: '1', kind: 'collective', type: 'allreduce', op: '', group: 'g', isGlobal: true, transport: 'HCCS' },
      ...{ source, target: (source + 1) % count, sizeBytes: 180e6, transitNs: 180e6 / reached },
    };
  });
}

const found = (links: readonly LinkTraffic[]) =>
  slowLinks.find(drawnJob([{ computing: 300, exposed: 100 }], { links }), limits);

test('of ten thousand links one that is far below the mean is found, and those at the end of their spread are none', () => {
  const { findings } = found(ring(10_000, { 4321: 1.8, 17: 17.8, 3000: 17.85, 9000: 17.7 }));
  expect(findings).toMatchObject([{ place: { ranks: [4321, 4322] }, title: { id: 'C6.title' } }]);
  // 100 ms where the others take 10.
  expect(findings[0].lostNsPerStep / 1e6).toBeCloseTo(90, 1);
});

test('one that is deviations below the mean, and costs a share of the step, is found', () => {
  // Of 180 MB: 10 ms at 18 GB/s, 12.2 ms here, more than a hundredth of 200 ms.
  const links = ring(100, { 5: 14.8 });
  const [own] = slowLinks.find(drawnJob([{ computing: 150, exposed: 50 }], { links }), limits).findings;
  expect(own).toMatchObject({ place: { ranks: [5, 6] } });
  expect(own.lostNsPerStep).toBeGreaterThan(2e6);
});

test('without any the slowest is told as fine', () => {
  const { findings, notReported } = found(ring(1000, { 17: 17.8 }));
  expect(findings).toEqual([]);
  expect(notReported).toMatchObject([{ rule: 'C6', rank: 17 }]);
});

test('deviations are those among links alike: a group that sends less at a time has its own usual bandwidth', () => {
  const small = (source: number, gbps: number): LinkTraffic => ({
    ...ring(1, {})[0],
    ...{ type: 'allgather', group: 'h', source: 1000 + source, target: 1001 + source },
    ...{ sizeBytes: 90e6, transitNs: 90e6 / gbps },
  });
  // All in all those at 16 GB/s are more than three deviations below the mean; among themselves they are alike.
  const links = [...ring(1000, {}), ...Array.from({ length: 12 }, (_, at) => small(at, 16 + (at % 3) * 0.01))];
  expect(found(links).findings).toEqual([]);
  const odd = [...links.slice(0, -1), small(11, 14.5)];
  const [own] = slowLinks.find(drawnJob([{ computing: 70, exposed: 10 }], { links: odd }), limits).findings;
  expect(own).toMatchObject({ place: { ranks: [1011, 1012] } });
});

test('of too few alike one is held against the reference, unless all of the transport are below it', () => {
  const job = (gbps: readonly number[]) =>
    drawnJob([{ computing: 30, exposed: 10 }], {
      links: ring(gbps.length, { ...gbps }),
      references: { HCCS: 18 },
    });
  // 14 GB/s is more than 0.8 of the mean, and less than 0.8 of 18.
  expect(slowLinks.find(job([17.5, 17, 14, 17]), limits).findings).toMatchObject([{ place: { ranks: [2, 3] } }]);
  expect(slowLinks.find(job([14.2, 14.1, 13.9, 14]), limits).findings).toEqual([]);
  // Nearly as fast as the others, which one very slow link and one good one do not change.
  expect(slowLinks.find(job([18, 14.3, 14.4, 14.3, 14.2]), limits).findings).toEqual([]);
});
