import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { builtWorker } from '../../../fixtures/builtWorker';
import { temporaryFolder } from '../../../fixtures/indexed';
import { sharedJob } from '../../../fixtures/sharedJob';

const { programPath } = builtWorker();

test('ranks to summaries, summaries to a job, and its findings', async () => {
  const { folder, truth } = await sharedJob({
    ranks: 2,
    steps: 2,
    eventsPerRank: 2000,
    seed: 3,
    faults: [{ kind: 'jit-compile', rank: 1, callsPerStep: 24, milliseconds: 1.2 }],
  });
  const home = temporaryFolder();
  const run = (...args: readonly string[]) =>
    spawnSync('node', [programPath, ...args], {
      encoding: 'utf8',
      env: { ...process.env, XDG_CACHE_HOME: home, XDG_CONFIG_HOME: home },
    });
  const summaries = join(home, 'summaries');
  for (const { rank, folder: name } of truth.ranks) {
    const made = run('summarize', join(folder, name), '--out', join(summaries, `of ${rank}`, 'rank.parquet'));
    expect(made).toMatchObject({ status: 0, stdout: expect.stringMatching(/rank\.parquet: 1 rank, [\d.]+ kB\n$/) });
  }
  const within = join(folder, truth.ranks[0].folder, 'rank.parquet');
  expect(run('summarize', join(folder, truth.ranks[0].folder), '--out', within)).toMatchObject({ status: 2 });
  expect(existsSync(within)).toBe(false);
  writeFileSync(join(summaries, 'empty.parquet'), '');
  mkdirSync(join(summaries, 'folder.parquet'));
  copyFileSync(join(summaries, 'of 0', 'rank.parquet'), join(summaries, 'z.parquet'));
  const job = join(summaries, 'job.parquet');
  for (const _ of ['first', 'and over it'])
    expect(JSON.parse(run('reduce', summaries, '--out', job, '--json').stdout)).toMatchObject({
      ranks: [0, 1],
      missing: [],
      leftOut: [
        { file: 'empty.parquet', why: 'not-a-summary' },
        { file: 'z.parquet', rank: 0, why: 'same-rank' },
      ],
    });
  expect(run('reduce', summaries, '--out', job, '--lang', 'zh').stdout).toContain('2 个 rank 的摘要。');
  const told = run('analyze', job, '--json', '--md', join(home, 'job.md'));
  expect(told).toMatchObject({ status: 0, stderr: '' });
  const schema = JSON.parse(readFileSync(join(import.meta.dirname, '../../../../docs/findings.schema.json'), 'utf8'));
  const report = JSON.parse(told.stdout);
  expect(z.fromJSONSchema(schema).safeParse(report).error).toBeUndefined();
  const direct = JSON.parse(run('analyze', folder, '--json').stdout);
  const ids = (own: { readonly findings: readonly { readonly id: string }[] }) => own.findings.map(({ id }) => id);
  expect(ids(report)).toEqual(ids(direct));
  expect(ids(report)).toContain('B3:compile Rank 1');
  expect(report.summaries).toMatchObject({ ranks: [0, 1], leftOut: [{}, {}] });
  expect(readFileSync(join(home, 'job.md'), 'utf8')).toContain('compiling operators');
  expect(run('analyze', job).stdout).toMatch(/^Summaries of 2 ranks\.\nLeft out: empty\.parquet: /);
  expect(run('analyze', job, '--fail-on', 'any:0')).toMatchObject({ status: 3 });
  expect(run('analyze', job, '--html', join(home, 'a.html'))).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('--html needs the ranks’ own files.'),
  });
  expect(run('analyze', join(summaries, 'z.parquet'))).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('has summaries of ranks. tracelane reduce makes a job of a folder of them.'),
  });
  expect(run('reduce', join(summaries, 'folder.parquet'), '--out', join(home, 'none'))).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('has no summary of a rank.'),
  });
});
