import { expect, test } from 'vitest';
import { contention } from '../../../../../src-worker/analysis/rules/contention';
import { drawnCollective, drawnJob, limits } from '../../../../fixtures/drawnJob';

const MS = 1e6;

function jobOf(beside: number, count = 10, exposed = 30) {
  const collectives = [
    {
      type: 'allReduce',
      group: 'g',
      sizeBytes: 100e6,
      alone: { count, wireNs: count * MS },
      beside: { count, wireNs: count * beside * MS },
    },
  ];
  return drawnJob([{ computing: 70, exposed, record: { collectives } }]);
}

test('the same collective beside computing at half its speed: the half that is lost', () => {
  const { findings } = contention.find(jobOf(2), limits);
  expect(findings[0].lostNsPerStep).toBeCloseTo(10 * MS, 0);
  expect(findings[0].cause.values).toMatchObject({ op: 'allReduce', alone: MS, beside: 2 * MS, count: 10 });
});

test('what computing hides costs no step', () => {
  expect(contention.find(jobOf(2, 10, 2), limits).findings[0].lostNsPerStep).toBeCloseTo(2 * MS, 0);
});

test('a tenth slower is fine; two calls of each say nothing', () => {
  expect(contention.find(jobOf(1.1), limits).findings).toEqual([]);
  expect(contention.find(jobOf(2, 2), limits)).toMatchObject({ findings: [], notRun: [{ rule: 'C4' }] });
});

/** Ten calls of 180 MB that are never alone, each `ms` on the wire; the reference is 18 GB/s: 10 ms. */
function neverAlone(ms: number, parts: Parameters<typeof drawnJob>[1] = {}, packetBytes = 4e6) {
  const none = { count: 0, wireNs: 0 };
  const beside = { count: 10, wireNs: 10 * ms * MS };
  const kinds = [{ type: 'allReduce', group: 'g', sizeBytes: 180e6, alone: none, beside }];
  const call = drawnCollective({ rank: 0, elapse: ms, wire: ms, size: 180 });
  const packets = [{ sizeBytes: packetBytes, count: 180e6 / packetBytes, timeNs: ms * MS }];
  const bandwidths = call.bandwidths.map((own) => ({ ...own, packets }));
  const collectives = Array.from({ length: 10 }, () => ({ ...call, bandwidths }));
  const ranks = [{ computing: 170, exposed: 80, record: { collectives: kinds } }];
  return contention.find(drawnJob(ranks, { collectives, references: { HCCS: 18 }, ...parts }), limits);
}

test('one that is never alone is held against the reference bandwidth, with less confidence', () => {
  const [own] = neverAlone(16).findings;
  expect(own).toMatchObject({ confidence: 'low', cause: { id: 'C4.cause.reference', values: { reference: 18 } } });
  expect(own.lostNsPerStep).toBeCloseTo(60 * MS, 0);
  expect(neverAlone(12).findings).toEqual([]);
  // Packets too small for the transport are slow by themselves.
  expect(neverAlone(16, {}, 65_536)).toMatchObject({ findings: [], notRun: [{ rule: 'C4' }] });
});

test('where the links themselves are slow, computing is not what tells', () => {
  const link = (target: number, gbps: number) => ({
    ...{ step: '1', kind: 'collective', type: 'allreduce', op: '', group: 'g', isGlobal: true, transport: 'HCCS' },
    ...{ source: 0, target, sizeBytes: 180e6, transitNs: 180e6 / gbps },
  });
  const groups = new Map([['g', { key: 'g', name: 'g', ranks: [0, 1, 2, 3] }]]);
  const withLinks = (...gbps: number[]) =>
    neverAlone(16, { groups, links: gbps.map((own, at) => link(at + 1, own)) as never }).findings;
  expect(withLinks(17.9, 18, 17.8)).toHaveLength(1);
  expect(withLinks(11.2, 11.3, 11.1)).toEqual([]);
  expect(withLinks(17.9, 18, 5)).toEqual([]);
});
