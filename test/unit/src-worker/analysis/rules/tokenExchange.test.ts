import { expect, test } from 'vitest';
import type { JobRecord } from '../../../../../src-worker/analysis/record/jobRecord';
import { expertSkew } from '../../../../../src-worker/analysis/rules/experts';
import { unevenExchange } from '../../../../../src-worker/analysis/rules/tokenExchange';
import type { LinkTraffic } from '../../../../../src-worker/model/collectives/collective';
import { placeOfRank } from '../../../../../src-worker/model/job/layouts';
import { drawnJob, limits } from '../../../../fixtures/drawnJob';

const MS = 1e6;
const MB = 1e6;
const groups = new Map([['ep', { key: 'ep', name: 'ep', ranks: [0, 1, 2] }]]);

/** Of two steps: MB from each rank (row) to each (column), 1 ms each 10 MB; what stays with a rank is not exchanged. */
function linksOf(sent: readonly (readonly number[])[], type = 'alltoallv'): LinkTraffic[] {
  return sent.flatMap((row, source) =>
    row.map((size, target) => ({
      ...{ step: '1', kind: 'collective' as const, type, op: '', group: 'ep', source, target, isGlobal: true },
      ...{ transport: 'HCCS', sizeBytes: size * MB, transitNs: (size / 10) * MS },
    })),
  );
}

const even = [
  [900, 60, 60],
  [60, 900, 60],
  [60, 60, 900],
];
const hot = [
  [0, 40, 120],
  [40, 0, 120],
  [120, 120, 0],
];

function jobOf(links: readonly LinkTraffic[], parts: Partial<JobRecord> = {}): JobRecord {
  const rank = { computing: 100, steps: 2 };
  return drawnJob([rank, rank, rank], { links, groups, ...parts });
}

test('D4: who exchanges most over the mean of its group, by bytes to and from each peer', () => {
  const { findings, notReported } = unevenExchange.find(jobOf(linksOf(hot)), limits);
  expect(notReported).toEqual([]);
  expect(findings).toMatchObject([{ class: 'parallelism', rank: 2, place: { group: 'ep' }, confidence: 'low' }]);
  // Rank 2: 4 × 120 MB, the others 40 + 40 + 120 + 120; links 6 × 560 / 6 / 10 ms, over two steps.
  const mean = (480 + 320 + 320) / 3;
  expect(findings[0].cause.values).toMatchObject({ most: 240 * MB, ratio: expect.closeTo(480 / mean, 9) });
  expect(findings[0].lostNsPerStep).toBeCloseTo(((480 / mean - 1) * (560 / 6 / 10) * MS) / 2, 3);
});

test('D4: even exchanges are listed; other collectives, half a group and ranks alone say nothing', () => {
  const fine = unevenExchange.find(jobOf(linksOf(even)), limits);
  expect(fine).toMatchObject({ findings: [], notReported: [{ threshold: 'experts.imbalance', value: 1, limit: 1.2 }] });
  const some = linksOf(hot).filter(({ source }) => source < 2);
  for (const links of [linksOf(hot, 'allreduce'), some, []])
    expect(unevenExchange.find(jobOf(links), limits)).toEqual({ findings: [], notReported: [] });
});

test('D4: where kernels tell, they have the finding, and the bytes stand in its cause', () => {
  const sizes = { tensor: 1, context: 1, pipeline: 1, data: 3, expert: 3 };
  const places = [0, 1, 2].map((rank) => placeOfRank(rank, sizes, 'megatron'));
  const empty = { kinds: [], computeNs: 0, computeCount: 0, aiCpu: [], states: {} };
  const ranks = [300, 300, 900].map((rows) => {
    const experts = { rows: [rows], durationsNs: [rows * 1e4] };
    return { computing: 100, steps: 2, record: { kernels: { ...empty, experts } } };
  });
  const job = drawnJob(ranks, { links: linksOf(hot), groups, places });
  expect(unevenExchange.find(job, limits).findings).toEqual([]);
  const [{ cause }] = expertSkew.find(job, limits).findings;
  expect(cause).toMatchObject({ id: 'D4.cause.bytes', values: { busiest: [2], bytes: 240 * MB } });
});
