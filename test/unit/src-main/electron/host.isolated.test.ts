/** Electron's own part is replaced by what Node has of it, so that these run where Electron's binary is not. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import type { Endpoint } from 'comlink';
import type { IpcMainEvent } from 'electron';
import { afterEach, expect, test, vi } from 'vitest';
import type { ViewportQuery } from '../../../../src-contract';
import { channels } from '../../../../src-contract/wire/electronBridge';
import { createClientEngine } from '../../../../src-main/host/clientEngine';
import { openPolicy } from '../../../../src-main/host/pathPolicy';
import { plainEngine } from '../../../../src-renderer/engine/plainEngine';
import { createFakeEngine, viewportResult } from '../support/fakeEngine';
import { flowQuery, viewportQuery } from '../support/someQueries';

const electron = vi.hoisted(() => ({
  handlers: new Map<string, (request: { url: string; method: string }) => Promise<Response>>(),
  MessageChannelMain: class {},
}));
vi.mock('electron', () => ({
  get MessageChannelMain() {
    return electron.MessageChannelMain;
  },
  protocol: {
    handle: (scheme: string, handler: (request: { url: string; method: string }) => Promise<Response>) =>
      electron.handlers.set(scheme, handler),
  },
}));

const { sendEnginePort } = await import('../../../../src-main/electron/enginePort');
const { handleAppScheme } = await import('../../../../src-main/electron/appProtocol');

const cleanups: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
});

/** The main process's kind of port: it emits { data } where Node's emits the data. */
function mainPort(port: MessagePort): object {
  return {
    on: (event: string, listener: (value: unknown) => void) => port.on(event, (data: unknown) => listener({ data })),
    once: (event: string, listener: () => void) => port.once(event, listener),
    postMessage: (message: unknown) => port.postMessage(message),
    start: () => port.start(),
    close: () => port.close(),
  };
}

function connect() {
  const engine = createFakeEngine();
  const { port1, port2 } = new MessageChannel();
  cleanups.push(() => port2.close());
  electron.MessageChannelMain = class {
    port1 = mainPort(port1);
    port2 = port2;
  };
  const host = { kind: 'electron', version: '1', platform: 'test', initialPaths: ['/dump'], roots: [] } as const;
  const sent: [channel: string, message: unknown, ports: unknown[]][] = [];
  const sender = { postMessage: (...args: [string, unknown, unknown[]]) => sent.push(args) };
  const client = createClientEngine({ engine, host, policy: openPolicy });
  sendEnginePort({ sender } as unknown as IpcMainEvent, client, () => void client.dispose());
  return { engine, sent, port: port2, remote: plainEngine(port2 as unknown as Endpoint) };
}

test('the page gets a port, and the Engine answers on it', async () => {
  const { sent, port, remote } = connect();
  expect(sent).toEqual([[channels.port, undefined, [port]]]);
  expect((await remote.host()).initialPaths).toEqual(['/dump']);
  const dump = await remote.open(['/dump']);
  expect(await remote.viewport(viewportQuery(dump))).toStrictEqual(viewportResult());
  await expect(remote.viewport({} as ViewportQuery)).rejects.toThrow('viewport can’t be done: argument 1, dump,');
  await expect(remote.flows(flowQuery(dump))).rejects.toMatchObject({ name: 'RangeError' });
});

test('a window that goes takes its dumps along', async () => {
  const { engine, port, remote } = connect();
  await remote.open(['/dump']);
  expect(engine.openDumps.size).toBe(1);
  port.close();
  await expect.poll(() => engine.openDumps.size).toBe(0);
});

test('anything but a call of the Engine ends the connection', async () => {
  const { port } = connect();
  const closed = new Promise((resolve) => port.once('close', resolve));
  port.postMessage({ id: '1', type: 'APPLY', path: ['open', 'constructor'], argumentList: [] });
  await closed;
});

test('the window’s files, with the policy of the browser host, and nothing else', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'tracelane-scheme-'));
  cleanups.push(() => rm(dir, { recursive: true, force: true }));
  await mkdir(join(dir, 'renderer'));
  await writeFile(join(dir, 'renderer', 'index.html'), '<!doctype html>');
  await writeFile(join(dir, 'secret.txt'), 'secret');
  await handleAppScheme(join(dir, 'renderer'));
  const get = (url: string, method = 'GET') => electron.handlers.get('tracelane')?.({ url, method });
  const page = await get('tracelane://app/index.html');
  expect(page?.status).toBe(200);
  expect(page?.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(page?.headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self';");
  expect((await get('tracelane://app/index.html', 'POST'))?.status).toBe(405);
  for (const url of [
    'tracelane://app/../secret.txt',
    'tracelane://app/..%2fsecret.txt',
    'tracelane://other/index.html',
  ]) {
    expect((await get(url))?.status, url).toBe(404);
  }
});
