/** Tables of summaries in SQL, against what the tabs read of the same file, by a DuckDB that is installed beside the program (else that is said). */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addSummaries, Database } from '../../../../src-main/sql/database';
import { loadDuckDb } from '../../../../src-main/sql/duckdb';
import { type FactTable, factTables } from '../../../../src-main/sql/factTables';
import { communicationOfBytes, jobOfBytes } from '../../../../src-worker/analysis/summary/jobSummary';
import { builtWorker } from '../../../fixtures/builtWorker';
import { duckdbFolder } from '../../../fixtures/duckdb';
import { sharedJob } from '../../../fixtures/sharedJob';

const { programPath } = builtWorker();
const duckdb = duckdbFolder();
const document = readFileSync(join(import.meta.dirname, '../../../../docs/query.md'), 'utf8');
const format = readFileSync(join(import.meta.dirname, '../../../../docs/summary-format.md'), 'utf8');
const tables: readonly (readonly [string, FactTable])[] = Object.entries(factTables);

type Row = readonly unknown[];

test('every kind of a rank has a table, and every table stands in the documentation with its columns', () => {
  const kinds = new Set(tables.flatMap(([, { kinds: own }]) => own));
  const [, written = ''] = /## Kinds of a rank([\s\S]*)## What is left out/.exec(format) ?? [];
  const inTables = [...written.matchAll(/^\| (`[^|]*) \|/gm)].flatMap(([, cell = '']) => [
    ...cell.matchAll(/`(\w+)`/g),
  ]);
  const named = inTables.map(([, kind]) => kind as string);
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter((kind) => !kinds.has(kind))).toEqual([]);
  for (const [name, { columns }] of tables) {
    const row = new RegExp(`^\\| \`${name}\` \\|.*$`, 'm').exec(document)?.[0];
    expect(row, name).toBeDefined();
    for (const column of Object.keys(columns ?? {}))
      expect(row, `${name}.${column}`).toMatch(new RegExp(`\\b${column}\\b`));
  }
});

describe.skipIf(duckdb === undefined)('with DuckDB', () => {
  const closing: (() => void)[] = [];
  let [jobPath, job, ranks]: [string, Database | undefined, Database | undefined] = ['', undefined, undefined];

  async function opened(files: readonly string[]): Promise<Database> {
    const limits = { memoryBytes: 256 << 20, seconds: 60 };
    const database = await Database.open(await loadDuckDb(duckdb ?? ''), files, limits, (reason) => {
      throw reason;
    });
    return database;
  }

  beforeAll(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tracelane-facts-'));
    closing.push(() => rmSync(folder, { recursive: true, force: true }));
    const run = (...words: readonly string[]) => execFileSync('node', [programPath, ...words], { stdio: 'ignore' });
    const summaries = join(folder, 'job');
    run('demo', summaries, '--form', 'summaries', '--tp', '4', '--pp', '2', '--dp', '8');
    jobPath = join(folder, 'job.parquet');
    run('reduce', summaries, '--out', jobPath);
    const faults = [{ kind: 'leak', mibPerStep: 96 }] as const;
    const dump = (await sharedJob({ ranks: 2, steps: 4, eventsPerRank: 4000, seed: 5, faults })).folder;
    const own = join(folder, 'ranks');
    mkdirSync(own);
    run('summarize', dump, '--out', join(own, 'all.parquet'));
    for (const [files, keep] of [
      [[jobPath], (made: Database) => (job = made)],
      [readdirSync(own).map((name) => join(own, name)), (made: Database) => (ranks = made)],
    ] as const) {
      const made = await opened(files);
      await addSummaries(made, files);
      closing.push(made.close);
      keep(made);
    }
  }, 300_000);
  afterAll(() => {
    for (const close of closing) close();
  });

  const rowsOf = (database: Database | undefined, sql: string) =>
    (database as Database).ask(sql, new AbortController().signal, async (result) => {
      const rows: Row[] = [];
      for (let chunk = await result.fetchChunk(); chunk && chunk.rowCount > 0; chunk = await result.fetchChunk())
        rows.push(...chunk.getRows());
      return rows.map((row) => row.map((cell) => (typeof cell === 'bigint' ? Number(cell) : cell)));
    });

  test('a table has the rows of its kinds, and every kind has one', async () => {
    const known = new Set(tables.flatMap(([, { kinds }]) => kinds));
    for (const database of [job, ranks]) {
      const kinds = (await rowsOf(database, 'select distinct kind from facts')).map(([kind]) => kind as string);
      expect(kinds.length).toBeGreaterThan(15);
      expect(kinds.filter((kind) => !known.has(kind))).toEqual([]);
    }
    for (const database of [job, ranks])
      for (const [name, { kinds }] of tables) {
        const list = kinds.map((kind) => `'${kind}'`).join();
        const raw = await rowsOf(database, `select count(*) from facts where kind in (${list})`);
        expect(await rowsOf(database, `select count(*) from "${name}"`), name).toEqual(raw);
      }
  });

  test('a column has a value somewhere', async () => {
    const empty: string[] = [];
    for (const [name, { columns = {} }] of tables) {
      const list = Object.keys(columns).map((column) => `count("${column}")`);
      if (list.length === 0) continue;
      const counts = [];
      for (const database of [job, ranks])
        counts.push(...(await rowsOf(database, `select count(*), ${list.join()} from "${name}"`)));
      if (counts.every(([all]) => all === 0)) empty.push(name);
      else
        for (const [at, column] of Object.keys(columns).entries())
          if (counts.every((row) => row[at + 1] === 0)) empty.push(`${name}.${column}`);
    }
    expect(empty.filter((own) => !UNTOLD.has(own))).toEqual([]);
  });

  test('numbers of the job are those that its tabs read', async () => {
    const bytes = readFileSync(jobPath);
    const read = jobOfBytes(bytes);
    if ('why' in read) throw new Error(read.why);
    const told = communicationOfBytes(bytes);
    const communication = 'communication' in told ? told.communication : undefined;
    if (!communication) throw new Error('no communication');
    const orNull = (value: number | undefined) => (value === undefined || Number.isNaN(value) ? null : value);
    expect(
      await rowsOf(
        job,
        'select rank, label, host, step_ns, computing_ns, waiting_ns, bubble_ns, frequency_mhz, pipeline from job_ranks',
      ),
    ).toEqual(
      read.ofRanks.map((own) => [
        ...[own.rank, own.label, own.host, own.stepNs, own.computingNs].map((value) =>
          typeof value === 'number' ? orNull(value) : value,
        ),
        ...[own.waitingNs, own.bubbleNs, own.frequencyMHz, own.place?.pipeline].map(orNull),
      ]),
    );
    expect(await rowsOf(job, 'select label, method, offset_ns, error_ns from clocks')).toEqual(
      read.report.clocks.map((own) => [own.label, own.method, orNull(own.offsetNs), orNull(own.errorNs)]),
    );
    expect(await rowsOf(job, 'select rank, computing_ns, not_overlapped_ns, stage_ns from rank_splits')).toEqual(
      read.report.split.map((own) => [own.rank, own.computingNs, own.notOverlappedNs, own.stageNs].map(orNull)),
    );
    expect(await rowsOf(job, 'select id, value from thresholds')).toEqual(
      read.report.thresholds.map(({ id, value }) => [id, orNull(value)]),
    );
    expect(
      await rowsOf(
        job,
        'select rank, type, comm_group, calls, elapse_ns, wait_ns, synchronization_ns, idle_ns, size_bytes from job_collectives order by number',
      ),
    ).toEqual(
      communication.totals.map((own) => [
        ...[own.rank, own.type, own.group],
        ...[own.count, own.elapseNs, own.waitNs, own.synchronizationNs, own.idleNs, own.sizeBytes].map(orNull),
      ]),
    );
    expect(
      await rowsOf(
        job,
        'select c.rank, b.transport, b.size_bytes from job_bandwidth b join job_collectives c on c.number = b.parent order by c.number, b.transport',
      ),
    ).toEqual(
      communication.totals.flatMap(({ rank, bandwidths }) =>
        [...bandwidths]
          .sort((a, b) => (a.transport < b.transport ? -1 : 1))
          .map(({ transport, sizeBytes }) => [rank, transport, sizeBytes]),
      ),
    );
    expect(await rowsOf(job, 'select source, target, transport, bandwidth_gbps, mean_gbps from slow_links')).toEqual(
      communication.slow.map((own) => [own.source, own.target, own.transport, own.bandwidthGBps, own.meanGBps]),
    );
    expect(communication.slow.length).toBeGreaterThan(0);
    expect(await rowsOf(job, 'select rank, caused_ns, last_count, worst_op from late_ranks')).toEqual(
      communication.late.ranks.map((own) => [own.rank, own.causedNs, own.lastCount, own.worst.op]),
    );
    expect(await rowsOf(job, 'select count(*), sum(size_bytes) from job_links')).toEqual([
      [communication.links.length, communication.links.reduce((sum, own) => sum + own.sizeBytes, 0)],
    ]);
    expect(await rowsOf(job, 'select count(*), sum(transit_ns) from job_transports')).toEqual([
      [
        communication.transports.length,
        expect.closeTo(
          communication.transports.reduce((sum, own) => sum + own.transitNs, 0),
          0,
        ),
      ],
    ]);
    expect(await rowsOf(job, 'select pairs, kept_pairs from job_communication')).toEqual([
      [communication.pairCount, communication.keptPairCount],
    ]);
    expect(await rowsOf(job, 'select ranks from job')).toEqual([['0-63']]);
  });
});

/** What these two invented jobs do not tell: of each, nothing more is known than that its table can be asked. */
const UNTOLD: ReadonlySet<string> = new Set([
  ...[
    'left_out',
    'contention',
    'transfers',
    'held',
    'quiet_free',
    'ai_cpu',
    'kernel_sequences',
    'buckets',
    'unfinished',
  ],
  ...['moving_ns', 'waiting_ns', 'peak_bytes', 'growth_bytes_per_step', 'host_busy'].map((own) => `job_ranks.${own}`),
  ...['op', 'comm_group', 'step', 'start_ns'].map((own) => `seen.${own}`),
  ...['job_collectives.size_bytes', 'ranks.gpu', 'waiting_for.comm_group'],
]);
