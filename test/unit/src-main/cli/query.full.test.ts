/** SQL through the built command, by a DuckDB that is installed beside the program: where it can't be, that is said and nothing tried. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { builtWorker } from '../../../fixtures/builtWorker';
import { duckdbFolder } from '../../../fixtures/duckdb';
import { temporaryFolder } from '../../../fixtures/indexed';
import { sharedJob } from '../../../fixtures/sharedJob';

const { programPath } = builtWorker();
const duckdb = duckdbFolder();

let dump = '';
beforeAll(async () => {
  const faults = [{ kind: 'jit-compile', rank: 1, callsPerStep: 24, milliseconds: 1.2 }] as const;
  dump = (await sharedJob({ ranks: 2, steps: 2, eventsPerRank: 2000, seed: 3, faults })).folder;
}, 60_000);

function run(home: string, ...args: readonly string[]) {
  const { TRACELANE_DUCKDB: _, ...env } = process.env;
  return spawnSync('node', [programPath, ...args], {
    encoding: 'utf8',
    env: { ...env, XDG_CACHE_HOME: home, XDG_CONFIG_HOME: home },
  });
}

function rows(sql: string, path = dump): readonly (readonly unknown[])[] {
  const made = run(temporaryFolder(), 'query', path, sql, '--format', 'json', '--duckdb', duckdb ?? '');
  expect(made.stderr).not.toContain('Error');
  return JSON.parse(made.stdout).rows;
}

test('without DuckDB a sentence says how to get it', () => {
  const home = temporaryFolder();
  for (const words of [[], ['--duckdb', home]])
    expect(run(home, 'query', home, 'select 1', ...words)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('npm install --prefix DIR @duckdb/node-api'),
    });
  mkdirSync(join(home, 'tracelane'));
  writeFileSync(join(home, 'tracelane', 'query.json'), '{');
  expect(run(home, 'query', home, 'select 1').stderr).toContain('query.json has to be {"duckdb": "DIR"}.');
});

describe.skipIf(duckdb === undefined)('with DuckDB', () => {
  const document = readFileSync(join(import.meta.dirname, '../../../../docs/query.md'), 'utf8');
  const examples = [...document.matchAll(/```sql\n([\s\S]*?)```/g)].map(([, sql]) => sql as string);
  test('there are ten examples', () => expect(examples).toHaveLength(10));
  test.each(examples)('%s', (sql) => expect(rows(sql).length).toBeGreaterThan(0), 60_000);

  test('numbers are those of the tabs, of the dump and of its summaries', () => {
    const home = temporaryFolder();
    const table = (name: string) => {
      const { columns, rows } = JSON.parse(run(home, 'export', dump, '--table', name, '--format', 'json').stdout);
      const at = new Map(columns.map(({ key }: { key: string }, place: number) => [key, place]));
      return (rows as unknown[][]).map((row) => (key: string) => row[at.get(key) as number] as number);
    };
    const kernels = table('operator.kernels');
    expect(rows('select count(*), sum(duration_ns) from kernels')).toEqual([
      [kernels.length, kernels.reduce((sum, of) => sum + of('durationNs'), 0)],
    ]);
    const ops = table('communication.ops');
    const waits = ops.reduce((sum, of) => sum + (of('waitNs') ?? 0), 0);
    expect(rows('select count(*), sum(wait_ns) from collectives')).toEqual([[ops.length, waits]]);
    const summaries = join(home, 'summaries');
    expect(run(home, 'summarize', dump, '--out', join(summaries, 'all.parquet')).status).toBe(0);
    expect(rows('select count(*) from collectives', summaries)).toEqual([[ops.length]]);
    const [[waited]] = rows('select sum(wait_ns) from collectives', summaries) as [[number]];
    // A summary rounds.
    expect(waited / waits).toBeCloseTo(1, 2);
    const computed = table('summary.split').map((of) => of('splitComputing'));
    const split = rows("select ns from splits where name = 'computing' order by rank", summaries) as [number][];
    expect(split).toHaveLength(2);
    for (const [at, [ns]] of split.entries()) expect(ns / (computed[at] as number)).toBeCloseTo(1, 2);
    // PerfTracker's histograms have every call of what was called more than once.
    const histograms = `select count(*), sum(of_class), sum(f.count) from (
        select *, row_number() over (partition by rank order by rowid) - 1 as number from facts where kind = 'function') f
      join (select rank, parent, sum(count) as of_class from calls group by rank, parent) c on c.rank = f.rank and c.parent = f.number`;
    const [[functions, called, counted]] = rows(histograms, summaries) as [[number, number, number]];
    expect(functions).toBeGreaterThan(20);
    expect(called).toBe(counted);
    const sampled = rows(`select rank, avg(value) from counters where counter = 'AI Core Freq' group by rank`) as [];
    expect(rows(`select count(*) from counters where name = 'AI Core Freq'`, summaries)).toEqual([[sampled.length]]);
    const job = join(home, 'job.parquet');
    expect(run(home, 'reduce', summaries, '--out', job).status).toBe(0);
    const found = rows('select name from findings order by name', job);
    expect(found).toEqual(rows('select id from findings order by id'));
    expect(found.length).toBeGreaterThan(0);
  }, 120_000);

  test('files: csv, JSON, Parquet, and nothing where the query fails', () => {
    const [home, folder] = [temporaryFolder(), temporaryFolder()];
    const ask = (sql: string, out: string) => run(home, 'query', home, sql, '--out', out, '--duckdb', duckdb as string);
    const [csv, parquet, none] = ['a.csv', "it's.parquet", 'none.parquet'].map((name) => join(folder, name));
    expect(ask(`select 1 as a, '=1+1' as b, null as c`, csv)).toMatchObject({ status: 0 });
    expect(readFileSync(csv, 'utf8')).toMatch(/^\ufeffa,b,c\r\n1,"?'=1\+1"?,\r\n$/);
    expect(ask('select 42 as kind -- the answer', parquet)).toMatchObject({ status: 0, stderr: '' });
    expect(rows('select kind from facts', parquet)).toEqual([[42]]);
    expect(ask('select 1) to 1; select (1', none)).toMatchObject({ status: 1 });
    expect(existsSync(none)).toBe(false);
    expect(existsSync(`${none}.part`)).toBe(false);
  }, 60_000);

  test.each([
    ["select * from read_csv('SECRET/secret.csv')", 'disabled by configuration'],
    [`select * from read_text('SECRET/secret.csv')`, 'disabled by configuration'],
    [`select * from glob('SECRET/*')`, 'disabled by configuration'],
    [`select * from 'SECRET/secret.csv'`, 'There is no table'],
    [`attach 'SECRET/x.db'`, 'A query only reads'],
    [`copy (select 1) to 'SECRET/x.csv'`, 'disabled by configuration'],
    ['install httpfs', 'A query only reads'],
    ['load json', 'A query only reads'],
    [`set memory_limit = '100GB'`, 'A query only reads'],
    ['create table x as select 1', 'A query only reads'],
    ['select 1; select 2', 'A query is one statement.'],
    ['select * from nothing', 'There is no table nothing'],
    ['select getenv(1)', 'does not exist'],
    ['with recursive r(n) as (select 1 union all select n + 1 from r) select count(*) from r', 'stopped after 2 s'],
    ['select count(*) from range(1000000000) a, range(1000000) b', 'stopped after 2 s'],
    ['select list(a.range) from range(1000000000) a', 'Out of Memory'],
  ])(
    'refused or stopped: %s',
    (sql, sentence) => {
      const secret = temporaryFolder();
      writeFileSync(join(secret, 'secret.csv'), 'a,b\n1,2\n');
      // What fills the memory first may take longer than two seconds for it where pages are dear.
      const seconds = sentence === 'Out of Memory' ? '40' : '2';
      const words = ['--seconds', seconds, '--memory', '100M', '--duckdb', duckdb as string];
      const made = run(temporaryFolder(), 'query', secret, sql.replaceAll('SECRET', secret), ...words);
      expect(made).toMatchObject({ status: 1, stdout: '' });
      expect(made.stderr).toContain(sentence);
      expect(existsSync(join(secret, 'x.csv')) || existsSync(join(secret, 'x.db'))).toBe(false);
    },
    60_000,
  );
});
