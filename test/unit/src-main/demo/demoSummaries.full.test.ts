import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { DemoOptions } from '../../../../src-main/demo/options';
import type { DemoTruth } from '../../../../src-main/demo/truth';
import { writeDemoSummaries } from '../../../../src-main/engine/threads/demoSummaries';
import type { Fact } from '../../../../src-worker/parquet/factColumns';
import { readFacts } from '../../../../src-worker/parquet/factFile';
import { temporaryFolder } from '../../../fixtures/indexed';
import { sharedJob } from '../../../fixtures/sharedJob';
import { summariesIn } from '../../src-worker/analysis/summary/summaries';

const options: Omit<DemoOptions, 'folder' | 'signal'> = {
  ranks: 8,
  steps: 2,
  seed: 5,
  parallel: { tensor: 2, pipeline: 2, data: 2 },
  model: { layersPerStage: 1, microBatches: 2 },
  clockOffsetMs: 3,
  faults: [
    { kind: 'slow-rank', rank: 3, factor: 1.4 },
    { kind: 'heavy-stage', stage: 1, factor: 1.25 },
    { kind: 'down-clock', rank: 6, mhz: 1300 },
  ],
};

/** Not in a dump without a timeline. */
const isSame = ({ kind }: Fact) => kind !== 'frequency';

/** Of a dump that is there, its place is told. */
const placeless = (own: Fact): Fact =>
  own.kind === 'rank' ? { ...own, more: own.more?.replace(/"place":"[^"]+"/, '"place":""') } : own;

async function factsIn(folder: string): Promise<(readonly Fact[])[]> {
  const names = readdirSync(folder).filter((name) => name.endsWith('.parquet'));
  return Promise.all(names.sort().map(async (name) => readFacts(readFileSync(join(folder, name)))));
}

test('summaries of a simulated job are those of its dump', async () => {
  const folder = temporaryFolder();
  // In two parts, as two threads make them.
  const [first, second] = [
    [0, 1, 2, 3, 4],
    [5, 6, 7],
  ].map((ranks) => writeDemoSummaries({ ...options, folder }, ranks));
  const truths = [...(await first), ...(await second)];
  const own = await factsIn(folder);
  const dump = await sharedJob({ ...options, withTimeline: false });
  const direct = await Promise.all((await summariesIn(dump.folder)).map(({ bytes }) => readFacts(bytes)));
  const byRank = new Map(direct.map((facts) => [facts[0].rank, facts.map(placeless)]));
  expect(own.map(([{ rank }]) => rank)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  for (const facts of own) expect(facts.filter(isSame)).toEqual(byRank.get(facts[0].rank));
  expect(truths).toEqual((dump.truth satisfies DemoTruth).ranks);
  // Without a timeline the dump does not tell how fast the device runs; with one it says the same.
  const whole = await sharedJob(options);
  const timelines = await Promise.all((await summariesIn(whole.folder)).map(({ bytes }) => readFacts(bytes)));
  const frequencies = (all: readonly (readonly Fact[])[]) =>
    new Map(all.flat().flatMap(({ kind, rank, value, more }) => (kind === 'frequency' ? [[rank, [value, more]]] : [])));
  const told = frequencies(timelines);
  expect(told.size).toBe(8);
  for (const [rank, [mhz, more]] of frequencies(own)) {
    expect(mhz).toBeCloseTo(told.get(rank)?.[0] as number, 1);
    expect(more).toBe(told.get(rank)?.[1]);
  }
});
