import { beforeAll, describe, expect, test } from 'vitest';
import type { RankIndex } from '../../../../../src-contract';
import type { DemoTruth } from '../../../../../src-main/demo/truth';
import { endNsOf } from '../../../../../src-worker/index/columns/indexSlices';
import type { DumpContext } from '../../../../../src-worker/model/dumpContext';
import { timelineSplit } from '../../../../../src-worker/model/splits/timelineSplit';
import { lanesOfKind } from '../../../../../src-worker/model/timelineLanes';
import { eachSlice } from '../../../../../src-worker/query/laneSlices';
import { summaryWorker } from '../../../../../src-worker/views/summary';
import { openContext } from '../../../../fixtures/dumpContext';
import { sharedJob } from '../../../../fixtures/sharedJob';

const { answers } = summaryWorker;

function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2;
}

describe('a generated job: tensor 2, data 2, pipeline 2, and rank 3 slow', () => {
  let dump: DumpContext;
  let truth: DemoTruth;
  beforeAll(async () => {
    const job = await sharedJob({
      ranks: 8,
      steps: 3,
      eventsPerRank: 6000,
      seed: 5,
      parallel: { tensor: 2, pipeline: 2, data: 2, context: 1, expert: 1 },
      faults: [{ kind: 'slow-rank', rank: 3, factor: 1.4 }],
    });
    dump = await openContext(job.folder);
    truth = job.truth;
  });

  test('each step of each rank, from the file and from the timeline', async () => {
    const { steps } = await answers['summary.overview'](dump, {});
    expect(steps).toEqual(truth.ranks[0]?.steps.map(({ step }) => step));
    const split = await Promise.all(steps.map((step) => answers['summary.split'](dump, { step })));
    truth.ranks.forEach(({ steps: own }, rank) => {
      const view = dump.views().get(rank);
      if (!view) throw new Error('every rank has a timeline');
      const rows = timelineSplit(view);
      expect(rows.map(({ step }) => step)).toEqual(steps);
      own.forEach(({ computingNs }, at) => {
        expect(rows[at]?.parts.computing).toBe(computingNs);
        expect(split[at]?.computing[rank]).toBeCloseTo(computingNs, 3);
        for (const part of ['communication', 'notOverlapped', 'bubble', 'free', 'stage', 'preparing'] as const)
          expect(rows[at]?.parts[part]).toBeCloseTo(split[at]?.[part][rank] ?? Number.NaN, 3);
      });
    });
  });

  test('all steps are their sum, the median of three is the middle one', async () => {
    const { steps } = await answers['summary.overview'](dump, {});
    const split = await Promise.all(steps.map((step) => answers['summary.split'](dump, { step })));
    const of = split.map(({ free }) => free[2] ?? Number.NaN).sort((a, b) => a - b);
    const all = await answers['summary.split'](dump, { step: 'all' });
    const median = await answers['summary.split'](dump, { step: 'median' });
    expect(all.free[2]).toBeCloseTo(of[0]! + of[1]! + of[2]!, 3);
    expect(median.free[2]).toBe(of[1]);
    const over = await answers['summary.overSteps'](dump, {});
    const first = [...split[0]!.computing].sort((a, b) => a - b);
    expect([over.min.computing[0], over.median.computing[0], over.max.computing[0]]).toEqual([
      first[0],
      (first[3]! + first[4]!) / 2,
      first[7],
    ]);
  });

  test('rank 3 is slow, and only it; stages are compared by the medians of their ranks', async () => {
    const map = await answers['summary.parallel'](dump, { step: 'median' });
    expect(map).toMatchObject({ sizesFrom: 'metadata', layout: 'megatron', slowRanks: [3] });
    expect(map.relativeComputing[3]).toBeGreaterThan(1.1);
    const ofRanks = truth.ranks.map(({ steps }) => medianOf(steps.map(({ computingNs }) => computingNs)));
    const ofStages = [medianOf(ofRanks.slice(0, 4)), medianOf(ofRanks.slice(4))];
    expect(map.stageImbalance).toBeCloseTo(Math.max(...ofStages) / Math.min(...ofStages), 6);
    expect(map.groups.filter(({ isSlow }) => isSlow)).toEqual([]);
    expect(map.groups.filter(({ dimension }) => dimension === 'pipeline').map(({ ranks }) => ranks)).toEqual([
      [0, 4],
      [1, 5],
      [2, 6],
      [3, 7],
    ]);
  });

  test('the pipeline: micro-batches counted, its stages add up to the step, and lie on one clock', async () => {
    const chart = await answers['summary.pipeline'](dump, { step: 11, bucketCount: 50, member: 3 });
    expect(chart?.microBatches).toBe(truth.microBatches);
    const split = await answers['summary.split'](dump, { step: 11 });
    const mean = (values: Float64Array, from: number) => values.slice(from, from + 4).reduce((a, b) => a + b) / 4;
    chart?.stages.forEach(({ computingNs, communicationNs, bubbleNs, freeNs }, stage) => {
      expect(computingNs).toBeCloseTo(mean(split.computing, 4 * stage), 3);
      expect(communicationNs + bubbleNs).toBeCloseTo(mean(split.notOverlapped, 4 * stage), 3);
      expect(freeNs).toBeCloseTo(mean(split.free, 4 * stage), 3);
      expect(bubbleNs).toBeGreaterThan(0);
    });
    expect(chart?.lanes?.lanes.map(({ stage, rank }) => [stage, rank])).toEqual([
      [0, 3],
      [1, 7],
    ]);
    const { lanes } = chart ?? {};
    const computing = lanes?.lanes[0]?.computing.reduce((sum, share) => sum + share, 0) ?? 0;
    // The columns reach from the first stage's start to the last one's end: some of the next step lies in them.
    const view = dump.views().get(3)!;
    // All ranks were recorded by one clock.
    const fromNs = lanes!.startNs - view.offsetNs;
    const untilNs = fromNs + 50 * lanes!.bucketNs;
    let inColumnsNs = 0;
    for (const { lane, name } of lanesOfKind(view, 'overlap'))
      if (name === 'Computing')
        eachSlice(view, lane, (slice, { index: { slices } }) => {
          const [startNs, endNs] = [slices.startNs[slice]!, endNsOf(slices, slice)];
          inColumnsNs += Math.max(0, Math.min(endNs, untilNs) - Math.max(startNs, fromNs));
        });
    expect(inColumnsNs).toBeGreaterThan(split.computing[3]! / 2);
    expect((computing * lanes!.bucketNs) / inColumnsNs).toBeCloseTo(1, 4);
  });

  test('phases of each step follow each other', async () => {
    const phases = await answers['summary.phases'](dump, { rank: 3 as RankIndex });
    expect(phases?.steps).toEqual([10, 11, 12]);
    phases?.steps.forEach((_, at) => {
      const parts = [phases.preparing, phases.forward, phases.backward, phases.tail].map(
        (own) => own[at] ?? Number.NaN,
      );
      expect(parts.every((ns) => ns > 0)).toBe(true);
      expect(parts.reduce((a, b) => a + b)).toBe(phases.endNs[at]! - phases.startNs[at]!);
    });
  });

  test('facts of the job', async () => {
    const { facts } = await answers['summary.job'](dump, {});
    const texts = (id: string) => facts.find((fact) => fact.id === id)?.values.map(({ text }) => text);
    expect(texts('ranks')).toEqual(['8']);
    expect(texts('worldSize')).toEqual(['8']);
    expect(texts('hosts')).toEqual(['node-001']);
    expect(texts('parallel')?.[0]).toMatch(/TP 2.*PP 2.*DP 2/);
  });
});
