import { expect, test } from 'vitest';
import { sentence } from '../../../../../src-contract/findings/sentence';
import { attributed } from '../../../../../src-worker/analysis/attribute';
import { flappingLinks } from '../../../../../src-worker/analysis/rules/flapping';
import { drawnCollective, drawnJob, limits } from '../../../../fixtures/drawnJob';

const MS = 1e6;

/** Calls of 90 MB, one after another, by how long they are on the wire. */
function jobOf(wires: readonly number[]) {
  const collectives = wires.map((wire, at) =>
    drawnCollective({ rank: 0, name: `hcom_allReduce__001_${at}_1`, elapse: wire, wire, size: 90, transport: 'RDMA' }),
  );
  return drawnJob([{ computing: 50, exposed: 50 }], { collectives });
}

test('one call of five at a third of the bandwidth: what it takes longer', () => {
  const [found, ...more] = flappingLinks.find(jobOf([5, 5, 15, 5, 5]), limits).findings;
  expect(more).toEqual([]);
  expect(found).toMatchObject({ rule: 'C6', rank: 0, place: { op: 'hcom_allReduce__001_2_1' } });
  expect(found.lostNsPerStep).toBeCloseTo(10 * MS, 3);
  expect(found.cause.values).toMatchObject({ count: 1, bandwidth: 6, usual: 18 });
});

test('of each transport and rank by itself: the rank that loses most by it, and a sum of transports is none', () => {
  const calls = (rank: number, transport: string, wires: readonly number[]) =>
    wires.map((wire, at) =>
      drawnCollective({ rank, name: `hcom_${transport}__001_${at}_1`, elapse: wire, wire, size: 90, transport }),
    );
  const collectives = [
    ...calls(0, 'RDMA', [5, 5, 15, 5, 5]),
    ...calls(1, 'HCCS', [5, 5, 5, 5, 20]),
    ...calls(1, 'RDMA', [5, 25, 5, 5, 5]),
    ...calls(1, 'SDMA', [5, 25, 5, 5, 5]),
  ];
  const { findings } = flappingLinks.find(drawnJob([{ computing: 50 }, { computing: 50 }], { collectives }), limits);
  expect(findings.map(({ rank, title, place }) => [title.values.transport, rank, place.op])).toEqual([
    ['RDMA', 1, 'hcom_RDMA__001_1_1'],
    ['HCCS', 1, 'hcom_HCCS__001_4_1'],
  ]);
});

test('slow all the time, slow in half of the calls, a little slower, or too few calls: none of it is now and then', () => {
  for (const wires of [
    [15, 15, 15, 15],
    [5, 15, 5, 15],
    [5, 5, 9, 5, 5],
    [5, 5, 15],
  ])
    expect(flappingLinks.find(jobOf(wires), limits)).toEqual({ findings: [], notReported: [], notRun: [] });
  expect(flappingLinks.find(drawnJob([{}]), limits).notRun).toMatchObject([{ rule: 'C6' }]);
});

test('the link that is slow on the mean by it is its link, and an effect; one that loses far more is not', () => {
  const job = jobOf([5, 5, 15, 5, 5]);
  const [found] = flappingLinks.find(job, limits).findings;
  const slow = (lostNsPerStep: number) => ({
    ...found,
    id: 'C6:0-1',
    title: sentence('C6.title', {}),
    place: { ranks: [0, 1], link: { source: 1, target: 0, transport: 'RDMA' } },
    lostNsPerStep,
  });
  expect(attributed([found, slow(10 * MS)], job)).toMatchObject([
    { id: found.id, place: { ranks: [0], link: { source: 1, target: 0 } }, effects: [{ id: 'C6.title' }] },
  ]);
  expect(attributed([found, slow(30 * MS)], job)).toHaveLength(2);
});
