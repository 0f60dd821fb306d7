import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished } from 'vitest';
import type { DumpState, Engine } from '../../../../src-contract';
import { nextDumpState } from '../../../../src-contract/wire/dumpUpdates';
import { createEngine } from '../../../../src-main/engine/engine';
import { builtWorker } from '../../../fixtures/builtWorker';
import { temporaryFolder } from '../../../fixtures/indexed';

const EVENTS = 60;
const worker = builtWorker();

/** A trace large enough for its index to be kept: 9 MB, nearly all of it args. */
export function writeTrace(folder: string): string {
  const path = join(folder, 'trace.json');
  const padding = 'x'.repeat(150_000);
  const events = Array.from(
    { length: EVENTS },
    (_, i) => `{"ph":"X","pid":1,"tid":${i % 3},"ts":${i},"dur":1,"name":"op ${i}","args":{"s":"${padding}"}}`,
  );
  writeFileSync(path, `[${events.join(',')}]`);
  return path;
}

/** The worker threads' entry, but that their nth write does `instead`; the source of a module with `fs` in scope. */
function faultyWorker(folder: string, nth: number, instead: string): URL {
  const path = join(folder, 'faulty.mjs');
  writeFileSync(
    path,
    `import fs from 'node:fs';
    import { syncBuiltinESMExports } from 'node:module';
    const { writeSync } = fs;
    let writes = 0;
    fs.writeSync = (fd, bytes, from, length, position) => {
      if (++writes < ${nth}) return writeSync(fd, bytes, from, length, position);
      ${instead}
    };
    syncBuiltinESMExports();
    await import(${JSON.stringify(worker.url.href)});`,
  );
  return pathToFileURL(path);
}

const HALF = 'writeSync(fd, bytes, from, Math.max(1, length >> 1), position);';
const DISK_FULL = `${HALF} throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });`;
const KILLED = `${HALF} process.kill(process.pid, 'SIGKILL'); Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);`;

function optionsIn(folder: string, workerUrl: URL) {
  return {
    workerUrl,
    indexThreads: 2,
    host: { kind: 'browser' as const, version: '0', platform: 'test', initialPaths: [], roots: [] },
    userDirs: { cacheDir: join(folder, 'cache'), configDir: join(folder, 'config'), tempDir: join(folder, 'tmp') },
  };
}

export function engineIn(folder: string, workerUrl = worker.url) {
  const host = createEngine(optionsIn(folder, workerUrl));
  onTestFinished(() => host.dispose());
  return host;
}

export async function opened(engine: Engine, path: string): Promise<DumpState> {
  const dump = await engine.open([path]);
  let state = await nextDumpState(engine, dump);
  while (state.openMs === undefined) state = await nextDumpState(engine, dump, state);
  expect(state).toMatchObject({ status: 'ready', ranks: [{ eventCounts: { X: EVENTS } }] });
  expect((await engine.search({ dump, text: 'op', maxResults: 1 })).totalCount).toBe(EVENTS);
  return state;
}

export function filesIn(folder: string): string[] {
  const index = join(folder, 'cache', 'index');
  return existsSync(index) ? readdirSync(index).sort() : [];
}

/** Of a file of the index cache. */
export const isIndex = (name: string) => name.endsWith('.tlindex');

/** A disk that is full at the nth write of a worker thread costs the index on disk, nothing else. */
export async function expectDiskFullAt(nth: number): Promise<void> {
  const folder = temporaryFolder();
  const path = writeTrace(folder);
  const { engine } = engineIn(folder, faultyWorker(folder, nth, DISK_FULL));
  let state = await opened(engine, path);
  while (state.notices.length === 0) state = await nextDumpState(engine, state.id, state);
  expect(state).toMatchObject({ status: 'ready', notices: [{ code: 'cache-not-written', severity: 'info' }] });
  expect(state.notices[0].message).toBe(
    'The index could not be saved: the disk is full. Opening this dump again will take as long as this time.',
  );
  expect(filesIn(folder)).toEqual([]);
  expect((await engine.search({ dump: state.id, text: 'op', maxResults: 1 })).totalCount).toBe(EVENTS);
}

/** A process killed at the nth write of a worker thread leaves nothing that is taken for an index. */
export async function expectKilledAt(nth: number): Promise<void> {
  const folder = temporaryFolder();
  const path = writeTrace(folder);
  const options = optionsIn(folder, faultyWorker(folder, nth, KILLED));
  const script = join(folder, 'killed.mjs');
  writeFileSync(
    script,
    `import { createEngine } from ${JSON.stringify(worker.engineUrl.href)};
    const options = ${JSON.stringify(options)};
    const { engine } = createEngine({ ...options, workerUrl: new URL(options.workerUrl) });
    await engine.open([${JSON.stringify(path)}]);
    setTimeout(() => {}, 20_000);`,
  );
  const { signal, stderr } = spawnSync(process.execPath, [script], { encoding: 'utf8', timeout: 20_000 });
  expect(signal, stderr).toBe('SIGKILL');
  const [half, ...others] = filesIn(folder);
  expect(others).toEqual([]);
  expect(half).toMatch(/\.tmp$/);
  expect(readFileSync(join(folder, 'cache', 'index', half)).length).toBeGreaterThan(0);

  const next = engineIn(folder);
  await opened(next.engine, path);
  await next.dispose();
  // Its process is gone, and it with the next start.
  expect(filesIn(folder).filter(isIndex)).toHaveLength(1);
  expect(filesIn(folder)).not.toContain(half);
}
