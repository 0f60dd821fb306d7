import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as inMs } from 'node:timers/promises';
import type { ThreadPool } from '../threads/threadPool';
import { Cancellation } from './cancellation';
import { IndexJob } from './indexJob';
import { rehearsalTrace } from './rehearsalTrace';

/** So often the trace is read: afterwards V8 has compiled most of what reads a large one. */
const ROUNDS = 14;
/** So small that each thread reads parts of it in each round, as of a large file. */
const SIZES = { firstBytes: 64 << 10, furtherBytes: 64 << 10 };
/** A window that has just been started needs the cores itself, and so does a dump that is opened at once. */
const BEHIND_START_MS = 1000;
/** A round that has waited for a core longer than this is no measure of how long to rest. */
const LONGEST_REST_MS = 100;

/**
 * Has the threads of a window that shows no dump yet read a small trace again and again: the first dump that is opened finds their code
 * loaded and compiled. What takes part of a core for a second or two, while the user looks for a folder, is not waited for then.
 */
export class Rehearsal {
  readonly #cancellation = new Cancellation(Number.POSITIVE_INFINITY);
  #running: Promise<void> = Promise.resolve();
  readonly #timers: NodeJS.Timeout[] = [];

  /** `path`: where the trace may be put, for as long as this takes. */
  constructor(
    readonly pool: ThreadPool,
    readonly path: string,
  ) {}

  /** Threads are started after so many ms, and rehearse a second later: neither where it has been ended before. */
  beginAfter(ms: number): void {
    this.#timers.push(
      setTimeout(() => this.pool.start(), ms).unref(),
      setTimeout(() => this.begin(), ms + BEHIND_START_MS).unref(),
    );
  }

  /** Not where it has been ended before. */
  begin(): void {
    if (!this.#cancellation.isRequested) this.#running = this.#run();
  }

  /** A dump is to be read: threads are free within milliseconds. Resolves when nothing of it is left. */
  end(): Promise<void> {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#cancellation.request();
    return this.#running;
  }

  /** Never rejects: nobody waits for it, and a dump is read all the same. */
  async #run(): Promise<void> {
    try {
      await mkdir(dirname(this.path), { recursive: true, mode: 0o700 });
      await writeFile(this.path, rehearsalTrace());
      for (let round = 0; round < ROUNDS && !this.#cancellation.isRequested; round++) {
        const startMs = performance.now();
        await this.#round();
        // As long as it has worked: the window has a core in any case.
        await inMs(Math.min(performance.now() - startMs, LONGEST_REST_MS), undefined, { ref: false });
      }
    } catch {
      // No room on the disk, or the program ends: the first dump is read by code that has not run before.
    } finally {
      await rm(this.path, { force: true }).catch(() => {});
    }
  }

  async #round(): Promise<void> {
    const events = { started: () => {}, snapshot: () => {} };
    await new IndexJob([this.path], this.pool, this.#cancellation, events, { sizes: SIZES }).run();
  }
}
