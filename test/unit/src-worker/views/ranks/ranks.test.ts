import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { JobRank } from '../../../../../src-worker/analysis/summary/jobRanks';
import { jobFile, jobOfBytes } from '../../../../../src-worker/analysis/summary/jobSummary';
import type { ReducedJob } from '../../../../../src-worker/analysis/summary/reduce';
import { placeOfRank } from '../../../../../src-worker/model/job/layouts';
import { findColumn, numbersOf } from '../../../../../src-worker/tables/columnTable';
import { answers, availability, tables } from '../../../../../src-worker/views/allViews';
import { gridOf, unlikeOf } from '../../../../../src-worker/views/ranks';
import { openContext } from '../../../../fixtures/dumpContext';
import { temporaryFolder } from '../../../../fixtures/indexed';
import { sharedJob } from '../../../../fixtures/sharedJob';
import { reduceFiles, type SummaryBytes, summariesIn } from '../../analysis/summary/summaries';

let files: readonly SummaryBytes[];
let folder: string;
let job: ReducedJob;

beforeAll(async () => {
  ({ folder } = await sharedJob({ ranks: 2, steps: 2, eventsPerRank: 2000, seed: 3 }));
  files = await summariesIn(folder);
  job = await reduceFiles(files);
});

function written(name: string, bytes: Uint8Array): string {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, bytes);
  return path;
}

test('what is told of each rank is what the job’s tables say of it, and is the same out of the file', async () => {
  const split = numbersOfSplit(await tables['summary.split'](await openContext(folder), { step: 'all' }));
  expect(job.ofRanks.map(({ rank }) => rank)).toEqual([0, 1]);
  for (const [at, own] of job.ofRanks.entries()) {
    expect(own.computingNs * own.stepCount).toBeCloseTo(split.computing[at], 0);
    expect(own.freeNs * own.stepCount).toBeCloseTo(split.free[at], 0);
    expect(own.exposedNs * own.stepCount).toBeCloseTo(split.exposed[at], 0);
    expect(own.folder).toBe(files[at].name);
    expect(own.host).toMatch(/^node-/);
  }
  const read = await jobOfBytes(jobFile(job));
  expect('report' in read && read.ofRanks).toEqual(job.ofRanks);
});

function numbersOfSplit(table: Parameters<typeof numbersOf>[0]) {
  const [computing, free, exposed] = ['splitComputing', 'splitFree', 'splitNotOverlapped'].map((key) =>
    numbersOf(table, key),
  );
  if (!computing || !free || !exposed) throw new Error(table.columns.map(({ key }) => key).join(', '));
  return { computing, free, exposed };
}

test('Summary of a job’s file: means of a step, and the places and sizes that the dumps themselves tell', async () => {
  const [dump, summary] = [await openContext(folder), await openContext(written('job.parquet', jobFile(job)))];
  expect(availability.summary(summary)).toBe(true);
  const { ranks, steps } = await answers['summary.overview'](summary, {});
  expect(ranks).toMatchObject([0, 1].map((rank) => ({ rank, splitSource: 'job-summary' })));
  expect(steps).toEqual([]);
  const stepCount = (await answers['summary.overview'](dump, {})).steps.length;
  const [whole, mean] = await Promise.all([dump, summary].map((own) => answers['summary.split'](own, { step: 'all' })));
  for (const part of ['computing', 'notOverlapped', 'free', 'preparing'] as const)
    for (const rank of [0, 1]) expect(mean[part][rank] * stepCount).toBeCloseTo(whole[part][rank], 0);
  expect(mean.stage.every(Number.isNaN)).toBe(true);
  const [own, told] = await Promise.all(
    [dump, summary].map((one) => answers['summary.parallel'](one, { step: 'all' })),
  );
  expect(told.sizesFrom).toBe('summaries');
  expect([told.sizes, told.coordinates]).toEqual([own.sizes, own.coordinates]);
});

test('places of thousands of ranks are those of one layout, also where the last ranks are missing', async () => {
  const sizes = { tensor: 2, context: 1, expert: 2, data: 4, pipeline: 2 };
  for (const layout of ['megatron', 'megatron-pp-dp', 'mindie'] as const) {
    const missing = [14, 15];
    const ofRanks = Array.from({ length: 14 }, (_, rank) => ({
      ...drawn(rank, 100, '', 0),
      place: placeOfRank(rank, sizes, layout),
    }));
    const file = jobFile({ ...job, ofRanks, ranks: ofRanks.map(({ rank }) => rank), missing });
    const map = await answers['summary.parallel'](await openContext(written('job.parquet', file)), { step: 'all' });
    expect(map).toMatchObject({ sizes, layout, sizesFrom: 'summaries' });
    expect([...map.coordinates.pipeline]).toEqual(ofRanks.map(({ place }) => place.pipeline));
  }
});

test('a job’s file opens, whatever it is called: its ranks, and the findings that it has', async () => {
  const dump = await openContext(written('JOB', jobFile(job)));
  expect(availability.ranks(dump)).toBe(true);
  expect(availability.findings(dump)).toBe(true);
  const overview = await answers['ranks.overview'](dump, {});
  expect(overview).toMatchObject({ rankCount: 2, missing: [], leftOutCount: 0 });
  expect(overview?.metrics.map(({ metric }) => metric)).toEqual(expect.arrayContaining(['stepNs', 'computingNs']));
  const table = await tables['ranks.rows'](dump, {});
  expect(table.rowCount).toBe(2);
  expect([...(numbersOf(table, 'computingNs') ?? [])]).toEqual(job.ofRanks.map(({ computingNs }) => computingNs));
  const hidden = table.columns.filter(({ isHidden }) => isHidden).map(({ key }) => key);
  expect(hidden).toContain('folder');
  expect(findColumn(table, 'pipeline')?.isHidden).toBe(true);
  expect(await answers['findings.report'](dump, {})).toEqual({ ...job.report, isOfSummaries: true });
});

test('a file that is no job is refused with what to do', async () => {
  const ask = async (bytes: Uint8Array) =>
    answers['ranks.overview'](await openContext(written('x.parquet', bytes)), {});
  await expect(ask(files[0].bytes)).rejects.toThrow('run tracelane reduce FOLDER --out JOB');
  const whole = jobFile(job);
  await expect(ask(whole.subarray(0, whole.length >> 1))).rejects.toThrow('damaged or cut off');
});

const drawn = (rank: number, computingNs: number, host: string, pipeline: number): JobRank => ({
  ...{ rank, label: `Rank ${rank}`, host, folder: `/d/${rank}`, stepCount: 1, stepNs: 100, computingNs },
  ...{ exposedNs: 10, movingNs: Number.NaN, waitingNs: Number.NaN, freeNs: 100 - computingNs, preparingNs: 0 },
  ...{ bubbleNs: 0, frequencyMHz: Number.NaN, peakBytes: 1, growthBytesPerStep: 0, hostBusy: Number.NaN },
  place: { tensor: 0, context: 0, data: 0, pipeline, expert: 0, expertGroup: 0 },
});
const five = [
  drawn(0, 50, 'b', 0),
  drawn(1, 51, 'b', 0),
  drawn(2, 80, 'b', 1),
  drawn(5, 52, 'a10', 1),
  drawn(7, 20, 'a9', 1),
];

test('each rank is a cell of the grid, in the row of its fold', () => {
  const byHost = gridOf(five, 'computingNs', 'host');
  expect(byHost.rows).toEqual(['a9', 'a10', 'b']);
  expect(byHost.columnCount).toBe(3);
  expect([...byHost.ranks]).toEqual([7, -1, -1, 5, -1, -1, 0, 1, 2]);
  expect([...byHost.values]).toEqual([20, Number.NaN, Number.NaN, 52, Number.NaN, Number.NaN, 50, 51, 80]);
  expect(gridOf(five, 'peakBytes', 'pipeline').rows).toEqual(['0', '1']);
  const many = Array.from({ length: 250 }, (_, rank) => drawn(rank + 1000, rank, '', 0));
  const plain = gridOf(many, 'computingNs', undefined);
  expect(plain).toMatchObject({ rows: ['1000', '1100', '1200'], columnCount: 100 });
  expect([...plain.ranks].filter((own) => own >= 0)).toEqual(many.map(({ rank }) => rank));
  expect(gridOf([], 'stepNs', undefined)).toMatchObject({ rows: [], columnCount: 0 });
});

test('two ranks are told that are least like one, by the sum of what differs', () => {
  // Of rank 0: 7 differs by 30 + 30, 2 by 30 + 30 as well and comes first, 5 by 2 + 2.
  expect(unlikeOf(five, 0)).toEqual({
    rank: { rank: 0, label: 'Rank 0', path: '/d/0' },
    unlike: [
      { rank: 2, label: 'Rank 2', path: '/d/2' },
      { rank: 7, label: 'Rank 7', path: '/d/7' },
    ],
  });
  expect(unlikeOf(five, 3)).toBeUndefined();
});
