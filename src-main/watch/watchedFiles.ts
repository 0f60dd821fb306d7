import { readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setImmediate, setTimeout as wait } from 'node:timers/promises';
import { systemCode } from '../../src-contract/wire/systemErrors';
import { rankOfName } from '../../src-watch/lines/rankOfName';
import type { RankStep } from '../../src-watch/rule/jobSteps';
import type { SourceStatus } from '../../src-watch/why/whyNoData';
import { groupBy } from '../../src-worker/base/groupBy';
import { TimeLimiter } from '../../src-worker/base/timeLimit';
import { accessOf, byThreads, type FileAccess } from './fileAccess';
import { partOfFile } from './partedFile';
import { isOfForm, type LineForm, readerOf } from './readerOf';
import type { FileNews, Look, StepSource } from './stepSource';
import { type SavedWatchedFile, WatchedFile } from './watchedFile';

export interface SavedFiles {
  readonly files: readonly SavedWatchedFile[];
}

/** So many are looked at at once. */
const AT_ONCE = 8;
/** With more files than these, folders are read every so many looks, and why nothing comes is looked into less often. */
export const MANY = 100;
const FIND_EVERY = 5;
/** Files that are read at once give way to the rest of the program after so many. */
const GIVE_WAY = 200;
/** Steps of what was written in days are not held in memory at once. */
const LOOK_BYTES = 16 << 20;
/** Less of one is not worth opening it. */
const LEAST_BYTES = 4 << 10;
/** The others go on without a file that has not been read for so long: its file system hangs. */
const PATIENCE_MS = 10_000;

/** The files that are followed: those that were named, and those that appear in folders that were named. */
export class WatchedFiles implements StepSource {
  /** By what they are parts of; most are a whole by themselves. */
  readonly #watched = new Map<string, WatchedFile>();
  readonly #paths: readonly string[];
  readonly #form: LineForm;
  /** By folder; until it is known which file system it is of, files are read by threads. */
  readonly #access = new Map<string, FileAccess>();
  readonly #limiter = new TimeLimiter();
  #isFinding = false;
  #looks = 0;

  /** `access`: how all of them are read; undefined: as their file systems allow. `lookBytes`: a look reads so much of all of them together. */
  constructor(
    paths: readonly string[],
    form: LineForm,
    saved?: SavedFiles,
    readonly access?: FileAccess,
    readonly lookBytes = LOOK_BYTES,
  ) {
    this.#paths = paths;
    this.#form = form;
    for (const own of saved?.files ?? []) this.#add(own.path, own.rank, own);
  }

  /** As of what has been handed over. */
  save(): SavedFiles {
    return { files: [...this.#watched.values()].map((own) => own.save()) };
  }

  get count(): number {
    return this.#watched.size;
  }

  get isEnded(): boolean {
    return [...this.#watched.values()].some(({ reader }) => reader.isEnded);
  }

  get unreadBytes(): number {
    const waiting = this.#waiting();
    let sum = 0;
    for (const own of this.#watched.values()) if (!own.isBusy && !waiting.has(own)) sum += own.unreadBytes;
    return sum;
  }

  get status(): readonly SourceStatus[] {
    const nowMs = performance.now();
    const needs = this.#form.kind === 'monitor' ? 'markers' : 'lines';
    return [...this.#watched.values()].map((own) => own.status(needs, nowMs));
  }

  /**
   * What has been written since, of all files, each in its order; of much, a part. Files in folders may be new. Rejects with a `PatternError`
   * where the pattern is too slow, and for nothing that a file system does.
   */
  async look(): Promise<Look> {
    const patience = new AbortController();
    const late = wait(PATIENCE_MS, undefined, { signal: patience.signal }).catch(() => {});
    try {
      await Promise.race([this.#find().then(() => this.#lookAtAll()), late]);
    } finally {
      patience.abort();
    }
    const steps: (readonly RankStep[])[] = [];
    const news: FileNews[] = [];
    const waiting = this.#waiting();
    const isBehind = [...this.#watched.values()].some((own) => isUnread(own) && !waiting.has(own));
    for (const own of this.#watched.values()) {
      // One that has come to the next start of the job would end the steps of those that have not.
      if (isBehind && own.isAhead) continue;
      own.isAhead = false;
      if (own.isBusy || !own.hasNews) continue;
      const found = own.handOver();
      if (found.length > 0) steps.push(found);
      news.push(...own.takeNews());
    }
    return { steps, news };
  }

  async #lookAtAll(): Promise<void> {
    const waiting = this.#waiting();
    const free = [...this.#watched.values()].filter((own) => !own.isBusy && !own.isAhead && !waiting.has(own));
    // In proportion, so that files that are as long as each other are at the same steps.
    const unreadBytes = free.reduce((sum, own) => sum + own.unreadBytes, 0);
    const shareOf = (own: WatchedFile): number =>
      Math.max(LEAST_BYTES, this.lookBytes * (own.unreadBytes > 0 ? own.unreadBytes / unreadBytes : 1 / free.length));
    let next = 0;
    const some = async (): Promise<void> => {
      for (let at = next++; at < free.length; at = next++) {
        const own = free[at];
        const access = this.#accessOf(own.path);
        if (!own.isUnchanged(access)) await own.look(access, Math.floor(shareOf(own)));
        if (at % GIVE_WAY === GIVE_WAY - 1) await setImmediate();
      }
    };
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, free.length) }, some));
  }

  /**
   * A process that was started anew writes files of its own. Where those of the one before are still to be read, it has to wait: their
   * steps would be in each other's midst.
   */
  #waiting(): ReadonlySet<WatchedFile> {
    if (this.#form.kind !== 'monitor') return NOBODY;
    const own = [...this.#watched.values()];
    const unread = own.filter(({ at, isFollowed }) => at !== '' && !isFollowed);
    if (unread.length === 0) return NOBODY;
    const ofRank = groupBy(own, ({ rank }) => rank);
    const laterStarts = ({ rank, at }: WatchedFile): number =>
      ofRank.get(rank)?.filter((other) => other.at > at).length ?? 0;
    const readable = unread.filter(({ state }) => state === 'new' || state === 'following');
    const most = Math.max(...readable.map(laterStarts));
    return new Set(unread.filter((one) => laterStarts(one) < most));
  }

  #accessOf(path: string): FileAccess {
    const folder = dirname(path);
    if (this.access) return this.access;
    const known = this.#access.get(folder);
    if (known) return known;
    this.#access.set(folder, byThreads);
    void accessOf(folder).then((access) => void this.#access.set(folder, access));
    return byThreads;
  }

  async #find(): Promise<void> {
    // The last time it has not come back yet; and a folder of thousands takes as long as to look at all that lie in it.
    if (this.#isFinding || this.#looks++ % (this.#watched.size > MANY ? FIND_EVERY : 1) > 0) return;
    this.#isFinding = true;
    try {
      for (const path of this.#paths) {
        const files = await this.#filesOf(path);
        for (const own of files.paths) await this.#watch(own);
        if (files.isFolder) this.#forget(path, new Set(files.paths));
      }
    } finally {
      this.#isFinding = false;
    }
  }

  async #filesOf(path: string): Promise<{ readonly paths: readonly string[]; readonly isFolder: boolean }> {
    try {
      if (!(await stat(path)).isDirectory()) return { paths: [path], isFolder: false };
      const names = (await readdir(path)).filter((name) => isOfForm(this.#form, name));
      return { paths: names.sort().map((name) => join(path, name)), isFolder: true };
    } catch (error) {
      if (systemCode(error) === undefined) throw error;
      // It is not there yet, or not at the moment: a file by this name is waited for.
      const isKnown = [...this.#watched.values()].some((own) => own.path.startsWith(join(path, '/')));
      return { paths: isKnown ? [] : [path], isFolder: false };
    }
  }

  async #watch(path: string): Promise<void> {
    const { whole, at } = partOfFile(path);
    const known = this.#watched.get(whole);
    if (known?.knows(at)) return;
    const sizeBytes = at === '' ? 0 : await sizeOf(path);
    if (known) {
      known.addPart(at, { path, sizeBytes });
      return;
    }
    const isAlone = this.#paths.length === 1 && this.#paths[0] === path;
    this.#add(path, isAlone ? undefined : (rankOfName(path) ?? this.#freeRank()), undefined, sizeBytes);
  }

  /** Of a file whose name tells none. */
  #freeRank(): number {
    const taken = new Set([...this.#watched.values()].map(({ rank }) => rank));
    let rank = this.#watched.size;
    while (taken.has(rank)) rank++;
    return rank;
  }

  /** What processes that have ended wrote in parts, and somebody has deleted since. */
  #forget(folder: string, paths: ReadonlySet<string>): void {
    for (const [whole, own] of this.#watched)
      if (this.#watched.size > 1 && dirname(own.path) === folder && own.isGone(paths)) this.#watched.delete(whole);
  }

  #add(path: string, rank: number | undefined, saved?: SavedWatchedFile, sizeBytes = 0): void {
    const own = new WatchedFile(path, rank, readerOf(this.#form, saved?.reader, this.#limiter), saved, sizeBytes);
    this.#watched.set(partOfFile(path).whole, own);
  }
}

const NOBODY: ReadonlySet<WatchedFile> = new Set();

async function sizeOf(path: string): Promise<number> {
  // Whoever reads it says why it can't be.
  return (await stat(path).catch(() => undefined))?.size ?? 0;
}

function isUnread({ unreadBytes, isBusy, isAhead }: WatchedFile): boolean {
  return unreadBytes > 0 && !isBusy && !isAhead;
}
