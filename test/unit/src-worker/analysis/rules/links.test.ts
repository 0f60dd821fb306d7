import { expect, test } from 'vitest';
import { slowLinks } from '../../../../../src-worker/analysis/rules/links';
import type { LinkTraffic } from '../../../../../src-worker/model/collectives/collective';
import { drawnJob, limits } from '../../../../fixtures/drawnJob';

/** Sixteen ranks in a ring: each link moves 200 MB in about 10 ms, that from 3 to 4 in `ms`; of a step of a second. */
function ring(ms: number) {
  const links = Array.from({ length: 16 }, (_, source): LinkTraffic => {
    return {
      source,
      target: (source + 1) % 16,
      isGlobal: true,
      transport: 'HCCS',
      kind: 'collective',
      group: 'g',
      step: '1',
      type: 'allreduce',
      op: '',
      sizeBytes: 200e6,
      transitNs: (source === 3 ? ms : 10 + 0.001 * (source % 3)) * 1e6,
    };
  });
  return drawnJob(
    Array.from({ length: 16 }, () => ({ computing: 1000 })),
    { links },
  );
}

test('C6: below 80 % of the mean a link is slow, by what its traffic takes longer than over the others', () => {
  const { findings } = slowLinks.find(ring(40), limits);
  expect(findings).toMatchObject([{ place: { link: { source: 3, target: 4, transport: 'HCCS' } } }]);
  expect(findings[0].lostNsPerStep / 1e6).toBeCloseTo(30, 1);
});

test('C6: more than three deviations below links that are all alike is a finding only where it costs something', () => {
  const { findings, notReported } = slowLinks.find(ring(10.1), limits);
  expect(findings).toEqual([]);
  expect(notReported).toMatchObject([{ title: { values: { source: 3, target: 4 } } }]);
  // An eighth slower, and 1.2 % of a step that is shorter: the mean alone does not tell it.
  const short = { ...ring(11.4), stepNs: 110e6 };
  expect(slowLinks.find(short, limits).findings).toMatchObject([{ place: { link: { source: 3, target: 4 } } }]);
});
