import { stat } from 'node:fs/promises';
import type { DiscoveredRank } from '../../../src-worker/discovery/discoveredDump';
import { withNewParts } from '../../../src-worker/discovery/monitorParts';
import { GrowingRank, type ReadSoFar } from '../../../src-worker/importers/growingRank';
import type { GrownFile } from '../../../src-worker/importers/growth';
import type { SegmentResult } from '../../../src-worker/importers/importer';
import { newProgress } from '../../../src-worker/importers/segmentCells';
import type { ThreadPool } from '../threads/threadPool';
import type { Cancellation } from './cancellation';

/** Files are looked at so often. */
const LOOK_EVERY_MS = 1_000;
/** A file that was written to so shortly before it was opened may still be. */
const RECENT_MS = 60_000;
/** One that has grown, and has not for so long, stands still. */
const STILL_MS = 3_000;
/** From then on what has been read of it is not kept any more. */
const FORGET_MS = 60_000;
/** And from then on it is looked at no more. */
const GIVE_UP_MS = 10 * 60_000;
/** Making an index anew takes a thread at most so large a part of its time. */
const COST_FACTOR = 4;

/** What is done with what has come. */
export interface GrowthEvents {
  /** Its files go on in others, which have been begun since. */
  found(rank: number, found: DiscoveredRank): void;
  /** `isLast`: the files stand still. */
  show(rank: number, found: DiscoveredRank, read: ReadSoFar, isLast: boolean): Promise<void>;
  /** From their beginning: something else stands in them, or their form is not read on. `isNew`: the former. */
  readAgain(rank: number, found: DiscoveredRank, isNew: boolean): Promise<void>;
  growing(rank: number, isGrowing: boolean): void;
  /** It is followed no more. */
  failed(rank: number, error: unknown): void;
}

interface Followed {
  found: DiscoveredRank;
  readonly reader: GrowingRank;
  /** As it was when it was looked at last: sizes and times of all files. */
  seen: string;
  /** As it was read. */
  read: string;
  /** When it was last seen to have changed, and when it may be read again; `performance.now()`. */
  changedMs: number;
  notBeforeMs: number;
  isGrowing: boolean;
}

/** Follows the timelines of a dump that are still being written. One is read at a time; files that stood still when they were opened cost nothing. */
export class Growth {
  readonly #followed = new Map<number, Followed>();
  #timer: NodeJS.Timeout | undefined;
  #isEnded = false;

  constructor(
    readonly pool: ThreadPool,
    readonly cancellation: Cancellation,
    readonly events: GrowthEvents,
    /** What was opened: files beyond are told nothing of. */
    readonly roots: readonly string[] = [],
    readonly lookEveryMs = LOOK_EVERY_MS,
    readonly stillMs = STILL_MS,
  ) {}

  /** A rank has been read. Never rejects. */
  async follow(rank: number, found: DiscoveredRank): Promise<void> {
    if (this.#isEnded || this.#followed.has(rank) || found.files.some(({ device }) => device !== undefined)) return;
    const state = await stateOf(found.timelinePaths);
    const sizeBytes = found.files.reduce((sum, { role, sizeBytes }) => sum + (role === 'timeline' ? sizeBytes : 0), 0);
    if (!state || this.#isEnded || Date.now() - state.modifiedMs > RECENT_MS) return;
    const reader = new GrowingRank(found.timelinePaths, {
      plan: (paths) => this.#use((api) => api.planRank(paths)),
      grown: (...of) => this.#use(async (api): Promise<GrownFile> => await api.grownFile(...of)),
      read: (importer, segment, baseUs) => {
        const cells = { progress: newProgress(), cancel: this.cancellation.flag };
        return this.#use((api) => api.readSegment(importer, segment, baseUs, cells, 0, [])).then(
          ({ result }): SegmentResult => result,
        );
      },
    });
    // What came while it was read for the first time counts as growth.
    const read = state.sizeBytes === sizeBytes ? state.text : '';
    const nowMs = performance.now();
    this.#followed.set(rank, {
      ...{ found, reader, seen: state.text, read, changedMs: nowMs, notBeforeMs: 0, isGrowing: false },
    });
    this.#next();
  }

  /** Files of it are being written, or were so shortly ago that they may be. */
  get isFollowing(): boolean {
    return this.#followed.size > 0;
  }

  /** Nobody looks any more. */
  end(): void {
    this.#isEnded = true;
    clearTimeout(this.#timer);
    this.#followed.clear();
  }

  #use: ThreadPool['run'] = (work) => this.pool.run(work, false, this.cancellation.force);

  #next(): void {
    if (this.#isEnded || this.#timer !== undefined || this.#followed.size === 0) return;
    this.#timer = setTimeout(() => {
      void this.#look().finally(() => {
        this.#timer = undefined;
        this.#next();
      });
    }, this.lookEveryMs);
    this.#timer.unref();
  }

  async #look(): Promise<void> {
    for (const [rank, own] of this.#followed) {
      if (this.#isEnded || this.cancellation.isRequested) return;
      await this.#findMore(rank, own);
      const state = await stateOf(own.found.timelinePaths);
      const nowMs = performance.now();
      if (!state || nowMs - own.changedMs > GIVE_UP_MS) {
        this.#followed.delete(rank);
        continue;
      }
      if (state.text !== own.seen) {
        own.seen = state.text;
        own.changedMs = nowMs;
      }
      if (!own.isGrowing && nowMs - own.changedMs > FORGET_MS) own.reader.forget();
      if (state.text !== own.read && nowMs >= own.notBeforeMs) await this.#readOn(rank, own, state.text, false);
      else if (own.isGrowing && nowMs - own.changedMs >= this.stillMs) await this.#readOn(rank, own, state.text, true);
    }
  }

  async #findMore(rank: number, own: Followed): Promise<void> {
    const { found } = own;
    // A folder that is not there for a moment has nothing new.
    const now = await withNewParts(found, this.roots).catch(() => found);
    if (now === found || this.#isEnded) return;
    own.found = now;
    own.reader.addFiles(now.timelinePaths.slice(found.timelinePaths.length));
    this.events.found(rank, now);
  }

  async #readOn(rank: number, own: Followed, text: string, isLast: boolean): Promise<void> {
    const begunMs = performance.now();
    if (!own.isGrowing) this.events.growing(rank, true);
    own.isGrowing = true;
    try {
      const read = await own.reader.readOn(isLast);
      if (this.#isEnded) return;
      const canGrow = read !== undefined && read.plan.segments.length > 0;
      // What is not read on is read once it stands still.
      if (canGrow) await this.events.show(rank, own.found, read, isLast);
      else if (read === undefined || isLast) await this.events.readAgain(rank, own.found, read === undefined);
      own.read = text;
      if (isLast) {
        own.isGrowing = false;
        this.events.growing(rank, false);
      }
    } catch (error) {
      this.#followed.delete(rank);
      if (!this.#isEnded && !this.cancellation.isRequested) this.events.failed(rank, error);
    }
    own.notBeforeMs = performance.now() + COST_FACTOR * (performance.now() - begunMs);
  }
}

interface FilesState {
  /** Differs whenever one of them has been written to. */
  readonly text: string;
  readonly sizeBytes: number;
  /** Of the one that was written to last; ms since the epoch. */
  readonly modifiedMs: number;
}

/** Undefined where one of them is not there, or none. */
async function stateOf(paths: readonly string[]): Promise<FilesState | undefined> {
  try {
    const states = await Promise.all(paths.map((path) => stat(path)));
    if (states.length === 0) return undefined;
    return {
      text: states.map(({ size, mtimeMs, ino }) => `${ino} ${size} ${mtimeMs}`).join(),
      sizeBytes: states.reduce((sum, { size }) => sum + size, 0),
      modifiedMs: Math.max(...states.map(({ mtimeMs }) => mtimeMs)),
    };
  } catch {
    return undefined;
  }
}
