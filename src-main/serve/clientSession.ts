import type { WebSocket } from 'ws';
import { type Codec, createCodec } from '../../src-contract/wire/codec';
import { beatMs, closeCodes, type HostFrame, isWindowFrame } from '../../src-contract/wire/frames';
import type { ClientEngine } from '../host/clientEngine';
import { type EngineCalls, exposeEngine } from '../host/exposeEngine';

/**
 * One window, over as many connections as it takes. A call runs once even if it is sent again after a drop, and its
 * answer is kept until the window says that it has it.
 */
export class ClientSession {
  readonly #client: Pick<ClientEngine, 'engine' | 'dispose'>;
  readonly #codec: Codec = createCodec();
  readonly #calls: EngineCalls;
  readonly #running = new Set<string>();
  /** Encoded answers by call, oldest first. */
  readonly #answers = new Map<string, Uint8Array<ArrayBuffer>>();
  readonly #beat: ReturnType<typeof setInterval>;
  #socket: WebSocket | undefined;
  #isAlive = true;

  /** `everyMs`: between two signs of life. */
  constructor(client: Pick<ClientEngine, 'engine' | 'dispose'>, everyMs = beatMs) {
    this.#client = client;
    this.#calls = exposeEngine(client.engine, (id, message) => this.#answer(id, message));
    this.#beat = setInterval(() => this.#sendBeat(), everyMs);
    this.#beat.unref();
  }

  /** From now on this is the window's connection. `onLost` gets the close code when it ends, unless another replaced it. */
  attach(socket: WebSocket, onLost: (code: number) => void): void {
    const previous = this.#socket;
    this.#socket = socket;
    this.#isAlive = true;
    previous?.terminate();
    socket.on('message', (bytes: Buffer) => this.#receive(bytes));
    socket.on('pong', () => {
      this.#isAlive = true;
    });
    // The close that follows an error says all there is to say.
    socket.on('error', () => undefined);
    socket.on('close', (code) => {
      if (socket !== this.#socket) return;
      this.#socket = undefined;
      onLost(code);
    });
    for (const bytes of this.#answers.values()) socket.send(bytes);
  }

  /** Ends the window's connection and closes its dumps. */
  async dispose(): Promise<void> {
    clearInterval(this.#beat);
    const socket = this.#socket;
    this.#socket = undefined;
    socket?.close(closeCodes.hostEnding);
    this.#answers.clear();
    await this.#client.dispose();
  }

  #receive(bytes: Buffer): void {
    const frame = this.#decode(bytes);
    if (!isWindowFrame(frame)) {
      this.#socket?.close(closeCodes.protocolError);
      return;
    }
    if (frame.kind === 'received') {
      this.#answers.delete(frame.id);
      return;
    }
    const { id } = frame.call;
    // Sent again after a drop. Its answer, if there is one, went out when the connection came back.
    if (this.#running.has(id) || this.#answers.has(id)) return;
    this.#running.add(id);
    this.#calls.receive(frame.call);
  }

  #answer(id: string, message: unknown): void {
    this.#running.delete(id);
    const frame: HostFrame = { kind: 'answer', id, message };
    const bytes = this.#codec.encode(frame);
    this.#answers.set(id, bytes);
    this.#socket?.send(bytes);
  }

  #sendBeat(): void {
    const socket = this.#socket;
    if (socket === undefined) return;
    if (!this.#isAlive) {
      socket.terminate();
      return;
    }
    this.#isAlive = false;
    socket.ping();
    socket.send(this.#codec.encode({ kind: 'beat' } satisfies HostFrame));
  }

  /** Undefined when the bytes are not one encoded value. */
  #decode(bytes: Buffer): unknown {
    try {
      return this.#codec.decode(bytes);
    } catch {
      return undefined;
    }
  }
}
