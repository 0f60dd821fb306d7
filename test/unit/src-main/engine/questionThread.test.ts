import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import type { DumpId, RankIndex, SearchQuery, SearchResult } from '../../../../src-contract';
import { QuestionThread, type Restore } from '../../../../src-main/engine/questions/questionThread';
import { ThreadProgram } from '../../../../src-main/engine/threads/threadProgram';
import { NO_SHIFT } from '../../../../src-worker/base/clockShift';
import { temporaryFolder } from '../../../fixtures/indexed';

const comlink = pathToFileURL(resolve('node_modules/comlink/dist/esm/comlink.mjs')).href;

/**
 * A worker that counts: `setClocks` adds to what it holds, `search` answers the sum, and dies where the text says so
 * (`exit`, `throw`, or either with `once`). Each start and each search leaves a line in a log.
 */
function countingWorker() {
  const folder = temporaryFolder();
  const path = join(folder, 'worker.mjs');
  const log = join(folder, 'log');
  writeFileSync(
    path,
    `import { appendFileSync, existsSync, writeFileSync } from 'node:fs';
    import { parentPort } from 'node:worker_threads';
    import { expose } from ${JSON.stringify(comlink)};
    const log = (line) => appendFileSync(${JSON.stringify(log)}, line + '\\n');
    log('start');
    let sum = 0;
    const died = ${JSON.stringify(join(folder, 'died-'))};
    const api = {
      setClocks: (dump, [{ offsetNs }]) => { sum += offsetNs; },
      async search({ text }) {
        log(text);
        await new Promise((done) => setTimeout(done, 20));
        const [how, once, number] = text.split(' ');
        const isFirst = !existsSync(died + text.replaceAll(' ', '-'));
        if (once !== 'once' || isFirst) {
          writeFileSync(died + text.replaceAll(' ', '-'), '');
          if (how === 'exit') process.exit(3);
          if (how === 'throw') setImmediate(() => { throw new Error('boom'); });
          if (how === 'throw') await new Promise(() => {});
        }
        if (how === 'reject') throw new TypeError('no such thing');
        return { slices: [], totalCount: sum };
      },
    };
    expose(api, {
      postMessage: (message) => parentPort.postMessage(message),
      addEventListener: (type, listener) => parentPort.on('message', (data) => listener({ data })),
      removeEventListener: () => {},
    });`,
  );
  return {
    url: pathToFileURL(path),
    lines: () => (existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : []),
  };
}

const dump = 'dump' as DumpId;

function started(nowMs?: () => number) {
  const { url, lines } = countingWorker();
  let heldNs = 0;
  const restore: Restore = (api) => [api.setClocks(dump, [{ ...NO_SHIFT, offsetNs: heldNs }])];
  const thread = new QuestionThread(new ThreadProgram(url), restore, undefined, nowMs);
  onTestFinished(() => thread.stop());
  const query = (text: string): SearchQuery => ({ dump, text, maxResults: 1 });
  return {
    thread,
    lines,
    starts: () => lines().filter((line) => line === 'start').length,
    hold(ns: number): Promise<void> {
      heldNs += ns;
      return thread.tell((api) => api.setClocks(dump, [{ ...NO_SHIFT, offsetNs: ns }]));
    },
    ask: (text: string): Promise<SearchResult> => thread.ask('search', query(text), 0 as RankIndex),
  };
}

const sum = (totalCount: number) => ({ slices: [], totalCount });

test.each(['exit', 'throw'])(
  'a thread that dies once (%s): another one holds the same, and the question is answered',
  async (how) => {
    const { ask, hold, starts } = started();
    await hold(3);
    await hold(4);
    expect(await ask('plain')).toEqual(sum(7));
    expect(await ask(`${how} once`)).toEqual(sum(7));
    await hold(5);
    expect(await ask('plain')).toEqual(sum(12));
    expect(starts()).toBe(2);
  },
);

test('a question that threads die of is asked twice, then refused; others are answered', async () => {
  const { ask, hold, starts, lines } = started();
  await hold(1);
  const refusal = { name: 'UnanswerableError', message: expect.stringContaining('twice') };
  await expect(ask('exit')).rejects.toMatchObject(refusal);
  expect(starts()).toBe(2);
  for (let i = 0; i < 5; i++) await expect(ask('exit')).rejects.toMatchObject(refusal);
  expect(lines().filter((line) => line === 'exit')).toHaveLength(2);
  expect(await ask('plain')).toEqual(sum(1));
  expect(starts()).toBe(3);
});

test('what waited beside it is asked again one by one: only the one that kills is refused', async () => {
  const { ask, hold, starts, lines } = started();
  await hold(2);
  const waiting = ['a', 'exit', 'b', 'exit', 'c'].map((text) => ask(text));
  // Comes while the others are being tried.
  const late = new Promise((done) => setTimeout(done, 200)).then(() => ask('late'));
  const outcomes = await Promise.allSettled([...waiting, late]);
  expect(outcomes.map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
  ]);
  expect(outcomes[5]).toMatchObject({ value: sum(2) });
  // The one that stood there twice killed a thread alone only once.
  expect(starts()).toBe(3);
  expect(lines().filter((line) => line === 'exit').length).toBeLessThanOrEqual(3);
});

test('changes made while there is no thread, or while one dies, are not lost and not made twice', async () => {
  const { ask, hold } = started();
  await hold(1);
  const dying = ask('exit once 1');
  const changes = [hold(10), hold(100)];
  await new Promise((done) => setTimeout(done, 50));
  changes.push(hold(1000));
  await Promise.all(changes);
  expect(await dying).toEqual(sum(1111));
  await expect(ask('throw')).rejects.toThrow();
  await hold(10_000);
  expect(await ask('plain')).toEqual(sum(11_111));
});

test('threads that die all the time are not started without end; after a minute they are again', async () => {
  let nowMs = 0;
  const { ask, starts } = started(() => nowMs);
  for (let i = 0; i < 8; i++) await expect(ask(`exit always ${i}`)).rejects.toThrow();
  const before = starts();
  expect(before).toBe(11);
  await expect(ask('plain')).rejects.toMatchObject({
    name: 'UnanswerableError',
    message: expect.stringContaining('again and again'),
  });
  expect(starts()).toBe(before);
  nowMs = 60_001;
  expect(await ask('plain')).toEqual(sum(0));
});

test('what an answer throws is no death; a stopped thread is not started again', async () => {
  const { ask, starts, thread } = started();
  await expect(ask('reject')).rejects.toMatchObject({ name: 'TypeError', message: 'no such thing' });
  expect(starts()).toBe(1);
  const waiting = expect(ask('plain')).rejects.toMatchObject({ name: 'ThreadDiedError' });
  await thread.stop();
  await waiting;
  await expect(ask('plain')).rejects.toMatchObject({ name: 'ThreadDiedError' });
  thread.start();
  expect(starts()).toBe(1);
});
