import type { KeptMark } from '../../../src-contract';
import { identityOf, KeptByDump } from './keptByDump';

/** A change that has not begun to be written. */
interface Waiting {
  marks: readonly KeptMark[];
  readonly done: Promise<void>;
}

/** What the user has marked, by dump. */
export class UserMarks {
  readonly #kept: KeptByDump<KeptMark>;
  /** By their dump. */
  readonly #waiting = new Map<string, Waiting>();

  constructor(configDir: string) {
    this.#kept = new KeptByDump(configDir, 'marks.json', 'marks', async () => {
      const { keptMark } = await import('../../../src-contract/arguments/kinds');
      return keptMark;
    });
  }

  of(paths: readonly string[]): Promise<readonly KeptMark[]> {
    return this.#kept.of(paths);
  }

  /**
   * These are all. Rejects with a `NotSavedError`. Windows tell each change at once, so that none is lost with them: of those
   * that come while the file is being written, the last one is written for all.
   */
  keep(paths: readonly string[], marks: readonly KeptMark[]): Promise<void> {
    const dump = identityOf(paths);
    const waiting = this.#waiting.get(dump);
    if (waiting) {
      waiting.marks = marks;
      return waiting.done;
    }
    const begin = () => {
      if (this.#waiting.get(dump) === own) this.#waiting.delete(dump);
      return own.marks;
    };
    const written = this.#kept.change(paths, begin);
    // One that fails before it has begun waits no longer.
    const own: Waiting = { marks, done: written.then(() => undefined).finally(begin) };
    this.#waiting.set(dump, own);
    return own.done;
  }

  written(): Promise<void> {
    return this.#kept.written();
  }
}
