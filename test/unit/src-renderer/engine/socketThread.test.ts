import { afterEach, beforeEach, expect, test } from 'vitest';
import { WebSocket as NodeWebSocket } from 'ws';
import type { Engine } from '../../../../src-contract';
import { plainEngine } from '../../../../src-renderer/engine/plainEngine';
import {
  buffersOf,
  runSocketThread,
  type SocketThread,
  type SocketThreadStart,
  startSocketThread,
} from '../../../../src-renderer/engine/socketThread';
import { viewportResult } from '../../src-main/support/fakeEngine';
import { viewportQuery } from '../../src-main/support/someQueries';
import { startTestHost, type TestHost } from '../../src-main/support/testHost';

let t: TestHost;
let thread: SocketThread;
let engine: Engine;
let worker: Worker;

beforeEach(async () => {
  t = await startTestHost();
  const headers = { host: `127.0.0.1:${t.host.port}`, origin: t.origin, cookie: t.cookie };
  // The thread's own code in this thread, behind real ports.
  worker = {
    onerror: null,
    postMessage: (start: SocketThreadStart) =>
      runSocketThread(start, (url) => new NodeWebSocket(url, { headers }) as unknown as WebSocket),
  } as unknown as Worker;
  thread = startSocketThread(worker, {
    url: `${t.page.replace('http', 'ws')}/engine?session=${'0e'.repeat(16)}`,
    welcomeUrl: `${t.page}/session`,
  });
  engine = plainEngine(thread.endpoint);
  expect(thread.status.getState().status).toBe('reconnecting');
  await untilStatus('connected');
});
afterEach(async () => {
  thread.close();
  await untilStatus('closed');
  await t.stop();
});

const untilStatus = (status: string): Promise<void> => expect.poll(() => thread.status.getState().status).toBe(status);

test('calls and answers pass through, columns, bigints and errors as they were', async () => {
  const dump = await engine.open([t.dir]);
  expect((await engine.watch(dump, 0)).originNs).toBe(1_738_825_260_000_000_123n);
  expect(await engine.viewport(viewportQuery(dump))).toStrictEqual(viewportResult());
  await expect(engine.open(['/etc'])).rejects.toMatchObject({ name: 'OutsideRootsError' });
});

test('after it was closed every call rejects with a sentence', async () => {
  await engine.open([t.dir]);
  thread.close();
  await untilStatus('closed');
  await expect(engine.search({} as never)).rejects.toMatchObject({ name: 'ConnectionClosedError' });
});

test('a thread that cannot start is a closed connection', () => {
  worker.onerror?.({} as ErrorEvent);
  expect(thread.status.getState().status).toBe('closed');
});

test('every buffer of a message is handed over once, wherever it stands', () => {
  const shared = new Float64Array(8);
  const halves = [shared.subarray(0, 4), shared.subarray(4)];
  const own = new Uint32Array(3);
  const message = {
    id: 'a',
    value: { quads: { startNs: halves[0], endNs: halves[1] }, lanes: [{ own }, 'text', null] },
  };
  expect(buffersOf(message)).toEqual([shared.buffer, own.buffer]);
  const received = structuredClone(message, { transfer: buffersOf(message) });
  expect(received.value.quads.endNs.length).toBe(4);
  expect(own.length).toBe(0);
});
