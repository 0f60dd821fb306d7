import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { APIRequestContext } from '@playwright/test';
import { callEngine } from './support/callEngine';
import { startHost, type TestHost } from './support/host';
import { expect, test } from './support/test';

let dir = '';
let root = '';
let host: TestHost;

test.beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'tracelane-security-'));
  root = join(dir, 'root');
  await mkdir(root);
  await writeFile(join(dir, 'secret.json'), '[]');
  await symlink(dir, join(root, 'way-out'));
  host = await startHost(['--root', root]);
});
test.afterAll(async () => {
  await host.stop();
  await rm(dir, { recursive: true, force: true });
});

/** Lets this context in by the cookie, as the page does. */
async function signIn(request: APIRequestContext): Promise<void> {
  expect((await request.get(host.address)).status()).toBe(200);
}

test('without the token there is nothing to see', async ({ request }) => {
  for (const path of [
    '/',
    '/index.html',
    '/?token=',
    '/?token=wrong',
    `/?token=${host.token}x`,
    '/session',
    '/upload',
  ]) {
    for (const place of [host.origin, host.pageAddress]) {
      const response = await request.get(`${place}${path}`);
      expect(response.status(), path).toBe(401);
      expect(await response.text()).not.toContain('<script');
    }
  }
});

test('a page that guesses no token shows why', async ({ page }) => {
  await page.goto(`${host.origin}/`);
  await expect(page.locator('body')).toContainText('Open the whole address that Tracelane printed');
});

test('names of other machines are refused: DNS rebinding', async ({ request }) => {
  const response = await request.get(host.address, { headers: { host: 'evil.example' } });
  expect(response.status()).toBe(403);
});

test('other pages cannot post, with the cookie or not', async ({ request }) => {
  await signIn(request);
  const url = `${host.pageAddress}/upload?session=${'ab'.repeat(16)}`;
  for (const origin of ['http://evil.example', 'http://127.0.0.1:1', 'null', undefined]) {
    const response = await request.post(url, { ...(origin !== undefined && { headers: { origin } }) });
    expect(response.status(), `Origin ${origin}`).toBe(403);
  }
  expect((await request.post(url, { headers: { origin: host.origin } })).status()).toBe(201);
});

test('a service on another port of this machine gets no cookie', async ({ page }) => {
  await page.goto(host.address);
  const seen: (string | undefined)[] = [];
  const stranger = createServer((request, response) => {
    seen.push(request.headers.cookie);
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>Stranger</title>');
  });
  await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve));
  try {
    const { port } = stranger.address() as AddressInfo;
    for (const path of ['/', '/session', '/engine']) await page.goto(`http://127.0.0.1:${port}${path}`);
    expect(seen.length).toBeGreaterThanOrEqual(3);
    expect(seen.filter((cookie) => cookie !== undefined)).toEqual([]);
  } finally {
    stranger.close();
    stranger.closeAllConnections();
  }
  // The page itself is still let in, by the cookie alone.
  await page.goto(`${host.pageAddress}/`);
  await expect(page).toHaveTitle('Tracelane');
});

test('a WebSocket of another page is refused', async ({ page, context }) => {
  await page.goto(host.address);
  // A page of this machine, and so with the same cookies, but of another port: another Origin. It has no policy.
  const stranger = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>Stranger</title>');
  });
  await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve));
  try {
    const other = await context.newPage();
    await other.goto(`http://127.0.0.1:${(stranger.address() as AddressInfo).port}/`);
    const opened = await other.evaluate(
      async (url) => {
        return new Promise<boolean>((resolve) => {
          const socket = new WebSocket(url);
          socket.onopen = () => resolve(true);
          socket.onerror = () => resolve(false);
        });
      },
      `${host.pageAddress.replace('http', 'ws')}/engine?session=${'cd'.repeat(16)}`,
    );
    expect(opened).toBe(false);
  } finally {
    stranger.close();
    stranger.closeAllConnections();
  }
});

test('paths outside of the root are neither listed nor opened', async ({ page }) => {
  await page.goto(host.address);
  const call = (method: string, argument: unknown) => callEngine(page, method, argument);
  for (const path of [dir, join(root, '..'), join(root, 'way-out'), '/etc']) {
    expect(await call('listFolder', path), path).toMatchObject({ entries: [], notice: { code: 'outside-roots' } });
    await expect(call('open', [path]), path).rejects.toThrow('OutsideRootsError');
  }
  await expect(call('open', [join(root, 'way-out', 'secret.json')])).rejects.toThrow('OutsideRootsError');
  expect(await call('listFolder', root)).toMatchObject({ path: root, entries: [] });
});

test('the page cannot reach behind the methods of the engine', async ({ page }) => {
  await page.goto(host.address);
  await expect(callEngine(page, 'constructor', 'return process')).rejects.toThrow('4400');
});

test('an upload cannot leave its folder', async ({ request }) => {
  await signIn(request);
  const headers = { origin: host.origin };
  const started = await request.post(`${host.pageAddress}/upload?session=${'ef'.repeat(16)}`, { headers });
  const { id } = (await started.json()) as { id: string };
  for (const path of ['../../evil.json', '/tmp/evil.json', 'a/../../../evil.json', '..', '', 'a//b']) {
    const url = `${host.pageAddress}/upload/${id}?path=${encodeURIComponent(path)}`;
    expect((await request.post(url, { headers, data: 'x' })).status(), path).toBe(400);
  }
  expect((await request.post(`${host.pageAddress}/upload/..%2f..?path=x`, { headers, data: 'x' })).status()).toBe(404);
  expect(await readdir(root)).toEqual(['way-out']);
  expect((await readdir(dir)).sort()).toEqual(['root', 'secret.json']);
});

test('the page has a strict policy', async ({ request }) => {
  const response = await request.get(host.address);
  const policy = response.headers()['content-security-policy'] ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("script-src 'self';");
  expect(policy).toContain("style-src 'self';");
  expect(policy).not.toContain('unsafe-');
});
