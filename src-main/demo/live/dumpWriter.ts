import { mkdir, open, readdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { generateDemo } from '../generate';
import type { DumpSetup } from './liveOptions';
import type { ProfileOrder } from './profileTaker';

interface MadeDump {
  readonly folder: string;
  /** Names of the ranks’ folders in it. */
  readonly ofRanks: readonly string[];
}

/**
 * Dumps as a profiler leaves them: nothing for a while, then file by file, each in two parts. They are made aside once for so many steps,
 * since a profile that is asked for again has the same to show.
 */
export class DumpWriter {
  readonly #made = new Map<string, Promise<MadeDump>>();

  constructor(
    /** For what is made aside. */
    readonly folder: string,
    readonly setup: DumpSetup,
    readonly fileMs: number,
    readonly signal: AbortSignal,
  ) {}

  /** Makes a dump aside, so that it is there when it is asked for. Rejects as `generateDemo` does. */
  prepare(steps: number, isSlow: boolean): Promise<MadeDump> {
    const name = `${isSlow ? 'slow' : 'usual'}-${steps}`;
    const made = this.#made.get(name) ?? this.#make(join(this.folder, name), steps, isSlow);
    this.#made.set(name, made);
    return made;
  }

  async write({ output, form, steps, ranks }: ProfileOrder, isSlow: boolean): Promise<void> {
    const { folder: from, ofRanks } = await this.prepare(steps, isSlow);
    await Promise.all(
      ranks.map(async (rank) => {
        const folder = ofRanks[rank];
        if (form === 'folder') return this.#copyRank(join(from, folder), join(output, folder));
        const [, process = String(rank)] = /_(\d+)_\d+_ascend_pt$/.exec(folder) ?? [];
        const path = output.replace(/(\.json)?$/, `_${process}.json`);
        return this.#copyFile(join(from, folder, 'ASCEND_PROFILER_OUTPUT', 'trace_view.json'), path);
      }),
    );
  }

  /** Nothing is being made any more. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#made.values());
  }

  async #make(folder: string, steps: number, isSlow: boolean): Promise<MadeDump> {
    const { faults = [], ...rest } = this.setup;
    await rm(folder, { recursive: true, force: true });
    const { ranks } = await generateDemo({ ...rest, ...(isSlow && { faults }), folder, steps, signal: this.signal });
    return { folder, ofRanks: ranks.map((rank) => rank.folder) };
  }

  /** The profile's own description first, as when it is stopped; then what its analysis makes of it. */
  async #copyRank(from: string, to: string): Promise<void> {
    const entries = await readdir(from, { recursive: true, withFileTypes: true });
    const paths = entries
      .filter((own) => own.isFile())
      .map((own) => join(own.parentPath, own.name).slice(from.length + 1));
    for (const path of paths.sort((a, b) => depth(a) - depth(b)))
      await this.#copyFile(join(from, path), join(to, path));
  }

  async #copyFile(from: string, to: string): Promise<void> {
    const bytes = await readFile(from);
    await mkdir(dirname(to), { recursive: true });
    const file = await open(to, 'w');
    try {
      const half = bytes.length >> 1;
      await file.write(bytes.subarray(0, half));
      await wait(this.fileMs / 2, undefined, { signal: this.signal });
      await file.write(bytes.subarray(half));
    } finally {
      await file.close();
    }
    await wait(this.fileMs / 2, undefined, { signal: this.signal });
  }
}

function depth(path: string): number {
  return path.split(/[\\/]/).length;
}
