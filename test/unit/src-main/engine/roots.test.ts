import { realpathSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { DumpState, Engine, TableQuery } from '../../../../src-contract';
import { nextDumpState } from '../../../../src-contract/wire/dumpUpdates';
import { createEngine } from '../../../../src-main/engine/engine';
import { builtWorker } from '../../../fixtures/builtWorker';
import { fileTree, ONE_SLICE, rankTree } from '../../../fixtures/fileTree';
import { temporaryFolder } from '../../../fixtures/indexed';

const worker = builtWorker();

function start(roots: readonly string[]): Engine {
  const folder = temporaryFolder();
  const host = createEngine({
    workerUrl: worker.url,
    indexThreads: 2,
    host: { kind: 'browser', version: '0', platform: 'test', initialPaths: [], roots },
    userDirs: { cacheDir: join(folder, 'cache'), configDir: join(folder, 'config'), tempDir: join(folder, 'tmp') },
  });
  onTestFinished(() => host.dispose());
  return host.engine;
}

async function opened(engine: Engine, ...paths: string[]): Promise<DumpState> {
  const dump = await engine.open(paths);
  let state = await nextDumpState(engine, dump);
  while (state.openMs === undefined && state.status !== 'failed') state = await nextDumpState(engine, dump, state);
  return state;
}

/** A rank within the root, and secrets of its format outside. */
function places() {
  const table = (name: string) =>
    `Name,Type,Accelerator Core,Start Time(us),Duration(us)\n${name},MatMul,AI_CORE,"1.000\t",2\n`;
  const folder = realpathSync(
    fileTree({
      ...rankTree('root/a_ascend_pt', 0),
      'root/a_ascend_pt/ASCEND_PROFILER_OUTPUT/kernel_details.csv': table('mine'),
      'outside/kernel_details.csv': table('secret'),
      'outside/trace.json': ONE_SLICE.replace('"ph"', '"name":"secret","ph"'),
    }),
  );
  return {
    root: join(folder, 'root'),
    outside: join(folder, 'outside'),
    kernels: join(folder, 'root', 'a_ascend_pt', 'ASCEND_PROFILER_OUTPUT', 'kernel_details.csv'),
  };
}

const kernelsOf = (state: DumpState): TableQuery => ({
  dump: state.id,
  source: { table: 'operator.kernels', of: { ranks: [state.ranks[0].index] } },
  filters: [],
  sort: [],
  firstRow: 0,
  rowCount: 10,
});

test('links out of the roots are not followed, and said; without roots they are', async () => {
  const { root, outside } = places();
  symlinkSync(join(outside, 'trace.json'), join(root, 'rank_9.json'));
  const state = await opened(start([root]), root);
  expect(state.ranks.map(({ rank }) => rank)).toEqual([0]);
  expect(state.notices).toMatchObject([{ code: 'links-outside-roots', path: join(root, 'rank_9.json') }]);
  const free = await opened(start([]), root);
  expect(free.ranks.map(({ rank }) => rank)).toEqual([0, 9]);
  expect(free.notices.map(({ code }) => code)).not.toContain('links-outside-roots');
});

test('a timeline opened by a path that has become a link is not read', async () => {
  const { root, outside } = places();
  const path = join(root, 'rank_9.json');
  symlinkSync(join(outside, 'trace.json'), path);
  const state = await opened(start([root]), path);
  expect(state.status).toBe('failed');
  const notices = [...state.notices, ...state.ranks.flatMap((rank) => rank.notices)];
  expect(notices).toMatchObject([{ severity: 'error', message: expect.stringContaining('--root') }]);
});

test('a table that has been exchanged for a link since the dump was opened is not read', async () => {
  const { root, outside, kernels } = places();
  const engine = start([root]);
  const before = await opened(engine, root);
  expect(JSON.stringify(await engine.table(kernelsOf(before)))).toContain('mine');
  const state = await opened(engine, root);
  rmSync(kernels);
  symlinkSync(join(outside, 'kernel_details.csv'), kernels);
  const answer = await engine.table(kernelsOf(state)).then(
    (page) => JSON.stringify(page),
    (error: Error) => error.message,
  );
  expect(answer).not.toContain('secret');
  expect(answer).toContain('--root');
});
