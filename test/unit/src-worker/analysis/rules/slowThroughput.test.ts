import { expect, test } from 'vitest';
import type { FunctionRecord, PatternsRecord } from '../../../../../src-worker/analysis/record/patternsRecord';
import { allRules } from '../../../../../src-worker/analysis/rules/allRules';
import { slowThroughput } from '../../../../../src-worker/analysis/rules/slowThroughput';
import type { LinkTraffic } from '../../../../../src-worker/model/collectives/collective';
import { drawnJob, limits } from '../../../../fixtures/drawnJob';

const MS = 1e6;

/** An allReduce of each rank: exposed ms, GB/s; of two steps. */
function jobOf(
  ranks: readonly (readonly [exposed: number, gbps: number])[],
  transport = 'HCCS',
  links: LinkTraffic[] = [],
) {
  return drawnJob(
    ranks.map(([exposed, throughputGBps]) => {
      const own: FunctionRecord = {
        ...{ class: 'communication', name: 'allReduce', detail: '', transport, direction: 'both', count: 10 },
        ...{ exposedNs: exposed * MS, freeNs: 0, meanNs: MS, medianNs: MS, deviationNs: 0 },
        ...{ throughputGBps, throughputDeviation: 1 },
      };
      const patterns: PatternsRecord = {
        windowNs: 200 * MS,
        computingNs: 120 * MS,
        functions: [own],
        freeNs: { memory: 0, runtime: 0, python: 0 },
      };
      return { computing: 60, exposed: 40, steps: 2, record: { patterns } };
    }),
    { links },
  );
}

const slow = [
  [20, 18],
  [20, 18],
  [20, 18.1],
  [50, 6],
  [20, 17.9],
] as const;

test('D3: one rank moves data at a third of what is usual: its exposed time, as far as the throughput lacks', () => {
  const [own, ...more] = slowThroughput.find(jobOf(slow), limits).findings;
  expect(more).toEqual([]);
  expect(own).toMatchObject({ class: 'communication', rank: 3, place: { op: 'allReduce' }, confidence: 'low' });
  expect(own.cause.id).toBe('D3.throughput.cause');
  expect(own.title.values).toMatchObject({ own: '6.00', usual: '18.0', transport: 'HCCS' });
  expect(own.lostNsPerStep).toBeCloseTo((50 * MS * (1 - 6 / 18)) / 2, 3);
  expect(allRules).toContain(slowThroughput);
});

test('D3: faster ranks, ranks alike, few ranks, and durations that hold waiting are no slow throughput', () => {
  const fast = slow.map(([exposed, gbps]) => [exposed, gbps === 6 ? 54 : gbps] as const);
  const alike = slow.map(() => [20, 18] as const);
  for (const job of [jobOf(fast), jobOf(alike), jobOf(slow.slice(2)), jobOf(slow, '')])
    expect(slowThroughput.find(job, limits)).toEqual({ findings: [], notReported: [] });
});

test('D3: where links are told one by one, C6 has it', () => {
  const link: LinkTraffic = {
    ...{ step: '1', kind: 'collective', type: 'allreduce', op: '', group: 'g', source: 0, target: 1 },
    ...{ isGlobal: true, transport: 'HCCS', sizeBytes: 1e9, transitNs: 5e7 },
  };
  expect(slowThroughput.find(jobOf(slow, 'HCCS', [link]), limits).findings).toEqual([]);
  expect(slowThroughput.find(jobOf(slow, 'RDMA', [link]), limits).findings).toHaveLength(1);
});
