import type { KeptMark } from '../../../src-contract';
import { KeptByDump } from './keptByDump';

/** What the user has marked, by dump. */
export class UserMarks {
  readonly #kept: KeptByDump<KeptMark>;

  constructor(configDir: string) {
    this.#kept = new KeptByDump(configDir, 'marks.json', 'marks', async () => {
      const { keptMark } = await import('../../../src-contract/arguments/kinds');
      return keptMark;
    });
  }

  of(paths: readonly string[]): Promise<readonly KeptMark[]> {
    return this.#kept.of(paths);
  }

  /** These are all. Rejects with a `NotSavedError`. */
  async keep(paths: readonly string[], marks: readonly KeptMark[]): Promise<void> {
    await this.#kept.change(paths, () => marks);
  }

  written(): Promise<void> {
    return this.#kept.written();
  }
}
