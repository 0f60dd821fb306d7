import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { DumpState, Engine } from '../../../../src-contract';
import { ThreadProgram } from '../../../../src-main/engine/threads/threadProgram';
import { builtWorker } from '../../../fixtures/builtWorker';
import { temporaryFolder } from '../../../fixtures/indexed';
import { lanesOf, opened, startEngine, writeTrace } from './startedEngine';

const worker = builtWorker();
const start = (workerUrl = worker.url) => startEngine(workerUrl);

describe('a worker thread that dies', () => {
  const dying = (folder: string, body: string) => {
    const path = join(folder, 'dying.mjs');
    writeFileSync(path, `import { parentPort } from 'node:worker_threads';\n${body}`);
    return new URL(`file://${path}`);
  };

  test.each([
    ['throws', 'parentPort.on("message", () => { throw new Error("boom"); });'],
    ['exits', 'parentPort.on("message", () => process.exit(3));'],
    ['can’t be loaded', 'import "./not-there.mjs";'],
    [
      'sends what can’t be taken in',
      `let deep = {};
       for (let level = 0; level < 5000; level++) deep = { deep };
       setInterval(() => {}, 1000);
       parentPort.on("message", () => parentPort.postMessage(deep));`,
    ],
  ])('%s: opening fails with a notice, calls reject, nothing hangs', async (_how, body) => {
    const { engine, folder } = start(dying(temporaryFolder(), body));
    const state = await opened(engine, writeTrace(folder, 'trace.json', '5'));
    expect(state).toMatchObject({ status: 'failed', notices: [{ code: 'reading-ended', severity: 'error' }] });
    const query = { dump: state.id, startNs: 0, endNs: 1, nsPerPixel: 1, lanes: [], folded: [], labelMinPixels: 1 };
    await expect(engine.viewport(query)).rejects.toThrow();
  });

  test('is replaced: the next job runs', async () => {
    const folder = temporaryFolder();
    const marker = join(folder, 'died');
    const body = `import { existsSync, writeFileSync } from 'node:fs';
      if (existsSync(${JSON.stringify(marker)})) await import(${JSON.stringify(worker.url.href)});
      else parentPort.once('message', () => { writeFileSync(${JSON.stringify(marker)}, ''); throw new Error('boom'); });`;
    const { ThreadPool } = await import('../../../../src-main/engine/threads/threadPool');
    const pool = new ThreadPool(new ThreadProgram(dying(folder, body)), 1);
    onTestFinished(() => pool.stop());
    const path = writeTrace(folder, 'trace.json', '5');
    await expect(pool.run((api) => api.discover([path], []))).rejects.toMatchObject({
      name: 'ThreadDiedError',
      message: 'boom',
    });
    expect((await pool.run((api) => api.discover([path], []))).ranks).toHaveLength(1);
  });
});

describe('a pool of threads', () => {
  test('ends those that do nothing; who works goes on, and the next job has another', async () => {
    const { ThreadPool } = await import('../../../../src-main/engine/threads/threadPool');
    const program = new ThreadProgram(worker.url);
    const started = vi.spyOn(program, 'newWorker');
    const pool = new ThreadPool(program, 2);
    onTestFinished(() => pool.stop());
    const path = writeTrace(temporaryFolder(), 'trace.json', '5');
    const discovered = async () => (await pool.run((api) => api.discover([path], []))).ranks.length;
    pool.start();
    const working = discovered();
    pool.endIdle();
    expect(await working).toBe(1);
    const [busy, idle] = started.mock.results.map(({ value }) => value as Worker);
    // -1: it has ended.
    await vi.waitFor(() => expect([busy, idle].map((own) => own?.threadId === -1)).toContain(true));
    expect([busy, idle].map((own) => own?.threadId === -1).filter(Boolean)).toHaveLength(1);
    expect([await discovered(), started.mock.results.length]).toEqual([1, 2]);
    // Two at a time need another one: each of these ends when both have begun.
    let begun = 0;
    let toldBoth = () => {};
    const bothBegan = new Promise<void>((resolve) => (toldBoth = resolve));
    const together = () =>
      pool.run(async (api) => {
        if (++begun === 2) toldBoth();
        await bothBegan;
        return (await api.discover([path], [])).ranks.length;
      });
    expect(await Promise.all([together(), together()])).toEqual([1, 1]);
    expect(started.mock.results).toHaveLength(3);
  });
});

test('a pool that has been stopped starts no thread for what comes later, which is rejected', async () => {
  const { ThreadPool } = await import('../../../../src-main/engine/threads/threadPool');
  const program = new ThreadProgram(worker.url);
  const started = vi.spyOn(program, 'newWorker');
  const pool = new ThreadPool(program, 1);
  const discovered = () => pool.run((api) => api.discover([temporaryFolder()], []));
  // As ranks of a job do, the next of which is begun when one has failed.
  const retried = expect(discovered().catch(discovered)).rejects.toMatchObject({
    name: 'ThreadDiedError',
    message: 'The threads have been stopped',
  });
  await pool.stop();
  await retried;
  pool.start();
  expect(started.mock.results).toHaveLength(1);
});

describe('a thread that answers, and dies', () => {
  /** The real worker; one that is asked to search for `kill` exits, or only the first one ever that is, for `kill once`. */
  const mortal = () => {
    const folder = temporaryFolder();
    const path = join(folder, 'mortal.mjs');
    const marker = JSON.stringify(join(folder, 'died'));
    writeFileSync(
      path,
      `import { existsSync, writeFileSync } from 'node:fs';
      import { parentPort } from 'node:worker_threads';
      const on = parentPort.on.bind(parentPort);
      parentPort.on = (type, listener) => on(type, (message) => {
        const text = message.path?.[0] === 'search' ? message.argumentList[0].value.text : '';
        if (text === 'kill' || (text === 'kill once' && !existsSync(${marker}))) {
          writeFileSync(${marker}, '');
          process.exit(1);
        }
        listener(message);
      });
      await import(${JSON.stringify(worker.url.href)});`,
    );
    return new URL(`file://${path}`);
  };

  const answers = async (engine: Engine, state: DumpState) => ({
    found: await engine.search({ dump: state.id, text: 'o', maxResults: 50 }),
    views: await engine.views(state.id),
    overview: await engine.ask(state.id, 'operator.overview', { ranks: [state.ranks[0].index] }),
    statistics: await engine.statistics({
      dump: state.id,
      startNs: state.startNs,
      endNs: state.endNs,
      lanes: state.ranks.flatMap((rank) => lanesOf(rank).map(({ id }) => id)),
      maxRows: 20,
    }),
  });

  test('another one has all indexes, moved to the dump’s origin, and all tables; what waited is answered', async () => {
    const { engine, folder } = start(mortal());
    const paths = [2, 0, 1].map((rank) => writeTrace(folder, `rank${rank}.json`, `173641247471${rank}000.5`));
    const state = await opened(engine, ...paths);
    const gone = await opened(engine, writeTrace(folder, 'gone.json', '7'));
    await engine.close(gone.id);
    const before = await answers(engine, state);
    expect(before.found.totalCount).toBe(3);
    const search = { dump: state.id, text: 'kill once', maxResults: 5 };
    const [found, beside] = await Promise.all([engine.search(search), answers(engine, state)]);
    expect(found.totalCount).toBe(0);
    expect(beside).toEqual(before);
    expect(await answers(engine, state)).toEqual(before);
    await expect(engine.views(gone.id)).rejects.toMatchObject({ name: 'DumpClosedError' });
  });

  test('of the same question twice: it is refused with a sentence, the rest goes on', async () => {
    const { engine, folder } = start(mortal());
    const state = await opened(engine, writeTrace(folder, 'trace.json', '1736412474714258.990'));
    const before = await answers(engine, state);
    for (let i = 0; i < 3; i++) {
      const killing = engine.search({ dump: state.id, text: 'kill', maxResults: 5 });
      await expect(killing).rejects.toMatchObject({ name: 'UnanswerableError' });
    }
    expect(await answers(engine, state)).toEqual(before);
    const later = await opened(engine, writeTrace(folder, 'later.json', '99'));
    expect(later.status).toBe('ready');
    expect((await answers(engine, later)).found.totalCount).toBe(1);
  });
});
