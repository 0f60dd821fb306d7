import type { Endpoint } from 'comlink';
import type { StoreApi } from 'zustand/vanilla';
import { createStore } from 'zustand/vanilla';
import { type Codec, createCodec } from '../../src-contract/wire/codec';
import { errorAnswer, isEngineCall } from '../../src-contract/wire/engineCall';
import { errorNames } from '../../src-contract/wire/errors';
import { closeCodes, isHostFrame, silenceLimitMs, type WindowFrame } from '../../src-contract/wire/frames';
import type { ConnectionState, ConnectionStatus } from './connection';

const closedMessage = 'The connection to Tracelane is closed; start it again and open its new address.';
const firstRetryMs = 250;
const maxRetryMs = 5_000;

export type MessageListener = (event: { readonly data: unknown }) => void;

export interface WebSocketEndpointOptions {
  /** ws:// address with the session's id. */
  readonly url: string;
  /** Asked when a connection fails: does the host still know us? False closes for good; a rejection means "not there". */
  readonly isWelcome: () => Promise<boolean>;
  readonly createSocket?: (url: string) => WebSocket;
}

/**
 * A comlink endpoint over a WebSocket that comes back. Calls without an answer are kept, and sent again after a drop;
 * the host drops what it has seen already.
 */
export class WebSocketEndpoint implements Endpoint {
  readonly status: StoreApi<ConnectionState>;
  readonly #options: WebSocketEndpointOptions;
  readonly #codec: Codec = createCodec();
  readonly #listeners = new Set<MessageListener>();
  /** Encoded calls by id, in the order of the calls. */
  readonly #unanswered = new Map<string, Uint8Array<ArrayBuffer>>();
  #socket: WebSocket | undefined;
  #lastFrameMs = 0;
  #retryMs = firstRetryMs;
  #retryTimer: ReturnType<typeof setTimeout> | undefined;
  readonly #watchdog: ReturnType<typeof setInterval>;

  constructor(options: WebSocketEndpointOptions) {
    this.#options = options;
    this.status = createStore<ConnectionState>(() => ({ status: 'reconnecting', sinceMs: performance.now() }));
    this.#watchdog = setInterval(() => this.#checkSilence(), silenceLimitMs / 5);
    this.#connect();
  }

  postMessage(message: unknown): void {
    // Comlink's RELEASE of a collected proxy needs no answer: closing the socket does the same.
    if (!isEngineCall(message)) return;
    if (this.status.getState().status === 'closed') {
      queueMicrotask(() => this.#refuse(message.id));
      return;
    }
    const bytes = this.#encode({ kind: 'call', call: message });
    this.#unanswered.set(message.id, bytes);
    if (this.#isOpen()) this.#socket?.send(bytes);
  }

  addEventListener(_type: string, listener: EventListenerOrEventListenerObject | MessageListener): void {
    this.#listeners.add(listener as MessageListener);
  }

  removeEventListener(_type: string, listener: EventListenerOrEventListenerObject | MessageListener): void {
    this.#listeners.delete(listener as MessageListener);
  }

  /** Ends the connection for good: every call rejects from now on. */
  close(): void {
    if (this.status.getState().status === 'closed') return;
    clearInterval(this.#watchdog);
    clearTimeout(this.#retryTimer);
    this.#setStatus('closed');
    const socket = this.#socket;
    this.#socket = undefined;
    socket?.close(1000);
    for (const id of this.#unanswered.keys()) this.#refuse(id);
    this.#unanswered.clear();
  }

  #connect(): void {
    const socket = (this.#options.createSocket ?? ((url) => new WebSocket(url)))(this.#options.url);
    socket.binaryType = 'arraybuffer';
    this.#socket = socket;
    this.#lastFrameMs = performance.now();
    socket.onopen = () => {
      if (socket !== this.#socket) return;
      this.#retryMs = firstRetryMs;
      for (const bytes of this.#unanswered.values()) socket.send(bytes);
      this.#setStatus('connected');
    };
    socket.onmessage = (event: MessageEvent<ArrayBuffer>) => {
      if (socket === this.#socket) this.#receive(new Uint8Array(event.data));
    };
    socket.onclose = (event) => {
      if (socket === this.#socket) this.#dropped(event.code);
    };
  }

  #receive(bytes: Uint8Array): void {
    this.#lastFrameMs = performance.now();
    const frame = this.#codec.decode(bytes);
    if (!isHostFrame(frame) || frame.kind === 'beat') return;
    this.#socket?.send(this.#encode({ kind: 'received', id: frame.id }));
    // An answer may come twice: sent, lost sight of, and sent again.
    if (this.#unanswered.delete(frame.id)) this.#emit(frame.message);
  }

  #dropped(code: number): void {
    this.#socket = undefined;
    if (code === closeCodes.hostEnding || code === closeCodes.protocolError) {
      this.close();
      return;
    }
    this.#setStatus('reconnecting');
    this.#retryTimer = setTimeout(() => void this.#retry(), this.#retryMs);
    this.#retryMs = Math.min(this.#retryMs * 2, maxRetryMs);
  }

  async #retry(): Promise<void> {
    // A refused upgrade and a missing host look the same to a WebSocket, so ask by HTTP.
    const isWelcome = await this.#options.isWelcome().catch(() => undefined);
    if (this.status.getState().status === 'closed') return;
    if (isWelcome === false) this.close();
    else if (isWelcome === undefined) this.#dropped(0);
    else this.#connect();
  }

  #checkSilence(): void {
    const socket = this.#socket;
    if (socket === undefined || performance.now() - this.#lastFrameMs < silenceLimitMs) return;
    socket.onclose = null;
    socket.close();
    this.#dropped(0);
  }

  #refuse(id: string): void {
    this.#emit(errorAnswer(id, errorNames.connectionClosed, closedMessage));
  }

  #emit(data: unknown): void {
    for (const listener of [...this.#listeners]) listener({ data });
  }

  #encode(frame: WindowFrame): Uint8Array<ArrayBuffer> {
    return this.#codec.encode(frame);
  }

  #isOpen(): boolean {
    return this.#socket !== undefined && this.#socket.readyState === this.#socket.OPEN;
  }

  #setStatus(status: ConnectionStatus): void {
    if (this.status.getState().status !== status) this.status.setState({ status, sinceMs: performance.now() });
  }
}
