import { readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setImmediate, setTimeout as wait } from 'node:timers/promises';
import { systemCode } from '../../src-contract/wire/systemErrors';
import type { LineReader, SavedReader } from '../../src-watch/lines/lineReader';
import { rankOfName } from '../../src-watch/lines/rankOfName';
import type { RankStep } from '../../src-watch/rule/jobSteps';
import { withPast } from '../../src-watch/rule/stepAges';
import type { SourceStatus } from '../../src-watch/why/whyNoData';
import { accessOf, byThreads, type FileAccess } from './fileAccess';
import { FollowedFile, type SavedFile } from './followedFile';
import { isOfForm, type LineForm, readerOf } from './readerOf';
import type { FileNews, Look, StepSource } from './stepSource';

/** One file of the job: where one is in it, and what reads its lines. */
interface Watched {
  readonly file: FollowedFile;
  readonly reader: LineReader;
  /** Of steps that do not say it themselves. */
  readonly rank: number | undefined;
  /** A file system that hangs has been asked, and has not answered. */
  isBusy: boolean;
  /** What comes from now on has been written since it is followed. */
  isFollowed: boolean;
  /** Since they were handed over last. */
  steps: RankStep[];
  lastStep: number | undefined;
  /** Steps begin again in what has been read of it: it waits until the others that are behind are there, too. */
  isAhead: boolean;
  /** Byte up to which it had been read then, and since when, by the process's clock. */
  readTo: number;
  changedMs: number;
  news: FileNews[];
  /** As of then. */
  saved: SavedFiles['files'][number];
}

export interface SavedFiles {
  readonly files: readonly {
    readonly path: string;
    readonly rank?: number;
    readonly file: SavedFile;
    readonly reader: SavedReader;
  }[];
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
  readonly #watched = new Map<string, Watched>();
  readonly #paths: readonly string[];
  readonly #form: LineForm;
  /** By folder; until it is known which file system it is of, files are read by threads. */
  readonly #access = new Map<string, FileAccess>();
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
    return { files: [...this.#watched.values()].map(({ saved }) => saved) };
  }

  get count(): number {
    return this.#watched.size;
  }

  get isEnded(): boolean {
    return [...this.#watched.values()].some(({ reader }) => reader.isEnded);
  }

  get unreadBytes(): number {
    let sum = 0;
    for (const { file, isBusy } of this.#watched.values()) if (!isBusy) sum += file.unreadBytes;
    return sum;
  }

  get status(): readonly SourceStatus[] {
    const nowMs = performance.now();
    const needs = this.#form.kind === 'monitor' ? 'markers' : 'lines';
    return [...this.#watched.values()].map(({ file, reader, rank, isBusy, changedMs }) => ({
      path: file.path,
      state: isBusy ? 'silent' : file.state,
      reason: file.reason,
      lineCount: file.lineCount,
      isKnown: reader.isKnown === true,
      lastLine: file.lastLine,
      rank,
      needs,
      unchangedMs: nowMs - changedMs,
    }));
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
    const isBehind = [...this.#watched.values()].some(isUnread);
    for (const own of this.#watched.values()) {
      // One that has come to the next start of the job would end the steps of those that have not.
      if (isBehind && own.isAhead) continue;
      own.isAhead = false;
      // Most of thousands of files have not been written to since the last look.
      if (own.isBusy || (own.steps.length === 0 && own.news.length === 0 && own.file.readTo === own.readTo)) continue;
      const found = handOver(own);
      if (found.length > 0) steps.push(found);
      if (own.news.length > 0) news.push(...takeNews(own));
    }
    return { steps, news };
  }

  async #lookAtAll(): Promise<void> {
    const free = [...this.#watched.values()].filter(({ isBusy, isAhead }) => !isBusy && !isAhead);
    // In proportion, so that files that are as long as each other are at the same steps.
    const unreadBytes = this.unreadBytes;
    const shareOf = ({ file }: Watched): number =>
      Math.max(LEAST_BYTES, this.lookBytes * (file.unreadBytes > 0 ? file.unreadBytes / unreadBytes : 1 / free.length));
    let next = 0;
    const some = async (): Promise<void> => {
      for (let at = next++; at < free.length; at = next++) {
        const own = free[at];
        const access = this.#accessOf(own.file.path);
        if (!own.file.isUnchanged(access)) await lookAt(own, access, Math.floor(shareOf(own)));
        if (at % GIVE_WAY === GIVE_WAY - 1) await setImmediate();
      }
    };
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, free.length) }, some));
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
      for (const path of this.#paths) for (const own of await this.#filesOf(path)) this.#watch(own);
    } finally {
      this.#isFinding = false;
    }
  }

  async #filesOf(path: string): Promise<string[]> {
    try {
      if (!(await stat(path)).isDirectory()) return [path];
      const names = (await readdir(path)).filter((name) => isOfForm(this.#form, name));
      return names.sort().map((name) => join(path, name));
    } catch (error) {
      if (systemCode(error) === undefined) throw error;
      // It is not there yet, or not at the moment: a file by this name is waited for.
      return [...this.#watched.keys()].some((own) => own.startsWith(join(path, '/'))) ? [] : [path];
    }
  }

  #watch(path: string): void {
    if (this.#watched.has(path)) return;
    const isAlone = this.#paths.length === 1 && this.#paths[0] === path;
    this.#add(path, isAlone ? undefined : (rankOfName(path) ?? this.#watched.size));
  }

  #add(path: string, rank: number | undefined, saved?: SavedFiles['files'][number]): void {
    const file = new FollowedFile(path, saved?.file);
    const reader = readerOf(this.#form, saved?.reader);
    const own = {
      file,
      reader,
      rank,
      isBusy: false,
      isFollowed: false,
      steps: [],
      lastStep: undefined,
      isAhead: false,
      readTo: -1,
      changedMs: performance.now(),
      news: [],
    };
    this.#watched.set(path, { ...own, saved: saveOf(own) });
  }
}

async function lookAt(own: Watched, access: FileAccess, mostBytes: number): Promise<void> {
  const { file, reader, rank } = own;
  if (own.isBusy) return;
  own.isBusy = true;
  try {
    const found: RankStep[] = own.isFollowed ? own.steps : [];
    const give = (step: RankStep): void => {
      own.isAhead ||= own.lastStep !== undefined && step.step < own.lastStep;
      own.lastStep = step.step;
      const { originMs } = reader;
      const clockMs = originMs !== undefined && step.timeNs !== undefined ? originMs + step.timeNs / 1e6 : undefined;
      found.push({ ...step, rank: step.rank ?? rank, ...(clockMs !== undefined && { clockMs }) });
    };
    const changes = await file.look((lines) => reader.readAll(lines, give), access, mostBytes);
    const isWhole = file.unreadBytes === 0;
    // Behind what was left out more has been written since: nobody knows when, but long ago, if it takes more than one look.
    const lastAgeMs = isWhole ? Date.now() - file.modifiedMs : Number.POSITIVE_INFINITY;
    if (!own.isFollowed) own.steps = [...own.steps, ...withPast(found, lastAgeMs)];
    own.isFollowed ||= file.state === 'following' && isWhole;
    own.news.push(...changes.map((change) => ({ path: file.path, change })));
  } finally {
    own.isBusy = false;
  }
}

function isUnread({ file, isBusy, isAhead }: Watched): boolean {
  return file.unreadBytes > 0 && !isBusy && !isAhead;
}

/** What is handed over counts as read from now on. */
function handOver(own: Watched): readonly RankStep[] {
  if (own.file.readTo !== own.readTo) own.changedMs = performance.now();
  own.readTo = own.file.readTo;
  const { steps } = own;
  own.steps = [];
  own.saved = saveOf(own);
  return steps;
}

function takeNews(own: Watched): readonly FileNews[] {
  const { news } = own;
  own.news = [];
  return news;
}

function saveOf({ file, reader, rank }: Pick<Watched, 'file' | 'reader' | 'rank'>): SavedFiles['files'][number] {
  return { path: file.path, ...(rank !== undefined && { rank }), file: file.save(), reader: reader.save() };
}
