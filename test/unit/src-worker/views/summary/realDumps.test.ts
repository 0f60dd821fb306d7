import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { RankIndex, SplitPart, StepSplit } from '../../../../../src-contract';
import { timelineSplit } from '../../../../../src-worker/model/splits/timelineSplit';
import { summaryWorker } from '../../../../../src-worker/views/summary';
import { sharedContext } from '../../../../fixtures/dumpContext';
import { describeDumps, dumpPath } from '../../../../fixtures/dumps';

const { answers } = summaryWorker;
const us = (values: Float64Array) => Array.from(values, (ns) => Number((ns / 1e3).toFixed(3)));
const pick = (split: StepSplit, ...parts: readonly SplitPart[]) => parts.map((part) => us(split[part]));

/** A csv without quotes, by its header: independent of the reader under test. */
function csvRows(...path: readonly string[]): Record<string, string>[] {
  const [header = '', ...lines] = readFileSync(dumpPath('ascend', ...path), 'utf8')
    .trim()
    .split(/\r?\n/);
  const names = header.split(',');
  return lines.map((line) => Object.fromEntries(line.split(',').map((cell, i) => [names[i] ?? '', cell])));
}

/** The numbers of shared/docs/analyses.md §6. */
describeDumps('step split of real dumps', () => {
  test('two ranks of a job of eight, from step_trace_time.csv', async () => {
    const dump = await sharedContext(dumpPath('ascend', 'text_level1_2ranks'));
    const overview = await answers['summary.overview'](dump, {});
    expect(overview.steps).toEqual([50]);
    expect(overview.ranks).toMatchObject([
      { rank: 0, index: 0, label: 'Rank 0', splitSource: 'step-trace' },
      { rank: 1, index: 1, label: 'Rank 1', splitSource: 'step-trace' },
    ]);
    const split = await answers['summary.split'](dump, { step: 50 });
    expect(pick(split, 'computing', 'notOverlapped', 'communication', 'free', 'stage', 'preparing', 'bubble')).toEqual([
      [8873.756, 8878.295],
      [101963.203, 96359.047],
      [105991.878, 100375.286],
      [25744.05, 26675.274],
      [136581, 131912.5],
      [17902.5, 20433.25],
      [0, 0],
    ]);
    const ratio = (part: SplitPart) => split[part][0] / split[part][1];
    expect(['stage', 'notOverlapped', 'free'].map((part) => Number(ratio(part as SplitPart).toFixed(4)))).toEqual([
      1.0354, 1.0582, 0.9651,
    ]);
  });

  test('the same from the timeline alone, to 0.001 µs', async () => {
    const dump = await sharedContext(dumpPath('ascend', 'text_level1_2ranks'));
    const ranks = [0, 1].map((rank) => {
      const view = dump.views().get(rank);
      if (!view) throw new Error('the rank has a timeline');
      const [row, ...others] = timelineSplit(view);
      expect(others).toEqual([]);
      expect(row?.step).toBe(50);
      return row?.parts;
    });
    const file = [0, 1].map(
      (rank) =>
        csvRows('text_level1_2ranks', `rank${rank}_ascend_pt`, 'ASCEND_PROFILER_OUTPUT', 'step_trace_time.csv')[0],
    );
    const headers = {
      computing: 'Computing',
      notOverlapped: 'Communication(Not Overlapped)',
      overlapped: 'Overlapped',
      communication: 'Communication',
      free: 'Free',
      bubble: 'Bubble',
    } as const;
    for (const [rank, parts] of ranks.entries()) {
      for (const [part, header] of Object.entries(headers))
        expect((parts?.[part as SplitPart] ?? Number.NaN) / 1e3).toBeCloseTo(Number(file[rank]?.[header]), 3);
      // The profiler took these two as differences of epoch µs in a float64, which has steps of 0.25 µs there.
      for (const [part, header] of [['stage', 'Stage'] as const, ['preparing', 'Preparing'] as const])
        expect(Math.abs((parts?.[part] ?? Number.NaN) / 1e3 - Number(file[rank]?.[header]))).toBeLessThan(0.25);
    }
  });

  test('a pipeline of two stages without timelines', async () => {
    const dump = await sharedContext(dumpPath('ascend', 'pp2_dp2_4ranks_no_timeline'));
    const split = await answers['summary.split'](dump, { step: 13 });
    expect(pick(split, 'computing', 'notOverlapped', 'free')).toEqual([
      [231290.1, 230903.72, 400448.26, 401131.7],
      [420174.26, 441708.38, 277649.66, 261498.44],
      [158558, 136819.56, 131705.28, 147520.2],
    ]);
    const { ranks } = await answers['summary.overview'](dump, {});
    expect(ranks.map(({ device }) => device)).toEqual([0, 1, 4, 5]);
    const map = await answers['summary.parallel'](dump, { step: 13 });
    expect(map).toMatchObject({
      sizes: { tensor: 1, pipeline: 2, data: 2, context: 1, expert: 1 },
      sizesFrom: 'metadata',
      layout: 'megatron',
      slowRanks: [],
    });
    expect(Array.from(map.coordinates.pipeline)).toEqual([0, 0, 1, 1]);
    expect(Array.from(map.coordinates.data)).toEqual([0, 1, 0, 1]);
    // The data-parallel peers agree, the stages differ: that is no slow rank.
    expect(map.stages.map(({ spread }) => Number((100 * spread).toFixed(2)))).toEqual([0.17, 0.17]);
    expect(map.stageImbalance).toBeCloseTo(1.734, 3);
    expect(map.spread).toBeCloseTo((401131.7 - 230903.72) / 315943.445, 4);
  });

  test('its bubbles are the waits in batchSendRecv, which the profiler counts as none', async () => {
    const dump = await sharedContext(dumpPath('ascend', 'pp2_dp2_4ranks_no_timeline'));
    expect(us((await answers['summary.split'](dump, { step: 13 })).bubble)).toEqual([0, 0, 0, 0]);
    const chart = await answers['summary.pipeline'](dump, { step: 13, bucketCount: 100 });
    expect(chart?.lanes).toBeUndefined();
    const [first, second] = chart?.stages ?? [];
    // 313.9 and 323.0 ms on stage 0, of which .80 ms moved data.
    const calls = [0, 1].map((rank) => p2pMs(rank));
    expect(calls.map(({ elapse }) => Number(elapse.toFixed(1)))).toEqual([313.9, 323]);
    const waits = calls.map(({ elapse, transit }) => elapse - transit);
    expect((first?.bubbleNs ?? 0) / 1e6).toBeCloseTo((waits[0]! + waits[1]!) / 2, 6);
    expect(first?.computingNs).toBeCloseTo((231290100 + 230903720) / 2, 3);
    expect(second?.bubbleNs).toBeLessThan(first?.bubbleNs ?? 0);
    for (const { computingNs, communicationNs, bubbleNs, freeNs } of [first!, second!])
      expect((computingNs + communicationNs + bubbleNs + freeNs) / 1e6).toBeCloseTo(810, 0);
  });

  test('older columns: no Preparing', async () => {
    const dump = await sharedContext(dumpPath('ascend', 'old_columns_2ranks'));
    const split = await answers['summary.split'](dump, { step: 2 });
    expect(us(split.computing)).toEqual([75174.575, 75422.22]);
    expect(us(split.stage)).toEqual([291698, 294586.5]);
    expect(us(split.preparing)).toEqual([Number.NaN, Number.NaN]);
  });

  test('a summary of 16 ranks opened alone: its stages, and no slow rank', async () => {
    const dump = await sharedContext(dumpPath('ascend', 'cluster_analysis_output_16ranks'));
    expect(summaryWorker.isAvailable(dump)).toBe(true);
    const { ranks, steps } = await answers['summary.overview'](dump, {});
    expect(steps).toEqual([2]);
    expect(ranks).toHaveLength(16);
    expect(ranks[9]).toEqual({ rank: 9, label: 'Rank 9', splitSource: 'cluster-step-trace' });
    const split = await answers['summary.split'](dump, { step: 'all' });
    const rows = csvRows('cluster_analysis_output_16ranks', 'cluster_step_trace_time.csv').filter(
      ({ Type }) => Type === 'rank',
    );
    expect(us(split.free)).toEqual(rows.map(({ Free }) => Number(Number(Free).toFixed(3))));
    const map = await answers['summary.parallel'](dump, { step: 'all' });
    expect(map).toMatchObject({ sizes: { pipeline: 2, data: 8, tensor: 1 }, sizesFrom: 'stages', slowRanks: [] });
    expect(Array.from(map.coordinates.pipeline)).toEqual([...Array(8).fill(0), ...Array(8).fill(1)]);
    const typed = { tensor: 8, context: 1, data: 1, pipeline: 2, expert: 1 };
    const other = await answers['summary.parallel'](dump, { step: 'all', layout: 'vllm', sizes: typed });
    expect(other).toMatchObject({ sizesFrom: 'typed', layout: 'vllm' });
    expect(Array.from(other.coordinates.tensor).slice(0, 9)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 0]);
    // Peers are the ranks of a stage, however it is divided up.
    expect(other.relativeComputing).toEqual(map.relativeComputing);
    const firstStage = split.computing.slice(0, 8).sort();
    const median = (firstStage[3]! + firstStage[4]!) / 2;
    expect(map.relativeComputing[2]).toBeCloseTo(split.computing[2]! / median, 12);
  });
});

describeDumps('step split from databases', () => {
  test('analysis.db of two ranks', async () => {
    const dump = await sharedContext(dumpPath('ascend', 'db_level1_2ranks'));
    const { ranks } = await answers['summary.overview'](dump, {});
    expect(ranks[0]).toMatchObject({ rank: 0, splitSource: 'analysis-db' });
    const split = await answers['summary.split'](dump, { step: 50 });
    const first = (part: SplitPart) => Number((split[part][0]! / 1e3).toFixed(3));
    expect(
      ['computing', 'notOverlapped', 'free', 'stage', 'preparing'].map((part) => first(part as SplitPart)),
    ).toEqual([8903.431, 98071.947, 25258.144, 132233.522, 18055.693]);
    const { facts, environment } = await answers['summary.job'](dump, {});
    const valuesOf = (id: string) => facts.find((fact) => fact.id === id)?.values;
    expect(valuesOf('deviceName')).toEqual([{ text: 'Ascend910B', ranks: [0, 1] }]);
    expect(valuesOf('hosts')).toEqual([{ text: 'ubuntu', ranks: [0, 1] }]);
    expect(environment.map(({ name }) => name)).toContain('PYTORCH_NPU_ALLOC_CONF');
  });

  test('cluster_analysis.db of eight ranks, opened alone', async () => {
    const dump = await sharedContext(dumpPath('ascend', 'cluster_analysis.db'));
    expect(summaryWorker.isAvailable(dump)).toBe(true);
    const { ranks, steps } = await answers['summary.overview'](dump, {});
    expect(steps).toEqual([1]);
    expect(ranks.map(({ rank, index, splitSource }) => [rank, index, splitSource])).toEqual(
      Array.from({ length: 8 }, (_, rank) => [rank, undefined, 'cluster-db']),
    );
    const split = await answers['summary.split'](dump, { step: 1 });
    expect(us(split.computing)).toEqual([
      179587.578, 178060.76, 178328.34, 177931.48, 178491.8, 180580.22, 177531.68, 178016,
    ]);
    // Rank 5 makes the others wait: it communicates least. It is not slow in computing.
    expect(us(split.notOverlapped)[5]).toBe(74496.68);
    expect((await answers['summary.parallel'](dump, { step: 1 })).slowRanks).toEqual([]);
  });
});

/** Point-to-point calls of a rank, from the file. */
function p2pMs(rank: number): { elapse: number; transit: number } {
  const path = dumpPath('ascend', 'pp2_dp2_4ranks_no_timeline', `rank_${rank}_ascend_pt`);
  const text = readFileSync(join(path, 'ASCEND_PROFILER_OUTPUT', 'communication.json'), 'utf8');
  const { p2p } = JSON.parse(text).step13 as {
    p2p: Record<string, { 'Communication Time Info': Record<string, number> }>;
  };
  const calls = Object.entries(p2p).filter(([name]) => !name.startsWith('Total'));
  const sum = (key: string) =>
    calls.reduce((total, [, call]) => total + (call['Communication Time Info'][key] ?? 0), 0);
  return { elapse: sum('Elapse Time(ms)'), transit: sum('Transit Time(ms)') };
}

describeDumps('phases of a real step', () => {
  test('follow each other without gaps, from the step’s start on the host to its end on the device', async () => {
    const dump = await sharedContext(dumpPath('ascend', 'text_level1_2ranks'));
    const own = await answers['summary.phases'](dump, { rank: 0 as RankIndex });
    if (!own) throw new Error('the rank has phases');
    expect(own.steps).toEqual([50]);
    const sum = [own.preparing, own.forward, own.backward, own.tail].reduce(
      (total, [ns = Number.NaN]) => total + ns,
      0,
    );
    expect(sum).toBe((own.endNs[0] ?? 0) - (own.startNs[0] ?? 0));
    // ProfilerStep#50 begins at …686740.710, the device is last busy at …841224.221.
    expect(sum).toBe(154_483_511);
    // The first forward kernel is the first of all: the file's Preparing, up to its rounding.
    expect(Math.abs((own.preparing[0] ?? 0) - 17_902_500)).toBeLessThan(250);
  });
});
