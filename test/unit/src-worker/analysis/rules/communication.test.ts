import { expect, test } from 'vitest';
import { syncBatchNorm } from '../../../../../src-worker/analysis/rules/batchNorm';
import { retransmission } from '../../../../../src-worker/analysis/rules/retransmission';
import { drawnCollective, drawnJob, limits } from '../../../../fixtures/drawnJob';

test('C5: seconds on all ranks and on RDMA; one slow rank, or seconds of waiting, are no retransmission', () => {
  const call = (rank: number, elapse: number, wire: number, name: string) =>
    drawnCollective({ rank, elapse, wire, size: 1, transport: 'RDMA', name });
  const collectives = [
    call(0, 4200, 4100, 'hcom_allReduce__1_0_1'),
    call(1, 4300, 4050, 'hcom_allReduce__1_0_1'),
    call(0, 5000, 4900, 'hcom_allReduce__1_1_1'),
    call(1, 100, 90, 'hcom_allReduce__1_1_1'),
    call(0, 9000, 1, 'hcom_allReduce__1_2_1'),
  ];
  const ranks = [{ exposed: 10_000 }, { exposed: 10_000 }];
  const { findings } = retransmission.find(drawnJob(ranks, { collectives }), limits);
  expect(findings).toHaveLength(1);
  expect(findings[0]).toMatchObject({ lostNsPerStep: 4.2e9, place: { op: 'hcom_allReduce__1_0_1', ranks: [0, 1] } });

  const fine = retransmission.find(drawnJob(ranks, { collectives: collectives.slice(4) }), limits);
  expect(fine).toMatchObject({ findings: [], notReported: [{ value: 1e6, limit: 4e9 }] });
  expect(retransmission.find(drawnJob(ranks), limits).notRun).toMatchObject([{ rule: 'C5' }]);
});

test('B9: twenty SyncBatchNorm ops are reported, nineteen listed', () => {
  const job = (syncBatchNormCount: number) =>
    drawnJob([{ computing: 1, record: { host: { works: {}, launchCount: 100, syncBatchNormCount } } }]);
  expect(syncBatchNorm.find(job(20), limits).findings).toMatchObject([
    { rule: 'B9', title: { values: { count: 20 } } },
  ]);
  expect(syncBatchNorm.find(job(19), limits)).toMatchObject({ findings: [], notReported: [{ value: 19, limit: 20 }] });
  expect(syncBatchNorm.find(job(0), limits)).toEqual({ findings: [], notReported: [] });
});
