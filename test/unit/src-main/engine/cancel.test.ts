import { createReadStream, createWriteStream, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Remote } from 'comlink';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { DumpState } from '../../../../src-contract';
import { nextDumpState } from '../../../../src-contract/wire/dumpUpdates';
import { generateDemo } from '../../../../src-main/demo/generate';
import { createEngine } from '../../../../src-main/engine/engine';
import { JobStoppedError, ThreadPool } from '../../../../src-main/engine/threads/threadPool';
import { ThreadProgram } from '../../../../src-main/engine/threads/threadProgram';
import type { IndexingApi } from '../../../../src-worker/indexingApi';
import { builtWorker } from '../../../fixtures/builtWorker';
import { temporaryFolder } from '../../../fixtures/indexed';

const worker = builtWorker();
const EVENTS = 250_000;
let folder = '';
let plain = '';
let packed = '';

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tracelane-cancel-'));
  await generateDemo({ folder: join(folder, 'demo'), ranks: 1, steps: 6, eventsPerRank: EVENTS, seed: 3 });
  const traces = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  plain = join(folder, traces.find((name) => name.endsWith('trace_view.json')) ?? '');
  packed = join(folder, 'trace.json.gz');
  await pipeline(createReadStream(plain), createGzip({ level: 1 }), createWriteStream(packed));
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What a thread is asked, but that lanes are arranged only when `mayArrange` has resolved. */
function holdingArranging(api: Remote<IndexingApi>, mayArrange: Promise<void>): Remote<IndexingApi> {
  const arrangeLanes = async (...args: Parameters<IndexingApi['arrangeLanes']>) => {
    await mayArrange;
    return api.arrangeLanes(...args);
  };
  return new Proxy(api, { get: (of, name) => (name === 'arrangeLanes' ? arrangeLanes : Reflect.get(of, name)) });
}

/**
 * Opens a file, cancels as soon as it has come `asFarAs`, and tells how it stands once no thread has anything to do for
 * it. How soon that is, `npm run bench` measures. Its lanes are arranged when that has been cancelled, so that it is not
 * done before, however fast the machine is.
 */
async function stopped(path: string, asFarAs: (state: DumpState) => boolean): Promise<DumpState> {
  const own = temporaryFolder();
  let jobs = 0;
  let arrange = () => {};
  const mayArrange = new Promise<void>((resolve) => {
    arrange = resolve;
  });
  const run = ThreadPool.prototype.run;
  const counting = vi.spyOn(ThreadPool.prototype, 'run').mockImplementation(function (this: ThreadPool, work, ...more) {
    jobs++;
    const held: typeof work = (api) => work(holdingArranging(api, mayArrange));
    return run.call(this, held, ...more).finally(() => {
      jobs--;
    });
  });
  const { engine, dispose } = createEngine({
    workerUrl: worker.url,
    indexThreads: 2,
    host: { kind: 'browser', version: '0', platform: 'test', initialPaths: [], roots: [] },
    userDirs: { cacheDir: join(own, 'cache'), configDir: join(own, 'config'), tempDir: join(own, 'tmp') },
  });
  try {
    const dump = await engine.open([path]);
    let state = await nextDumpState(engine, dump);
    while (!asFarAs(state) && state.openMs === undefined) state = await nextDumpState(engine, dump, state);
    expect(['discovering', 'indexing']).toContain(state.status);
    await engine.cancel(dump);
    arrange();
    while (state.status === 'discovering' || state.status === 'indexing')
      state = await nextDumpState(engine, dump, state);
    await vi.waitUntil(() => jobs === 0, { interval: 2, timeout: 20_000 });
    return state;
  } finally {
    arrange();
    counting.mockRestore();
    await dispose();
  }
}

const allRead = ({ progress }: DumpState) => progress.bytesTotal > 0 && progress.bytesDone === progress.bytesTotal;

describe('cancelling ends it', () => {
  test.each<[string, () => string, (state: DumpState) => boolean]>([
    ['at once', () => plain, () => true],
    ['while the first events are read', () => plain, ({ progress }) => progress.bytesDone > 0],
    ['while there is something to see', () => plain, ({ ranks }) => (ranks[0]?.groups.length ?? 0) > 0],
    ['while lanes are arranged', () => plain, allRead],
    ['while a packed file is read', () => packed, ({ progress }) => progress.eventsDone > 100_000],
    ['while a packed file is arranged', () => packed, allRead],
  ])(
    '%s',
    async (_when, path, asFarAs) => {
      const state = await stopped(path(), asFarAs);
      // What was nearly done may have been done before it was stopped; then it must be complete.
      const events = Object.values(state.ranks[0]?.eventCounts ?? {}).reduce((sum, count) => sum + count, 0);
      if (state.status === 'ready') expect(events).toBeGreaterThan(0.8 * EVENTS);
      else expect(state).toMatchObject({ status: 'cancelled', notices: [{ code: 'cancelled' }] });
    },
    60_000,
  );
});

describe('a job that is stopped', () => {
  function poolOf(size: number): ThreadPool {
    const pool = new ThreadPool(new ThreadProgram(worker.url), size);
    onTestFinished(() => pool.stop());
    return pool;
  }
  /** Seconds of work. */
  const demo = { ranks: 1, steps: 6, eventsPerRank: 2_000_000, seed: 1 };

  test('is rejected at once, in the line or on a thread; what others want is done', async () => {
    const pool = poolOf(1);
    const into = temporaryFolder();
    const stop = new AbortController();
    const running = pool.runInThread(
      (api) => api.generateDemo({ folder: join(into, 'demo'), ...demo }),
      false,
      stop.signal,
    );
    const waiting = pool.run((api) => api.discover([into], []), false, stop.signal);
    const others = pool.run((api) => api.discover([plain], []));
    setTimeout(() => stop.abort(), 300);
    await Promise.all([
      expect(running).rejects.toBeInstanceOf(JobStoppedError),
      expect(waiting).rejects.toBeInstanceOf(JobStoppedError),
    ]);
    expect((await others).ranks).toHaveLength(1);
    await expect(pool.run((api) => api.discover([plain], []), true, stop.signal)).rejects.toBeInstanceOf(
      JobStoppedError,
    );
  });

  test('ends no thread that has gone on to something else', async () => {
    const pool = poolOf(1);
    const stop = new AbortController();
    await pool.run((api) => api.discover([plain], []), false, stop.signal);
    const other = pool.run((api) => api.discover([plain], []));
    stop.abort();
    expect((await other).ranks).toHaveLength(1);
  });
});
