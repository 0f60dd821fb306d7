import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { discoverDump } from '../../../../src-worker/discovery/discover';
import { fingerprintsOf } from '../../../../src-worker/files/fingerprints';
import { describeDumps, dumpPath } from '../../../fixtures/dumps';
import { indexFiles, temporaryFile, temporaryFolder } from '../../../fixtures/indexed';
import { lines } from '../../../fixtures/monitorLines';
import { writeZip } from '../../../fuzz/inputs/zipWriter';

const trace = (count: number) =>
  Buffer.from(JSON.stringify(Array.from({ length: count }, (_, ts) => ({ ph: 'X', ts, dur: 1, name: 'a', pid: 1 }))));

async function countsOf(path: string) {
  const { ranks, notices } = await discoverDump([path]);
  const counts = [];
  for (const { rank, timelinePaths } of ranks) {
    const { status, summary } = await indexFiles(timelinePaths);
    counts.push([rank, status, summary.eventCounts.X]);
  }
  return { counts, notices };
}

test('a zip with many traces is a rank for each, plain, packed again or stored; what is no trace is told', async () => {
  const path = temporaryFile(
    'job.zip',
    writeZip([
      { name: 'logs/rank1/trace.json', bytes: trace(3) },
      { name: 'logs/rank0/trace.json', bytes: trace(2), isStored: true },
      { name: 'worker_2.1694128201554.pt.trace.json.gz', bytes: gzipSync(trace(4)) },
      { name: 'msmonitor_7_20250912133501123_3.jsonl', bytes: Buffer.from(lines.kernel('k', 0, 5, 1)) },
      { name: 'communication.json', bytes: Buffer.from('{"step":{}}') },
      { name: 'notes.txt', bytes: Buffer.from('hello') },
    ]),
  );
  const { counts, notices } = await countsOf(path);
  expect(counts).toEqual([
    [0, 'ready', 2],
    [1, 'ready', 3],
    [2, 'ready', 4],
    [3, 'ready', 1],
  ]);
  expect(notices).toMatchObject([{ code: 'zip-others-not-read', params: { count: 2 }, path }]);
  // Each can be opened again by its place, and its index kept.
  const [first, second] = (await discoverDump([path])).ranks;
  expect((await discoverDump([second.place])).ranks).toMatchObject([{ rank: 1, timelinePaths: second.timelinePaths }]);
  const prints = await fingerprintsOf([...first.timelinePaths, ...second.timelinePaths]);
  expect(new Set(prints.map((print) => print.path)).size).toBe(2);
});

test('with one trace beside a larger file, the trace is what opens', async () => {
  const table = Buffer.from(JSON.stringify({ step: 'x'.repeat(100_000) }));
  const path = temporaryFile(
    'one.zip',
    writeZip([
      { name: 'communication.json', bytes: table },
      { name: 'trace.json', bytes: trace(5) },
    ]),
  );
  expect((await countsOf(path)).counts).toEqual([[undefined, 'ready', 5]]);
});

test('a folder may be called .zip, and a member that is gone is told', async () => {
  const folder = join(temporaryFolder(), 'a.zip');
  mkdirSync(folder);
  writeFileSync(join(folder, 'trace.json'), trace(2));
  expect((await countsOf(folder)).counts).toEqual([[undefined, 'ready', 2]]);
  const zip = temporaryFile('b.zip', writeZip([{ name: 'trace.json', bytes: trace(1) }]));
  const { status, summary } = await indexFiles([join(zip, 'other.json')]);
  expect([status, summary.notices.map(({ code, params }) => [code, params])]).toMatchObject([
    'failed',
    [['zip-unreadable', {}]],
  ]);
});

test('zips in a folder that holds nothing else are opened; beside something else they are named', async () => {
  const folder = temporaryFolder();
  const zip = writeZip([
    { name: 'rank0.json', bytes: trace(2) },
    { name: 'rank1.json', bytes: trace(3) },
  ]);
  mkdirSync(join(folder, 'inner'));
  writeFileSync(join(folder, 'inner', 'job.zip'), zip);
  writeFileSync(join(folder, 'other.zip'), writeZip([{ name: 'notes.txt', bytes: Buffer.from('hello') }]));
  writeFileSync(join(folder, 'damaged.zip'), zip.subarray(0, -8));
  const { counts, notices } = await countsOf(folder);
  expect(counts).toEqual([
    [0, 'ready', 2],
    [1, 'ready', 3],
  ]);
  expect(notices).toEqual([]);
  writeFileSync(join(folder, 'rank0.json'), trace(4));
  const beside = await countsOf(folder);
  expect(beside.counts).toEqual([[0, 'ready', 4]]);
  expect(beside.notices).toMatchObject([
    { code: 'zip-beside', params: { count: 2 }, path: join(folder, 'inner', 'job.zip') },
  ]);
});

describeDumps('real traces in a zip', () => {
  test('eight ranks are the eight that their folder has', async () => {
    const names = (await discoverDump([dumpPath('kineto', 'dlrm_8ranks_v100')])).ranks.map(
      ({ timelinePaths }) => timelinePaths[0],
    );
    const entries = names.map((name) => ({ name: name.split('/').at(-1) ?? '', bytes: readFileSync(name) }));
    const { counts, notices } = await countsOf(temporaryFile('dlrm.zip', writeZip(entries)));
    expect(counts.map(([rank, , count]) => [rank, count])).toEqual([
      [0, 2460],
      [1, 2527],
      [2, 2449],
      [3, 2552],
      [4, 2470],
      [5, 2440],
      [6, 2451],
      [7, 2440],
    ]);
    expect(notices).toEqual([]);
  });
});
