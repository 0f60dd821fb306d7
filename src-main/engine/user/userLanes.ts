import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, mkdir, readdir, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { FileLanes, OwnLane, OwnLaneNote } from '../../../src-contract';
import { notice } from '../../../src-worker/files/notices';
import { notSaved } from '../../base/ownFiles';
import { temporaryName } from '../../base/temporary';
import { KeptByDump } from './keptByDump';
import type { UserDirs } from './userDirs';

/** Larger files that go with their window are not copied. */
const MOST_COPIED_MB = 256;

/** Where copies of dropped files lie, of which the user has made lanes. */
export function laneFilesFolder({ configDir }: Pick<UserDirs, 'configDir'>): string {
  return join(configDir, 'laneFiles');
}

/** The lanes that the user has made, by dump. */
export class UserLanes {
  readonly #kept: KeptByDump<OwnLane>;

  constructor(
    readonly dirs: UserDirs,
    readonly mostCopiedMB = MOST_COPIED_MB,
  ) {
    this.#kept = new KeptByDump(dirs.configDir, 'lanes.json', 'lanes', async () => {
      const { ownLane } = await import('../../../src-contract/arguments/searchArguments');
      return ownLane;
    });
  }

  of(paths: readonly string[]): Promise<readonly OwnLane[]> {
    return this.#kept.of(paths);
  }

  /** These are all; nothing is written where they are. Rejects with a `NotSavedError`. */
  async keep(paths: readonly string[], lanes: readonly OwnLane[]): Promise<void> {
    if (JSON.stringify(await this.of(paths)) === JSON.stringify(lanes)) return;
    await this.#kept.change(paths, () => lanes);
    await this.#dropUnused();
  }

  /** The same lanes, files that were dropped into a window copied to where they stay. Rejects with a `NotSavedError`. */
  async withCopies(lanes: readonly OwnLane[]): Promise<{
    readonly lanes: readonly OwnLane[];
    readonly notes: readonly OwnLaneNote[];
  }> {
    const notes: OwnLaneNote[] = [];
    const lasting: OwnLane[] = [];
    const temporary = await realpath(this.dirs.tempDir).catch(() => this.dirs.tempDir);
    for (const lane of lanes) {
      if (lane.kind !== 'file' || !lane.path.startsWith(temporary + sep)) {
        lasting.push(lane);
        continue;
      }
      const copied = await this.#copied(lane);
      lasting.push(copied ?? lane);
      if (copied) continue;
      const told = notice('lane-file-not-kept', 'info', { limit: this.mostCopiedMB }, { path: lane.path });
      notes.push({ lane: lane.id, notices: [told], skipped: [] });
    }
    return { lanes: lasting, notes };
  }

  written(): Promise<void> {
    return this.#kept.written();
  }

  /** Undefined where it is too large, or not there any more. */
  async #copied(lane: FileLanes): Promise<FileLanes | undefined> {
    const found = await stat(lane.path).catch(() => undefined);
    if (!found?.isFile() || found.size > this.mostCopiedMB * 2 ** 20) return undefined;
    const name = basename(lane.path);
    try {
      const hash = createHash('sha256');
      await pipeline(createReadStream(lane.path), hash);
      // The same file is kept once, whatever it is called.
      const path = join(laneFilesFolder(this.dirs), hash.digest('hex').slice(0, 32), name);
      if (!(await stat(path).catch(() => undefined))) {
        await mkdir(dirname(path), { recursive: true, mode: 0o700 });
        const aside = temporaryName(path);
        await copyFile(lane.path, aside);
        await rename(aside, path);
      }
      return { ...lane, path };
    } catch (error) {
      throw notSaved(name, error);
    }
  }

  /** Copies that no dump has lanes of any more. */
  async #dropUnused(): Promise<void> {
    const folder = laneFilesFolder(this.dirs);
    const names = await readdir(folder).catch(() => []);
    if (names.length === 0) return;
    const used = new Set(
      (await this.#kept.all()).flatMap((lane) => (lane.kind === 'file' ? [dirname(lane.path)] : [])),
    );
    const unused = names.map((name) => join(folder, name)).filter((path) => !used.has(path));
    // What can't be removed now is removed with the next change.
    await Promise.all(unused.map((path) => rm(path, { recursive: true, force: true }).catch(() => {})));
  }
}
