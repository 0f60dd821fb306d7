import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MessageChannel } from 'node:worker_threads';
import { afterEach, expect, inject, test } from 'vitest';
import { SummaryReading } from '../../../../src-main/engine/threads/summaryReading';
import { serveTables } from '../../../../src-main/engine/threads/summaryTables';
import { jobFile } from '../../../../src-worker/analysis/summary/jobSummary';
import { fileOfForm } from '../../../../src-worker/analysis/summary/summaryFile';
import { alignRanks } from '../../../../src-worker/model/clock/alignRanks';
import { callColumns, type SharedCollective } from '../../../../src-worker/model/clock/callColumns';
import { alignmentLimits } from '../../../../src-worker/model/clock/jobClock';
import { plainFact, TextPool } from '../../../../src-worker/parquet/factTable';
import { ShapePool } from '../../../../src-worker/parquet/numberHoles';
import { loadWasmModule } from '../../../../src-worker/tokenizer/wasmModule';
import { temporaryFolder } from '../../../fixtures/indexed';
import { Random } from '../../../fixtures/random';
import { sharedJob } from '../../../fixtures/sharedJob';
import { reduceFiles, summariesIn } from '../../src-worker/analysis/summary/summaries';

/** Some batches: rooms of tables are used again. */
const FILES = 500;

const readings: SummaryReading[] = [];
afterEach(() => {
  for (const own of readings.splice(0)) own.end();
});

/** Each of one rank, with a text of its own and one that all have. Two are none. */
function someFiles(): readonly string[] {
  const folder = temporaryFolder();
  return Array.from({ length: FILES }, (_, rank) => {
    const path = join(folder, `${rank}.parquet`);
    const facts = [
      { kind: 'rank', rank, name: `Rank ${rank}`, detail: 'host', more: `{"rank":${rank}}`, ns: rank / 7 },
      ...Array.from({ length: rank % 9 }, (_, at) => ({ kind: 'other', rank, count: at, ns: rank * at })),
    ];
    if (rank === 130) mkdirSync(path);
    else writeFileSync(path, rank === 131 ? 'text' : fileOfForm('ranks', facts));
    return path;
  });
}

async function allOf(paths: readonly string[], readerCount: number) {
  const module = loadWasmModule(inject('factsWasm'));
  const ports = Array.from({ length: readerCount }, () => {
    const { port1, port2 } = new MessageChannel();
    serveTables(port1, module);
    return port2;
  });
  const reading = new SummaryReading(paths, ports, module);
  readings.push(reading);
  const pools = { texts: new TextPool(), shapes: new ShapePool() };
  const found = [];
  for (const at of paths.keys()) {
    const own = await reading.at(at, pools);
    found.push(own.kind === 'facts' ? own.table.rows().map(plainFact) : own);
  }
  return { found, texts: pools.texts };
}

test('files are read in their order, whoever reads them, and those that are none say why', async () => {
  const paths = someFiles();
  const alone = await allOf(paths, 0);
  const beside = await allOf(paths, 2);
  expect(beside.found).toEqual(alone.found);
  expect(alone.found[139]).toEqual([
    { kind: 'rank', rank: 139, name: 'Rank 139', detail: 'host', more: `{"rank":139}`, ns: 139 / 7 },
    ...[0, 1, 2, 3].map((at) => ({ kind: 'other', rank: 139, count: at, ns: 139 * at })),
  ]);
  expect(alone.found[130]).toMatchObject({ kind: 'refused', why: 'unreadable' });
  expect(alone.found[131]).toMatchObject({ kind: 'refused', why: 'not-a-summary' });
  // A text that several threads have read is kept once.
  expect(beside.texts.texts.filter((text) => text === 'host')).toHaveLength(1);
  expect(new Set(beside.texts.texts)).toEqual(new Set(alone.texts.texts));
});

/** Calls of three ranks, whose clocks are 5 and −7 µs ahead of the first one's. */
function someCalls(): readonly SharedCollective[] {
  const random = new Random(3);
  return Array.from({ length: 40 }, (_, at) => {
    const endNs = 1e9 + at * 1e6;
    const calls = [0, 5000, -7000].map((aheadNs, rank) => {
      const ownNs = endNs + aheadNs + 100 * random.next();
      return { rank, startNs: ownNs - 2e5 * random.next(), endNs: ownNs };
    });
    return { group: 'all', calls };
  });
}

test('a reader aligns ranks as this thread does', async () => {
  const { port1, port2 } = new MessageChannel();
  serveTables(port1);
  const reading = new SummaryReading([], [port2]);
  readings.push(reading);
  const here = alignRanks(3, someCalls(), alignmentLimits());
  const there = await reading.beside?.align(3, callColumns(3, someCalls()), alignmentLimits());
  expect(there).toEqual(here);
  expect(here.ranks.map(({ offsetNs }) => Math.round(offsetNs / 1000))).toEqual([0, 5, -7]);
  expect(new SummaryReading([], []).beside).toBeUndefined();
});

test('a reader judges the calls of a job as this thread does, behind its clocks', async () => {
  const { folder } = await sharedJob({ ranks: 2, steps: 2, eventsPerRank: 2000, seed: 3 });
  const files = await summariesIn(folder);
  const { port1, port2 } = new MessageChannel();
  serveTables(port1);
  const reading = new SummaryReading([], [port2]);
  readings.push(reading);
  const { beside } = reading;
  if (!beside) throw new Error('Nobody reads');
  const answers: string[] = [];
  const told = async <T>(name: string, answer: T | Promise<T>) => {
    const made = await answer;
    answers.push(name);
    return made;
  };
  const job = await reduceFiles(files, {
    align: (...own) => told('clocks', beside.align(...own)),
    judge: (...own) => told('calls', beside.judge(...own)),
  });
  expect(jobFile(job)).toEqual(jobFile(await reduceFiles(files)));
  expect(answers).toEqual(['clocks', 'calls']);
});

test('a reader that ends is an error, and not files that are missing', async () => {
  const paths = someFiles();
  const { port1, port2 } = new MessageChannel();
  const reading = new SummaryReading(paths, [port2]);
  readings.push(reading);
  const pools = { texts: new TextPool(), shapes: new ShapePool() };
  port1.close();
  await expect(
    (async () => {
      for (const at of paths.keys()) await reading.at(at, pools);
    })(),
  ).rejects.toThrow('The thread that reads summaries has ended');
});
