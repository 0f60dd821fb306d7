import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { EngineSettings } from '../../../src-contract';
import { writeOwnFile } from '../../base/ownFiles';

const bytes = z.number().int().nonnegative().max(Number.MAX_SAFE_INTEGER);
const rate = z.number().positive().finite().optional();
const rates = z.strictObject({ fp16: rate, bf16: rate, fp32: rate, hf32: rate, fp64: rate, int8: rate, fp8: rate });
const chips = z.object({ chosen: z.string().max(200).optional(), changed: z.record(z.string().max(200), rates) });
const references = z.record(z.string().max(200), z.number().positive().finite());
const limits = z.record(z.string().max(200), z.number().nonnegative().finite());
const favourites = z.array(z.string().max(32_768)).max(1000);
const shape = z
  .object({ cacheLimitBytes: bytes, memoryBudgetBytes: bytes, chips, references, thresholds: limits, favourites })
  .partial();

/** What a setting has to be, for those who send another. */
const rules: Readonly<Record<string, string>> = {
  cacheLimitBytes: 'Sizes are whole numbers of bytes, 0 or more',
  memoryBudgetBytes: 'Sizes are whole numbers of bytes, 0 or more',
  chips: 'Rates are numbers above 0',
  references: 'Bandwidths are numbers above 0',
  thresholds: 'Thresholds are numbers, 0 or more',
  favourites: 'Favourites are at most 1,000 paths',
};

/** The engine's settings, in a file of the user's configuration folder. What is not set there has its default. */
export class SettingsFile {
  readonly #file: string;
  /** Changes follow one another: each begins with what the one before has written. */
  #changing: Promise<unknown> = Promise.resolve();

  constructor(
    readonly configDir: string,
    readonly defaults: EngineSettings,
  ) {
    this.#file = join(configDir, 'settings.json');
  }

  /** With what is being changed. A file that is missing or damaged is as good as an empty one. */
  async read(): Promise<EngineSettings> {
    await this.#changing;
    return { ...this.defaults, ...(await this.#stored()) };
  }

  /** Rejects with a `RangeError` for values that make no sense, or a `NotSavedError`. */
  async change(change: Partial<EngineSettings>): Promise<EngineSettings> {
    const checked = shape.safeParse(change);
    if (!checked.success) throw new RangeError(rules[String(checked.error.issues[0].path[0])] ?? rules.cacheLimitBytes);
    const changed = this.#changing.then(() => this.#write(checked.data as Partial<EngineSettings>));
    // Whoever asked for it is told what went wrong; the next one begins all the same.
    this.#changing = changed.catch(() => undefined);
    return changed;
  }

  /** Resolves when all that was changed so far is on disk, or could not be written. */
  async written(): Promise<void> {
    await this.#changing;
  }

  async #write(change: Partial<EngineSettings>): Promise<EngineSettings> {
    const stored = { ...(await this.#stored()), ...change };
    await writeOwnFile(this.#file, JSON.stringify(stored, undefined, 2));
    return { ...this.defaults, ...stored } as EngineSettings;
  }

  async #stored(): Promise<Partial<EngineSettings>> {
    try {
      const parsed = shape.safeParse(JSON.parse(await readFile(this.#file, 'utf8')));
      return parsed.success ? (parsed.data as Partial<EngineSettings>) : {};
    } catch {
      return {};
    }
  }
}
