import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { DumpId, DumpState, Engine, LaneInfo, RankState, SliceSource } from '../../../../src-contract';
import { nextDumpState } from '../../../../src-contract/wire/dumpUpdates';
import { createEngine } from '../../../../src-main/engine/engine';
import { MAX_LANES } from '../../../../src-worker/index/laneChoice';
import { builtWorker } from '../../../fixtures/builtWorker';
import { describeDumps, dumpPath } from '../../../fixtures/dumps';
import { folderState } from '../../../fixtures/folderState';
import { temporaryFolder } from '../../../fixtures/indexed';

const worker = builtWorker();

interface Started {
  readonly engine: Engine;
  readonly folder: string;
}

/** An engine with folders of its own; it is gone when the test is over. */
function start(workerUrl: URL = worker.url, indexThreads = 2): Started {
  const folder = temporaryFolder();
  const host = createEngine({
    workerUrl,
    indexThreads,
    host: { kind: 'browser', version: '0', platform: 'test', initialPaths: [], roots: [] },
    userDirs: { cacheDir: join(folder, 'cache'), configDir: join(folder, 'config'), tempDir: join(folder, 'tmp') },
  });
  onTestFinished(() => host.dispose());
  return { engine: host.engine, folder };
}

const isDone = ({ status }: DumpState) => status !== 'discovering' && status !== 'indexing';

async function until(engine: Engine, dump: DumpId, isReached: (state: DumpState) => boolean): Promise<DumpState> {
  let state = await nextDumpState(engine, dump);
  while (!isReached(state)) state = await nextDumpState(engine, dump, state);
  return state;
}

async function opened(engine: Engine, ...paths: string[]): Promise<DumpState> {
  return until(engine, await engine.open(paths), isDone);
}

function lanesOf(rank: RankState): LaneInfo[] {
  return rank.groups.flatMap(({ lanes }) => lanes);
}

function writeTrace(folder: string, name: string, startUs: string, more = ''): string {
  const path = join(folder, name);
  writeFileSync(path, `[{"ph":"X","pid":1,"tid":1,"ts":"${startUs}","dur":10,"name":"op"}${more}]`);
  return path;
}

/** A rank large enough that reading it takes a while. */
function writeLarge(folder: string, name: string, events: number): string {
  const path = join(folder, name);
  const parts: string[] = [];
  for (let i = 0; i < events; i++)
    parts.push(
      `{"ph":"X","pid":1,"tid":${i % 8},"ts":${i}.5,"dur":0.${i % 9},"name":"n${i % 50}","args":{"a":"${'x'.repeat(80)}"}}`,
    );
  writeFileSync(path, `[${parts.join(',\n')}]`);
  return path;
}

describe('opening', () => {
  test('a file: state, queries, closing', async () => {
    const { engine, folder } = start();
    const path = writeTrace(folder, 'trace.json', '1736412474714258.990');
    const state = await opened(engine, path);
    expect(state).toMatchObject({
      status: 'ready',
      title: 'trace.json',
      paths: [path],
      notices: [],
      progress: { eventsDone: 1 },
    });
    expect(state.openMs).toBeGreaterThan(0);
    expect(state.progress.bytesDone).toBe(readFileSync(path).length);
    const [rank] = state.ranks;
    expect(rank).toMatchObject({ status: 'ready', eventCounts: { X: 1 }, skipped: [], notices: [] });
    expect(rank.endNs - rank.startNs).toBe(10_000);
    const [lane] = lanesOf(rank);
    const view = await engine.viewport({
      dump: state.id,
      startNs: rank.startNs,
      endNs: rank.endNs,
      nsPerPixel: 10,
      lanes: [lane.id],
      folded: [rank.groups[0].id],
      labelMinPixels: 1,
    });
    expect(view.lanes).toMatchObject([{ lane: lane.id, quadCount: 1, generation: rank.generation }]);
    expect(view.folded[0].busy.some((share) => share === 255)).toBe(true);
    const found = await engine.search({ dump: state.id, text: 'OP', maxResults: 5 });
    expect(found.totalCount).toBe(1);
    const details = await engine.slice(state.id, found.slices[0].ref);
    expect(details?.epochStartNs).toBe(1_736_412_474_714_258_990n);
    expect(state.originNs + BigInt(details?.startNs ?? 0)).toBe(1_736_412_474_714_258_990n);
    const place = details?.source ?? ('' as SliceSource);
    expect(await engine.sliceAtSource(state.id, rank.index, place)).toEqual(found.slices[0].ref);
    const wrong = { ...found.slices[0].ref, generation: 99 };
    expect(await engine.slice(state.id, wrong)).toBeUndefined();

    await engine.close(state.id);
    for (const call of [
      engine.watch(state.id, 0),
      engine.cancel(state.id),
      engine.slice(state.id, found.slices[0].ref),
      engine.search({ dump: state.id, text: 'x', maxResults: 1 }),
    ])
      await expect(call).rejects.toMatchObject({ name: 'DumpClosedError' });
    await engine.close(state.id);
  });

  test('several ranks have one clock: the dump’s origin', async () => {
    const { engine, folder } = start();
    const paths = [0, 1, 2].map((rank) =>
      writeTrace(folder, `rank${rank}.pt.trace.json`, `1736412474714${rank}58.99${rank}`),
    );
    const state = await opened(engine, folder);
    expect(state.ranks.map(({ rank, label }) => [rank, label])).toEqual([0, 1, 2].map((n) => [n, `Rank ${n}`]));
    const starts = state.ranks.map(({ startNs }) => state.originNs + BigInt(startNs));
    expect(starts).toEqual([0n, 1n, 2n].map((n) => 1_736_412_474_714_058_990n + n * 100_001n));
    expect(state.startNs).toBe(Math.min(...state.ranks.map(({ startNs }) => startNs)));
    expect(state.endNs).toBe(Math.max(...state.ranks.map(({ endNs }) => endNs)));
    expect(new Set(state.ranks.flatMap((rank) => lanesOf(rank).map(({ id }) => id))).size).toBe(3);
    expect(paths).toHaveLength(3);
  });

  test('a rank whose clock counts from something else is drawn from the same start, and it is said', async () => {
    const { engine, folder } = start();
    writeTrace(folder, 'rank0.pt.trace.json', '1736412474714258.990');
    writeTrace(folder, 'rank1.pt.trace.json', '5000.5');
    const state = await opened(engine, folder);
    const said = state.ranks.flatMap(({ notices }) => notices);
    expect(said).toMatchObject([{ code: 'clock-mismatch', severity: 'warning' }]);
    const distance = Math.abs(state.ranks[0].startNs - state.ranks[1].startNs);
    expect(distance).toBeLessThan(1e9);
  });

  test('two ranks of one number are told apart', async () => {
    const { engine, folder } = start();
    for (const name of ['a', 'b']) mkdirSync(join(folder, 'job', name), { recursive: true });
    writeTrace(join(folder, 'job', 'a'), 'rank0.pt.trace.json', '5');
    writeTrace(join(folder, 'job', 'b'), 'rank0.pt.trace.json', '6');
    const state = await opened(engine, join(folder, 'job'));
    expect(state.ranks.map(({ label }) => label)).toEqual(['Rank 0 (a)', 'Rank 0 (b)']);
    expect(state.notices).toMatchObject([{ code: 'duplicate-rank' }]);
  });

  test('Kineto tells its rank inside the file', async () => {
    const { engine, folder } = start();
    const path = join(folder, 'x.json');
    writeFileSync(path, '{"distributedInfo":{"rank": 5},"traceEvents":[{"ph":"X","ts":1,"dur":1,"name":"a"}]}');
    expect((await opened(engine, path)).ranks).toMatchObject([{ rank: 5, label: 'Rank 5' }]);
  });

  test('what is wrong is in the state; nothing rejects', async () => {
    const { engine, folder } = start();
    const missing = await opened(engine, join(folder, 'gone'));
    expect(missing).toMatchObject({ status: 'failed', notices: [{ code: 'path-missing', severity: 'error' }] });
    const empty = join(folder, 'empty');
    mkdirSync(empty);
    expect(await opened(engine, empty)).toMatchObject({
      status: 'failed',
      notices: [{ code: 'no-dump-found', path: empty }],
    });
    const text = join(folder, 'notes.txt');
    writeFileSync(text, 'hello');
    expect((await opened(engine, text)).ranks).toMatchObject([
      { status: 'failed', notices: [{ code: 'not-json', path: text, byteOffset: 0 }] },
    ]);
  });

  test('one bad rank among good ones leaves the good ones', async () => {
    const { engine, folder } = start();
    writeTrace(folder, 'rank0.pt.trace.json', '5');
    writeFileSync(join(folder, 'rank1.pt.trace.json'), 'version https://git-lfs.github.com/spec/v1\n');
    writeFileSync(join(folder, 'rank2.pt.trace.json.gz'), gzipSync(readFileSync(writeTrace(folder, 'other.txt', '9'))));
    const state = await opened(engine, folder);
    expect(state.status).toBe('ready');
    expect(state.ranks.map(({ status }) => status)).toEqual(['ready', 'failed', 'ready']);
  });

  test('many ranks on two threads', async () => {
    const { engine, folder } = start();
    for (let rank = 0; rank < 40; rank++) writeTrace(folder, `rank${rank}.pt.trace.json`, `${1000 + rank}`);
    const state = await opened(engine, folder);
    expect(state.ranks.map(({ status }) => status)).toEqual(Array(40).fill('ready'));
    const found = await engine.search({ dump: state.id, text: 'op', maxResults: 1000 });
    expect(found.slices.map(({ ref }) => ref.rank)).toEqual(Array.from({ length: 40 }, (_, i) => i));
  });

  test('the same dump twice, side by side', async () => {
    const { engine, folder } = start();
    const path = writeTrace(folder, 'trace.json', '5');
    const [a, b] = await Promise.all([opened(engine, path), opened(engine, path)]);
    expect(a.id).not.toBe(b.id);
    await engine.close(a.id);
    expect((await engine.search({ dump: b.id, text: 'op', maxResults: 1 })).totalCount).toBe(1);
  });
});

describe('watching and stopping', () => {
  test('watch waits for something new, and revisions only grow', async () => {
    const { engine, folder } = start();
    const dump = await engine.open([writeLarge(folder, 'large.json', 200_000)]);
    let state = await nextDumpState(engine, dump);
    const seen = [state];
    while (!isDone(state)) {
      state = await nextDumpState(engine, dump, state);
      seen.push(state);
    }
    const revisions = seen.map(({ revision }) => revision);
    expect(revisions).toEqual([...new Set(revisions)].sort((a, b) => a - b));
    const done = seen.map(({ progress }) => progress.bytesDone);
    expect(done).toEqual([...done].sort((a, b) => a - b));
    expect(seen.at(-1)?.ranks[0].eventCounts).toEqual({ X: 200_000 });
    // Nothing more happens: it waits, until closing ends the waiting.
    let isAnswered = false;
    const waiting = engine.watch(dump, state.revision + 1000).then(
      () => {
        isAnswered = true;
      },
      () => {
        isAnswered = true;
      },
    );
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(isAnswered).toBe(false);
    await engine.close(dump);
    await waiting;
  });

  test('watch answers only the ranks that changed, and many of them in parts', async () => {
    const { engine, folder } = start();
    const lanes = Array.from(
      { length: 99 },
      (_, tid) => `,{"ph":"X","pid":1,"tid":${tid + 2},"ts":1,"dur":1,"name":"n"}`,
    );
    for (let rank = 0; rank < 40; rank++) writeTrace(folder, `rank${rank}.pt.trace.json`, '5', lanes.join(''));
    const state = await opened(engine, folder);
    const first = await engine.watch(state.id, 0);
    expect(first.isPart).toBe(true);
    expect(first.revision).toBeLessThan(state.revision);
    const answers = [first];
    while (answers.at(-1)!.isPart) answers.push(await engine.watch(state.id, answers.at(-1)!.revision));
    expect(answers.length).toBeLessThan(7);
    const indexes = answers.flatMap(({ changedRanks }) => changedRanks.map(({ index }) => index));
    expect(indexes.toSorted((a, b) => a - b)).toEqual(state.ranks.map(({ index }) => index));
    expect(answers.at(-1)).toMatchObject({ revision: state.revision, isPart: false });
    // Who has seen all but the last part gets that part.
    const again = await engine.watch(state.id, answers.at(-2)!.revision);
    expect(again.changedRanks).toEqual(answers.at(-1)!.changedRanks);
  });

  test('cancelling ends it, and what was read stays', async () => {
    const { engine, folder } = start();
    const path = writeLarge(folder, 'large.json', 400_000);
    const dump = await engine.open([path]);
    await until(engine, dump, ({ status, progress }) => status === 'indexing' && progress.eventsDone > 0);
    await engine.cancel(dump);
    const state = await until(engine, dump, isDone);
    expect(['cancelled', 'ready']).toContain(state.status);
    if (state.status === 'cancelled') expect(state.notices.map(({ code }) => code)).toContain('cancelled');
    expect((await engine.search({ dump, text: 'n1', maxResults: 1 })).totalCount).toBeGreaterThanOrEqual(0);
  });

  test('closing while it is being read leaves nothing behind', async () => {
    const { engine, folder } = start();
    const dump = await engine.open([writeLarge(folder, 'large.json', 200_000)]);
    await engine.close(dump);
    await expect(engine.watch(dump, 0)).rejects.toMatchObject({ name: 'DumpClosedError' });
    // The threads are free for the next dump.
    expect((await opened(engine, writeTrace(folder, 'small.json', '5'))).status).toBe('ready');
  });
});

test('lanes that are too many to show each are found by a filter, and keep their ids', async () => {
  const { engine, folder } = start();
  const count = MAX_LANES + 20;
  const path = join(folder, 'threads.json');
  const events = Array.from(
    { length: count },
    (_, tid) => `{"ph":"X","ts":${tid},"dur":1,"pid":1,"tid":${tid},"name":"n"}`,
  );
  writeFileSync(path, `[${events.join(',\n')}]`);
  const state = await opened(engine, path);
  const lanesOf = ({ ranks }: typeof state) => ranks.flatMap(({ groups }) => groups.flatMap(({ lanes }) => lanes));
  const before = lanesOf(state);
  expect(before).toHaveLength(MAX_LANES + 1);
  const wanted = `Thread ${count - 1}`;
  expect(before.some(({ name }) => name === wanted)).toBe(false);
  await engine.filterLanes(state.id, wanted);
  const filtered = await nextDumpState(engine, state.id);
  expect(lanesOf(filtered)).toMatchObject([
    { name: wanted, sliceCount: 1, startNs: (count - 1) * 1000 },
    { isFolded: true, sliceCount: count - 1 },
  ]);
  await engine.filterLanes(state.id, '');
  const ids = (lanes: typeof before) => lanes.map(({ name, id }) => [name, id]);
  expect(ids(lanesOf(await nextDumpState(engine, state.id)))).toEqual(ids(before));
});

/** What is said where reading could not go on. */
const GIVEN_UP: ReadonlySet<string> = new Set(['not-understood', 'reading-ended', 'out-of-memory']);

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
    const pool = new ThreadPool(dying(folder, body), 1);
    onTestFinished(() => pool.stop());
    const path = writeTrace(folder, 'trace.json', '5');
    await expect(pool.run((api) => api.discover([path]))).rejects.toMatchObject({
      name: 'ThreadDiedError',
      message: 'boom',
    });
    expect((await pool.run((api) => api.discover([path]))).ranks).toHaveLength(1);
  });
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

describe('recent dumps', () => {
  test('newest first, each once, told whether they are still there; forgotten when asked', async () => {
    const { engine, folder } = start();
    const [a, b] = [writeTrace(folder, 'a.json', '5'), writeTrace(folder, 'b.json', '5')];
    const settled = async (count: number, first: string) => {
      for (let i = 0; i < 100; i++) {
        const recent = await engine.recentDumps();
        if (recent.length === count && recent[0].paths[0] === first) return recent;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      return engine.recentDumps();
    };
    expect(await engine.recentDumps()).toEqual([]);
    await opened(engine, a);
    await settled(1, a);
    await opened(engine, b);
    await settled(2, b);
    await opened(engine, a);
    const recent = await settled(2, a);
    expect(recent.map(({ paths, title, exists }) => [paths, title, exists])).toEqual([
      [[a], 'a.json', true],
      [[b], 'b.json', true],
    ]);
    rmSync(b);
    expect((await engine.recentDumps()).map(({ exists }) => exists)).toEqual([true, false]);
    await engine.forgetRecentDump([b]);
    expect((await engine.recentDumps()).map(({ title }) => title)).toEqual(['a.json']);
    // Failed ones are not worth it.
    await opened(engine, join(folder, 'gone'));
    expect(await engine.recentDumps()).toHaveLength(1);
  });

  test('a damaged file of them is an empty list, and is replaced', async () => {
    const { engine, folder } = start();
    mkdirSync(join(folder, 'config'), { recursive: true });
    writeFileSync(join(folder, 'config', 'recent.json'), '[{"paths": 3}');
    expect(await engine.recentDumps()).toEqual([]);
    await opened(engine, writeTrace(folder, 'a.json', '5'));
    for (let i = 0; i < 100 && (await engine.recentDumps()).length === 0; i++)
      await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await engine.recentDumps()).toHaveLength(1);
  });
});

test('the folder browser lists folders first, by name, and marks what can be opened', async () => {
  const { engine, folder } = start();
  const shown = join(folder, 'shown');
  for (const name of ['rank10_ascend_pt', 'rank9_ascend_pt', 'src']) mkdirSync(join(shown, name), { recursive: true });
  writeFileSync(join(shown, '.hidden'), '');
  writeTrace(shown, 'trace_view.json', '5');
  const listing = await engine.listFolder(shown);
  expect(listing.parent).toBe(folder);
  expect(listing.entries.map(({ name, kind, isDump }) => [name, kind, isDump])).toEqual([
    ['rank9_ascend_pt', 'folder', true],
    ['rank10_ascend_pt', 'folder', true],
    ['src', 'folder', false],
    ['trace_view.json', 'file', true],
  ]);
  expect(await engine.listFolder(join(folder, 'gone'))).toMatchObject({
    entries: [],
    notice: { code: 'folder-unreadable' },
  });
});

test('the demo is written once, and opens', async () => {
  const { engine, folder } = start();
  const [first, second] = await Promise.all([engine.openDemo(), engine.openDemo()]);
  const states = await Promise.all([until(engine, first, isDone), until(engine, second, isDone)]);
  expect(states.map(({ status, title, ranks }) => [status, title, ranks.length])).toEqual([
    ['ready', 'Demo', 8],
    ['ready', 'Demo', 8],
  ]);
  expect(states[0].ranks.every(({ skipped }) => skipped.length === 0)).toBe(true);
  expect(existsSync(join(folder, 'cache'))).toBe(true);
  expect(await engine.recentDumps()).toEqual([]);
}, 120_000);

describeDumps('real dumps through the engine', () => {
  test('both ranks of the text dump, on one clock, and nothing is written', async () => {
    const path = dumpPath('ascend', 'text_level1_2ranks');
    const before = folderState(path);
    const { engine } = start();
    const state = await opened(engine, path);
    expect(state.ranks.map(({ label, status, eventCounts }) => [label, status, eventCounts.X])).toEqual([
      ['Rank 0', 'ready', 4384],
      ['Rank 1', 'ready', expect.any(Number)],
    ]);
    expect(state.ranks[0].eventCounts).toEqual({ X: 4384, C: 4431, s: 606, f: 611, M: 80 });
    expect(Math.abs(state.ranks[0].startNs - state.ranks[1].startNs)).toBeLessThan(60e9);
    expect(folderState(path)).toEqual(before);
  });

  test('everything there is, in one go: nothing throws, nothing is written', async () => {
    const { engine } = start();
    const folders = ['ascend', 'kineto', 'mindspore', 'chrome', 'broken'].map((name) => dumpPath(name));
    const before = folders.map(folderState);
    for (const folder of folders) {
      const state = await opened(engine, folder);
      expect([folder, state.status]).toEqual([folder, 'ready']);
      const all = [...state.notices, ...state.ranks.flatMap(({ notices }) => notices)];
      expect(all.filter(({ code }) => GIVEN_UP.has(code))).toEqual([]);
      await engine.close(state.id);
    }
    expect(folders.map(folderState)).toEqual(before);
  }, 120_000);
});
