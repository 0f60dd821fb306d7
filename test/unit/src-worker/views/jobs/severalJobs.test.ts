import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type {
  CollectiveLanes,
  FindingsReport,
  QuestionName,
  RankIndex,
  RankJob,
  TableName,
} from '../../../../../src-contract';
import { sentenceText } from '../../../../../src-contract/findings/sentence';
import { clockOf } from '../../../../../src-worker/model/clock/jobClock';
import type { DumpContext } from '../../../../../src-worker/model/dumpContext';
import { answer, makeTable } from '../../../../../src-worker/views/dumpTables';
import { cells, openContext, records } from '../../../../fixtures/dumpContext';
import { describeDumps, dumpPath } from '../../../../fixtures/dumps';
import { sharedJob } from '../../../../fixtures/sharedJob';

/** What a job is called in a window with others, and where its ranks stand there, is not what it says. */
const PLACED = new Set([
  ...[
    'label',
    'index',
    'rankIndex',
    'evidence',
    'range',
    'generation',
    'slice',
    'job',
    'longest',
    'id',
    'dump',
    'notices',
  ],
  // Of each rank by its place, with instants: looked at below. And `Finding.id`.
  ...['clocks', 'finding'],
  ...['splitRankIndex', 'splitName', 'fileRank', 'fileRankIndex'],
]);
/** They count from the base of all that is open. */
const INSTANTS = new Set(['startNs', 'arrivedNs', 'endNs']);

/** All numbers and texts of an answer, but for the above. */
function plain(value: unknown): unknown {
  if (ArrayBuffer.isView(value)) return Array.from(value as Float64Array);
  if (Array.isArray(value)) return value.map(plain);
  // Of instants that count from another base: sums of float64 differ in their last digits.
  if (typeof value === 'number' && !Number.isInteger(value)) return Number(value.toPrecision(9));
  if (typeof value !== 'object' || value === null) return value;
  const own = Object.entries(value).filter(([key]) => !PLACED.has(key) && !INSTANTS.has(key));
  return Object.fromEntries(own.map(([key, part]) => [key, plain(part)]));
}

const QUESTIONS: readonly (readonly [QuestionName, object])[] = [
  ['communication.overview', {}],
  ['communication.names', {}],
  ['communication.matrix', {}],
  ['communication.packets', {}],
  ['communication.unaligned', { ranks: [0] }],
  ['communication.lanes', {}],
  ['communication.late', {}],
  ['communication.slowLinks', {}],
  ['summary.overview', {}],
  ['summary.split', { step: 'all' }],
  ['summary.freeInNextStep', { step: 'all' }],
  ['summary.overSteps', {}],
  ['summary.job', {}],
  ['summary.parallel', { step: 'median' }],
  ['findings.report', {}],
  ['findings.patterns', {}],
  ['findings.predictions', {}],
  ['findings.choices', {}],
  ['findings.whatIf', { changes: [{ kind: 'communication', factor: 0 }] }],
];
const TABLES: readonly TableName[] = [
  'communication.ops',
  'communication.ranks',
  'communication.links',
  'communication.arrivals',
];

interface Opened {
  readonly together: DumpContext;
  /** Each by itself, in the order in which they are open together. */
  readonly alone: readonly DumpContext[];
}

function eachAsAlone(open: () => Opened): void {
  const pairs = (): readonly (readonly [RankJob, DumpContext])[] => {
    const { together, alone } = open();
    expect(together.jobs).toHaveLength(alone.length);
    return together.jobs.map((job, at) => [job, alone[at]] as const);
  };

  test.each(QUESTIONS)('%s says of each job what it says of that job alone', async (name, question) => {
    for (const [job, alone] of pairs()) {
      const told = plain(await answer(open().together, name, { ...question, job: job.key }));
      expect(told).toEqual(plain(await answer(alone, name, question)));
      expect(told).toBeDefined();
    }
  });

  test.each(TABLES)('%s has the rows of each job alone, and of all with the names of their jobs', async (name) => {
    const { together } = open();
    const all = records(await makeTable(together, name, {}));
    let count = 0;
    for (const [job, alone] of pairs()) {
      const wanted = await makeTable(alone, name, {});
      const own = await makeTable(together, name, { job: job.key });
      expect(records(own).map(plain)).toEqual(records(wanted).map(plain));
      for (const key of INSTANTS) {
        if (!own.columns.some((column) => column.key === key)) continue;
        const instants = (context: DumpContext, table: typeof own) =>
          cells(table, key).map((ns) => (Number.isNaN(ns) ? ns : context.baseNs + BigInt(Math.round(Number(ns)))));
        expect(instants(together, own)).toEqual(instants(alone, wanted));
      }
      expect(all.filter(({ jobName }) => jobName === job.name)).toHaveLength(wanted.rowCount);
      count += wanted.rowCount;
    }
    expect(all).toHaveLength(count);
  });

  test.each(['summary.split', 'summary.files'] as const)(
    '%s has the rows of the job that is asked about',
    async (name) => {
      const { together } = open();
      const of = { step: 'all' } as const;
      const all = records(await makeTable(together, name, of));
      expect(all).toHaveLength(together.ranks.length);
      for (const [{ key }, alone] of pairs()) {
        const wanted = records(await makeTable(alone, name, of)).map(plain);
        expect(records(await makeTable(together, name, { ...of, job: key })).map(plain)).toEqual(wanted);
      }
    },
  );

  test('kernels are compared among the ranks of their own job', async () => {
    const { together } = open();
    const compared = async (dump: DumpContext, ranks: readonly { readonly index: RankIndex }[]) => {
      const table = await makeTable(dump, 'operator.comparison', {
        ranks: ranks.map(({ index }) => index),
        by: 'name',
      });
      return new Map(cells(table, 'name').map((own, row) => [own, cells(table, 'peerExcess')[row]]));
    };
    const wanted = new Map<unknown, number>();
    for (const [{ key }, alone] of pairs()) {
      const own = await compared(alone, alone.ranks);
      expect(await compared(together, together.ofJob(key).ranks)).toEqual(own);
      expect(own.size).toBeGreaterThan(0);
      for (const [kernel, excess] of own)
        if (!Number.isNaN(excess)) wanted.set(kernel, Math.max(wanted.get(kernel) ?? 0, Number(excess)));
    }
    const all = [...(await compared(together, together.ranks))].filter(([, excess]) => !Number.isNaN(excess));
    expect(new Map(all)).toEqual(wanted);
  });

  test('exposed communication of every rank is that of its own job', async () => {
    const { together } = open();
    for (const [job, alone] of pairs()) {
      const ranks = together.ofJob(job.key).ranks;
      expect(ranks.map(({ rank }) => rank)).toEqual(alone.ranks.map(({ rank }) => rank));
      for (const [at, { index }] of ranks.entries())
        expect(plain(await answer(together, 'communication.exposed', { rank: index }))).toEqual(
          plain(await answer(alone, 'communication.exposed', { rank: alone.ranks[at]?.index })),
        );
    }
  });

  test('the clocks of each job stand as in that job alone', async () => {
    for (const [job, alone] of pairs()) {
      const own = await clockOf(open().together.ofJob(job.key));
      const wanted = await clockOf(alone);
      expect(own.usedCollectives).toBe(wanted.usedCollectives);
      expect(own.ranks.map(({ method }) => method)).toEqual(wanted.ranks.map(({ method }) => method));
      for (const [at, { offsetNs }] of own.ranks.entries()) {
        const apart = offsetNs - (wanted.ranks[at]?.offsetNs ?? Number.NaN);
        // Sums of float64 that count from another base: less than a ns.
        if (!Number.isNaN(offsetNs)) expect(Math.abs(apart)).toBeLessThan(0.5);
      }
    }
  });

  test('the findings of all are those of each job alone, and name it', async () => {
    const { together } = open();
    const report = (await answer(together, 'findings.report', {})) as FindingsReport;
    let count = 0;
    for (const [job, alone] of pairs()) {
      const wanted = (await answer(alone, 'findings.report', {})) as FindingsReport;
      const lost = ({ findings }: FindingsReport, of?: string) =>
        findings
          .filter((own) => own.job === of)
          .map(({ rule, rank, place, lostNsPerStep }) => [rule, rank, place.ranks, Math.round(lostNsPerStep)]);
      expect(lost(report, job.key)).toEqual(lost(wanted));
      count += lost(wanted).length;
      for (const own of report.findings.filter(({ job: of }) => of === job.key))
        expect(sentenceText(own.title, 'en')).toContain(job.name);
    }
    expect(count).toBeGreaterThan(0);
    expect(report.findings).toHaveLength(count);
    expect(new Set(report.findings.map(({ id }) => id)).size).toBe(report.findings.length);
  });

  test('what no question says of a job is asked of one', async () => {
    const { together } = open();
    const { answers } = await import('../../../../../src-worker/views/allViews');
    for (const name of ['summary.overview', 'summary.job', 'findings.patterns', 'findings.predictions', 'job.clock'])
      expect(Object.hasOwn(answers, name) && (await answer(together, name as QuestionName, {}))).toBeTruthy();
    for (const name of ['summary.parallel', 'summary.experts', 'summary.freeInNextStep'] as const)
      await answer(together, name, { step: 'all' });
    await answer(together, 'summary.pipeline', { step: 'all', bucketCount: 10 });
    await answer(together, 'operator.steps', {
      ranks: together.ranks.map(({ index }) => index),
      by: 'type',
      maxGroups: 4,
    });
    expect(await answer(together, 'findings.path', {})).toBeDefined();
  });
}

describeDumps('a job of text and one of databases, both with ranks 0 and 1', () => {
  let opened: Opened;
  beforeAll(async () => {
    const paths = [dumpPath('ascend', 'text_level1_2ranks'), dumpPath('ascend', 'db_level1_2ranks')];
    const together = await openContext(...paths);
    const alone = await Promise.all(paths.map((path) => openContext(path)));
    const nameOf = (path: string) => path.split('/').at(-1);
    const inOrder = together.jobs.map(({ name }) => alone[paths.findIndex((path) => nameOf(path) === name)]);
    opened = { together, alone: inOrder as DumpContext[] };
  });
  eachAsAlone(() => opened);
});

describe('two generated jobs in folders of one name: one has a slow rank, the other a slow link', () => {
  let opened: Opened;
  const folder = mkdtempSync(join(tmpdir(), 'tracelane-jobs-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  beforeAll(async () => {
    const common = { ranks: 4, steps: 3, eventsPerRank: 6000, parallel: { tensor: 4, pipeline: 1, data: 1 } };
    const jobs = [
      await sharedJob({ ...common, seed: 5, faults: [{ kind: 'slow-rank', rank: 2, factor: 1.6 }] }),
      await sharedJob({ ...common, seed: 6, faults: [{ kind: 'slow-link', between: [0, 1], factor: 0.2 }] }),
    ];
    const paths = jobs.map(({ folder: from }, at) => {
      const path = join(folder, 'ab'[at] ?? '', 'job');
      mkdirSync(path, { recursive: true });
      cpSync(from, path, { recursive: true });
      return path;
    });
    const together = await openContext(...paths);
    opened = { together, alone: await Promise.all(paths.map((path) => openContext(path))) };
  });
  eachAsAlone(() => opened);

  test('lanes side by side are all of one dump, and have no room for its name', async () => {
    const { together } = opened;
    const lanes = (await answer(together, 'communication.lanes', { job: together.jobs[1]?.key })) as CollectiveLanes;
    expect(lanes.ranks.map(({ label }) => label)).toEqual(['Rank 0', 'Rank 1', 'Rank 2', 'Rank 3']);
  });

  test('folders of one name are told apart by those above them', () => {
    expect(opened.together.jobs.map(({ name }) => name)).toEqual(['a/job', 'b/job']);
  });
});

describe('two jobs of two ranks of which only the summaries of the jobs tell the collectives', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tracelane-summaries-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  /** ms of each rank's collective, by job. */
  const elapsedMs = [
    [3, 5],
    [7, 11],
  ];
  let together: DumpContext;
  beforeAll(async () => {
    const paths = elapsedMs.map((ofRanks, at) => {
      const path = join(folder, `job${at}`);
      for (const [rank, ms] of ofRanks.entries()) {
        const output = join(path, `rank_${rank}_ascend_pt`, 'ASCEND_PROFILER_OUTPUT');
        mkdirSync(output, { recursive: true });
        writeFileSync(join(output, 'step_trace_time.csv'), `Step,Computing,Free\n1,${ms},1\n`);
        writeFileSync(join(path, `rank_${rank}_ascend_pt`, `profiler_info_${rank}.json`), '{}');
      }
      const ofRank = (ms: number) => ({
        'Communication Time Info': { 'Start Timestamp(us)': 1e15, 'Elapse Time(ms)': ms },
      });
      const calls = Object.fromEntries(ofRanks.map((ms, rank) => [rank, ofRank(ms)]));
      const cluster = join(path, 'cluster_analysis_output');
      mkdirSync(cluster);
      writeFileSync(
        join(cluster, 'cluster_communication.json'),
        JSON.stringify({ '(0, 1)': { step1: { 'hcom_allReduce__1_0_1@group': calls } } }),
      );
      return path;
    });
    together = await openContext(...paths);
  });

  test('each has its own', async () => {
    expect(together.jobs.map(({ name }) => name)).toEqual(['job0', 'job1']);
    for (const [at, { key }] of together.jobs.entries()) {
      const own = await makeTable(together, 'communication.ranks', { job: key });
      expect(cells(own, 'elapseNs')).toEqual(elapsedMs[at]?.map((ms) => ms * 1e6));
    }
    const all = await makeTable(together, 'communication.ranks', {});
    expect(cells(all, 'elapseNs')).toEqual(elapsedMs.flat().map((ms) => ms * 1e6));
    expect(cells(all, 'jobName')).toEqual(['job0', 'job0', 'job1', 'job1']);
  });
});
