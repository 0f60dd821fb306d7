import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { builtWorker } from '../../../fixtures/builtWorker';
import { isDone, opened, startEngine, until, writeTrace } from './startedEngine';

const worker = builtWorker();
const start = () => startEngine(worker.url);

describe('recent dumps', () => {
  test('newest first, each once, told whether they are still there; forgotten when asked', async () => {
    const { engine, folder } = start();
    const [a, b] = [writeTrace(folder, 'a.json', '5'), writeTrace(folder, 'b.json', '5')];
    const settled = async (count: number, first: string) => {
      const listed = async () => (await engine.recentDumps()).map(({ paths }) => paths[0]);
      await expect.poll(async () => [(await listed()).length, (await listed())[0]]).toEqual([count, first]);
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

  test('a dump without some of its ranks is listed as it was opened last', async () => {
    const { engine, folder } = start();
    const ranks = ['rank0', 'rank1'].map((name) => join(folder, 'job', name));
    for (const rank of ranks) {
      mkdirSync(rank, { recursive: true });
      writeTrace(rank, 'trace.json', '5');
    }
    const paths = [join(folder, 'job')];
    const whole = await opened(engine, ...paths);
    const without = [whole.ranks[1].place];
    const less = await engine.open(paths, without);
    await until(engine, less, isDone);
    // Once closed, it is on the list.
    await engine.close(less);
    expect((await engine.recentDumps()).map((own) => [own.paths, own.without])).toEqual([[paths, without]]);
    await engine.close(await engine.open(paths));
    const again = await engine.open(paths);
    await until(engine, again, isDone);
    await engine.close(again);
    expect((await engine.recentDumps()).map((own) => own.without)).toEqual([[]]);
  });

  test('a list that an earlier version has written is taken over', async () => {
    const { engine, folder } = start();
    mkdirSync(join(folder, 'config'), { recursive: true });
    const earlier = [{ paths: ['/gone'], title: 'gone', openedMs: 5 }];
    writeFileSync(join(folder, 'config', 'recent.json'), JSON.stringify(earlier));
    expect(await engine.recentDumps()).toEqual([{ ...earlier[0], without: [], exists: false }]);
  });

  test('what was changed last is on disk when the program has ended', async () => {
    const { engine, folder, dispose } = start();
    const last = 200;
    for (let i = 0; i <= last; i++) {
      void engine.changeSettings({ cacheLimitBytes: i });
      void engine.forgetRecentDump([`${i}`]);
    }
    await dispose();
    const written = readdirSync(join(folder, 'config')).sort();
    expect(written).toEqual(['recent.json', 'settings.json']);
    const settings = JSON.parse(readFileSync(join(folder, 'config', 'settings.json'), 'utf8'));
    expect(settings).toEqual({ cacheLimitBytes: last });
  });

  test('a damaged file of them is an empty list, and is replaced', async () => {
    const { engine, folder } = start();
    mkdirSync(join(folder, 'config'), { recursive: true });
    writeFileSync(join(folder, 'config', 'recent.json'), '[{"paths": 3}');
    expect(await engine.recentDumps()).toEqual([]);
    await opened(engine, writeTrace(folder, 'a.json', '5'));
    await expect.poll(() => engine.recentDumps()).toHaveLength(1);
  });

  test('where they cannot be written, the dump opens and it is said', async () => {
    const { engine, folder } = start();
    const file = join(folder, 'config', 'recent.json');
    mkdirSync(file, { recursive: true });
    const { id } = await opened(engine, writeTrace(folder, 'a.json', '5'));
    const state = await until(engine, id, ({ notices }) => notices.length > 0);
    expect(state).toMatchObject({
      status: 'ready',
      notices: [{ code: 'recent-unwritable', severity: 'warning', path: file }],
    });
    expect(state.notices[0].message).toMatch(/not among the recent ones, .* can’t be written: it is a folder\./);
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
