import { expect, test } from 'vitest';
import { absentLinks } from '../../../../../src-worker/analysis/rules/absentLinks';
import type { LinkTraffic } from '../../../../../src-worker/model/collectives/collective';
import { drawnCollective, drawnJob, limits } from '../../../../fixtures/drawnJob';

const MS = 1e6;
const STEPS = ['1', '2', '3', '4'];

/** `pairs` of a step: what each rank sent, 90 MB a link. */
function matrix(pairsOf: (step: string) => readonly (readonly [number, number])[], type = 'allreduce'): LinkTraffic[] {
  return STEPS.flatMap((step) =>
    pairsOf(step).map(([source, target]): LinkTraffic => {
      const place = { step, kind: 'collective' as const, type, op: '', group: 'g' };
      return { ...place, source, target, isGlobal: true, transport: 'HCCS', sizeBytes: 90e6, transitNs: 5 * MS };
    }),
  );
}

function mesh(ranks: number): [number, number][] {
  const all = [...Array(ranks).keys()];
  return all.flatMap((a) => all.filter((b) => b !== a).map((b): [number, number] => [a, b]));
}

const without = (pairs: readonly [number, number][], a: number, b: number) =>
  pairs.filter(([from, to]) => !(from === a && to === b));

test('a link that moves nothing in one step of four: what the collectives of that step take longer', () => {
  const links = matrix((step) => (step === '3' ? without(mesh(4), 1, 2) : mesh(4)));
  const collectives = STEPS.flatMap((step) =>
    [0, 1].map((rank) => drawnCollective({ rank, step, elapse: (step === '3' ? 17 : 5) + 10 * rank })),
  );
  const job = drawnJob([{ computing: 90, exposed: 10, steps: 4 }], { links, collectives });
  const [found, ...more] = absentLinks.find(job, limits).findings;
  expect(more).toEqual([]);
  expect(found).toMatchObject({
    rule: 'C6',
    rank: 1,
    place: { ranks: [1, 2], link: { source: 1, target: 2, transport: 'HCCS' }, step: '3' },
    title: { id: 'absent.title', values: { count: 1, total: 4 } },
  });
  // 12 ms in one of four steps; how long rank 1 waits in all of them is no time of the link.
  expect(found.lostNsPerStep).toBeCloseTo(3 * MS, 3);
});

test('a row of zeros is as good as none', () => {
  const links = matrix(() => mesh(4)).map((own) =>
    own.step === '2' && own.source === 0 && own.target === 3 ? { ...own, sizeBytes: 0, transitNs: 0 } : own,
  );
  expect(absentLinks.find(drawnJob([{}], { links }), limits).findings).toMatchObject([{ place: { step: '2' } }]);
});

test('a mesh with one hole: the link is missing, and nobody knows what that costs', () => {
  const links = matrix(() => without(without(mesh(5), 1, 3), 3, 1));
  expect(absentLinks.find(drawnJob([{}], { links }), limits).findings).toMatchObject([
    { title: { id: 'absent.title.never' }, lostNsPerStep: 0, confidence: 'low', place: { ranks: [1, 3] } },
  ]);
});

test('rings, hosts joined by few links, ranks that were not recorded, few bytes and steps without the collective are no failures', () => {
  const ring = (ranks: number) => [...Array(ranks).keys()].map((a): [number, number] => [a, (a + 1) % ranks]);
  const bothWays = (ranks: number) =>
    ring(ranks).flatMap(([a, b]): [number, number][] => [
      [a, b],
      [b, a],
    ]);
  // The demo's groups of 16: each rank sends to the next seven.
  const seven = [...Array(16).keys()].flatMap((a) =>
    [1, 2, 3, 4, 5, 6, 7].map((by): [number, number] => [a, (a + by) % 16]),
  );
  // Two hosts of four, ranks of the same place joined over the same transport.
  const hosts = mesh(8).filter(([a, b]) => a >> 2 === b >> 2 || a % 4 === b % 4);
  const fine = [
    matrix(() => ring(4)),
    matrix(() => bothWays(4)),
    matrix(() => bothWays(8)),
    matrix(() => seven),
    matrix(() => hosts),
    matrix(() => mesh(8).filter(([a]) => a < 2)),
    matrix((step) => mesh(4).filter(([a]) => step === '1' || a !== 3)),
    matrix((step) => (step === '1' ? mesh(4) : [])),
    matrix((step) => (step === '1' ? mesh(4) : mesh(4).slice(0, 3))),
    matrix((step) => (step === '3' ? without(mesh(4), 1, 2) : mesh(4)), 'alltoallv'),
    matrix((step) => (step === '3' ? without(mesh(4), 1, 2) : mesh(4))).map((own) => ({ ...own, sizeBytes: 9e3 })),
  ];
  for (const links of fine) expect(absentLinks.find(drawnJob([{}], { links }), limits).findings).toEqual([]);
});

test('both directions are one failure, and cost what the collectives take longer once', () => {
  const links = matrix((step) => (step === '3' ? without(without(mesh(4), 1, 2), 2, 1) : mesh(4)));
  const collectives = STEPS.map((step) => drawnCollective({ rank: 0, step, elapse: step === '3' ? 17 : 5 }));
  const { findings } = absentLinks.find(
    drawnJob([{ computing: 90, exposed: 10, steps: 4 }], { links, collectives }),
    limits,
  );
  expect(findings).toMatchObject([{ place: { ranks: [1, 2] } }]);
  expect(findings[0].lostNsPerStep).toBeCloseTo(3 * MS, 3);
});

test('of thousands of ranks in a ring, or around one of them, not every pair is looked at', () => {
  const ranks = [...Array(4000).keys()];
  const ring = ranks.map((a): [number, number] => [a, (a + 1) % ranks.length]);
  const star = ranks.slice(1).map((a): [number, number] => [a, 0]);
  for (const pairs of [ring, star])
    expect(absentLinks.find(drawnJob([{}], { links: matrix(() => pairs) }), limits).findings).toEqual([]);
});
