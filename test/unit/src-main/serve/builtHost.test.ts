/** The browser host as it is built, in a process of its own: what no part of it can show by itself. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { DumpId } from '../../../../src-contract';
import { engineMethodNames, engineOf } from '../../../../src-contract/wire/engineMethods';
import { finishedState } from '../../../../src-main/host/describeDump';
import { copiedProgram, startBuiltHost } from '../../../fixtures/builtHost';
import { builtWorker } from '../../../fixtures/builtWorker';
import { enter, HostCalls } from '../../../fixtures/hostCalls';
import { temporaryFolder } from '../../../fixtures/indexed';
import { ask } from '../support/testHost';

builtWorker();

test('wrong arguments are refused, and the host goes on', async () => {
  const host = await startBuiltHost(['--root', temporaryFolder()]);
  const calls = await HostCalls.connect(await enter(host.address));
  await expect(calls.call('open', new Uint8Array(4))).rejects.toMatchObject({
    name: 'WrongArgumentError',
    message: 'open can’t be done: argument 1 has to be a list of at most 10,000 items.',
  });
  for (const method of engineMethodNames) {
    const args = [new Float64Array(2), [null], { dump: 3 }, -1, 'x'];
    await expect(calls.call(method, ...args), method).rejects.toMatchObject({ name: 'WrongArgumentError' });
  }
  await expect(calls.call('host')).resolves.toMatchObject({ kind: 'browser' });
  expect(host.isRunning()).toBe(true);
});

test('a rejection that nobody waits for is reported, and ends nothing', async () => {
  const rejecting = 'process.on(`SIGUSR2`,()=>Promise.reject(new%20Error(`odd%1b]0;`)))';
  const env = { NODE_OPTIONS: `--import=data:text/javascript,${rejecting}` };
  const host = await startBuiltHost(['--root', temporaryFolder()], { env });
  host.process.kill('SIGUSR2');
  await expect.poll(() => host.output()).toContain('Tracelane goes on (Error: odd\\u001b]0;)');
  expect(host.isRunning()).toBe(true);
});

test.skipIf(process.platform === 'win32')('pipes that nobody writes to are refused, and hold up nothing', async () => {
  const root = temporaryFolder();
  const pipes = Array.from({ length: 6 }, (_, i) => join(root, `trace${i}.json`));
  execFileSync('mkfifo', [...pipes, join(root, 'kernel_details.csv')]);
  const host = await startBuiltHost(['--root', root]);
  const calls = await HostCalls.connect(await enter(host.address));
  for (const path of [...pipes, join(root, 'kernel_details.csv')]) {
    const dump = (await calls.call('open', [path])) as DumpId;
    const engine = engineOf((method, args) => calls.call(method, ...args));
    const state = await finishedState(engine, dump);
    const notices = [...state.notices, ...state.ranks.flatMap((rank) => rank.notices)];
    if (path.endsWith('.json')) {
      expect(state.status).toBe('failed');
      expect(notices.map(({ message }) => message)).toContain(
        'The file can’t be read: it is not a file but a pipe, a socket or a device.',
      );
    }
    await engine.views(dump);
  }
  await expect(calls.call('listFolder', root)).resolves.toMatchObject({ path: root });
  await expect(calls.call('recentDumps')).resolves.toBeDefined();
});

test('what a killed host left goes at the next start', async () => {
  const home = temporaryFolder();
  const first = await startBuiltHost(['--root', home], { home });
  const { page, cookie } = await enter(first.address);
  const headers = { origin: page.origin, cookie };
  const started = await ask(`${page.href}upload?session=${'ab'.repeat(16)}`, { method: 'POST', headers });
  expect(started.status).toBe(201);
  const uploads = join(home, 'cache', 'tracelane', 'tmp');
  expect(readdirSync(uploads)).toHaveLength(1);
  const ended = new Promise((resolve) => first.process.once('exit', resolve));
  first.process.kill('SIGKILL');
  await ended;
  await startBuiltHost(['--root', home], { home });
  await expect.poll(() => readdirSync(uploads)).toEqual([]);
});

test('no module is looked for outside of the program, when it starts and when it is used', async () => {
  const folder = copiedProgram();
  const loaded = join(folder, 'loaded');
  for (const place of [join(folder, 'node_modules'), join(folder, 'dist', 'node', 'node_modules')])
    for (const name of ['bufferutil', 'utf-8-validate', 'msgpackr-extract', 'node-gyp-build-optional-packages']) {
      mkdirSync(join(place, name), { recursive: true });
      const mark = `require('node:fs').appendFileSync(${JSON.stringify(loaded)}, '${name} ')`;
      writeFileSync(join(place, name, 'index.js'), mark);
    }
  const host = await startBuiltHost(['--root', folder], { folder });
  const calls = await HostCalls.connect(await enter(host.address));
  // Long enough for both modules to be of use.
  await expect(calls.call('listFolder', `${folder}/${'é'.repeat(5000)}`)).resolves.toBeDefined();
  expect(existsSync(loaded) ? readFileSync(loaded, 'utf8') : '').toBe('');
});

test('what is built names no modules but Node’s own and Electron', () => {
  const folder = join(copiedProgram(), 'dist', 'node');
  const named = new Set<string>();
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!/\.c?js$/.test(file)) continue;
    const text = readFileSync(join(folder, file), 'utf8');
    // Also what is made with createRequire: `createRequire(import.meta.url)("name")`.
    const names =
      /^(?:import|export)\b[^'"\n]*?["']([^"'\n]+)["'];$|(?:\b(?:__)?require|\bimport|\(import\.meta\.url\))\(["']([\w@./:-]+)["']\)/gm;
    for (const [, imported, required] of text.matchAll(names)) named.add(imported ?? required ?? '');
  }
  expect(named.size).toBeGreaterThan(10);
  const foreign = [...named].filter((name) => !name.startsWith('.') && !isBuiltin(name));
  expect(foreign).toEqual(['electron']);
});
