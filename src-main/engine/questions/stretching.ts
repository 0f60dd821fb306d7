import type { DumpId } from '../../../src-contract';

interface Wanted {
  readonly dump: DumpId;
  readonly rank: number;
}

/**
 * Makes how ranks look from afar, one after another, in the background: of those that have been seen. Each is made in steps, so
 * that whoever asks for something meanwhile waits for one of them at most.
 */
export class Stretching {
  readonly #queue: Wanted[] = [];
  /** Those in the queue, and those that could not be made: they are drawn without. */
  readonly #known = new Set<string>();
  #isRunning = false;

  constructor(
    /** There is something to do: false where the rank is not in memory, or has been made. */
    readonly isLacking: (dump: DumpId, rank: number) => boolean,
    /** Makes some of it; true when that was the last of it. */
    readonly step: (dump: DumpId, rank: number) => Promise<boolean>,
    /** Resolves when nobody has asked for a view for a moment, or waits for an answer. */
    readonly rest: () => Promise<void>,
  ) {}

  /** Ranks that have been seen, or will be. Resolves when all that is wanted has been made. Never rejects. */
  async want(dump: DumpId, ranks: Iterable<number>): Promise<void> {
    for (const rank of ranks) {
      const key = `${dump} ${rank}`;
      if (this.#known.has(key) || !this.isLacking(dump, rank)) continue;
      this.#known.add(key);
      this.#queue.push({ dump, rank });
    }
    if (this.#isRunning) return;
    this.#isRunning = true;
    for (let next = this.#queue.shift(); next; next = this.#queue.shift()) await this.#make(next);
    this.#isRunning = false;
  }

  /** The dump has been closed. */
  forget(dump: DumpId): void {
    for (const key of this.#known) if (key.startsWith(`${dump} `)) this.#known.delete(key);
  }

  async #make({ dump, rank }: Wanted): Promise<void> {
    for (let isDone = false; !isDone; ) {
      await this.rest();
      if (!this.isLacking(dump, rank)) break;
      // A thread that dies of it is found out by what is asked of it next, and it is not made again.
      const [step] = await Promise.allSettled([this.step(dump, rank)]);
      if (step.status === 'rejected') return;
      isDone = step.value;
    }
    this.#known.delete(`${dump} ${rank}`);
  }
}
