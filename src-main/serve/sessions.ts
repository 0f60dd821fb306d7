import type { WebSocket } from 'ws';
import type { ClientEngine } from '../host/clientEngine';
import { ClientSession } from './clientSession';

/** A window whose connection dropped may come back this long: a tunnel breaks, a laptop sleeps. */
const returnLimitMs = 4 * 60 * 60 * 1000;

/** WebSocket close codes of a window that was closed or reloaded, rather than cut off. */
const leavingCodes: ReadonlySet<number> = new Set([1000, 1001]);

export interface SessionsOptions {
  readonly createClient: (sessionId: string) => ClientEngine;
  /** The window is gone for good; its dumps are closed. */
  readonly onEnded: (sessionId: string) => void;
  readonly returnLimitMs?: number;
  /** Between two signs of life of a connection. */
  readonly beatMs?: number;
}

interface Entry {
  readonly session: ClientSession;
  expiry?: ReturnType<typeof setTimeout>;
}

/** The windows of this host, by the id that each made up. */
export class Sessions {
  readonly #options: SessionsOptions;
  readonly #entries = new Map<string, Entry>();

  constructor(options: SessionsOptions) {
    this.#options = options;
  }

  get count(): number {
    return this.#entries.size;
  }

  connect(sessionId: string, socket: WebSocket): void {
    const entry = this.#entries.get(sessionId) ?? this.#create(sessionId);
    clearTimeout(entry.expiry);
    entry.session.attach(socket, (code) => {
      if (leavingCodes.has(code)) {
        void this.#end(sessionId);
        return;
      }
      entry.expiry = setTimeout(() => void this.#end(sessionId), this.#options.returnLimitMs ?? returnLimitMs);
      entry.expiry.unref();
    });
  }

  async dispose(): Promise<void> {
    await Promise.all([...this.#entries.keys()].map((sessionId) => this.#end(sessionId)));
  }

  #create(sessionId: string): Entry {
    const entry: Entry = { session: new ClientSession(this.#options.createClient(sessionId), this.#options.beatMs) };
    this.#entries.set(sessionId, entry);
    return entry;
  }

  async #end(sessionId: string): Promise<void> {
    const entry = this.#entries.get(sessionId);
    if (entry === undefined) return;
    this.#entries.delete(sessionId);
    clearTimeout(entry.expiry);
    await entry.session.dispose();
    this.#options.onEnded(sessionId);
  }
}
