import { readFileSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { DemoError } from '../demoError';
import type { DaemonBehaviour, DaemonDialect, DaemonTls } from './liveOptions';
import { answerOf, type DaemonJob } from './onDemand';

const LENGTH_BYTES = 4;
const MOST_BYTES = 1 << 20;
/** What it says too much. */
const LIE_BYTES = 4096;
const SLOW_MS = 2_000;

/** A daemon of dynolog or msMonitor, by the wire format that is documented: one request a connection. */
export class StandInDaemon {
  readonly server: Server;
  readonly #sockets = new Set<Socket>();

  constructor(
    readonly dialect: DaemonDialect,
    /** May be another one for the next request. */
    public behaviour: DaemonBehaviour,
    tls: DaemonTls | undefined,
    readonly job: DaemonJob,
  ) {
    this.server = tls
      ? createTlsServer(secretsOf(tls), (socket) => this.#listen(socket))
      : createServer((socket) => this.#listen(socket));
    // A client without a certificate: its own end says so.
    this.server.on('tlsClientError', () => {});
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy();
    this.server.close();
  }

  #listen(socket: Socket): void {
    this.#sockets.add(socket);
    let bytes = Buffer.alloc(0);
    socket.once('close', () => this.#sockets.delete(socket));
    // Whoever asks may hang up at any time.
    socket.on('error', () => {});
    socket.on('data', (chunk: Buffer) => {
      bytes = Buffer.concat([bytes, chunk]);
      if (bytes.length < LENGTH_BYTES) return;
      const length = bytes.readInt32LE();
      if (length < 0 || length > MOST_BYTES) socket.destroy();
      else if (bytes.length >= LENGTH_BYTES + length) this.#answer(socket, bytes.toString('utf8', LENGTH_BYTES));
    });
  }

  #answer(socket: Socket, request: string): void {
    const { behaviour } = this;
    if (behaviour === 'hung') return;
    const text = JSON.stringify(answerOf(membersOf(request), this.dialect, plain(behaviour), this.job));
    const answer = framed(text, Buffer.byteLength(text) + (behaviour === 'wrong-length' ? LIE_BYTES : 0));
    if (behaviour === 'half') socket.end(answer.subarray(0, answer.length >> 1));
    else if (behaviour === 'wrong-length') socket.write(answer);
    else if (behaviour === 'slow') setTimeout(() => socket.end(answer), SLOW_MS).unref();
    else socket.end(answer);
  }
}

/** One that gives no whole answer takes no profile either, so that it can be asked again. */
function plain(behaviour: DaemonBehaviour): 'takes' | 'busy' | 'no-match' {
  if (behaviour === 'busy' || behaviour === 'no-match') return behaviour;
  return behaviour === 'takes' || behaviour === 'slow' ? 'takes' : 'no-match';
}

function framed(text: string, length: number): Buffer {
  const head = Buffer.alloc(LENGTH_BYTES);
  head.writeInt32LE(length);
  return Buffer.concat([head, Buffer.from(text)]);
}

function membersOf(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    // Answered like a request that it does not know.
    return {};
  }
}

function secretsOf({ ca, certificate, key }: DaemonTls): object {
  const read = (path: string): Buffer => {
    try {
      return readFileSync(path);
    } catch (error) {
      throw new DemoError(`${path} can’t be read: ${(error as NodeJS.ErrnoException).code}.`);
    }
  };
  return { ca: read(ca), cert: read(certificate), key: read(key), requestCert: true, rejectUnauthorized: true };
}
