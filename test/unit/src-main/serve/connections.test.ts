/** Connections that say nothing, or nothing that lets them in. */
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import type { ConnectionLimits } from '../../../../src-main/serve/server';
import { HostCalls } from '../../../fixtures/hostCalls';
import { ask, startTestHost, type TestHost } from '../support/testHost';

const quick: ConnectionLimits = { headersMs: 100, silenceMs: 200, strangers: 5, beatMs: 60_000 };

async function start(limits: Partial<ConnectionLimits>): Promise<TestHost> {
  const host = await startTestHost({ ...quick, ...limits });
  onTestFinished(() => host.stop());
  return host;
}

/** A connection that sends this and then nothing more. */
async function silent(host: TestHost, text = ''): Promise<Socket> {
  const socket = connect({ port: host.host.port, host: '127.0.0.1', allowHalfOpen: true });
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => undefined);
  await new Promise((resolve) => socket.once('connect', resolve));
  socket.write(text);
  socket.resume();
  return socket;
}

const isClosed = (socket: Socket) => socket.readableEnded || socket.destroyed;

test.each([
  ['nothing', ''],
  ['half a request line', 'GET /'],
  ['headers without an end', 'GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-A: 1\r\n'],
  ['half a WebSocket handshake', 'GET /engine HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upg'],
])('a connection that sends %s is closed', async (_name, text) => {
  const host = await start({ silenceMs: 60_000 });
  const socket = await silent(host, text);
  await expect.poll(() => isClosed(socket)).toBe(true);
});

test('what is refused is not read on, and its connection closed, even if the other end keeps its half open', async () => {
  const host = await start({ headersMs: 60_000, silenceMs: 60_000 });
  const head = 'HTTP/1.1\r\nHost: 127.0.0.1\r\n';
  const upgrade = 'Upgrade: websocket\r\nConnection: Upgrade\r\nOrigin: http://127.0.0.1\r\n';
  const sockets = [
    await silent(host, `POST /upload ${head}Content-Length: 1000000\r\n\r\nx`),
    await silent(host, `GET /engine ${head}${upgrade}\r\n`),
  ];
  // The host has let go of both: it resets what goes on sending.
  const isReset = (socket: Socket) => {
    if (!socket.destroyed) socket.write('x');
    return socket.destroyed;
  };
  await expect.poll(() => sockets.map(isReset)).toEqual([true, true]);
});

test('an upload that falls silent is given up', async () => {
  const host = await start({ headersMs: 60_000 });
  const headers = { origin: host.origin, cookie: host.cookie };
  const session = 'ab'.repeat(16);
  const { body } = await ask(`${host.page}/upload?session=${session}`, { method: 'POST', headers });
  const upload = request(`${host.page}/upload/${JSON.parse(body).id}?path=a`, {
    method: 'POST',
    headers: { ...headers, 'content-length': '1000' },
  });
  upload.write('x');
  await new Promise((resolve) => upload.once('error', resolve));
});

test('strangers do not keep users out, and users stay', async () => {
  const host = await start({ headersMs: 60_000, silenceMs: 60_000 });
  const calls = await HostCalls.connect({ page: new URL(`${host.page}/`), cookie: host.cookie });
  const strangers: Socket[] = [];
  for (let i = 0; i < 50; i++) strangers.push(await silent(host, i % 2 === 0 ? '' : 'GET / HTTP/1.1\r\n'));
  expect((await ask(`${host.page}/session`, { headers: { cookie: host.cookie } })).status).toBe(204);
  await expect(calls.call('host')).resolves.toMatchObject({ kind: 'browser' });
  await expect.poll(() => strangers.filter((socket) => !isClosed(socket)).length).toBeLessThanOrEqual(quick.strangers);
  calls.close();
});

test('a window that does not answer to pings is let go of', async () => {
  const host = await start({ silenceMs: 60_000, beatMs: 50 });
  const socket = await silent(
    host,
    [
      `GET ${new URL(host.page).pathname}/engine?session=${'cd'.repeat(16)} HTTP/1.1`,
      `Host: 127.0.0.1:${host.host.port}`,
      `Origin: ${host.origin}`,
      `Cookie: ${host.cookie}`,
      'Upgrade: websocket',
      'Connection: Upgrade',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
      '\r\n',
    ].join('\r\n'),
  );
  await expect.poll(() => isClosed(socket)).toBe(true);
});
