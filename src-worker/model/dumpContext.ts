import type { Notice, RankIndex, RankJob, TableKind } from '../../src-contract';
import { type ClockShift, firstOwnNs, NO_SHIFT, toJobNs } from '../base/clockShift';
import { builtInCollectives, type CollectiveNames } from '../names/collectiveNames';
import type { RankView } from '../query/rankView';
import { type Database, withDatabase } from '../sqlite/database';
import type { CsvMemories } from '../tables/csvMemory';
import { type CsvOptions, type CsvTable, readCsv } from '../tables/csvTable';
import { readJsonFile } from '../tables/jsonFile';
import { overRanks, type Placed } from './overRanks';
import { SharedDump } from './sharedDump';
import type { TableFiles, TablePlace, TableRank } from './tableRanks';
import { QuestionStopped, UNWATCHED, type Work } from './work';

/** While a dump fills in, the index of a rank may be replaced while it is brought. */
const MOST_ATTEMPTS = 10;

/**
 * A dump as its tables and views see it. Files are read when first asked for and kept (`memo`) until the dump is closed.
 *
 * Timelines come and go with the memory there is. What is asked of one is awaited (`ofTimeline`) and kept with the rank;
 * a question about many goes over them one by one (`overRanks`), and is stopped between two when nobody waits any more.
 *
 * A window may have several jobs open, each with a rank 0. What is said of a job as a whole — its collectives, its clock, its
 * groups — is asked of `ofJob` or `ofRank`, which know that job's ranks and files alone; a rank's place in the dump stays.
 *
 * Instants inside are by each rank's own clock, counted from `baseNs`, which never changes; those of questions and answers
 * are the job's. `toJobNs` and `fromJobNs` go between, and `fromOwnNs` and `toOwnNs` to what a timeline's own times are.
 */
export class DumpContext {
  readonly #shared: SharedDump;

  constructor(
    readonly files: TableFiles,
    /** Undefined: no table has an instant to count from. The dump's origin is, once it is known. */
    baseNs: bigint | undefined,
    /** The ranks' indexes in this thread. */
    readonly views: () => ReadonlyMap<number, RankView>,
    /** The question that is answered. */
    readonly work: Work = UNWATCHED,
    shared?: SharedDump,
    /** With those that the user has added. */
    readonly collectives: CollectiveNames = builtInCollectives,
    /** See `CsvOptions`. */
    readonly csvMemories?: CsvMemories,
    /** The job that is asked about; undefined: all that is open. */
    readonly job?: RankJob,
  ) {
    this.#shared = shared ?? new SharedDump(files, baseNs);
  }

  /** The same dump, for this question. */
  during(work: Work): DumpContext {
    return this.#as(this.files, work, this.job);
  }

  #as(files: TableFiles, work: Work, job: RankJob | undefined): DumpContext {
    return new DumpContext(files, undefined, this.views, work, this.#shared, this.collectives, this.csvMemories, job);
  }

  /** The jobs that are asked about, in the order of their ranks; empty where all ranks are of one. */
  get jobs(): readonly RankJob[] {
    return this.job ? [] : [...this.#shared.jobs.values()].map(({ job }) => job);
  }

  /** The same question about one of several jobs: the first for a key that is none of theirs. */
  ofJob(key?: string): DumpContext {
    const { jobs } = this.#shared;
    const part = (key === undefined ? undefined : jobs.get(key)) ?? [...jobs.values()][0];
    return part === undefined || part.job.key === this.job?.key ? this : this.#as(part.files, this.work, part.job);
  }

  /** For what has no meaning over several jobs: their ranks, groups and collectives have the same numbers and names. */
  assertOneJob(): void {
    if (this.jobs.length > 0) throw new Error('Of several jobs one has to be asked about');
  }

  /** The same question about each job by itself. */
  eachJob(): readonly DumpContext[] {
    const { jobs } = this;
    return jobs.length === 0 ? [this] : jobs.map(({ key }) => this.ofJob(key));
  }

  /** The same question about the job that the rank is of. */
  ofRank(rank: TableRank | number): DumpContext {
    const { job } = (typeof rank === 'number' ? this.rankAt(rank) : rank) ?? {};
    return job === undefined ? this : this.ofJob(job.key);
  }

  /** Near the dump's instants, so that a float64 holds them to the ns. */
  get baseNs(): bigint {
    return this.#shared.baseNs;
  }

  /** Of the job, where one is asked about. */
  get ranks(): readonly TableRank[] {
    const { jobs, ranks } = this.#shared;
    return (this.job && jobs.get(this.job.key)?.ranks) ?? ranks;
  }

  /** By its place in the dump, of whatever job. */
  rankAt(index: number): TableRank | undefined {
    return this.#shared.ranks[index];
  }

  /** The same of an index that came from the dump itself. */
  knownRank(index: RankIndex): TableRank {
    const rank = this.rankAt(index);
    if (!rank) throw new RangeError(`The dump has no rank at place ${index}`);
    return rank;
  }

  /** Of the whole dump, of whatever job. */
  get placeCount(): number {
    return this.#shared.ranks.length;
  }

  setPlace(place: TablePlace): void {
    this.#shared.setPlace(place);
  }

  get originNs(): bigint {
    return this.#shared.place.originNs;
  }

  /** What to add to an instant counted from the base to have it counted from the dump's origin. */
  get offsetNs(): number {
    return Number(this.baseNs - this.#shared.place.originNs);
  }

  /** Both by the rank's own clock: counted from the base, to what a timeline's index with its `offsetNs` has. */
  toOwnNs(ns: number): number {
    return ns + this.offsetNs;
  }

  fromOwnNs(ns: number): number {
    return ns - this.offsetNs;
  }

  /** Of the rank at this place in the dump; what belongs to none is shifted like the first. */
  shiftOf(rank: number | undefined): ClockShift {
    const { shifts } = this.#shared.place;
    return shifts[rank ?? 0] ?? shifts[0] ?? NO_SHIFT;
  }

  get clockRevision(): number {
    return this.#shared.place.clockRevision;
  }

  /** What is shown of an instant of the rank, counted from the base. */
  toJobNs(rank: number | undefined, ns: number): number {
    return toJobNs(this.shiftOf(rank), this.toOwnNs(ns));
  }

  fromJobNs(rank: number | undefined, jobNs: number): number {
    return this.fromOwnNs(firstOwnNs(this.shiftOf(rank), jobNs));
  }

  /** Paths of the rank's files of this kind; several where an iteration has one each. */
  paths(rank: TableRank, table: TableKind): readonly string[] {
    return rank.files.filter((file) => file.table === table).map(({ path }) => path);
  }

  clusterPaths(table: TableKind): readonly string[] {
    return this.files.clusterFiles.filter((file) => file.table === table).map(({ path }) => path);
  }

  has(table: TableKind): boolean {
    return this.ranks.some((rank) => this.paths(rank, table).length > 0) || this.clusterPaths(table).length > 0;
  }

  /** The rank's timeline, once it is in memory; its times are the dump's. Undefined where it has none (yet). */
  timeline(rank: number): Promise<RankView | undefined> {
    return this.#brought(rank);
  }

  /** Of the rank's index as it is now; undefined where it has none (yet). */
  generation(rank: number): number | undefined {
    return this.views().get(rank)?.generation ?? this.#shared.place.generations.get(rank);
  }

  /** Of all indexes, in memory or not, by their places in the dump. */
  get generations(): ReadonlyMap<number, number> {
    return this.#shared.place.generations;
  }

  /** Of all indexes, in memory or not: another text when one of them is another. */
  get allGenerations(): string {
    const known = [...this.#shared.place.generations].map(([rank, generation]) => `${rank}.${generation}`);
    return known.sort().join();
  }

  /** Those in memory right now, for what need not be complete. */
  loadedTimelines(): readonly RankView[] {
    const all = [...this.views().values()];
    if (!this.job) return all;
    return all.filter(({ rank }) => this.rankAt(rank)?.job?.key === this.job?.key);
  }

  /**
   * `make`'s value, made once, and again for another `version` of what it is made of. A rejected promise is not kept. The key
   * says what it is made of: a file, or a rank by its place in the dump.
   */
  memo<T>(key: string, make: () => T, version = ''): T {
    return this.#shared.kept.get(key, version, make, this.work);
  }

  /** Whether something is kept under the key, of whatever version. */
  isKept(key: string): boolean {
    return this.#shared.kept.has(key);
  }

  /** What `memo` has kept under the key: it is large, and who has asked for it knows of nobody else who will. */
  letGo(key: string): void {
    this.#shared.kept.letGo(key);
  }

  /** The same of `ofTimeline`. */
  letGoOfTimeline(key: string, rank: number): void {
    this.letGo(slotOf(key, rank));
  }

  /** All that is kept: no other question is expected. */
  letGoOfAll(): void {
    this.#shared.kept.clear();
  }

  /** `memo` of what is made of all ranks that are asked about: of each job something of its own. */
  memoOfJob<T>(key: string, make: () => T, version = ''): T {
    return this.memo(this.job ? `${key} of job ${this.job.key}` : key, make, version);
  }

  /**
   * What `make` makes of the rank's timeline, whose times are the dump's; undefined where the rank has none (yet). Made
   * once, and again when its index is replaced or its times move. `make` must not wait for another rank. Rejects with
   * `QuestionStopped` when nobody waits for the answer any more.
   */
  async ofTimeline<T>(key: string, rank: number, make: (view: RankView) => T): Promise<Awaited<T> | undefined> {
    const known = this.#shared.kept.find(slotOf(key, rank), String(this.generation(rank)));
    if (known) {
      try {
        return (await known.value) as Awaited<T>;
      } catch (error) {
        // Another question had it made, and was stopped; this one goes on.
        if (!(error instanceof QuestionStopped) || this.work.isStopped) throw error;
      }
    }
    const view = await this.#brought(rank);
    return view && (await this.ofView(key, view, make));
  }

  /**
   * What `ofTimeline` made of the rank's timeline where that was at hand: in its place here, where it is not. To be given before
   * it is asked for.
   */
  giveOfTimeline<T>(key: string, rank: number, value: T): void {
    this.#shared.kept.get(slotOf(key, rank), String(this.generation(rank)), () => value, this.work);
  }

  /** The same for who has the timeline at hand: one thing worked out of another. */
  ofView<T>(key: string, view: RankView, make: (view: RankView) => T): T {
    return this.#shared.kept.get(slotOf(key, view.rank), String(view.generation), () => make(view), this.work);
  }

  /**
   * `map` of each of these ranks, one after another: those in memory first, others' questions in between, and none of the
   * rest when nobody waits any more (`QuestionStopped`). What it takes of timelines is asked within, with `ofTimeline`,
   * so that each comes into memory once.
   */
  overRanks<R extends Placed, T>(ranks: readonly R[], map: (rank: R) => T | Promise<T>): Promise<T[]> {
    const views = this.views();
    return overRanks(ranks, map, (place) => views.has(place), this.work);
  }

  /**
   * A part of an answer that needs nothing of the rest: where there is another thread, that is to make it, part after part;
   * else `make` makes it here when it is asked for. `part` is how the other thread knows `make`. `isFirstCome`: asked for
   * before the other one has begun, it is made here, since there is nothing else left to do.
   */
  elsewhere<T>(part: string, rank: number, make: () => Promise<T>, isFirstCome: boolean): () => Promise<T> {
    const there = this.work.elsewhere?.(part, rank);
    // Who has failed meanwhile never asks for it.
    there?.made.catch(() => {});
    let made: Promise<T> | undefined;
    return () => {
      made ??= there && !(isFirstCome && there.takeBack()) ? (there.made as Promise<T>) : make();
      return made;
    };
  }

  async #brought(rank: number): Promise<RankView | undefined> {
    for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
      this.stopIfUnwanted();
      const view = this.views().get(rank);
      if (view) return view;
      if (!this.#shared.place.generations.has(rank)) return undefined;
      // Where the index is replaced on its way, the new one is brought.
      await this.work.bring(rank);
    }
    throw new Error(`The index of ${this.rankAt(rank)?.label ?? `rank ${rank}`} can’t be read again`);
  }

  /** For what takes long within a rank. Throws `QuestionStopped` when nobody waits for the answer any more. */
  stopIfUnwanted(): void {
    if (this.work.isStopped) throw new QuestionStopped();
  }

  /** A csv file, its instants counted from the base. Rejects with a `TableError`, or a `QuestionStopped`. */
  csv(path: string, options: Omit<CsvOptions, 'baseNs' | 'onBlock' | 'memories'>): Promise<CsvTable> {
    const { baseNs, csvMemories: memories } = this;
    return readCsv(path, { ...options, baseNs, memories, onBlock: () => this.stopIfUnwanted() });
  }

  /** A whole JSON file. Rejects with a `TableError`. */
  json(path: string): Promise<unknown> {
    const given = this.#shared.givenJson.get(path);
    if (given) return Promise.resolve(given());
    return this.memo(`json ${path}`, () => readJsonFile(path, { note: (own) => this.note(own) }));
  }

  /** What that file holds, for a rank whose files are not here: it is read each time. To be given before it is asked for. */
  giveJson(path: string, read: () => unknown): void {
    this.#shared.givenJson.set(path, read);
  }

  /** Of several devices in the rank's databases, the one that the rank is. */
  device(rank: TableRank): number | undefined {
    return rank.files.find((file) => file.device !== undefined)?.device;
  }

  /**
   * What `read` makes of a database, or of what one of its devices did; what is damaged in it is noted. Throws a
   * `SqliteFormatError`, or `QuestionStopped`.
   */
  database<T>(path: string, read: (database: Database) => T, device?: number): T {
    const readAndNote = (database: Database) => {
      try {
        return read(database);
      } finally {
        for (const own of database.notices) this.note(own);
      }
    };
    return withDatabase(path, readAndNote, () => this.stopIfUnwanted(), device);
  }

  /** Something about a file that the user should know; said once. */
  note(own: Notice): void {
    this.#shared.note(own);
  }

  /** What was noted since this was asked last. */
  takeUntold(): readonly Notice[] {
    return this.#shared.takeUntold();
  }

  get notices(): readonly Notice[] {
    return this.#shared.notices;
  }
}

function slotOf(key: string, rank: number): string {
  return `${key} of rank ${rank}`;
}
