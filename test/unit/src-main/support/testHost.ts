import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rootedPolicy } from '../../../../src-main/host/pathPolicy';
import { type BrowserHost, type ConnectionLimits, startBrowserHost } from '../../../../src-main/serve/server';
import { createFakeEngine, type FakeEngine } from './fakeEngine';

export interface TestHost {
  readonly host: BrowserHost;
  readonly engine: FakeEngine;
  /** Folder of this test, the only root. */
  readonly dir: string;
  readonly origin: string;
  /** Address of the page, without the slash at its end. */
  readonly page: string;
  /** The cookie that the host gives for its token. */
  readonly cookie: string;
  readonly windowsLeft: number[];
  stop(): Promise<void>;
}

/** A browser host with a fake Engine, a page of three files, and folders of its own. */
export async function startTestHost(limits?: ConnectionLimits): Promise<TestHost> {
  const dir = await mkdtemp(join(tmpdir(), 'tracelane-host-'));
  const rendererDir = join(dir, 'renderer');
  await mkdir(join(rendererDir, 'assets'), { recursive: true });
  await writeFile(join(rendererDir, 'index.html'), '<!doctype html><title>Tracelane</title>');
  await writeFile(join(rendererDir, 'assets', 'main-1a2b.js'), 'export {};');
  await writeFile(join(dir, 'secret.txt'), 'secret');
  const engine = createFakeEngine();
  const windowsLeft: number[] = [];
  const host = await startBrowserHost({
    engine,
    host: { kind: 'browser', version: '1', platform: 'test', initialPaths: [], roots: [dir] },
    policy: await rootedPolicy([dir]),
    rendererDir,
    tempDir: join(dir, 'temp'),
    ports: [0],
    ...(limits && { limits }),
    onWindowLeft: (windowCount) => windowsLeft.push(windowCount),
  });
  const origin = `http://127.0.0.1:${host.port}`;
  const first = await ask(`${host.address}`);
  const cookie = String(first.headers['set-cookie']).split(';', 1)[0] ?? '';
  const stop = async (): Promise<void> => {
    await host.close();
    await rm(dir, { recursive: true, force: true });
  };
  const page = host.address.slice(0, host.address.indexOf('/?'));
  return { host, engine, dir, origin, page, cookie, windowsLeft, stop };
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

/** One HTTP request. Node's own fetch would not let the Host header be chosen, nor the path stay as it is. */
export function ask(
  url: string,
  options: {
    readonly method?: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: string;
    /** Instead of the path of `url`, sent as it is. */
    readonly rawPath?: string;
  } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { method = 'GET', headers = {}, body, rawPath } = options;
    const outgoing = request(
      url,
      { method, headers: { connection: 'close', ...headers }, ...(rawPath !== undefined && { path: rawPath }) },
      (incoming) => {
        let text = '';
        incoming.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk;
        });
        incoming.on('end', () => resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body: text }));
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}
