import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { writeOwnFile } from '../../base/ownFiles';

/** Dumps changed longest ago go first. */
const MOST_DUMPS = 500;

/** A list that the user has made for each dump, in one file of the configuration folder: the dump changed last first. */
export class KeptByDump<T> {
  readonly #file: string;
  /** Changes wait for each other, so that two at once don't lose one. */
  #last: Promise<unknown> = Promise.resolve();

  /**
   * @param field what the list of a dump is called in the file
   * @param item what each of them is, loaded when the file is read: not every dump is asked for it
   */
  constructor(
    configDir: string,
    fileName: string,
    readonly field: string,
    readonly item: () => Promise<z.ZodType<T>>,
  ) {
    this.#file = join(configDir, fileName);
  }

  /** With what is being changed. */
  async of(paths: readonly string[]): Promise<readonly T[]> {
    await this.#last;
    const dump = identityOf(paths);
    return (await this.#read()).find((own) => own.dump === dump)?.items ?? [];
  }

  /** Those of all dumps. */
  async all(): Promise<readonly T[]> {
    await this.#last;
    return (await this.#read()).flatMap(({ items }) => items);
  }

  /** Answers all of the dump; rejects with a `NotSavedError`. */
  change(paths: readonly string[], edit: (items: readonly T[]) => readonly T[]): Promise<readonly T[]> {
    const done = this.#last.then(async () => {
      const all = await this.#read();
      const dump = identityOf(paths);
      const items = edit(all.find((own) => own.dump === dump)?.items ?? []);
      const rest = all.filter((own) => own.dump !== dump);
      const kept = [...(items.length > 0 ? [{ dump, items }] : []), ...rest].slice(0, MOST_DUMPS);
      const entries = kept.map((own) => ({ dump: own.dump, [this.field]: own.items }));
      await writeOwnFile(this.#file, JSON.stringify(entries, undefined, 2));
      return items;
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
  async #read(): Promise<readonly { readonly dump: string; readonly items: readonly T[] }[]> {
    let entries: unknown;
    try {
      entries = JSON.parse(await readFile(this.#file, 'utf8'));
    } catch {
      return [];
    }
    const { field } = this;
    const entry = z.object({ dump: z.string(), [field]: z.array(await this.item()) });
    const parsed = z.array(entry).safeParse(entries);
    if (!parsed.success) return [];
    return parsed.data.map((own) => ({ dump: own.dump as string, items: own[field] as readonly T[] }));
  }
}

/** The same for the same paths, in whatever order they were opened. */
export function identityOf(paths: readonly string[]): string {
  return createHash('sha256')
    .update([...paths].sort().join('\0'))
    .digest('hex');
}
