import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ProfileOrder } from './profileTaker';

/**
 * torch_npu’s `dynamic_profile`: a file that the job looks at before each step. What stands in it when the job begins asks for nothing;
 * when it has changed, and is valid, a profile is taken.
 */
export class ConfigPoll {
  readonly path: string;
  #text: string | undefined;

  constructor(
    folder: string,
    readonly ranks: readonly number[],
  ) {
    this.path = join(folder, 'profiler_config.json');
  }

  async begin(): Promise<void> {
    await mkdir(dirname(this.path), { recursive: true });
    this.#text = await this.#read();
    if (this.#text !== undefined) return;
    this.#text = JSON.stringify(
      { activities: ['CPU', 'NPU'], prof_dir: './', active: 1, is_valid: false },
      undefined,
      4,
    );
    await writeFile(this.path, this.#text);
  }

  /** Undefined: it is as it was, or asks for nothing. */
  async look(): Promise<ProfileOrder | undefined> {
    const text = await this.#read();
    if (text === undefined || text === this.#text) return undefined;
    this.#text = text;
    return this.#orderOf(text);
  }

  #orderOf(text: string): ProfileOrder | undefined {
    const config = objectOf(text);
    if (config?.is_valid !== true || typeof config.prof_dir !== 'string') return undefined;
    const { active, start_step: fromStep, is_rank: isRank, rank_list: list } = config;
    const wanted = isRank === true && Array.isArray(list) ? list : this.ranks;
    return {
      output: config.prof_dir,
      form: 'folder',
      steps: Number(active ?? 1),
      fromStep: Number(fromStep ?? 0) > 0 ? Number(fromStep) : undefined,
      fromMs: 0,
      ranks: this.ranks.filter((rank) => wanted.includes(rank)),
    };
  }

  async #read(): Promise<string | undefined> {
    try {
      return await readFile(this.path, 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  }
}

function objectOf(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : undefined;
  } catch {
    // A job that reads half a file leaves it alone, too.
    return undefined;
  }
}
