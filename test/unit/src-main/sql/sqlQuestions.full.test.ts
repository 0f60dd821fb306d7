/** Queries of a window through the Engine: a process a dump, by a DuckDB that is installed beside the program (else that is said). */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import type { DumpId, Engine, QuestionId, SqlAnswer, SqlWish } from '../../../../src-contract';
import { nextDumpState } from '../../../../src-contract/wire/dumpUpdates';
import { createEngine } from '../../../../src-main/engine/engine';
import { builtWorker } from '../../../fixtures/builtWorker';
import { duckdbFolder } from '../../../fixtures/duckdb';
import { temporaryFolder } from '../../../fixtures/indexed';
import { sharedJob } from '../../../fixtures/sharedJob';

const { url, programPath } = builtWorker();
const duckdb = duckdbFolder();
const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

async function opened(
  environment: Readonly<Record<string, string>>,
  path?: string,
): Promise<{ engine: Engine; dump: DumpId; config: string }> {
  const home = temporaryFolder();
  const config = join(home, 'config');
  const { engine, dispose } = createEngine({
    workerUrl: url,
    host: { kind: 'browser', version: '', platform: 'linux', initialPaths: [], roots: [] },
    userDirs: { cacheDir: join(home, 'cache'), configDir: config, tempDir: join(home, 'tmp') },
    environment,
  });
  ends.push(dispose);
  const dump = await engine.open([
    path ?? (await sharedJob({ ranks: 2, steps: 2, eventsPerRank: 2000, seed: 3 })).folder,
  ]);
  for (let state = await nextDumpState(engine, dump); state.status !== 'ready'; )
    state = await nextDumpState(engine, dump, state);
  return { engine, dump, config };
}

const wish = (sql: string, change: Partial<SqlWish> = {}): SqlWish => ({
  sql,
  seconds: 2,
  memoryBytes: 128 << 20,
  ...change,
});
const codeOf = (answer: SqlAnswer<unknown>) => (answer.kind === 'failed' ? answer.failure.code : answer.kind);

test('without DuckDB it is said what to do, and nothing runs', async () => {
  const { engine, dump, config } = await opened({});
  const settingsFile = join(config, 'query.json');
  expect(await engine.sqlSetup()).toEqual({
    settingsFile,
    failure: { code: 'not-named', params: { settings: settingsFile } },
  });
  expect(codeOf(await engine.sqlRows(dump, wish('select 1')))).toBe('not-named');
  mkdirSync(config, { recursive: true });
  writeFileSync(settingsFile, JSON.stringify({ duckdb: config }));
  expect((await engine.sqlSetup()).failure?.code).toBe('not-there');
}, 60_000);

describe.skipIf(duckdb === undefined)('with DuckDB', () => {
  const environment = { TRACELANE_DUCKDB: duckdb ?? '' };

  test('rows, columns and files are those of the dump’s tables', async () => {
    const { engine, dump } = await opened(environment);
    const kernels = await engine.table({
      dump,
      source: { table: 'operator.kernels', of: { ranks: [0, 1] as never } },
      sort: [],
      filters: [],
      firstRow: 0,
      rowCount: 0,
    });
    const columns = await engine.sqlColumns(dump, 'kernels');
    expect(columns).toMatchObject({
      kind: 'done',
      value: expect.arrayContaining([{ name: 'duration_ns', kind: 'number' }]),
    });
    const sql = 'select count(*) as n, sum(duration_ns) as ns, min(type) as type from kernels';
    const answer = await engine.sqlRows(dump, wish(sql));
    expect(answer).toMatchObject({ kind: 'done', value: { rowCount: 1, isCut: false } });
    if (answer.kind === 'failed') return;
    const [n, ns, type] = answer.value.columns.map(({ values }) => values[0]);
    expect([n, ns]).toEqual([kernels.totalRows, kernels.totals.durationNs?.sum]);
    expect(typeof type).toBe('string');
    const files = await Promise.all(
      (['csv', 'parquet'] as const).map((format) => engine.sqlFile(dump, wish(sql), format)),
    );
    const [csv, parquet] = files.map((own) => Buffer.from(own.kind === 'done' ? own.value : []));
    expect(csv?.toString()).toBe(`\ufeffn,ns,type\r\n${n},${ns},${type}\r\n`);
    expect(parquet?.subarray(0, 4).toString()).toBe('PAR1');
    const many = await engine.sqlRows(dump, wish('select range as i from range(60000)'));
    expect(many).toMatchObject({ kind: 'done', value: { rowCount: 50_000, isCut: true } });
  }, 60_000);

  test('a slice of a query is that of the timeline', async () => {
    const { engine, dump } = await opened(environment);
    const answer = await engine.sqlRows(
      dump,
      wish('select name, start_ns, rank_index, slice from slices order by duration_ns desc limit 1'),
    );
    if (answer.kind === 'failed') throw new Error(JSON.stringify(answer.failure));
    const [name, startNs, rank, slice] = answer.value.columns.map(({ values }) => values[0]);
    const { generation } = (await nextDumpState(engine, dump)).ranks[Number(rank)] ?? { generation: 0 };
    expect(await engine.slice(dump, { rank, slice, generation } as never)).toMatchObject({ name, startNs });
  }, 60_000);

  test('a job of summaries: its facts with their columns, and no file beside it', async () => {
    const folder = temporaryFolder();
    const run = (...words: readonly string[]) => execFileSync('node', [programPath, ...words], { stdio: 'ignore' });
    run('demo', join(folder, 'ranks'), '--form', 'summaries', '--ranks', '4');
    for (const name of ['job', 'other']) run('reduce', join(folder, 'ranks'), '--out', join(folder, `${name}.parquet`));
    const { engine, dump } = await opened(environment, join(folder, 'job.parquet'));
    const tables = (await engine.sqlTables(dump)).map(({ name }) => name);
    expect(tables).toEqual(expect.arrayContaining(['facts', 'job_ranks']));
    expect(tables).not.toContain('waits');
    const columns = await engine.sqlColumns(dump, 'facts');
    const known = [
      { name: 'kind', kind: 'text' },
      { name: 'computing_ns', kind: 'number' },
    ];
    expect(columns).toMatchObject({ kind: 'done', value: expect.arrayContaining(known) });
    const ranks = await engine.sqlRows(dump, wish("select peer from facts where kind = 'job_rank' order by peer"));
    expect(ranks).toMatchObject({ value: { columns: [{ values: Float64Array.of(0, 1, 2, 3) }] } });
    const other = `select * from read_parquet('${join(folder, 'other.parquet')}')`;
    expect(codeOf(await engine.sqlRows(dump, wish(other)))).toBe('refused');
  }, 60_000);

  test('hostile queries are refused or stopped, and the next one is answered', async () => {
    const { engine, dump } = await opened(environment);
    const secret = temporaryFolder();
    writeFileSync(join(secret, 'secret.csv'), 'a,b\n1,2\n');
    const codes = async (...queries: readonly string[]) => {
      const found: string[] = [];
      for (const sql of queries) found.push(codeOf(await engine.sqlRows(dump, wish(sql.replaceAll('SECRET', secret)))));
      return found;
    };
    expect(
      await codes(
        "select * from read_csv('SECRET/secret.csv')",
        "select * from read_text('SECRET/secret.csv')",
        "select * from glob('SECRET/*')",
        "select * from 'SECRET/secret.csv'",
        "attach 'SECRET/x.db'",
        "copy (select 1) to 'SECRET/x.csv'",
        'install httpfs',
        "set memory_limit = '100GB'",
        'create table x as select 1',
        'select 1; select 2',
        'select * from nothing',
        'with recursive r(n) as (select 1 union all select n + 1 from r) select count(*) from r',
      ),
    ).toEqual([
      'refused',
      'refused',
      'refused',
      'no-table',
      'not-reading',
      'refused',
      'not-reading',
      'not-reading',
      'not-reading',
      'several-statements',
      'no-table',
      'too-long',
    ]);
    // The memory, not the time: on a slow machine it is full after more than two seconds.
    const list = 'select list(a.range) from range(1000000000) a';
    expect(codeOf(await engine.sqlRows(dump, wish(list, { seconds: 30 })))).toBe('refused');
    expect(codeOf(await engine.sqlFile(dump, wish(`select 1) to '${secret}/x.parquet'; select (1`), 'parquet'))).toBe(
      'refused',
    );
    expect(['x.csv', 'x.db', 'x.parquet'].some((name) => existsSync(join(secret, name)))).toBe(false);
    expect(codeOf(await engine.sqlRows(dump, wish('select 1')))).toBe('done');
  }, 60_000);

  test('cancelled; one that does not listen ends with its process, and the next query has another', async () => {
    const { engine, dump } = await opened(environment);
    await engine.sqlRows(dump, wish('select count(*) from kernels'));
    const id = 'q' as QuestionId;
    const endless = 'select count(*) from range(1000000000) a, range(1000000) b';
    const answer = engine.sqlRows(dump, wish(endless, { seconds: 60 }), id);
    setTimeout(() => void engine.cancelQuestion(id), 300);
    expect(codeOf(await answer)).toBe('cancelled');
    const deaf =
      "select regexp_matches(repeat('a', 300000), '(a+)+(a+)+(a+)+(a+)+b'), levenshtein(repeat('a', 200000), repeat('b', 200000))";
    expect(codeOf(await engine.sqlRows(dump, wish(deaf, { seconds: 1 })))).toBe('too-long');
    expect(await engine.sqlRows(dump, wish('select count(*) > 0 as any from kernels'))).toMatchObject({ kind: 'done' });
  }, 60_000);
});
