import { expect, test } from 'vitest';
import { type SentenceLanguage, sentenceText } from '../../../../../src-contract/findings/sentence';
import { environment } from '../../../../../src-worker/analysis/rules/environment';
import { dispatchBound } from '../../../../../src-worker/analysis/rules/freeTime';
import { knownVariables } from '../../../../../src-worker/model/job/environment';
import type { KernelWork } from '../../../../../src-worker/model/kernels/kernelWork';
import { type DrawnRank, drawnJob, limits } from '../../../../fixtures/drawnJob';

const MS = 1e6;

/** A rank of a step of 100 ms whose device waits for so much of it. */
function rank(variables: Readonly<Record<string, string>> | undefined, free = 2, record: DrawnRank['record'] = {}) {
  return { computing: 100 - free, free, record: { ...record, ...(variables && { environment: variables }) } };
}

/** "NAME=value [ranks]" of what is found, by the id of its title. */
function found(ranks: readonly DrawnRank[], parts: Parameters<typeof drawnJob>[1] = {}): string[] {
  return environment
    .find(drawnJob(ranks, parts), limits)
    .findings.map(({ title, place }) => `${title.values.name}=${title.values.value} [${place.ranks.join(' ')}]`);
}

/** As torch_npu records an environment in which nothing was set. */
const unset = Object.fromEntries(knownVariables.map(({ name }) => [name, '']));

test('what costs time by itself is found where it is recorded, of the ranks that have it', () => {
  expect(found([rank(unset), rank({ ...unset, ASCEND_LAUNCH_BLOCKING: '1' })])).toEqual([
    'ASCEND_LAUNCH_BLOCKING=1 [1]',
  ]);
  const all = {
    TASK_QUEUE_ENABLE: '0',
    ASCEND_GLOBAL_LOG_LEVEL: '1',
    HCCL_ALGO: 'level0:ring',
    ASCEND_ENHANCE_ENABLE: '0',
  };
  expect(found([rank(all), rank(all)])).toEqual([
    'TASK_QUEUE_ENABLE=0 [0 1]',
    'ASCEND_GLOBAL_LOG_LEVEL=1 [0 1]',
    'HCCL_ALGO=level0:ring [0 1]',
    'ASCEND_ENHANCE_ENABLE=0 [0 1]',
  ]);
});

test('what is as it should be is not found, nor what was not recorded', () => {
  const good = {
    ASCEND_LAUNCH_BLOCKING: '0',
    TASK_QUEUE_ENABLE: '2',
    ASCEND_GLOBAL_LOG_LEVEL: '3',
    CPU_AFFINITY_CONF: '1',
    ACLNN_CACHE_LIMIT: '100000',
    HOST_CACHE_CAPACITY: '20',
    PYTORCH_NPU_ALLOC_CONF: 'expandable_segments:True',
    HCCL_RDMA_TC: '132',
    HCCL_RDMA_SL: '4',
  };
  const links = [{ transport: 'RDMA', source: 0, target: 1, sizeBytes: 1, transitNs: 1, opCount: 1 }] as never;
  expect(found([rank(good, 40, { kernels: dynamic }), rank(good, 40)], { links })).toEqual([]);
  expect(found([rank({}, 40, { kernels: dynamic })], { links })).toEqual([]);
});

const dynamic = { states: { dynamic: 3 } } as unknown as KernelWork;

test('what helps against waiting for dispatch is named where the device waits for it; caches of shapes where they change', () => {
  expect(found([rank(unset, 9), rank(unset)])).toEqual([]);
  expect(found([rank(unset, 11), rank(unset)])).toEqual(['CPU_AFFINITY_CONF=0 [0 1]', 'ACLNN_CACHE_LIMIT=10000 [0 1]']);
  expect(found([rank(unset, 11, { kernels: dynamic })])).toContain('HOST_CACHE_CAPACITY=0 [0]');
  expect(found([rank({ CPU_AFFINITY_CONF: 'mode:1,npu0:0-1' }, 11)])).toEqual([]);
});

test('where Free is a dataloader’s, no setting of launches is against it', () => {
  const freeOf = (owner: 'dataloader' | 'op') => {
    const owners = [{ owner, ns: 40 * MS, names: [] }];
    return { freeNs: 40 * MS, medianDelayNs: 1, owners, evidence: {}, held: {} };
  };
  expect(found([rank(unset, 40, { free: freeOf('dataloader'), kernels: dynamic })])).toEqual([]);
  expect(found([rank(unset, 40, { free: freeOf('op') })])).toContain('ACLNN_CACHE_LIMIT=10000 [0]');
});

test('segments that cannot grow are named where the device waits for the allocator, the settings of RDMA where data goes over it', () => {
  const owners = [{ owner: 'allocator' as const, ns: 2 * MS, names: [] }];
  const free = { freeNs: 2 * MS, medianDelayNs: 1, owners, evidence: {}, held: {} };
  const variables = { PYTORCH_NPU_ALLOC_CONF: 'max_split_size_mb:64' };
  expect(found([rank(variables)])).toEqual([]);
  expect(found([rank(variables, 2, { free })])).toEqual(['PYTORCH_NPU_ALLOC_CONF=max_split_size_mb:64 [0]']);
  const rdma = { HCCL_RDMA_TC: '100', HCCL_RDMA_SL: '3' };
  const linkOver = (transport: string) => ({ links: [{ transport }] as never });
  expect(found([rank(rdma)], linkOver('HCCS'))).toEqual([]);
  expect(found([rank(rdma)], linkOver('RDMA'))).toEqual(['HCCL_RDMA_TC=100 [0]', 'HCCL_RDMA_SL=3 [0]']);
});

test('a setting is no loss of its own; without a record of any, the rule says so', () => {
  const { findings } = environment.find(drawnJob([rank({ ASCEND_LAUNCH_BLOCKING: '1' })]), limits);
  expect(findings).toMatchObject([{ rule: 'B9', lostNsPerStep: 0, rank: undefined, confidence: 'medium' }]);
  const unrecorded = drawnJob([rank(undefined)]);
  expect(environment.find(unrecorded, limits).notRun).toMatchObject([{ reason: { id: 'needs.environment' } }]);
  expect(environment.find({ ...unrecorded, isGpu: true, isAscend: false }, limits).notRun).toEqual([]);
});

test('each variable of the table has its sentences in both languages', () => {
  const values = (name: string) => ({ name, value: '7', ranks: [0] });
  for (const { name, worse } of knownVariables) {
    for (const language of ['en', 'zh'] as SentenceLanguage[]) {
      const title = sentenceText({ id: `environment.${name}` as never, values: values(name) }, language);
      expect(title).toContain('lacks' in worse ? name : `${name}=7`);
      expect(sentenceText({ id: `environment.${name}.advice` as never, values: {} }, language)).toContain(name);
    }
  }
});

test('what the environment has already is not advised to a rank that is bound by dispatch', () => {
  const advice = (variables: Readonly<Record<string, string>> | undefined) =>
    dispatchBound.find(drawnJob([rank(variables, 40)]), limits).findings[0].advice.map(({ id }) => id);
  const all = ['A2.advice.queue', 'A2.advice.affinity', 'A2.advice.governor'];
  expect(advice(undefined)).toEqual(all);
  expect(advice({ TASK_QUEUE_ENABLE: '1', CPU_AFFINITY_CONF: '0' })).toEqual(all);
  expect(advice({ TASK_QUEUE_ENABLE: '2', CPU_AFFINITY_CONF: '2' })).toEqual(['A2.advice.governor']);
});
