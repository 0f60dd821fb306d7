import { type ChildProcess, fork } from 'node:child_process';
import type { FromChild, Result, Task } from './messages';

/** How a task ended. */
export type Ending =
  | { readonly kind: 'done'; readonly result: Result }
  /** The process ended; `output` is the last of what it wrote. */
  | { readonly kind: 'died'; readonly input: string; readonly output: string }
  | { readonly kind: 'silent'; readonly input: string; readonly afterMs: number };

/** A process that takes mutants, and another one in its place when that ends. */
export interface WorkerOptions {
  /** The built child.ts. */
  readonly childPath: string;
  /** Where it may write. */
  readonly folder: string;
}

/** Longer than this after its limit it is not waited for. */
const PATIENCE_MS = 5_000;
/** Reading the inputs, and running an unchanged one. */
const START_MS = 60_000;
const OUTPUT_KEPT = 4_000;

export class WorkerProcess {
  #child: ChildProcess | undefined;
  #ready: Promise<void> = Promise.resolve();
  #output = '';

  constructor(readonly options: WorkerOptions) {}

  async perform(task: Task): Promise<Ending> {
    const child = await this.#living();
    return new Promise((resolve) => {
      let input = '';
      const startMs = performance.now();
      const giveUp = () => end({ kind: 'silent', input, afterMs: performance.now() - startMs });
      let timer = setTimeout(giveUp, START_MS);
      const onMessage = (message: FromChild) => {
        if (message.kind === 'begun') {
          ({ input } = message);
          clearTimeout(timer);
          timer = setTimeout(giveUp, message.limitMs + PATIENCE_MS);
        } else if (message.kind === 'done') end({ kind: 'done', result: message.result });
      };
      const onExit = () => end({ kind: 'died', input, output: this.#output });
      const end = (ending: Ending) => {
        clearTimeout(timer);
        child.off('message', onMessage);
        child.off('exit', onExit);
        if (ending.kind === 'done') resolve(ending);
        else void this.stop().then(() => resolve(ending));
      };
      child.on('message', onMessage);
      child.once('exit', onExit);
      child.send(task);
    });
  }

  /** The next task has a fresh process. */
  async stop(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
  }

  async #living(): Promise<ChildProcess> {
    if (!this.#child) {
      this.#output = '';
      const child = fork(this.options.childPath, [this.options.folder], {
        serialization: 'advanced',
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      });
      for (const stream of [child.stdout, child.stderr])
        stream?.setEncoding('utf8').on('data', (text: string) => {
          this.#output = (this.#output + text).slice(-OUTPUT_KEPT);
        });
      this.#child = child;
      this.#ready = new Promise((resolve, reject) => {
        child.once('message', () => resolve());
        child.once('exit', () => reject(new Error(`The fuzzing process did not start: ${this.#output}`)));
      });
      this.#ready.catch(() => {});
    }
    await this.#ready;
    return this.#child;
  }
}
