import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Notice, RecentDump } from '../../../src-contract';
import { notice } from '../../../src-worker/files/notices';
import { systemReason } from '../../../src-worker/files/systemReason';
import { writeOwnFile } from '../../base/ownFiles';

const MAX_RECENT = 20;
const stored = z.array(
  z.object({
    paths: z.array(z.string()),
    // Files of earlier versions have none.
    without: z.array(z.string()).default([]),
    title: z.string(),
    openedMs: z.number(),
  }),
);
type Stored = z.infer<typeof stored>;

/** The dumps opened lately, in a file of the user's configuration folder; newest first. Each as it was opened last: one of the same paths takes its place. */
export class RecentDumps {
  readonly #file: string;
  /** Changes wait for each other, so that two at once don't lose one. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(readonly configDir: string) {
    this.#file = join(configDir, 'recent.json');
  }

  /** With what is being added. */
  async list(): Promise<RecentDump[]> {
    await this.#last;
    const entries = await this.#read();
    return Promise.all(
      entries.map(async (entry) => ({
        ...entry,
        exists: (await Promise.all(entry.paths.map(exists))).every(Boolean),
      })),
    );
  }

  /** Answers what is to be said: that it could not be written. A dump is worth as much without being on the list. */
  async add(
    { paths, without }: Pick<RecentDump, 'paths' | 'without'>,
    title: string,
    openedMs: number,
  ): Promise<readonly Notice[]> {
    try {
      await this.#change((entries) => [
        { paths: [...paths], without: [...without], title, openedMs },
        ...others(entries, paths),
      ]);
      return [];
    } catch (error) {
      const reason = systemReason(error instanceof Error && error.cause ? error.cause : error);
      return [notice('recent-unwritable', 'warning', {}, { path: this.#file, reason })];
    }
  }

  forget(paths: readonly string[]): Promise<void> {
    return this.#change((entries) => others(entries, paths));
  }

  /** Resolves when all that was changed so far is on disk, or could not be written. */
  async written(): Promise<void> {
    await this.#last;
  }

  #change(edit: (entries: Stored) => Stored): Promise<void> {
    const done = this.#last.then(async () => {
      const entries = edit(await this.#read()).slice(0, MAX_RECENT);
      await writeOwnFile(this.#file, JSON.stringify(entries, undefined, 2));
    });
    // Who asked for the change is told that it failed; the next one need not be.
    this.#last = done.catch(() => undefined);
    return done;
  }

  /** A file that is missing or damaged is an empty list: nothing depends on it. */
  async #read(): Promise<Stored> {
    let text: string;
    try {
      text = await readFile(this.#file, 'utf8');
    } catch {
      return [];
    }
    try {
      const parsed = stored.safeParse(JSON.parse(text));
      return parsed.success ? parsed.data : [];
    } catch {
      return [];
    }
  }
}

function others(entries: Stored, paths: readonly string[]): Stored {
  return entries.filter((entry) => entry.paths.join('\0') !== paths.join('\0'));
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
