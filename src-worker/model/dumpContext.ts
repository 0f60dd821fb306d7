import type { Notice, RankIndex, SourceFile, TableKind } from '../../src-contract';
import { notice } from '../formats/notices';
import { readTextFile } from '../formats/readable';
import type { RankView } from '../query/rankView';
import { type Database, withDatabase } from '../sqlite/database';
import { TableError } from '../tables/tableError';

/** A rank as the tables know it: its files, and its place in the dump. */
export interface TableRank {
  readonly index: RankIndex;
  /** Number of the rank in the job, where the dump tells it. */
  readonly rank: number | undefined;
  readonly label: string;
  readonly folder: string;
  readonly hostName: string | undefined;
  readonly files: readonly SourceFile[];
}

/** What tables and questions of a dump are answered from. */
export interface TableFiles {
  readonly ranks: readonly TableRank[];
  readonly clusterFiles: readonly SourceFile[];
}

/** What can change from call to call. */
export interface TablePlace {
  /** What the dump's times count from now. */
  readonly originNs: bigint;
  /** Of each rank that has an index, in this thread or saved: the generation of it (by its place in the dump). */
  readonly generations: ReadonlyMap<number, number>;
}

/** Indexes that are not in this thread are wanted; the engine brings them and asks again. */
export class RanksWanted extends Error {
  override readonly name = 'RanksWanted';
  constructor(readonly ranks: readonly number[]) {
    super(`Indexes of ranks are wanted: ${ranks.join()}`);
  }
}

/**
 * A dump as its tables and views see it. Files are read when first asked for and kept (`memo`) until the dump is closed.
 *
 * Instants inside count from `baseNs`, which never changes; those of questions and answers from the dump's origin, which
 * moves once. `toDumpNs` and `fromDumpNs` go between.
 */
export class DumpContext {
  readonly #memo = new Map<string, { readonly key: string; readonly value: unknown }>();
  readonly #notices = new Map<string, Notice>();
  #untold: Notice[] = [];
  #place: TablePlace;
  #baseNs: bigint | undefined;

  constructor(
    readonly files: TableFiles,
    /** Undefined: no table has an instant to count from. The dump's origin is, once it is known. */
    baseNs: bigint | undefined,
    /** The ranks' indexes in this thread. */
    readonly views: () => ReadonlyMap<number, RankView>,
  ) {
    this.#baseNs = baseNs;
    this.#place = { originNs: baseNs ?? 0n, generations: new Map() };
  }

  /** Near the dump's instants, so that a float64 holds them to the ns. */
  get baseNs(): bigint {
    return this.#baseNs ?? 0n;
  }

  get ranks(): readonly TableRank[] {
    return this.files.ranks;
  }

  setPlace(place: TablePlace): void {
    this.#place = place;
    if (this.#baseNs === undefined && place.originNs !== 0n) this.#baseNs = place.originNs;
  }

  get originNs(): bigint {
    return this.#place.originNs;
  }

  /** What to add to an instant counted from the base to have it counted from the dump's origin. */
  get offsetNs(): number {
    return Number(this.baseNs - this.#place.originNs);
  }

  toDumpNs(ns: number): number {
    return ns + this.offsetNs;
  }

  fromDumpNs(ns: number): number {
    return ns - this.offsetNs;
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

  /**
   * The rank's timeline; its times are the dump's. Undefined where it has none (yet). Where its index has been dropped
   * from memory this throws `RanksWanted`, and the whole question is asked again: do one rank after another and keep what
   * each gives with `memo`, so that a job larger than the memory comes through.
   */
  timeline(rank: number): RankView | undefined {
    const view = this.views().get(rank);
    if (view) return view;
    if (this.#place.generations.has(rank)) throw new RanksWanted([rank]);
    return undefined;
  }

  /** Of the rank's index as it is now; undefined where it has none (yet). */
  generation(rank: number): number | undefined {
    return this.views().get(rank)?.generation ?? this.#place.generations.get(rank);
  }

  /** Those in memory right now, for what need not be complete. */
  loadedTimelines(): readonly RankView[] {
    return [...this.views().values()];
  }

  /** `make`'s value, made once. A rejected promise is not kept. */
  memo<T>(key: string, make: () => T): T {
    const known = this.#memo.get(key);
    if (known) return known.value as T;
    const value = make();
    this.#memo.set(key, { key, value });
    if (value instanceof Promise) value.catch(() => this.#memo.delete(key));
    return value;
  }

  /** The same for what is made of a rank's timeline: made again when its index is replaced or its times move. */
  timelineMemo<T>(key: string, rank: number, make: (view: RankView) => T): T | undefined {
    const slot = `${key} of rank ${rank}`;
    const generation = `${slot}, ${this.generation(rank)}`;
    const known = this.#memo.get(slot);
    if (known?.key === generation) return known.value as T;
    const view = this.timeline(rank);
    if (!view) return undefined;
    const value = make(view);
    this.#memo.set(slot, { key: generation, value });
    if (value instanceof Promise) value.catch(() => this.#memo.delete(slot));
    return value;
  }

  /** A whole JSON file. Rejects with a `TableError`. */
  json(path: string): Promise<unknown> {
    return this.memo(`json ${path}`, () => readJson(path));
  }

  /** What `read` makes of a database; what is damaged in it is noted. Throws a `SqliteFormatError`. */
  database<T>(path: string, read: (database: Database) => T): T {
    return withDatabase(path, (database) => {
      try {
        return read(database);
      } finally {
        for (const own of database.notices) this.note(own);
      }
    });
  }

  /** Something about a file that the user should know; said once. */
  note(own: Notice): void {
    const key = `${own.code} ${own.path} ${own.byteOffset} ${own.message}`;
    if (this.#notices.has(key)) return;
    this.#notices.set(key, own);
    this.#untold.push(own);
  }

  /** What was noted since this was asked last. */
  takeUntold(): readonly Notice[] {
    const untold = this.#untold;
    this.#untold = [];
    return untold;
  }

  get notices(): readonly Notice[] {
    return [...this.#notices.values()];
  }
}

async function readJson(path: string): Promise<unknown> {
  let text: string;
  try {
    text = await readTextFile(path);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new TableError(notice('file-unreadable', 'error', { reason }, { path }));
  }
  if (text.length === 0) throw new TableError(notice('empty-file', 'error', {}, { path }));
  try {
    return JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const position = /position (\d+)/.exec(reason)?.[1];
    // V8 counts UTF-16 units; the file has bytes.
    const byteOffset = position === undefined ? undefined : Buffer.byteLength(text.slice(0, Number(position)));
    throw new TableError(
      notice('table-not-json', 'error', { reason }, { path, ...(byteOffset === undefined ? {} : { byteOffset }) }),
    );
  }
}
