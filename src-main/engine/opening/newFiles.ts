import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { DiscoveredDump } from '../../../src-worker/discovery/discoveredDump';

/** Folders are looked at so often, and what was opened looked through where one has changed … */
const LOOK_EVERY_MS = 5_000;
/** … but no more than this part of the time: a job of thousands of ranks takes seconds. */
const COST_FACTOR = 20;
/** Of ten thousand ranks not each has its folder looked at: what comes to the others is seen with the next that changes. */
const MOST_FOLDERS = 2_000;

/** What has come to what was opened since. */
export interface Newcomers {
  readonly ranks: number;
  /** Of ranks that were there, and of the whole job. */
  readonly files: readonly string[];
}

export interface NewFilesWork {
  discover(): Promise<DiscoveredDump>;
  /** Files of the dump are being written, as far as anybody knows. */
  isGrowing(): boolean;
  /** Something else than was told last. */
  tell(news: Newcomers): void;
}

/** Whether ranks and files come to a dump that is being written while it is open: they are told, and seen when it is opened again. */
export class NewFiles {
  #timer: NodeJS.Timeout | undefined;
  #isEnded = false;
  #places: ReadonlySet<string> = new Set();
  #paths: ReadonlySet<string> = new Set();
  #told = '';
  #folders: readonly string[] = [];
  /** When something was made or removed in each of them, as of the last look. */
  #seen: string | undefined;

  constructor(
    readonly work: NewFilesWork,
    readonly everyMs = LOOK_EVERY_MS,
  ) {}

  /** `found`: when it was opened. Of what stood still then nothing is looked for. */
  begin(found: DiscoveredDump): void {
    this.#places = new Set(found.ranks.map(({ place }) => place));
    this.#paths = new Set(filesOf(found));
    this.#folders = foldersOf(found);
    this.#seen = undefined;
    this.#next(this.everyMs);
  }

  /** They are shown, since a rank goes on in them. */
  known(paths: readonly string[]): void {
    this.#paths = new Set([...this.#paths, ...paths]);
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
    const known = found.ranks.filter(({ place }) => this.#places.has(place));
    const files = filesOf({ ...found, ranks: known }).filter((path) => !this.#paths.has(path));
    const news = { ranks: found.ranks.length - known.length, files };
    const text = JSON.stringify(news);
    if (text === this.#told || (news.ranks === 0 && files.length === 0 && this.#told === '')) return;
    this.#told = text;
    this.work.tell(news);
  }
}

/** The nearest first: those of the job, of its ranks, of what these have. */
function foldersOf({ ranks, clusterFiles }: DiscoveredDump): readonly string[] {
  const ofRanks = ranks.map(({ folder }) => folder);
  const ofFiles = filesOf({ ranks, clusterFiles }).map((path) => dirname(path));
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

function filesOf({ ranks, clusterFiles }: Pick<DiscoveredDump, 'ranks' | 'clusterFiles'>): string[] {
  return [...ranks.flatMap(({ files }) => files), ...clusterFiles].map(({ path }) => path);
}
