import { access } from 'node:fs/promises';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ask, startTestHost, type TestHost } from '../support/testHost';

let t: TestHost;
beforeAll(async () => {
  t = await startTestHost();
});
afterAll(() => t.stop());

describe('pages', () => {
  test('the index needs the token, and comes with a strict policy', async () => {
    for (const path of [`${t.origin}/`, `${t.page}/`, `${t.page}/?token=wrong`])
      expect((await ask(path)).status, path).toBe(401);
    const { status, headers, body } = await ask(t.host.address);
    expect(status).toBe(200);
    expect(body).toContain('Tracelane');
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['referrer-policy']).toBe('no-referrer');
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'; script-src 'self';");
    expect(policy).toContain(`connect-src 'self' ws://127.0.0.1:${t.host.port};`);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe-eval');
  });

  test('assets need the cookie, at the path of this run', async () => {
    const headers = { cookie: t.cookie };
    expect((await ask(`${t.page}/assets/main-1a2b.js`)).status).toBe(401);
    expect((await ask(`${t.origin}/assets/main-1a2b.js`, { headers })).status).toBe(401);
    const { status, headers: answered } = await ask(`${t.page}/assets/main-1a2b.js`, { headers });
    expect(status).toBe(200);
    expect(answered['content-type']).toBe('text/javascript; charset=utf-8');
  });

  test.each([
    '/../secret.txt',
    '/assets/../../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '//etc/passwd',
    '/*',
  ])('nothing else is served: %s', async (path) => {
    const rawPath = `${new URL(t.page).pathname}${path}`;
    const { status, body } = await ask(t.origin, { rawPath, headers: { cookie: t.cookie } });
    expect([400, 404]).toContain(status);
    expect(body).not.toContain('secret');
    expect((await ask(t.origin, { rawPath: path, headers: { cookie: t.cookie } })).status).toBe(401);
  });

  test('a foreign Host is refused, token or not', async () => {
    const headers = { host: 'evil.example', cookie: t.cookie };
    expect((await ask(t.host.address, { headers })).status).toBe(403);
  });

  test('a launch address works once, and leads to the page, whose path it does not tell', async () => {
    const address = t.host.createLaunchAddress();
    const pagePath = `${new URL(t.page).pathname}/`;
    expect(address).not.toContain(pagePath);
    const { status, headers } = await ask(address);
    expect(status).toBe(303);
    expect(headers.location).toBe(pagePath);
    const cookie = String(headers['set-cookie']).split(';', 1)[0];
    expect((await ask(`${t.page}/`, { headers: { cookie } })).status).toBe(200);
    expect((await ask(address)).status).toBe(401);
  });

  test('what other ports of this machine may get to see opens nothing', async () => {
    const { headers } = await ask(t.host.address);
    const setCookie = String(headers['set-cookie']);
    const token = new URL(t.host.address).searchParams.get('token') ?? '';
    expect(setCookie).not.toContain(token);
    // A browser sends it to every port of 127.0.0.1, but only below the path that nobody else can guess.
    expect(setCookie).toMatch(/; Path=\/[\w-]{43}\/; HttpOnly; SameSite=Strict$/);
    for (const path of ['/', '/session', '/assets/main-1a2b.js'])
      expect((await ask(`${t.origin}${path}`, { headers: { cookie: t.cookie } })).status, path).toBe(401);
    const stolen = t.cookie.split('=')[1];
    expect((await ask(`${t.origin}/?token=${stolen}`)).status).toBe(401);
  });
});

describe('the WebSocket', () => {
  const session = 'ab'.repeat(16);

  test.each([
    ['no cookie', { origin: 'same' }, 401],
    ['a foreign Origin', { origin: 'http://evil.example', cookie: 'ours' }, 403],
    ['another port of this machine', { origin: 'http://127.0.0.1:1', cookie: 'ours' }, 403],
    ['no Origin', { cookie: 'ours' }, 403],
    ['a foreign Host', { origin: 'http://evil.example', host: 'evil.example', cookie: 'ours' }, 403],
    ['everything right', { origin: 'same', cookie: 'ours' }, 101],
  ])('upgrade with %s', async (_name, choices: Readonly<Record<string, string>>, status) => {
    const headers = Object.fromEntries(
      Object.entries(choices).map(([name, value]) => [
        name,
        value === 'same' ? t.origin : value === 'ours' ? t.cookie : value,
      ]),
    );
    expect(await upgradeStatus(`${t.page}/engine?session=${session}`, headers)).toBe(status);
  });

  test('only under its own path and with a session', async () => {
    const headers = { origin: t.origin, cookie: t.cookie };
    expect(await upgradeStatus(`${t.page}/other?session=${session}`, headers)).toBe(404);
    expect(await upgradeStatus(`${t.page}/engine?session=../x`, headers)).toBe(404);
  });
});

describe('uploads', () => {
  const session = 'cd'.repeat(16);
  const post = (path: string, body = '', more: Readonly<Record<string, string>> = {}) =>
    ask(`${t.page}${path}`, { method: 'POST', body, headers: { origin: t.origin, cookie: t.cookie, ...more } });
  const start = async (): Promise<string> => JSON.parse((await post(`/upload?session=${session}`)).body).id;
  const send = (id: string, path: string, body: string) => post(`/upload/${id}?path=${encodeURIComponent(path)}`, body);
  const finish = async (id: string): Promise<string[]> => JSON.parse((await post(`/upload/${id}/done`)).body).paths;

  test('files keep their folders, and only what was dropped is to be opened', async () => {
    const id = await start();
    expect((await send(id, 'job/rank0/trace_view.json', '[1]')).status).toBe(204);
    expect((await send(id, 'job/rank1/trace_view.json', '[2]')).status).toBe(204);
    expect((await send(id, 'bare.json', '[3]')).status).toBe(204);
    const [folder, file, ...more] = await finish(id);
    expect(more).toEqual([]);
    expect(folder).toMatch(/[\\/]job$/);
    await expect(readText(`${folder}/rank1/trace_view.json`)).resolves.toBe('[2]');
    await expect(readText(`${file}`)).resolves.toBe('[3]');
    const { stat } = await import('node:fs/promises');
    expect((await stat(`${file}`)).mode & 0o077).toBe(0);
  });

  test.each(['../../evil.json', '/etc/evil.json', 'a/../../../evil.json', ''])(
    'no file is written to %j',
    async (path) => {
      const answer = await send(await start(), path, 'x');
      expect(answer.status).toBe(400);
      expect(JSON.parse(answer.body).code).toBe('upload-bad-path');
    },
  );

  test('a file is not overwritten', async () => {
    const id = await start();
    await send(id, 'a.json', 'first');
    expect((await send(id, 'a.json', 'second')).status).toBe(400);
    await expect(readText((await finish(id))[0] ?? '')).resolves.toBe('first');
  });

  test('cancelling removes everything', async () => {
    const id = await start();
    await send(id, 'a.json', 'x');
    const [path = ''] = await finish(id);
    const headers = { origin: t.origin, cookie: t.cookie };
    expect((await ask(`${t.page}/upload/${id}`, { method: 'DELETE', headers })).status).toBe(204);
    await expect(access(path)).rejects.toThrow();
    expect((await send(id, 'b.json', 'x')).status).toBe(404);
  });

  test('a page of another site cannot upload', async () => {
    expect((await post(`/upload?session=${session}`, '', { origin: 'http://evil.example' })).status).toBe(403);
    const withoutOrigin = await ask(`${t.page}/upload?session=${session}`, {
      method: 'POST',
      headers: { cookie: t.cookie },
    });
    expect(withoutOrigin.status).toBe(403);
  });

  test('a connection that breaks leaves no file', async () => {
    const id = await start();
    await new Promise<void>((resolve) => {
      const outgoing = request(`${t.page}/upload/${id}?path=half.json`, {
        method: 'POST',
        headers: { origin: t.origin, cookie: t.cookie, 'content-length': '1000' },
      });
      outgoing.on('error', () => resolve());
      outgoing.write('half', () => setTimeout(() => outgoing.destroy(new Error('gone')), 50));
    });
    await expect.poll(() => finish(id)).toEqual([]);
    // The name is taken until the server has heard of the break.
    await expect.poll(async () => (await send(id, 'half.json', 'whole')).status).toBe(204);
  });
});

async function readText(path: string): Promise<string> {
  const { readFile } = await import('node:fs/promises');
  return readFile(path, 'utf8');
}

function upgradeStatus(url: string, headers: Readonly<Record<string, string>>): Promise<number> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, {
      headers: {
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
        ...headers,
      },
    });
    outgoing.on('response', ({ statusCode = 0 }) => resolve(statusCode));
    outgoing.on('upgrade', (_response, socket) => {
      socket.destroy();
      resolve(101);
    });
    outgoing.on('error', reject);
    outgoing.end();
  });
}
