/** Series of steps from everything that tells them, and what the rules say of them. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sentenceText } from '../../../../../src-contract/findings/sentence';
import { jobRecord } from '../../../../../src-worker/analysis/record/jobRecord';
import { findingsReport } from '../../../../../src-worker/analysis/report';
import { discoverDump } from '../../../../../src-worker/discovery/discover';
import { availability } from '../../../../../src-worker/views/allViews';
import { limits } from '../../../../fixtures/drawnJob';
import { openContext } from '../../../../fixtures/dumpContext';
import { fileTree } from '../../../../fixtures/fileTree';
import { temporaryFolder } from '../../../../fixtures/indexed';
import { newDatabase } from '../../../../fixtures/newDatabase';

/** ms: 20 skipped, 20 of mean 100 and deviation 2, four spikes. */
const spiky = [
  ...Array.from({ length: 40 }, (_, i) => (i < 20 ? 300 : i % 2 ? 102 : 98)),
  ...[150, 150, 150, 150, 100],
];
const csv = `step,step time (ms)\n${spiky.map((ms, at) => `${at + 1},${ms}`).join('\n')}\n`;

test('a csv of step times is a job by itself: its series, and the alarm in it by the name of the file', async () => {
  const path = join(fileTree({ 'steps.csv': csv }), 'steps.csv');
  const dump = await openContext(path);
  expect([dump.ranks.length, availability.findings(dump), availability.summary(dump)]).toEqual([0, true, false]);
  const job = await jobRecord(dump);
  expect(job.series).toMatchObject([{ label: 'steps.csv', rank: undefined, file: { measure: 'duration' } }]);
  const { findings, stepCount, stepNs } = findingsReport(job, limits);
  expect(stepCount).toBe(45);
  expect(stepNs).toBeCloseTo((20 * 300e6 + 20 * 100e6 + 700e6) / 45, 0);
  expect(findings).toMatchObject([{ rule: 'E1', rank: undefined, place: { ranks: [] } }]);
  expect(sentenceText(findings[0].title, 'en')).toMatch(/^steps\.csv: 4 of 45 steps fluctuate/);
  expect(sentenceText(findings[0].effects[0], 'en')).toBe(
    'ModelArts’ monitor would have asked for a profile at step 44.',
  );
});

test('found in a folder by its name and its header, and no table of the rank beside it', async () => {
  const folder = fileTree({
    'train_log.jsonl': '{"step":1,"ms":4}\n{"step":2,"ms":5}\n',
    'step_notes.csv': 'who,what\n',
    'kernel_details.csv': 'Name,Step Id,Duration(us)\n',
  });
  const { clusterFiles, ranks } = await discoverDump([folder]);
  expect(clusterFiles).toMatchObject([{ path: join(folder, 'train_log.jsonl'), table: 'step-times' }]);
  expect(ranks.flatMap(({ files }) => files.map(({ table }) => table)).sort()).toEqual(['kernels', 'other-table']);
});

test('a csv in which nothing is a duration says so, and the rest of the dump is there', async () => {
  const dump = await openContext(join(fileTree({ 'steps.csv': 'step,ms\n1,x\n2,y\n' }), 'steps.csv'));
  expect((await jobRecord(dump)).series).toEqual([]);
  expect(dump.notices).toMatchObject([{ code: 'damaged-lines', params: { count: 2 } }]);
});

const MS = 1_000_000n;
const THREAD = (100n << 32n) + 7n;
const NONE = 4_294_967_295;

/** What msMonitor records when it is asked for marks alone: "step N" one after another. */
function monitorDatabase(name: string, first: number, baseNs: bigint, ms: readonly number[]): string {
  const path = join(temporaryFolder(), name);
  const database = newDatabase(path);
  database.exec('BEGIN');
  const texts = ['default', ...ms.map((_, at) => `step ${first + at}`)];
  database.exec('CREATE TABLE STRING_IDS (id INTEGER PRIMARY KEY, value TEXT)');
  for (const [at, text] of texts.entries()) database.run('INSERT INTO STRING_IDS VALUES (?, ?)', [at, text]);
  database.exec('CREATE TABLE ENUM_MSTX_EVENT_TYPE (id INTEGER PRIMARY KEY, name TEXT)');
  database.run("INSERT INTO ENUM_MSTX_EVENT_TYPE VALUES (2, 'start/end')");
  database.exec(
    'CREATE TABLE MSTX_EVENTS (startNs INTEGER, endNs INTEGER, eventType INTEGER, rangeId INTEGER, category INTEGER, message INTEGER, globalTid INTEGER, endGlobalTid INTEGER, domainId INTEGER, connectionId INTEGER)',
  );
  let fromNs = baseNs;
  for (const [at, own] of ms.entries()) {
    const toNs = fromNs + BigInt(own) * MS;
    const row = [fromNs, toNs, 2, NONE, NONE, at + 1, THREAD, THREAD, 0, 4_000_000_000 + at];
    database.run(`INSERT INTO MSTX_EVENTS VALUES (${row.map(() => '?').join()})`, row);
    fromNs = toNs;
  }
  database.exec('COMMIT');
  database.close();
  return path;
}

const BASE = 1_700_000_000_000_000_000n;

test('an msMonitor database of marks alone: its steps, each at its place in the timeline', async () => {
  const dump = await openContext(monitorDatabase('msmonitor_100_20250912133501123_3.db', 10, BASE, spiky));
  expect(availability.findings(dump)).toBe(true);
  const job = await jobRecord(dump);
  expect(job.series).toMatchObject([{ label: 'Rank 3', rank: 3, parts: [{ index: 0 }] }]);
  expect(job.series[0].steps[43]).toMatchObject({ number: 53, ns: 150e6 });
  const { findings } = findingsReport(job, limits);
  expect(findings).toMatchObject([{ rule: 'E1', rank: 3, evidence: [{ kind: 'range' }, {}, {}] }]);
});

test('two of one job, two hours apart, are one series: the baseline is of the first, the alarm in the second', async () => {
  const early = monitorDatabase('msmonitor_100_20250912133501123_0.db', 1, BASE, spiky.slice(0, 40));
  const late = monitorDatabase('msmonitor_100_20250912153501123_0.db', 900, BASE + 7_200_000n * MS, spiky.slice(40));
  const job = await jobRecord(await openContext(late, early));
  expect(job.series).toHaveLength(1);
  const [{ steps, parts }] = job.series;
  expect([steps.length, parts.length, steps[40].number, steps[40].part]).toEqual([45, 2, 900, 1]);
  const { findings } = findingsReport(job, limits);
  expect(findings).toMatchObject([{ rule: 'E1', rank: 0 }]);
  expect(sentenceText(findings[0].effects[0], 'en')).toMatch(/at step 903\.$/);
});
