import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import type { DumpState, Engine, QuestionId, TableQuery } from '../../../../src-contract';
import { nextDumpState } from '../../../../src-contract/wire/dumpUpdates';
import { createEngine } from '../../../../src-main/engine/engine';
import { builtWorker } from '../../../fixtures/builtWorker';
import { temporaryFolder } from '../../../fixtures/indexed';
import { sharedJob } from '../../../fixtures/sharedJob';

const RANKS = 4;
const ALL = Array.from({ length: RANKS }, (_, rank) => rank);
/** Worked out of the timeline of each rank by what `longTable` asks. */
const KEY = 'launches of kernels';
const worker = builtWorker('trial');
let job = '';
/** Of all ranks, by the files. */
let kernelCount = 0;

beforeAll(async () => {
  ({ folder: job } = await sharedJob({ ranks: RANKS, steps: 2, eventsPerRank: 3000, seed: 11 }));
  const tables = readdirSync(job, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('kernel_details.csv'),
  );
  // Without the header, and the end of the last line.
  kernelCount = tables.reduce((sum, path) => sum + readFileSync(join(job, path), 'utf8').split('\n').length - 2, 0);
}, 60_000);
afterEach(() => {
  vi.unstubAllEnvs();
});

interface Trial {
  /** Each rank's work waits until it is let pass. */
  readonly holds?: boolean;
  readonly diesAt?: number;
  readonly memoryBudgetBytes?: number;
}

async function opened({ holds = false, diesAt, memoryBudgetBytes }: Trial) {
  const own = temporaryFolder();
  const logFile = join(own, 'log');
  vi.stubEnv('TRIAL_KEY', KEY);
  vi.stubEnv('TRIAL_HOLDS', holds ? '1' : '');
  vi.stubEnv('TRIAL_LOG', logFile);
  if (diesAt !== undefined) vi.stubEnv('TRIAL_DIES_AT', String(diesAt));
  const host = createEngine({
    workerUrl: worker.url,
    indexThreads: 2,
    host: { kind: 'browser', version: '0', platform: 'test', initialPaths: [], roots: [] },
    userDirs: { cacheDir: join(own, 'cache'), configDir: join(own, 'config'), tempDir: join(own, 'tmp') },
  });
  onTestFinished(() => host.dispose());
  const { engine } = host;
  const dump = await engine.open([job]);
  let state = await nextDumpState(engine, dump);
  while (state.openMs === undefined) state = await nextDumpState(engine, dump, state);
  if (memoryBudgetBytes !== undefined) {
    const { memoryBytes } = await engine.usage();
    await engine.changeSettings({ memoryBudgetBytes: Math.ceil(memoryBytes * memoryBudgetBytes) });
    await vi.waitFor(async () => expect((await engine.usage()).memoryBytes).toBeLessThan(memoryBytes / 2), 20_000);
  }
  const lines = (what: string) =>
    (existsSync(logFile) ? readFileSync(logFile, 'utf8').split('\n') : []).filter((line) => line.includes(` ${what} `));
  return {
    engine,
    state,
    /** Ranks whose index came into a thread; or of which the answer was worked out. */
    loads: () => lines('load').map((line) => Number(line.split(' ')[2])),
    makes: () => lines('make').map((line) => Number(line.split(' ')[2])),
    letPass: (ranks: number) => appendFileSync(`${logFile}.passes`, ' '.repeat(ranks)),
  };
}

const id = 'a question of this test' as QuestionId;

function kernels({ id: dump, ranks }: DumpState, ...more: readonly ('withLaunch' | 'one rank')[]): TableQuery {
  const of = {
    ranks: ranks.map(({ index }) => index).slice(0, more.includes('one rank') ? 1 : RANKS),
    ...(more.includes('withLaunch') && { withLaunch: true }),
  };
  return { dump, source: { table: 'operator.kernels', of }, sort: [], filters: [], firstRow: 0, rowCount: 5 };
}

async function begun(engine: Engine, ranksDone = 1): Promise<void> {
  await vi.waitFor(
    async () => expect((await engine.questionProgress(id))?.ranksDone).toBeGreaterThanOrEqual(ranksDone),
    { timeout: 20_000, interval: 20 },
  );
}

test('while a question takes long, a viewport, a search and other tables are answered, and it can be stopped', async () => {
  const { engine, state, makes, letPass } = await opened({ holds: true });
  const { id: dump, ranks } = state;
  const [first] = ranks;
  if (!first) throw new Error('the dump has ranks');
  let isDone = false;
  const long = engine.table(kernels(state, 'withLaunch'), id).finally(() => {
    isDone = true;
  });
  const stopped = expect(long).rejects.toMatchObject({ name: 'QuestionStoppedError' });
  letPass(1);
  await begun(engine);
  const lanes = first.groups.flatMap((group) => group.lanes.map((lane) => lane.id));
  const { startNs, endNs } = first;
  const nsPerPixel = (endNs - startNs) / 1000;
  // Of the same view: answered by the same thread, between two ranks.
  const ofOneRank = engine.table(kernels(state, 'one rank'));
  const [view, found, memory] = await Promise.all([
    engine.viewport({ dump, startNs, endNs, nsPerPixel, lanes, folded: [], labelMinPixels: 30 }),
    engine.search({ dump, text: 'matmul', maxResults: 5 }),
    engine.ask(dump, 'memory.ranks', { ranks: ranks.map(({ index }) => index) }),
  ]);
  letPass(1);
  const page = await ofOneRank;
  expect(isDone).toBe(false);
  expect(view.quads.slice.length).toBeGreaterThan(100);
  expect(found.totalCount).toBeGreaterThan(0);
  expect(memory).toHaveLength(RANKS);
  expect(page.totalRows).toBeGreaterThan(0);
  const progress = await engine.questionProgress(id);
  expect(progress?.ranksTotal).toBe(RANKS);
  expect(progress?.ranksDone).toBeLessThan(RANKS);

  const madeBefore = makes().length;
  await engine.cancelQuestion(id);
  letPass(1);
  await stopped;
  expect(makes().length).toBeLessThanOrEqual(madeBefore + 1);
  expect(makes().length).toBeLessThan(RANKS);
  expect(await engine.questionProgress(id)).toBeUndefined();
  letPass(2 * RANKS);
  // Asked again it goes on with what is not there yet.
  await engine.table(kernels(state, 'withLaunch'));
  expect(makes().sort()).toEqual(ALL);
}, 60_000);

test('a question ends with its dump, within a rank’s work', async () => {
  const { engine, state, makes, letPass } = await opened({ holds: true });
  const stopped = expect(engine.table(kernels(state, 'withLaunch'), id)).rejects.toMatchObject({
    name: 'QuestionStoppedError',
  });
  letPass(1);
  await begun(engine);
  const closed = engine.close(state.id);
  letPass(1);
  await closed;
  await stopped;
  expect(makes().length).toBeLessThan(RANKS);
}, 60_000);

test('a job larger than the memory: each index comes into memory once for a question, and not again for what is known', async () => {
  const { engine, state, loads } = await opened({ memoryBudgetBytes: 1.5 / RANKS });
  const before = loads().length;
  expect((await engine.table(kernels(state, 'withLaunch'))).totalRows).toBe(kernelCount);
  expect(loads().slice(before).sort()).toEqual(ALL);
  const known = loads().length;
  const others = { ...kernels(state, 'withLaunch'), firstRow: 5 };
  expect((await engine.table(others)).rowIds).toHaveLength(5);
  expect(loads().length).toBe(known);
}, 60_000);

test('a thread that dies in the middle: another goes on, and the answer is the same', async () => {
  const { engine, state, makes } = await opened({ diesAt: 3, memoryBudgetBytes: 1.5 / RANKS });
  const page = await engine.table(kernels(state, 'withLaunch'), id);
  expect(makes().filter((rank) => rank === 3)).toHaveLength(2);
  expect(page.totalRows).toBe(kernelCount);
  // Nothing that it held is held for ever.
  await engine.changeSettings({ memoryBudgetBytes: 0 });
  await vi.waitFor(async () => expect((await engine.usage()).memoryBytes).toBe(0), 20_000);
}, 60_000);
