import { createServer, connect as netConnect, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { WebSocket as NodeWebSocket } from 'ws';
import type { DumpId, Engine, SliceRef } from '../../../../src-contract';
import { plainEngine } from '../../../../src-renderer/engine/plainEngine';
import { WebSocketEndpoint } from '../../../../src-renderer/engine/webSocketEndpoint';
import { viewportResult } from '../../src-main/support/fakeEngine';
import { flowQuery, searchQuery, viewportQuery } from '../../src-main/support/someQueries';
import { startTestHost, type TestHost } from '../../src-main/support/testHost';

/** Between window and host, as a tunnel is: it can be cut, and come back. */
interface Tunnel {
  readonly port: number;
  /** Drops every connection without a word; new ones are refused until `mend`. */
  cut(): void;
  mend(): void;
  stop(): Promise<void>;
}

let t: TestHost;
let tunnel: Tunnel;
let endpoint: WebSocketEndpoint;
let engine: Engine;

beforeEach(async () => {
  t = await startTestHost();
  tunnel = await startTunnel(t.host.port);
  const headers = { host: `127.0.0.1:${t.host.port}`, origin: t.origin, cookie: t.cookie };
  endpoint = new WebSocketEndpoint({
    url: `ws://127.0.0.1:${tunnel.port}${new URL(t.page).pathname}/engine?session=${'0f'.repeat(16)}`,
    isWelcome: async () => true,
    createSocket: (url) => new NodeWebSocket(url, { headers }) as unknown as WebSocket,
  });
  engine = plainEngine(endpoint);
});
afterEach(async () => {
  endpoint.close();
  await tunnel.stop();
  await t.stop();
});

const untilStatus = (status: string): Promise<void> =>
  expect.poll(() => endpoint.status.getState().status).toBe(status);

test('numbers, bigints and typed arrays arrive as they were', async () => {
  const dump = await engine.open([t.dir]);
  expect((await engine.watch(dump, 0)).originNs).toBe(1_738_825_260_000_000_123n);
  expect(await engine.viewport(viewportQuery(dump))).toStrictEqual(viewportResult());
  expect(await engine.slice(dump, { rank: 0, slice: 0, generation: 0 } as SliceRef)).toBeUndefined();
});

test('an Error arrives with its name and message', async () => {
  await expect(engine.watch('closed' as DumpId, 0)).rejects.toMatchObject({
    name: 'DumpClosedError',
    message: 'The dump closed is not open',
  });
  await expect(engine.flows(flowQuery(await engine.open([t.dir])))).rejects.toMatchObject({ name: 'RangeError' });
  await expect(engine.open(['/etc'])).rejects.toMatchObject({ name: 'OutsideRootsError' });
});

test('a call under way survives a cut, and runs once', async () => {
  const searching = engine.search(searchQuery(await engine.open([t.dir])));
  await expect.poll(() => searchCount()).toBe(1);
  tunnel.cut();
  await untilStatus('reconnecting');
  tunnel.mend();
  await untilStatus('connected');
  t.engine.releaseSearch();
  expect(await searching).toEqual({ slices: [], totalCount: 42 });
  expect(searchCount()).toBe(1);
});

test('an answer that came while the connection was cut is delivered later', async () => {
  const searching = engine.search(searchQuery(await engine.open([t.dir])));
  await expect.poll(() => searchCount()).toBe(1);
  tunnel.cut();
  await untilStatus('reconnecting');
  t.engine.releaseSearch();
  tunnel.mend();
  expect((await searching).totalCount).toBe(42);
  expect(searchCount()).toBe(1);
});

test('calls made while the connection is cut run when it is back, and the dumps are still open', async () => {
  const dump = await engine.open([t.dir]);
  tunnel.cut();
  await untilStatus('reconnecting');
  const watching = engine.watch(dump, 0);
  tunnel.mend();
  expect((await watching).id).toBe(dump);
  expect(t.engine.openDumps.has(dump)).toBe(true);
});

test('a window that closes takes its dumps along', async () => {
  const dump = await engine.open([t.dir]);
  endpoint.close();
  await expect.poll(() => t.engine.openDumps.has(dump)).toBe(false);
  await expect.poll(() => t.windowsLeft).toEqual([0]);
});

test('after the end every call rejects, those under way too', async () => {
  const searching = engine.search(searchQuery(await engine.open([t.dir])));
  await expect.poll(() => searchCount()).toBe(1);
  endpoint.close();
  await expect(searching).rejects.toMatchObject({ name: 'ConnectionClosedError' });
  await expect(engine.recentDumps()).rejects.toMatchObject({ name: 'ConnectionClosedError' });
});

test('a host that ends says so: no more attempts', async () => {
  await engine.host();
  await t.host.close();
  await untilStatus('closed');
});

test('anything but a call ends the connection', async () => {
  const headers = { origin: t.origin, cookie: t.cookie };
  const socket = new NodeWebSocket(`${t.page.replace('http', 'ws')}/engine?session=${'aa'.repeat(16)}`, { headers });
  await new Promise((resolve) => socket.once('open', resolve));
  const closed = new Promise<number>((resolve) => socket.once('close', resolve));
  socket.send(Buffer.from([0xc1]));
  expect(await closed).toBe(4400);
});

function searchCount(): number {
  return t.engine.calls.filter(([method]) => method === 'search').length;
}

async function startTunnel(targetPort: number): Promise<Tunnel> {
  const sockets = new Set<Socket>();
  let isCut = false;
  const server: Server = createServer((socket) => {
    if (isCut) {
      socket.destroy();
      return;
    }
    const onward = netConnect(targetPort, '127.0.0.1');
    for (const end of [socket, onward]) {
      sockets.add(end);
      end.on('error', () => end.destroy());
      end.on('close', () => sockets.delete(end));
    }
    socket.pipe(onward).pipe(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    cut: () => {
      isCut = true;
      for (const socket of sockets) socket.destroy();
    },
    mend: () => {
      isCut = false;
    },
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
