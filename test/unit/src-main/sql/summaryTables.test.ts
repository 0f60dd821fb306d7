/** Which tables of summaries are listed: those that the files' form has rows of. Without DuckDB, which only queries need. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { formOfFile } from '../../../../src-main/engine/summaries/endOfSummaries';
import { factTables } from '../../../../src-main/sql/factTables';
import { SqlQuestions } from '../../../../src-main/sql/sqlQuestions';
import { jobFile } from '../../../../src-worker/analysis/summary/jobSummary';
import { readFacts } from '../../../../src-worker/parquet/factFile';
import { dumpState } from '../../../fixtures/dumpState';
import { temporaryFolder } from '../../../fixtures/indexed';
import { scriptedEngine } from '../../../fixtures/scriptedEngine';
import { sharedJob } from '../../../fixtures/sharedJob';
import { reduceFiles, summariesIn } from '../../src-worker/analysis/summary/summaries';

function listed(paths: readonly string[]): Promise<readonly string[]> {
  const folder = temporaryFolder();
  const sql = new SqlQuestions({
    ...{ engine: scriptedEngine().engine, processPath: '', environment: {}, readableRoots: [] },
    ...{ configDir: folder, cacheDir: folder, formOf: formOfFile },
  });
  return sql.tables(dumpState({ paths })).then((tables) => tables.map(({ name }) => name));
}

const kindsOf = (bytes: Uint8Array) => [...new Set(readFacts(bytes).map(({ kind }) => kind))];

test('of a job and of ranks those that have rows in such a file, and of both all; no kind is without its table', async () => {
  const folder = temporaryFolder();
  const { folder: dump } = await sharedJob({ ranks: 2, steps: 2, eventsPerRank: 2000, seed: 3 });
  const files = await summariesIn(dump);
  const job = jobFile(await reduceFiles(files));
  const [jobPath, ranksPath] = [join(folder, 'job.parquet'), join(folder, 'summaries')];
  writeFileSync(jobPath, job);
  mkdirSync(ranksPath);
  for (const [at, { bytes }] of files.entries()) writeFileSync(join(ranksPath, `${at}.parquet`), bytes);

  const [ofJob, ofRanks, ofBoth] = await Promise.all([[jobPath], [ranksPath], [folder]].map(listed));
  expect(ofBoth).toEqual(['facts', ...Object.keys(factTables)]);
  expect(ofJob).toEqual(
    expect.arrayContaining(['facts', 'job', 'job_ranks', 'left_out', 'findings', 'steps', 'trust']),
  );
  expect(ofRanks).toEqual(expect.arrayContaining(['facts', 'ranks', 'waits', 'records', 'findings', 'steps', 'trust']));
  expect(ofJob.filter((name) => ['ranks', 'waits', 'records'].includes(name))).toEqual([]);
  expect(ofRanks.filter((name) => /^job|left_out|slow_links/.test(name))).toEqual([]);
  for (const [tables, bytes] of [
    [ofJob, job],
    [ofRanks, files[0].bytes],
  ] as const) {
    const kinds = new Set(tables.flatMap((name) => (name === 'facts' ? [] : factTables[name as 'job'].kinds)));
    expect(kindsOf(bytes).filter((kind) => !kinds.has(kind as 'job'))).toEqual([]);
  }
});

test('where no file says what it has facts of, all tables are listed', async () => {
  const path = join(temporaryFolder(), 'other.parquet');
  writeFileSync(path, 'PAR1 and no end');
  expect(await listed([path])).toEqual(['facts', ...Object.keys(factTables)]);
});
