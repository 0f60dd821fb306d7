import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, vi } from 'vitest';
import type { DumpState, Engine, EngineSettings, RankState } from '../../../../src-contract';
import { nextDumpState } from '../../../../src-contract/wire/dumpUpdates';
import { createEngine } from '../../../../src-main/engine/engine';
import { expectEqual } from '../../../fixtures/expectEqual';
import { temporaryFolder } from '../../../fixtures/indexed';
import { sharedJob } from '../../../fixtures/sharedJob';
import { isDone } from './startedEngine';

const RANKS = 4;
const THREADS = 2;

interface Opened {
  readonly engine: Engine;
  readonly state: DumpState;
  readonly cacheFolder: string;
  /** Most that the indexes took up at any time of opening. */
  readonly peakBytes: number;
  memoryBytes(): Promise<number>;
}

async function openedWith(workerUrl: URL, folder: string, settings: Partial<EngineSettings>): Promise<Opened> {
  const own = temporaryFolder();
  const host = createEngine({
    workerUrl,
    indexThreads: THREADS,
    host: { kind: 'browser', version: '0', platform: 'test', initialPaths: [], roots: [] },
    userDirs: { cacheDir: join(own, 'cache'), configDir: join(own, 'config'), tempDir: join(own, 'tmp') },
  });
  onTestFinished(() => host.dispose());
  const { engine } = host;
  const memoryBytes = async () => (await engine.usage()).memoryBytes;
  await engine.changeSettings(settings);
  let peakBytes = 0;
  let isOpen = false;
  const looking = (async () => {
    while (!isOpen) {
      peakBytes = Math.max(peakBytes, await memoryBytes());
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  })();
  const dump = await engine.open([folder]);
  let state = await nextDumpState(engine, dump);
  while (!isDone(state)) state = await nextDumpState(engine, dump, state);
  isOpen = true;
  await looking;
  expect(state.ranks.map(({ status }) => status)).toEqual(Array(RANKS).fill('ready'));
  return { engine, state, cacheFolder: join(own, 'cache', 'index'), peakBytes, memoryBytes };
}

/**
 * All that a rank shows, slice by slice, what is found in it, and one of its slices. From farther away quads of several slices may
 * differ in hue and density by whether stretches have been made yet, which is done when nobody asks for anything.
 */
async function answersAbout(engine: Engine, state: DumpState, rank: RankState) {
  const lanes = rank.groups.flatMap((group) => group.lanes.map(({ id }) => id));
  const span = { dump: state.id, startNs: rank.startNs, endNs: rank.endNs, lanes };
  const nsPerPixel = 1;
  const view = await engine.viewport({ ...span, nsPerPixel, folded: [], labelMinPixels: 30 });
  const details = await engine.slice(state.id, {
    rank: rank.index,
    generation: rank.generation,
    slice: view.quads.slice[100] as never,
  });
  const arrows = await engine.flows({ ...span, nsPerPixel, categories: ['async_npu'], maxArrows: 100 });
  const statistics = await engine.statistics({ ...span, maxRows: 20 });
  return { view, details, arrows, statistics };
}

/** Ranks that do not fit into the memory they may take up answer as they would with room for all. */
export async function expectWithinBudget(workerUrl: URL, cacheLimitBytes: number): Promise<void> {
  // Each more than 8 MB, so that their indexes are kept.
  const { folder } = await sharedJob({ ranks: RANKS, steps: 2, eventsPerRank: 45_000, seed: 6 });
  const roomy = await openedWith(workerUrl, folder, { cacheLimitBytes, memoryBudgetBytes: 2 ** 40 });
  const { engine, state } = roomy;
  const allBytes = await roomy.memoryBytes();
  const expected = await Promise.all(state.ranks.map((rank) => answersAbout(engine, state, rank)));
  const search = { text: 'matmul', maxResults: 50 };
  const expectedFound = await engine.search({ ...search, dump: state.id });
  expect(expected.every(({ view, details }) => view.quads.slice.length > 1000 && details)).toBe(true);

  const memoryBudgetBytes = Math.ceil(allBytes * (1.5 / RANKS));
  const tight = await openedWith(workerUrl, folder, { cacheLimitBytes, memoryBudgetBytes });
  // Besides what fits, there may be those that have just been read, and their index not been written yet.
  expect(tight.peakBytes).toBeLessThan(allBytes);
  const kept = ({ cacheFolder }: Opened) => (existsSync(cacheFolder) ? readdirSync(cacheFolder) : []);
  const untilKept = (opened: Opened) =>
    vi.waitFor(() => expect(kept(opened)).toHaveLength(cacheLimitBytes && RANKS), 20_000);
  await untilKept(tight);
  await vi.waitFor(async () => expect(await tight.memoryBytes()).toBeLessThanOrEqual(memoryBudgetBytes), 20_000);
  const found = await tight.engine.search({ ...search, dump: tight.state.id });
  expect(found.totalCount).toBe(expectedFound.totalCount);
  expect(await tight.memoryBytes()).toBeLessThanOrEqual(memoryBudgetBytes);

  await untilKept(roomy);
  await engine.changeSettings({ memoryBudgetBytes });
  for (const [i, rank] of state.ranks.entries()) {
    expectEqual(await answersAbout(engine, state, rank), expected[i]);
    expect(await roomy.memoryBytes()).toBeLessThanOrEqual(memoryBudgetBytes);
  }
  expect(await engine.search({ ...search, dump: state.id })).toEqual(expectedFound);

  // All at once, and the budget changed meanwhile.
  const asked = state.ranks.map((rank) => answersAbout(engine, state, rank));
  await engine.changeSettings({ memoryBudgetBytes: 0 });
  expectEqual(await Promise.all(asked), expected);
  // Nothing but what was asked about last.
  await vi.waitFor(async () => expect(await roomy.memoryBytes()).toBeLessThan(allBytes * (1.5 / RANKS)), 20_000);
  await engine.changeSettings({ memoryBudgetBytes: 2 ** 40 });
  for (const rank of state.ranks) await answersAbout(engine, state, rank);
  expect(await roomy.memoryBytes()).toBe(allBytes);
}
