import { z } from 'zod';
import type { MutedFinding } from '../../../src-contract';
import { KeptByDump } from './keptByDump';

/** Those muted longest ago go first. */
const MOST_OF_A_DUMP = 1000;

/** What the user has muted, by dump: the one muted last first. */
export class MutedFindings {
  readonly #kept: KeptByDump<MutedFinding>;

  constructor(configDir: string) {
    this.#kept = new KeptByDump(configDir, 'muted.json', 'muted', async () =>
      z.object({ finding: z.string(), reason: z.string() }),
    );
  }

  /** With what is being changed. */
  of(paths: readonly string[]): Promise<readonly MutedFinding[]> {
    return this.#kept.of(paths);
  }

  /** `reason` undefined: not muted any more. Answers all of the dump; rejects with a `NotSavedError`. */
  change(paths: readonly string[], finding: string, reason: string | undefined): Promise<readonly MutedFinding[]> {
    return this.#kept.change(paths, (before) => {
      const others = before.filter((own) => own.finding !== finding);
      return [...(reason === undefined ? [] : [{ finding, reason }]), ...others].slice(0, MOST_OF_A_DUMP);
    });
  }

  /** Resolves when all that was changed so far is on disk, or could not be written. */
  written(): Promise<void> {
    return this.#kept.written();
  }
}
