/**
 * Mistakes of the older tools that are known (the end of shared/docs/analyses.md §7), and are not made here.
 *
 * | mistake | test |
 * | --- | --- |
 * | wait time of the one plane that waited least | below; `realDumps.test.ts` A5 (98.249 ms, where the profiler has 5.941) |
 * | peers that were not profiled dropped | below; `realDumps.test.ts` C8 (peer 5) |
 * | “Transit 0.0” beside 59 ms on the wire | below; `src-main/cli/analyzeNumbers.full.test.ts`, two stages |
 * | a bubble of 0, only `receive` being counted | below; `realDumps.test.ts`, two stages |
 * | a slow rank without regard to stages | below; `realDumps.test.ts`, two stages |
 * | overlapping sequences, 3.6 times the step | `model/kernels/sequences.test.ts` (made-up orders: nothing twice) |
 * | ops summed together with their own total | `views/communication/realDumps.test.ts` (without the profiler’s own total) |
 * | cliffs: 19 compiles silent, 20 reported | below; `realDumps.test.ts` B3 |
 *
 * | trap | test |
 * | --- | --- |
 * | arrivals compared before the clocks are aligned | `model/lateness/lateRanks.test.ts` (500 ms apart; nothing aligns them) |
 * | the chart’s wait and the true waiting | `views/communication/realDumps.test.ts` (the profiler’s wait) |
 * | the mean of a group of two | below |
 * | more micro-batches of the same kernel | `rules/slowRank.test.ts` (call by call) |
 * | Preparing and Free of the step before are the same idle time | `model/splits/timelineSplit.test.ts`; the generator: `src-main/demo/faults.full.test.ts` (late-dataloader) |
 * | last most often, or late once: by what removing it gains | `model/lateness/lateRanks.test.ts` (ordered by) |
 */
import { expect, test } from 'vitest';
import { attributed } from '../../../../src-worker/analysis/attribute';
import type { RankRecord } from '../../../../src-worker/analysis/record/rankRecord';
import { pipelineBubble } from '../../../../src-worker/analysis/rules/bubble';
import { freeCauseRules } from '../../../../src-worker/analysis/rules/freeTime';
import { slowRank } from '../../../../src-worker/analysis/rules/slowRank';
import { straggler } from '../../../../src-worker/analysis/rules/straggler';
import { exposedCommunication } from '../../../../src-worker/model/collectives/exposed';
import { placeOfRank } from '../../../../src-worker/model/job/layouts';
import { drawnCollective, drawnJob, limits } from '../../../fixtures/drawnJob';
import { drawTrace } from '../../../fixtures/drawnTrace';
import { openContext } from '../../../fixtures/dumpContext';
import { fileTree } from '../../../fixtures/fileTree';

const MS = 1e6;

function stages(count: number) {
  const sizes = { tensor: 1, context: 1, data: 2, pipeline: count, expert: 1 };
  return Array.from({ length: 2 * count }, (_, rank) => placeOfRank(rank, sizes, 'megatron'));
}

test('a rank waits while any of its planes does: not as little as the one that waits least', async () => {
  const waits = (target: number) => ({ name: 'Notify_Wait', args: { 'src rank': 0, 'dst rank': target } });
  const text = drawTrace(
    `
    Ascend Hardware / Stream 2                          : [Add]
    Communication / Group 0 Communication               :      [hcom_allReduce__001_0_1         ]
    Communication / Plane 0                             :       [w1]                  [Memcpy]
    Communication / Plane 1                             :       [w2                  ]
    Overlap Analysis / Communication(Not Overlapped)    :      [Communication(Not Overlapped)   ]
    `,
    { events: { w1: waits(1), w2: waits(2) } },
  );
  const dump = await openContext(fileTree({ 'trace_view.json': text }));
  const own = await exposedCommunication(dump, 0);
  // Columns of the picture are µs: plane 1 waits 22 of them, plane 0 waits 4 of these, and moves 8.
  expect(own).toMatchObject({ isSplit: true, exposedNs: 34_000, waitingNs: 22_000, movingNs: 8000, restNs: 4000 });
});

test('a rank that was not profiled is named, not dropped', () => {
  const late = {
    rank: 5,
    label: 'Rank 5',
    isProfiled: false,
    isGlobal: true,
    lastCount: 9,
    seenCount: 10,
    causedNs: 30 * MS,
    worst: { op: 'hcom_allReduce__001_0_1', group: 'g', step: '1', lateNs: 20 * MS },
  };
  const job = drawnJob(
    [
      { computing: 70, exposed: 30 },
      { computing: 70, exposed: 30 },
    ],
    {
      late: { ranks: [late], fromNs: 50_000, untoldCount: 0, leftNs: 0, sparedNs: new Map(), stillNs: new Map() },
      collectives: [drawnCollective({ rank: 0, elapse: 30 })],
    },
  );
  const { findings } = straggler.find(job, limits);
  expect(findings).toMatchObject([{ rank: 5, lostNsPerStep: 30 * MS, advice: [{ id: 'C8.advice.profile' }] }]);
  expect(attributed(findings, job)).toHaveLength(1);
});

test('a transit time of 0 beside data on the wire is not taken for waiting', () => {
  const job = drawnJob([{ computing: 40 }, { computing: 40 }], {
    places: [0, 1].map((rank) =>
      placeOfRank(rank, { tensor: 1, context: 1, data: 1, pipeline: 2, expert: 1 }, 'megatron'),
    ),
    pointToPoint: [0, 1].map((rank) =>
      drawnCollective({ rank, name: 'hcom_batchSendRecv__001_0_1', kind: 'p2p', elapse: 59, wire: 59, size: 900 }),
    ),
  });
  expect(job.pointToPoint[0].transitNs).toBe(0);
  expect(pipelineBubble.find(job, limits).findings).toEqual([]);
});

test('a pipeline that passes its data by batchSendRecv has a bubble, not one of 0', () => {
  const job = drawnJob(
    [
      { computing: 60, exposed: 40 },
      { computing: 60, exposed: 40 },
    ],
    {
      places: [0, 1].map((rank) =>
        placeOfRank(rank, { tensor: 1, context: 1, data: 1, pipeline: 2, expert: 1 }, 'megatron'),
      ),
      pointToPoint: [0, 1].map((rank) =>
        drawnCollective({ rank, name: 'hcom_batchSendRecv__001_0_1', kind: 'p2p', elapse: 40, wire: 1, size: 8 }),
      ),
    },
  );
  expect(pipelineBubble.find(job, limits).findings).toHaveLength(1);
});

test('a stage that computes more makes none of its ranks slow', () => {
  const job = drawnJob(
    [100, 100, 173, 173].map((computing) => ({ computing })),
    { places: stages(2) },
  );
  expect(slowRank.find(job, limits).findings).toEqual([]);
});

test('no cliff: 19 compiles are judged by the time that they cost, as 20 are', () => {
  const compiling = (count: number, ms: number) => {
    const free = [{ owner: 'compile' as const, ns: ms * MS, names: [] }];
    const slice = { kind: 'range' as const, rank: 0 as never, startNs: 0, endNs: 1, lanes: [] };
    const work = { count, totalNs: ms * MS, longestNs: MS, longest: slice };
    return drawnJob([
      {
        computing: 100 - ms,
        free: ms,
        record: {
          free: { freeNs: ms * MS, medianDelayNs: 1, owners: free, evidence: {}, held: {} },
          host: { works: { compile: work }, launchCount: 1000, syncBatchNormCount: 0 },
        },
      },
    ]);
  };
  const ofCompile = (count: number, ms: number) => {
    const [rule] = freeCauseRules.filter(({ id }) => id === 'B3');
    return rule.find(compiling(count, ms), limits);
  };
  for (const count of [19, 20]) expect(ofCompile(count, 15).findings).toMatchObject([{ lostNsPerStep: 15 * MS }]);
  // Below the share it still stands in the list of what was not reported, with its value.
  expect(ofCompile(19, 0.5)).toMatchObject({ findings: [], notReported: [{ value: 0.005, limit: 0.01 }] });
});

test('B9: of a recording that launched nothing and knows no host, synchronising is not told as 0 %, but as not recorded', () => {
  const [rule] = freeCauseRules.filter(({ id }) => id === 'B9');
  const free = (owner: 'unrecorded' | 'op'): NonNullable<RankRecord['free']> => ({
    ...{ freeNs: 9 * MS, owners: [{ owner, ns: 9 * MS, names: [] }], medianDelayNs: Number.NaN },
    ...{ evidence: {}, held: {} },
  });
  const one = { count: 1, totalNs: MS, longestNs: MS };
  const found = (owner: 'unrecorded' | 'op', launchCount: number, freeMs = 9) => {
    const host = { works: { synchronise: one }, launchCount, syncBatchNormCount: 0 };
    return rule.find(drawnJob([{ computing: 91, free: freeMs, record: { free: free(owner), host } }]), limits);
  };
  const notRecorded = { findings: [], notReported: [], notRun: [{ rule: 'B9', ranks: [] }] };
  expect(found('unrecorded', 0)).toMatchObject(notRecorded);
  // A call or two of a host that is in no part of what the device waited for.
  expect(found('unrecorded', 1, 90)).toMatchObject(notRecorded);
  // A device that hardly waits has a host; and so has one that waits for a call.
  expect(found('unrecorded', 1)).toMatchObject({ notReported: [{ value: 0 }], notRun: [] });
  expect(found('op', 0)).toMatchObject({ notReported: [], notRun: [] });
});

test('of two ranks the slow one is slow by all that it takes longer; the mean does not make the other one fast', () => {
  const job = drawnJob(
    [100, 140].map((computing) => ({ computing })),
    { places: stages(1) },
  );
  const { findings } = slowRank.find(job, limits);
  expect(findings).toMatchObject([{ rank: 1, place: { ranks: [1] }, lostNsPerStep: 40 * MS }]);
  expect(findings[0].title.values.excess).toBeCloseTo(0.4, 9);
});
