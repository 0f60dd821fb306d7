import type { KeptMark } from '../../../src-contract';
import { KeptByDump } from './keptByDump';

/** A change that has not begun to be written. */
interface Waiting {
  marks: readonly KeptMark[];
  readonly done: Promise<void>;
}

/** What the user has marked, by dump. */
export class UserMarks {
  readonly #kept: KeptByDump<KeptMark>;
  /** By the paths of their dump. */
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
    const dump = [...paths].sort().join('\0');
    const waiting = this.#waiting.get(dump);
    if (waiting) {
      waiting.marks = marks;
      return waiting.done;
    }
    const written = this.#kept.change(paths, () => {
      this.#waiting.delete(dump);
      return own.marks;
    });
    const own: Waiting = { marks, done: written.then(() => undefined) };
    this.#waiting.set(dump, own);
    return own.done;
  }

  written(): Promise<void> {
    return this.#kept.written();
  }
}
