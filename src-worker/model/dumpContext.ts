import type { Notice, RankIndex, SourceFile, TableKind } from '../../src-contract';
import { type ClockShift, firstOwnNs, NO_SHIFT, toJobNs } from '../base/clockShift';
import { builtInCollectives, type CollectiveNames } from '../names/collectiveNames';
import type { RankView } from '../query/rankView';
import { type Database, withDatabase } from '../sqlite/database';
import type { CsvMemories } from '../tables/csvMemory';
import { type CsvOptions, type CsvTable, readCsv } from '../tables/csvTable';
import { readJsonFile } from '../tables/jsonFile';
import { Kept } from './kept';
import { QuestionStopped, UNWATCHED, type Work } from './work';

/** A rank as the tables know it: its files, and its place in the dump. */
export interface TableRank {
  readonly index: RankIndex;
  /** Number of the rank in the job, where the dump tells it. */
  readonly rank: number | undefined;
  readonly label: string;
  readonly folder: string;
  readonly hostName: string | undefined;
  readonly files: readonly SourceFile[];
  /** When its profile was begun, ms since the epoch, and host and process that was profiled: as far as names tell. */
  readonly startedMs?: number;
  readonly process?: string;
}

/** What tables and questions of a dump are answered from. */
export interface TableFiles {
  readonly ranks: readonly TableRank[];
  readonly clusterFiles: readonly SourceFile[];
}

/** Number and label of a rank, as they were found in its file while it was read. */
export type FoundName = Pick<TableRank, 'rank' | 'label'>;

/** What can change from call to call. */
export interface TablePlace {
  /** Of ranks whose names on disk don't tell their number, by their places in the dump. */
  readonly names: ReadonlyMap<number, FoundName>;
  /** What the ranks' own times count from: see `ClockShift`. */
  readonly originNs: bigint;
  /** Of each rank. */
  readonly shifts: readonly ClockShift[];
  /** Grows whenever those change. */
  readonly clockRevision: number;
  /** Of each rank that has an index, in this thread or saved: the generation of it (by its place in the dump). */
  readonly generations: ReadonlyMap<number, number>;
}

/** A rank that questions go over gives others a turn when so much time has passed. */
const TURN_MS = 8;
/** While a dump fills in, the index of a rank may be replaced while it is brought. */
const MOST_ATTEMPTS = 10;

/** A rank, or its place in the dump. */
type Placed = number | { readonly index: number };

/** What all questions about an open dump share. */
interface Shared {
  readonly kept: Kept;
  readonly notices: Map<string, Notice>;
  untold: Notice[];
  place: TablePlace;
  /** The files' ranks, by the names of the place. */
  ranks: readonly TableRank[];
  baseNs: bigint | undefined;
}

/**
 * A dump as its tables and views see it. Files are read when first asked for and kept (`memo`) until the dump is closed.
 *
 * Timelines come and go with the memory there is. What is asked of one is awaited (`ofTimeline`) and kept with the rank;
 * a question about many goes over them one by one (`overRanks`), and is stopped between two when nobody waits any more.
 *
 * Instants inside are by each rank's own clock, counted from `baseNs`, which never changes; those of questions and answers
 * are the job's. `toJobNs` and `fromJobNs` go between, and `fromOwnNs` and `toOwnNs` to what a timeline's own times are.
 */
export class DumpContext {
  readonly #shared: Shared;

  constructor(
    readonly files: TableFiles,
    /** Undefined: no table has an instant to count from. The dump's origin is, once it is known. */
    baseNs: bigint | undefined,
    /** The ranks' indexes in this thread. */
    readonly views: () => ReadonlyMap<number, RankView>,
    /** The question that is answered. */
    readonly work: Work = UNWATCHED,
    shared?: Shared,
    /** With those that the user has added. */
    readonly collectives: CollectiveNames = builtInCollectives,
    /** See `CsvOptions`. */
    readonly csvMemories?: CsvMemories,
  ) {
    this.#shared = shared ?? {
      kept: new Kept(),
      notices: new Map(),
      untold: [],
      place: { names: new Map(), originNs: baseNs ?? 0n, shifts: [], clockRevision: 0, generations: new Map() },
      ranks: files.ranks,
      baseNs,
    };
  }

  /** The same dump, for this question. */
  during(work: Work): DumpContext {
    return new DumpContext(this.files, undefined, this.views, work, this.#shared, this.collectives, this.csvMemories);
  }

  /** Near the dump's instants, so that a float64 holds them to the ns. */
  get baseNs(): bigint {
    return this.#shared.baseNs ?? 0n;
  }

  get ranks(): readonly TableRank[] {
    return this.#shared.ranks;
  }

  setPlace(place: TablePlace): void {
    const { names } = place;
    if (names.size !== this.#shared.place.names.size)
      this.#shared.ranks = this.files.ranks.map((rank) => ({ ...rank, ...names.get(rank.index) }));
    this.#shared.place = place;
    if (place.originNs !== 0n) this.#shared.baseNs ??= place.originNs;
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
    return [...this.views().values()];
  }

  /** `make`'s value, made once, and again for another `version` of what it is made of. A rejected promise is not kept. */
  memo<T>(key: string, make: () => T, version = ''): T {
    return this.#shared.kept.get(key, version, make, this.work);
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

  /** The same for who has the timeline at hand: one thing worked out of another. */
  ofView<T>(key: string, view: RankView, make: (view: RankView) => T): T {
    return this.#shared.kept.get(slotOf(key, view.rank), String(view.generation), () => make(view), this.work);
  }

  /**
   * `map` of each of these ranks, one after another: those in memory first, others' questions in between, and none of the
   * rest when nobody waits any more (`QuestionStopped`). What it takes of timelines is asked within, with `ofTimeline`,
   * so that each comes into memory once.
   */
  async overRanks<R extends Placed, T>(ranks: readonly R[], map: (rank: R) => T | Promise<T>): Promise<T[]> {
    const results = new Array<T>(ranks.length);
    const walk = this.work.begin(ranks.length);
    let turnEndsMs = performance.now() + TURN_MS;
    try {
      for (const at of this.#inMemoryFirst(ranks)) {
        this.stopIfUnwanted();
        results[at] = await map(ranks[at]);
        walk.step();
        if (performance.now() < turnEndsMs) continue;
        await new Promise((resolve) => setImmediate(resolve));
        turnEndsMs = performance.now() + TURN_MS;
      }
    } finally {
      walk.end();
    }
    return results;
  }

  #inMemoryFirst(ranks: readonly Placed[]): readonly number[] {
    const views = this.views();
    const isInMemory = (at: number) => views.has(placeOf(ranks[at]));
    const places = ranks.map((_, at) => at);
    return [...places.filter(isInMemory), ...places.filter((at) => !isInMemory(at))];
  }

  /**
   * A part of an answer that needs nothing of the rest: where there is another thread, that begins with it at once; else
   * `make` makes it here when it is asked for. `part` is how the other thread knows `make`.
   */
  elsewhere<T>(part: string, rank: number, make: () => Promise<T>): () => Promise<T> {
    const begun = this.work.elsewhere?.(part, rank) as Promise<T> | undefined;
    // Who has failed meanwhile never asks for it.
    begun?.catch(() => {});
    let made = begun;
    return () => (made ??= make());
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
    throw new Error(`The index of ${this.ranks[rank]?.label ?? `rank ${rank}`} can’t be read again`);
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
    return this.memo(`json ${path}`, () => readJsonFile(path));
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
    const key = `${own.code} ${own.path} ${own.byteOffset} ${own.message}`;
    if (this.#shared.notices.has(key)) return;
    this.#shared.notices.set(key, own);
    this.#shared.untold.push(own);
  }

  /** What was noted since this was asked last. */
  takeUntold(): readonly Notice[] {
    const untold = this.#shared.untold;
    this.#shared.untold = [];
    return untold;
  }

  get notices(): readonly Notice[] {
    return [...this.#shared.notices.values()];
  }
}

function placeOf(rank: Placed): number {
  return typeof rank === 'number' ? rank : rank.index;
}

function slotOf(key: string, rank: number): string {
  return `${key} of rank ${rank}`;
}
