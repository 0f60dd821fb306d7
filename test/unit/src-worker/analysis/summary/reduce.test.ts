import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Thresholds } from '../../../../../src-contract';
import { sentence } from '../../../../../src-contract/findings/sentence';
import { limitsWith } from '../../../../../src-worker/analysis/report';
import { callRules } from '../../../../../src-worker/analysis/rules/callRules';
import { communicationOfBytes, jobFile, jobOfBytes } from '../../../../../src-worker/analysis/summary/jobSummary';
import { type JobCalls, type JudgedCalls, judgedCalls } from '../../../../../src-worker/analysis/summary/judgedCalls';
import { reduceSummaries } from '../../../../../src-worker/analysis/summary/reduce';
import { alignColumns } from '../../../../../src-worker/model/clock/alignRanks';
import { factFile, readFacts } from '../../../../../src-worker/parquet/factFile';
import { factHead } from '../../../../../src-worker/parquet/factRead';
import { sharedJob } from '../../../../fixtures/sharedJob';
import { reduceFiles, type SummaryBytes, sourceOf, summariesIn, summaryOf } from './summaries';

let files: readonly SummaryBytes[];
let folder: string;

beforeAll(async () => {
  ({ folder } = await sharedJob({ ranks: 2, steps: 2, eventsPerRank: 2000, seed: 3 }));
  files = await summariesIn(folder);
});

const abouts = (bytes: Uint8Array) => Object.fromEntries(factHead(bytes).about);

test('files that are none are listed with the reason, and the others count', async () => {
  const [first, second] = files;
  const facts = await readFacts(second.bytes);
  const about = abouts(second.bytes);
  const job = await reduceFiles([
    first,
    { name: 'empty', bytes: new Uint8Array() },
    { name: 'text', bytes: new TextEncoder().encode('rank,ms\n0,1\n') },
    { name: 'cut', bytes: second.bytes.subarray(0, second.bytes.length >> 1) },
    { name: 'foreign', bytes: factFile(facts, {}) },
    { name: 'version', bytes: factFile(facts, { ...about, 'tracelane.version': '999.1' }) },
    { name: 'damaged', bytes: damaged(second.bytes) },
    {
      name: 'without',
      bytes: factFile(
        facts.filter(({ kind }) => kind !== 'record'),
        about,
      ),
    },
    {
      name: 'nonsense',
      bytes: factFile(
        facts.map((own) => (own.more ? { ...own, more: '{"' } : own)),
        about,
      ),
    },
    { name: 'job', bytes: jobFile(await reduceFiles(files)) },
  ]);
  expect(job.ranks).toEqual([0]);
  expect(job.leftOut.map(({ file, why }) => `${file}: ${why}`)).toEqual([
    'empty: not-a-summary',
    'text: not-a-summary',
    'cut: damaged',
    'foreign: not-a-summary',
    'version: other-version',
    'damaged: damaged',
    'without: damaged',
    'nonsense: damaged',
    'job: not-a-summary',
  ]);
  expect(job.leftOut.every(({ detail }) => detail !== '')).toBe(true);
});

/** Its columns are no gzip any more. */
function damaged(bytes: Uint8Array): Uint8Array {
  const own = bytes.slice();
  const [first, second] = gzipSync('');
  for (let at = 4; at < own.length - 4; at++) if (own[at] === first && own[at + 1] === second) own[at] = 0;
  return own;
}

describe('a thread beside', () => {
  const judge = (calls: JobCalls, limits: Thresholds) => Promise.resolve(judgedCalls(structuredClone(calls), limits));

  test('judges the calls, and the job is the same to the byte', async () => {
    let found: JudgedCalls | undefined;
    const job = await reduceFiles(files, {
      align: alignColumns,
      judge: async (calls, limits) => {
        found = await judge(calls, limits);
        return found;
      },
    });
    expect(jobFile(job)).toEqual(jobFile(await reduceFiles(files)));
    expect(found?.results).toHaveLength(callRules.length);
    expect(found?.results.some(({ findings, notReported = [] }) => findings.length + notReported.length > 0)).toBe(
      true,
    );
    expect(found?.links.links.length).toBeGreaterThan(0);
  });

  test('is believed', async () => {
    const job = await reduceFiles(files, {
      align: alignColumns,
      judge: async (calls, limits) => {
        const { links } = await judge(calls, limits);
        const notRun = { rule: 'C5', reason: sentence('needs.rdma'), ranks: [7] } as const;
        return {
          results: callRules.map(() => ({ findings: [], notRun: [notRun] })),
          links: { ...links, pairCount: 77 },
        };
      },
    });
    expect(job.communication.pairCount).toBe(77);
    expect(job.report.notRun.filter(({ ranks }) => ranks[0] === 7)).toHaveLength(callRules.length);
    expect(job.report.notReported.filter(({ rule }) => rule === 'C6')).toEqual([]);
  });

  test('that has ended is done without', async () => {
    const job = await reduceFiles(files, { align: alignColumns, judge: () => Promise.reject(new Error('ended')) });
    expect(jobFile(job)).toEqual(jobFile(await reduceFiles(files)));
  });
});

test('ranks of another job, of the same number, and files that cannot be read are listed; missing ones are named', async () => {
  const [first, second] = files;
  const other = await summaryOf(first.name, 'other job');
  const read = () => ({ kind: 'refused', why: 'unreadable', detail: 'EACCES: no permission' }) as const;
  const sources = [first, second, { ...second, name: 'again' }, { ...other, name: 'other' }].map(sourceOf);
  const job = await reduceSummaries([{ name: 'locked', read }, ...sources], limitsWith());
  expect(job.leftOut).toEqual([
    { file: 'locked', why: 'unreadable', detail: 'EACCES: no permission' },
    { file: 'other', rank: 0, why: 'other-job', detail: expect.stringContaining('other job') },
    { file: 'again', rank: 1, why: 'same-rank', detail: second.name },
  ]);
  expect(job).toMatchObject({ ranks: [0, 1], missing: [] });
  // The job has two ranks by what each of them tells.
  expect(await reduceFiles([second])).toMatchObject({ ranks: [1], missing: [0] });
  expect(await reduceSummaries([], limitsWith())).toEqual({ leftOut: [] });
});

test('the order of the files makes no difference, and one file may have several ranks', async () => {
  const job = await reduceFiles(files);
  const turned = await reduceFiles([...files].reverse());
  expect(turned.report.findings).toEqual(job.report.findings);
  expect(turned.report.split).toEqual(job.report.split);
  const whole = await reduceFiles([await summaryOf(folder)]);
  expect(whole.report.findings.map(({ id }) => id)).toEqual(job.report.findings.map(({ id }) => id));
  expect(whole.ranks).toEqual([0, 1]);
});

test('a job is read as it was written', async () => {
  const { communication, ...job } = await reduceFiles(files);
  const bytes = jobFile({
    ...job,
    communication,
    missing: [5, 6],
    leftOut: [{ file: 'a', why: 'damaged', detail: 'b' }],
  });
  expect(await jobOfBytes(bytes)).toEqual({
    ...job,
    missing: [5, 6],
    leftOut: [{ file: 'a', why: 'damaged', detail: 'b' }],
  });
  expect(communicationOfBytes(bytes)).toEqual({ communication });
  expect(await jobOfBytes(bytes.subarray(0, 1000))).toMatchObject({ why: 'damaged' });
  expect(await jobOfBytes(files[0].bytes)).toEqual({ kind: 'refused', why: 'not-a-summary', detail: 'ranks' });
});
