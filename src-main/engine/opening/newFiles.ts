import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { SourceFile } from '../../../src-contract';
import type { DiscoveredDump } from '../../../src-worker/discovery/discoveredDump';

/** Folders are looked at so often, and what was opened looked through where one has changed … */
const LOOK_EVERY_MS = 5_000;
/** … but no more than this part of the time: a job of thousands of ranks takes seconds. */
const COST_FACTOR = 20;
/** Of ten thousand ranks not each has its folder looked at: what comes to the others is seen with the next that changes. */
const MOST_FOLDERS = 2_000;

export interface NewFilesWork {
  discover(): Promise<DiscoveredDump>;
  /** Files of the dump are being written, as far as anybody knows. */
  isGrowing(): boolean;
  /** Shows, or tells, what of `found` is new. `isStill`: the file was as large when it was looked at before. False: some of it is not yet. */
  take(found: DiscoveredDump, isStill: (file: SourceFile) => boolean): boolean;
}

/** Looks for ranks and files that come to a dump that is being written while it is open. */
export class NewFiles {
  #timer: NodeJS.Timeout | undefined;
  #isEnded = false;
  #folders: readonly string[] = [];
  /** As of the last look, bytes. */
  #sizes: ReadonlyMap<string, number> = new Map();
  /** When something was made or removed in each of them, as of the last look. */
  #seen: string | undefined;

  constructor(
    readonly work: NewFilesWork,
    readonly everyMs = LOOK_EVERY_MS,
  ) {}

  /** `found`: when it was opened. Of what stood still then nothing is looked for. */
  begin(found: DiscoveredDump): void {
    this.#folders = foldersOf(found);
    this.#seen = undefined;
    this.#next(this.everyMs);
  }

  end(): void {
    this.#isEnded = true;
    clearTimeout(this.#timer);
  }

  #next(afterMs: number): void {
    if (this.#isEnded || !this.work.isGrowing()) return;
    this.#timer = setTimeout(() => {
      const begunMs = performance.now();
      // What is not there at the moment, or cannot be read, has nothing new.
      void this.#look()
        .catch(() => undefined)
        .then(() => this.#next(Math.max(this.everyMs, COST_FACTOR * (performance.now() - begunMs))));
    }, afterMs);
    this.#timer.unref();
  }

  async #look(): Promise<void> {
    const seen = await changesIn(this.#folders);
    if (seen === this.#seen) return;
    this.#seen = seen;
    const found = await this.work.discover();
    if (this.#isEnded) return;
    const before = this.#sizes;
    this.#sizes = new Map(filesOf(found).map(({ path, sizeBytes }) => [path, sizeBytes]));
    const isAll = this.work.take(found, ({ path, sizeBytes }) => before.get(path) === sizeBytes);
    this.#folders = foldersOf(found);
    // A file that grows changes no folder.
    if (!isAll) this.#seen = undefined;
  }
}

/** The nearest first: those of the job, of its ranks, of what these have. */
function foldersOf({ ranks, clusterFiles }: DiscoveredDump): readonly string[] {
  const ofRanks = ranks.map(({ folder }) => folder);
  const ofFiles = filesOf({ ranks, clusterFiles }).map(({ path }) => dirname(path));
  return [...new Set([...ofRanks.map((folder) => dirname(folder)), ...ofRanks, ...ofFiles])].slice(0, MOST_FOLDERS);
}

async function changesIn(folders: readonly string[]): Promise<string> {
  const times = await Promise.all(
    folders.map((folder) =>
      stat(folder).then(
        ({ mtimeMs }) => mtimeMs,
        () => 0,
      ),
    ),
  );
  return times.join();
}

function filesOf({ ranks, clusterFiles }: Pick<DiscoveredDump, 'ranks' | 'clusterFiles'>): SourceFile[] {
  return [...ranks.flatMap(({ files }) => files), ...clusterFiles];
}
