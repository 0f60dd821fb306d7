import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { MutedFinding } from '../../../src-contract';
import { writeOwnFile } from '../../base/ownFiles';

/** Those muted longest ago go first. */
const MOST_DUMPS = 500;
const MOST_OF_A_DUMP = 1000;
const stored = z.array(
  z.object({ dump: z.string(), muted: z.array(z.object({ finding: z.string(), reason: z.string() })) }),
);
type Stored = z.infer<typeof stored>;

/** What the user has muted, in a file of the configuration folder: by dump, the one changed last first. */
export class MutedFindings {
  readonly #file: string;
  /** Changes wait for each other, so that two at once don't lose one. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(readonly configDir: string) {
    this.#file = join(configDir, 'muted.json');
  }

  /** With what is being changed. */
  async of(paths: readonly string[]): Promise<readonly MutedFinding[]> {
    await this.#last;
    return mutedIn(await this.#read(), paths);
  }

  /** `reason` undefined: not muted any more. Answers all of the dump; rejects with a `NotSavedError`. */
  change(paths: readonly string[], finding: string, reason: string | undefined): Promise<readonly MutedFinding[]> {
    const done = this.#last.then(async () => {
      const all = await this.#read();
      const others = mutedIn(all, paths).filter((own) => own.finding !== finding);
      const muted = [...(reason === undefined ? [] : [{ finding, reason }]), ...others].slice(0, MOST_OF_A_DUMP);
      const dump = identityOf(paths);
      const rest = all.filter((own) => own.dump !== dump);
      const kept = [...(muted.length > 0 ? [{ dump, muted }] : []), ...rest].slice(0, MOST_DUMPS);
      await writeOwnFile(this.#file, JSON.stringify(kept, undefined, 2));
      return muted;
    });
    // Who asked for the change is told that it failed; the next one need not be.
    this.#last = done.catch(() => undefined);
    return done;
  }

  /** Resolves when all that was changed so far is on disk, or could not be written. */
  async written(): Promise<void> {
    await this.#last;
  }

  /** A file that is missing or damaged is an empty list: no dump depends on it. */
  async #read(): Promise<Stored> {
    try {
      const parsed = stored.safeParse(JSON.parse(await readFile(this.#file, 'utf8')));
      return parsed.success ? parsed.data : [];
    } catch {
      return [];
    }
  }
}

function mutedIn(all: Stored, paths: readonly string[]): readonly MutedFinding[] {
  const dump = identityOf(paths);
  return all.find((own) => own.dump === dump)?.muted ?? [];
}

/** The same for the same paths, in whatever order they were opened. */
function identityOf(paths: readonly string[]): string {
  return createHash('sha256')
    .update([...paths].sort().join('\0'))
    .digest('hex');
}
