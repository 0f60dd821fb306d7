/**
 * The connection to the browser host, in a thread of its own. A message of half a megabyte keeps the thread that receives
 * it busy for 5 to 10 ms, most of it the browser's own copying; the window's thread has frames to draw meanwhile. There,
 * the connection is received and decoded, and the window gets the finished columns without another copy.
 */
import type { Endpoint } from 'comlink';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ConnectionState, ConnectionStatus } from './connection';
import { WebSocketEndpoint, type WebSocketEndpointOptions } from './webSocketEndpoint';

/** The first and only message to the thread. */
export interface SocketThreadStart {
  /** ws:// address with the session's id. */
  readonly url: string;
  /** Answers 2xx while the host still knows this window. */
  readonly welcomeUrl: string;
  /** Comlink's messages, both ways. */
  readonly calls: MessagePort;
  /** The thread tells each new `ConnectionStatus`; any message to the thread ends the connection. */
  readonly control: MessagePort;
}

/** What the window holds of it. */
export interface SocketThread {
  readonly endpoint: Endpoint;
  readonly status: StoreApi<ConnectionState>;
  /** Ends the connection for good: every call rejects from now on. */
  close(): void;
}

/** Starts the thread. Where it cannot start at all, `status` becomes `closed`. */
export function startSocketThread(
  worker: Worker,
  addresses: Pick<SocketThreadStart, 'url' | 'welcomeUrl'>,
): SocketThread {
  const calls = new MessageChannel();
  const control = new MessageChannel();
  const status = createStore<ConnectionState>(() => ({ status: 'reconnecting', sinceMs: performance.now() }));
  const setStatus = (next: ConnectionStatus): void => status.setState({ status: next, sinceMs: performance.now() });
  control.port1.onmessage = ({ data }: MessageEvent<ConnectionStatus>) => setStatus(data);
  worker.onerror = () => setStatus('closed');
  const start: SocketThreadStart = { ...addresses, calls: calls.port2, control: control.port2 };
  worker.postMessage(start, [start.calls, start.control]);
  return { endpoint: calls.port1, status, close: () => control.port1.postMessage('close') };
}

/** The thread's side. `createSocket` is for tests. */
export function runSocketThread(
  { url, welcomeUrl, calls, control }: SocketThreadStart,
  createSocket?: WebSocketEndpointOptions['createSocket'],
): void {
  const endpoint = new WebSocketEndpoint({
    url,
    isWelcome: async () => (await fetch(welcomeUrl, { cache: 'no-store' })).ok,
    ...(createSocket && { createSocket }),
  });
  endpoint.addEventListener('message', ({ data }: { readonly data: unknown }) =>
    calls.postMessage(data, buffersOf(data)),
  );
  calls.onmessage = ({ data }) => endpoint.postMessage(data);
  control.onmessage = () => endpoint.close();
  endpoint.status.subscribe(({ status }) => control.postMessage(status));
}

/** The memory of all typed arrays in a message, each once, to be handed over instead of copied. */
export function buffersOf(message: unknown): ArrayBuffer[] {
  const buffers = new Set<ArrayBuffer>();
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    if (ArrayBuffer.isView(value)) {
      if (value.buffer instanceof ArrayBuffer) buffers.add(value.buffer);
    } else for (const part of Array.isArray(value) ? value : Object.values(value)) visit(part);
  };
  visit(message);
  return [...buffers];
}
