import { expect, test } from 'vitest';
import { linksOfRows } from '../../../../../src-worker/model/collectives/communicationDb';
import { clusterLinks, rankLinks } from '../../../../../src-worker/model/collectives/matrixJson';
import { isOfType } from '../../../../../src-worker/model/collectives/summedTypes';

const link = (opName?: string) => ({
  '0-1': {
    'Transport Type': 'HCCS',
    'Transit Size(MB)': 8,
    'Transit Time(ms)': 0.4,
    ...(opName !== undefined && { 'Op Name': opName }),
  },
});

const typesOf = (links: readonly { readonly type: string }[]) => links.map(({ type }) => type);

/** Of one group each. */
const byOps = {
  'reduce-top1@7': link('hcom_reduceScatter__007_5_1'),
  'reduce-bottom1@7': link('hcom_reduceScatter__007_4_1'),
  'reduce-total@7': link(),
  'reduce-top1@8': link('hcom_reduce__008_0_1'),
  'reduce-total@8': link(),
  'alltoall-top1@9': link('hcom_alltoallv__009_0_1'),
  'alltoall-middle@9': link('hcom_alltoall__009_1_1'),
  'alltoall-total@9': link(),
  'allreduce-top1@7': link('hcom_allReduce__007_1_1'),
  'allreduce-total@7': link(),
  'reduce-total@10': link(),
};
const told = ['reducescatter', 'reduce', 'alltoall, alltoallv', 'allreduce', 'reduce'];

test('single collectives tell what a sum is of whose type is cut short', () => {
  expect(typesOf(rankLinks({ step1: { p2p: {}, collective: byOps } }, () => undefined))).toEqual(told);
  expect(typesOf(clusterLinks({ '(0, 1)': { step1: byOps } }))).toEqual(told);
});

test('those of a database as well', () => {
  const rows = Object.entries(byOps).map(([fullName, { '0-1': own }]) => {
    const [name, group] = fullName.split('@') as [string, string];
    const place = {
      step: 'step1',
      kind: 'collective',
      name,
      group,
      isTotal: false,
      opName: own['Op Name'] ?? '',
    } as const;
    return { ...place, source: 0, target: 1, transport: 'HCCS', sizeBytes: 8e6, transitNs: 4e5, bandwidthGBps: 20 };
  });
  expect(typesOf(linksOfRows(rows, undefined))).toEqual(told);
});

test('a sum of several types is traffic of each', () => {
  expect(isOfType('alltoall, alltoallv', 'allToAllV')).toBe(true);
  expect(isOfType('alltoall, alltoallv', 'allToAll')).toBe(true);
  expect(isOfType('reduce', 'reduceScatter')).toBe(false);
});
