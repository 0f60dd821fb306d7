import type { LineReader, SavedReader } from '../../src-watch/lines/lineReader';
import type { RankStep } from '../../src-watch/rule/jobSteps';
import { withPast } from '../../src-watch/rule/stepAges';
import type { SourceStatus } from '../../src-watch/why/whyNoData';
import type { FileAccess } from './fileAccess';
import { FollowedFile, type SavedFile, type TakeLines } from './followedFile';
import { partOfFile } from './partedFile';
import type { FileNews } from './stepSource';

export interface SavedWatchedFile {
  /** Of the part that one was at. */
  readonly path: string;
  readonly rank?: number;
  readonly file: SavedFile;
  readonly reader: SavedReader;
}

interface Part {
  readonly path: string;
  readonly sizeBytes: number;
}

/** One file of the job, or the parts of one, each behind the one before: where one is in it, and what reads its lines. */
export class WatchedFile {
  /** A file system that hangs has been asked, and has not answered. */
  isBusy = false;
  /** What comes from now on has been written since it is followed. */
  isFollowed = false;
  /** Steps begin again in what has been read of it: it waits until the others that are behind are there, too. */
  isAhead = false;
  #file: FollowedFile;
  #at: string;
  /** Behind that part, in their order, by their `at`. What has been read of is not kept: nobody knows how many there will be. */
  readonly #rest = new Map<string, Part>();
  readonly #firstBytes: number;
  /** Since they were handed over last. */
  #steps: RankStep[] = [];
  #news: FileNews[] = [];
  #lastStep: number | undefined;
  /** Byte up to which it had been read then, and since when, by the process's clock. */
  #readTo = -1;
  #changedMs = performance.now();
  /** As of then. */
  #saved: SavedWatchedFile;

  /** `rank`: of steps that do not say it themselves. `firstBytes`: how large it is, if anybody has looked. */
  constructor(
    path: string,
    readonly rank: number | undefined,
    readonly reader: LineReader,
    saved?: SavedWatchedFile,
    firstBytes = 0,
  ) {
    this.#file = new FollowedFile(path, saved?.file);
    this.#at = partOfFile(path).at;
    this.#firstBytes = saved ? 0 : firstBytes;
    this.#saved = this.#asNow();
  }

  get path(): string {
    return this.#file.path;
  }

  /** Of the part that is read: see `PartOfFile`. */
  get at(): string {
    return this.#at;
  }

  get state(): FollowedFile['state'] {
    return this.#file.state;
  }

  /** What the next look may read. */
  get unreadBytes(): number {
    // Whoever cannot read one part does not come to those behind it.
    if (this.state === 'missing' || this.state === 'unreachable') return 0;
    let sum = this.state === 'new' ? this.#firstBytes : this.#file.unreadBytes;
    for (const { sizeBytes } of this.#rest.values()) sum += sizeBytes;
    return sum;
  }

  /** It has been read up to this part, or knows of it. */
  knows(at: string): boolean {
    return at <= this.#at || this.#rest.has(at);
  }

  addPart(at: string, part: Part): void {
    if (this.knows(at)) return;
    const isLast = [...this.#rest.keys()].every((own) => own < at);
    this.#rest.set(at, part);
    if (isLast) return;
    const sorted = [...this.#rest].sort(([a], [b]) => (a < b ? -1 : 1));
    this.#rest.clear();
    for (const [own, one] of sorted) this.#rest.set(own, one);
  }

  /** There is no file of it any more among those of its folder: what it was has been read. */
  isGone(paths: ReadonlySet<string>): boolean {
    return this.#at !== '' && this.#rest.size === 0 && this.isFollowed && !this.isBusy && !paths.has(this.path);
  }

  status(needs: SourceStatus['needs'], nowMs: number): SourceStatus {
    const { path, reason, lineCount, lastLine } = this.#file;
    return {
      ...{ path, state: this.isBusy ? 'silent' : this.state, reason, lineCount, lastLine, needs },
      ...{ isKnown: this.reader.isKnown === true, rank: this.rank, unchangedMs: nowMs - this.#changedMs },
    };
  }

  /** What is handed over counts as read. */
  save(): SavedWatchedFile {
    return this.#saved;
  }

  /** Whoever reads at once sees so without a promise that there is nothing new. */
  isUnchanged(access: FileAccess): boolean {
    return this.#rest.size === 0 && this.#file.isUnchanged(access);
  }

  /** Most of thousands of files have not been written to since the last look. */
  get hasNews(): boolean {
    return this.#steps.length > 0 || this.#news.length > 0 || this.#file.readTo !== this.#readTo;
  }

  /** Reads what has been written since, but no more than `mostBytes` of it, up to the last part. */
  async look(access: FileAccess, mostBytes: number): Promise<void> {
    if (this.isBusy) return;
    this.isBusy = true;
    try {
      const found: RankStep[] = this.isFollowed ? this.#steps : [];
      const take: TakeLines = (lines) => this.reader.readAll(lines, (step) => this.#take(step, found));
      for (let left = mostBytes; left > 0; ) {
        const from = this.#file.readTo;
        const { path } = this.#file;
        const changes = await this.#file.look(take, access, left);
        this.#news.push(...changes.map((change) => ({ path, change })));
        left -= Math.max(0, this.#file.readTo - from);
        const next = await this.#next(access);
        if (!next) break;
        await this.#file.end(take);
        this.#goOn(...next);
      }
      const isWhole = this.unreadBytes === 0 && this.#rest.size === 0;
      // Behind what was left out more has been written since: nobody knows when, but long ago, if it takes more than one look.
      const lastAgeMs = isWhole ? Date.now() - this.#file.modifiedMs : Number.POSITIVE_INFINITY;
      if (!this.isFollowed) this.#steps = [...this.#steps, ...withPast(found, lastAgeMs)];
      this.isFollowed ||= this.state === 'following' && isWhole;
    } finally {
      this.isBusy = false;
    }
  }

  #take(step: RankStep, found: RankStep[]): void {
    this.isAhead ||= this.#lastStep !== undefined && step.step < this.#lastStep;
    this.#lastStep = step.step;
    const { originMs } = this.reader;
    const clockMs = originMs !== undefined && step.timeNs !== undefined ? originMs + step.timeNs / 1e6 : undefined;
    found.push({ ...step, rank: step.rank ?? this.rank, ...(clockMs !== undefined && { clockMs }) });
  }

  /** The part behind this one, which has been begun when nothing is written to this one any more; undefined: this one goes on. */
  async #next(access: FileAccess): Promise<[at: string, part: Part] | undefined> {
    if (this.#file.unreadBytes > 0 || this.state === 'unreachable') return undefined;
    for (const next of this.#rest) {
      if (this.state !== 'missing') return next;
      // It has been deleted, as the oldest are; or all of its folder is away, and comes back.
      if (await isThere(next[1].path, access)) return next;
    }
    return undefined;
  }

  #goOn(at: string, { path }: Part): void {
    for (const own of this.#rest.keys()) if (own <= at) this.#rest.delete(own);
    this.#at = at;
    this.#file = new FollowedFile(path);
    this.#readTo = -1;
  }

  handOver(): readonly RankStep[] {
    if (this.#file.readTo !== this.#readTo) this.#changedMs = performance.now();
    this.#readTo = this.#file.readTo;
    const steps = this.#steps;
    this.#steps = [];
    this.#saved = this.#asNow();
    return steps;
  }

  takeNews(): readonly FileNews[] {
    const news = this.#news;
    this.#news = [];
    return news;
  }

  #asNow(): SavedWatchedFile {
    const rank = this.rank === undefined ? {} : { rank: this.rank };
    return { path: this.path, ...rank, file: this.#file.save(), reader: this.reader.save() };
  }
}

async function isThere(path: string, access: FileAccess): Promise<boolean> {
  try {
    await access.stat(path);
    return true;
  } catch {
    // Whoever reads it says what is wrong with it.
    return false;
  }
}
