import { EventEmitter } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WebSocket } from 'ws';
import type { DumpId, Engine } from '../../../src-contract';
import { createCodec } from '../../../src-contract/wire/codec';
import { nextDumpState } from '../../../src-contract/wire/dumpUpdates';
import { createClientEngine } from '../../../src-main/host/clientEngine';
import { rootedPolicy } from '../../../src-main/host/pathPolicy';
import { ClientSession } from '../../../src-main/serve/clientSession';
import type { Program } from './program';

/** How the host took a frame. */
export type Reaction =
  | { readonly kind: 'answered'; readonly value: unknown }
  | { readonly kind: 'threw'; readonly error: Error }
  | { readonly kind: 'closed'; readonly code: number | undefined }
  /** It waits for something to happen, as `watch` does; or it was no call. */
  | { readonly kind: 'silent' };

const EVENTS = Array.from(
  { length: 40 },
  (_, i) => `{"ph":"X","pid":1,"tid":${i % 3},"ts":${i * 10},"dur":5,"name":"op${i}"}`,
);
const KERNELS =
  'Name,Type,Accelerator Core,Start Time(us),Duration(us)\nMatMul_1,MatMul,AI_CORE,1.5,2.5\nAdd_1,Add,AI_VECTOR_CORE,9.5,2\n';
/** `watch` may wait for ever, and frames that are no calls have no answer. */
const SILENCE_MS = 30;

/** The host's end of a connection, and a small dump that is open in it. */
export class Window {
  readonly #codec = createCodec();
  readonly folder: string;
  #session: Promise<{ readonly session: ClientSession; readonly engine: Engine }> | undefined;
  #dump: DumpId | undefined;
  #calls = 0;

  constructor(readonly program: Program) {
    this.folder = join(program.folder, 'window');
    const output = join(this.folder, 'rank0_ascend_pt', 'ASCEND_PROFILER_OUTPUT');
    mkdirSync(output, { recursive: true });
    writeFileSync(join(output, 'trace_view.json'), `[${EVENTS.join()}]`);
    writeFileSync(join(output, 'kernel_details.csv'), KERNELS);
  }

  /** The dump that is open; opened again where a call has closed it. */
  async dump(): Promise<DumpId> {
    const { engine } = await this.#connected();
    const isOpen = this.#dump !== undefined && (await engine.watch(this.#dump, 0).catch(() => undefined)) !== undefined;
    if (this.#dump === undefined || !isOpen) {
      this.#dump = await engine.open([this.folder]);
      let state = await nextDumpState(engine, this.#dump);
      while (state.status === 'discovering' || state.status === 'indexing')
        state = await nextDumpState(engine, this.#dump, state);
    }
    return this.#dump;
  }

  newCallId(): string {
    return `call-${this.#calls++}`;
  }

  async call(method: unknown, args: readonly unknown[], mayWait: boolean): Promise<Reaction> {
    const id = this.newCallId();
    const call = { id, type: 'APPLY', path: [method], argumentList: args.map((value) => ({ type: 'RAW', value })) };
    return this.send(Buffer.from(this.#codec.encode({ kind: 'call', call })), mayWait);
  }

  async send(bytes: Buffer, mayWait: boolean): Promise<Reaction> {
    const { session } = await this.#connected();
    const socket = new FakeSocket();
    session.attach(socket as unknown as WebSocket, () => {});
    const reaction = new Promise<Reaction>((resolve) => {
      socket.on('sent', (sent: Uint8Array) => {
        const frame = this.#codec.decode(sent) as {
          readonly kind: string;
          readonly id: string;
          readonly message: unknown;
        };
        if (frame.kind !== 'answer') return;
        socket.emit('message', Buffer.from(this.#codec.encode({ kind: 'received', id: frame.id })));
        resolve(reactionOf(frame.message));
      });
      socket.on('ended', (code: number | undefined) => resolve({ kind: 'closed', code }));
    });
    socket.emit('message', bytes);
    if (!mayWait) return reaction;
    return Promise.race([
      reaction,
      new Promise<Reaction>((resolve) => setTimeout(() => resolve({ kind: 'silent' }), SILENCE_MS)),
    ]);
  }

  #connected() {
    this.#session ??= this.#connect();
    return this.#session;
  }

  async #connect() {
    const { engine } = createClientEngine({
      engine: this.program.engine,
      host: await this.program.engine.host(),
      policy: await rootedPolicy([this.folder]),
    });
    return { engine, session: new ClientSession({ engine, dispose: async () => {} }) };
  }
}

function reactionOf(message: unknown): Reaction {
  const { type, value } = message as { readonly type: string; readonly value: unknown };
  if (type !== 'HANDLER') return { kind: 'answered', value };
  const thrown = (value as { readonly value: unknown }).value as { readonly name?: string; readonly message?: string };
  return { kind: 'threw', error: Object.assign(new Error(thrown.message), { name: thrown.name ?? '' }) };
}

/** As much of a WebSocket as the session uses. */
class FakeSocket extends EventEmitter {
  send(bytes: Uint8Array): void {
    this.emit('sent', bytes);
  }

  close(code?: number): void {
    this.emit('ended', code);
  }

  terminate(): void {}

  ping(): void {}
}
