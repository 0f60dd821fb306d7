import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { type FindingsReport, jobsOf, type RankIndex, type SliceSource } from '../../../../src-contract';
import { nextDumpState } from '../../../../src-contract/wire/dumpUpdates';
import { MAX_LANES } from '../../../../src-worker/index/draft/laneChoice';
import { builtWorker } from '../../../fixtures/builtWorker';
import { describeDumps, dumpPath } from '../../../fixtures/dumps';
import { temporaryFolder } from '../../../fixtures/indexed';
import { engineOfFile, isDone, lanesOf, opened, startEngine, until, writeTrace } from './startedEngine';

const worker = builtWorker();
const start = engineOfFile(worker.url);

describe('opening', () => {
  test('leaves the code of its threads for the next process', async () => {
    const { engine, folder } = startEngine(worker.url);
    await opened(engine, writeTrace(folder, 'trace.json', '1'));
    const kept = () => (existsSync(join(folder, 'cache', 'code')) ? readdirSync(join(folder, 'cache', 'code')) : []);
    await expect.poll(kept).toEqual([expect.stringMatching(/^worker\.cjs-.*-[0-9a-f]{16}$/)]);
  });

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

  test('ranks of Kineto whose times count from different instants lie apart by what their events are apart', async () => {
    const { engine, folder } = start();
    // The quarter of a year that PyTorch counts from began anew between the starts of the two processes.
    const traces = [
      ['7889238005000.250', '1719853884000000000'],
      ['6500.750', '1727743122000000000'],
    ];
    for (const [rank, [us, baseNs]] of traces.entries()) {
      const event = `{"ph":"X","pid":1,"tid":1,"ts":${us},"dur":10,"name":"op"}`;
      const text = `{"traceEvents":[${event}],"baseTimeNanoseconds":${baseNs}}`;
      writeFileSync(join(folder, `rank${rank}.pt.trace.json`), text);
    }
    for (const state of [await opened(engine, folder), await opened(engine, folder)]) {
      expect(state.ranks.map(({ startNs }) => startNs)).toEqual([0, 1_500_500]);
      expect(state.ranks.flatMap(({ notices }) => notices)).toEqual([]);
    }
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

  test('a rank that is left out; two jobs side by side', async () => {
    const { engine, folder } = start();
    for (const job of ['a', 'b'])
      for (const rank of [0, 1]) {
        mkdirSync(join(folder, job), { recursive: true });
        writeTrace(join(folder, job), `rank${rank}.pt.trace.json`, '5');
      }
    const id = await engine.open([join(folder, 'a'), join(folder, 'b')], [join(folder, 'b', 'rank1.pt.trace.json')]);
    const state = await until(engine, id, isDone);
    expect(state.ranks.map(({ label, job }) => [label, job?.name])).toEqual([
      ['Rank 0 (a)', 'a'],
      ['Rank 1', 'a'],
      ['Rank 0 (b)', 'b'],
    ]);
    expect(state.without).toEqual([join(folder, 'b', 'rank1.pt.trace.json')]);
    expect(state.notices).toEqual([]);
  });

  test('Kineto tells its rank inside the file', async () => {
    const { engine, folder } = start();
    const path = join(folder, 'x.json');
    const kernel = '{"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":1,"dur":1,"args":{"stream":7}}';
    writeFileSync(path, `{"distributedInfo":{"rank": 5},"traceEvents":[${kernel}]}`);
    const { id, ranks } = await opened(engine, path);
    expect(ranks).toMatchObject([{ rank: 5, label: 'Rank 5' }]);
    // Tables know it by the same number.
    expect((await engine.ask(id, 'summary.overview', {})).ranks).toMatchObject([{ rank: 5, label: 'Rank 5' }]);
  });

  test('two recordings that say to be one rank are told apart, and that is said', async () => {
    const { engine, folder } = start();
    for (const name of ['base', 'test']) {
      mkdirSync(join(folder, name));
      const text = '{"distributedInfo":{"rank": 1},"traceEvents":[{"ph":"X","ts":1,"dur":1,"name":"a"}]}';
      writeFileSync(join(folder, name, 'x.json'), text);
    }
    const { ranks } = await opened(engine, folder);
    const [first, second] = ranks;
    expect([first.label, first.rank, first.notices]).toEqual(['Rank 1 (base)', 1, []]);
    // Each in a folder of its own: two jobs side by side.
    expect(ranks.map(({ folder, job }) => [basename(folder), job?.name])).toEqual([
      ['base', 'base'],
      ['test', 'test'],
    ]);
    expect(second).toMatchObject({ rank: 1, label: 'Rank 1 (test)' });
    expect(second.notices).toMatchObject([
      { code: 'same-rank-inside', params: { rank: 1, other: 'Rank 1 (base)' }, path: second.files[0].path },
    ]);
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
    const listed = await opened(engine, folder);
    // All are there, four are read.
    expect(listed.ranks.map(({ status }) => status)).toEqual([...Array(4).fill('ready'), ...Array(36).fill('unread')]);
    expect(listed.ranks.every(({ files, progress }) => files.length === 1 && progress.bytesTotal > 0)).toBe(true);
    await engine.readTimelines(listed.id, { kind: 'next', ranks: [39 as RankIndex] });
    const one = await until(engine, listed.id, ({ ranks }) => ranks[39].status === 'ready');
    expect(one.ranks.filter(({ status }) => status === 'ready')).toHaveLength(5);
    await engine.readTimelines(listed.id, { kind: 'all' });
    const state = await until(engine, listed.id, ({ ranks }) => ranks.every(({ status }) => status === 'ready'));
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

test('the demo is written once, and opens, though it lies outside of the roots', async () => {
  const { engine, folder } = startEngine(worker.url, 2, [temporaryFolder()]);
  // A job that is there, or half of it, is no folder that another could be written into.
  const [first, second] = await Promise.all([engine.openDemo(), engine.openDemo()]);
  expect((await until(engine, second, ({ ranks }) => ranks.length > 0)).ranks).toHaveLength(8);
  await engine.close(second);
  const { status, title, ranks, notices, paths } = await until(engine, first, isDone);
  expect([status, title, ranks.length, notices]).toEqual(['ready', 'Demo', 8, []]);
  expect(ranks.every((rank) => rank.status === 'ready' && rank.skipped.length === 0)).toBe(true);
  expect(existsSync(join(folder, 'cache'))).toBe(true);
  // A window that is reloaded opens it by its path.
  const again = await engine.open(paths);
  expect((await until(engine, again, ({ ranks: own }) => own.length > 0)).title).toBe('Demo');
  expect(await engine.recentDumps()).toEqual([]);
}, 120_000);

describeDumps('two recordings of one rank', () => {
  test('of each is said what is said of it alone', async () => {
    const folder = dumpPath('kineto', 'hta', 'trace_compare');
    const { engine } = start();
    const { id, ranks } = await opened(engine, folder);
    const jobs = jobsOf(ranks);
    expect(jobs.map(({ name }) => name)).toEqual(['base', 'test']);
    for (const { key, name } of jobs) {
      const alone = (await opened(engine, join(folder, name))).id;
      for (const step of ['all', 'median'] as const)
        expect(await engine.ask(id, 'summary.split', { job: key, step })).toEqual(
          await engine.ask(alone, 'summary.split', { step }),
        );
      expect(await engine.ask(id, 'summary.job', { job: key })).toEqual(await engine.ask(alone, 'summary.job', {}));
      const told = ({ stepNs, findings, notRun }: FindingsReport) => ({
        stepNs,
        lost: findings.map(({ rule, rank, lostNsPerStep }) => [rule, rank, lostNsPerStep]),
        notRun: notRun.map(({ rule, reason, ranks }) => [rule, reason.id, ranks]),
      });
      const own = told(await engine.ask(id, 'findings.report', { job: key }));
      expect(own).toEqual(told(await engine.ask(alone, 'findings.report', {})));
      // These small traces lose nothing worth telling; why rules could not run is told of each.
      expect(own.stepNs).toBeGreaterThan(0);
      expect(own.notRun.length).toBeGreaterThan(0);
    }
  });
});
