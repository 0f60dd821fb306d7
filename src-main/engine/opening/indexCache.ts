import { createHash } from 'node:crypto';
import { mkdir, open, readdir, realpath, rename, rm, stat, utimes } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { z } from 'zod';
import type { Notice } from '../../../src-contract';
import type { AwaitedAnswers } from '../../../src-worker/base/awaitedAnswers';
import { areSame, type FileFingerprint, fingerprintsOf } from '../../../src-worker/files/fingerprints';
import { fileOnDisk } from '../../../src-worker/files/zipMember';
import type { RankResult } from '../../../src-worker/importers/importRank';
import { HEADER_BYTES, readCacheHead, stampOfHeader } from '../../../src-worker/index/cache/cacheFile';
import { removeLeftovers, temporaryName } from '../../base/temporary';
import { ThreadDiedError } from '../threads/thread';
import { JobStoppedError, type ThreadPool } from '../threads/threadPool';
import type { UserDirs } from '../user/userDirs';
import { shareOut } from './shareOut';

/** Grows with every change of what an index holds, so that older files are not read any more. */
const INDEX_VERSION = 32;
const SUFFIX = '.tlindex';
/** Of what was found out about a dump: see `saveRecord`. */
const RECORD_SUFFIX = '.tlrecord';
/** Kept of one dump: of a job that is read rank by rank there are as many as ranks otherwise. */
const RECORDS_OF_A_DUMP = 2;
const TEMPORARY_SUFFIX = '.tmp';
/** A temporary file this old was left behind by a process that was killed while writing. */
const ABANDONED_MS = 3600_000;
/** Smaller dumps are indexed as fast as their index would be read. */
const MIN_SOURCE_BYTES = 8 << 20;

export const DEFAULT_CACHE_LIMIT_BYTES = 20 * 2 ** 30;

/** Where the indexes of this user are. */
export function indexCacheFolder({ cacheDir }: Pick<UserDirs, 'cacheDir'>): string {
  return join(cacheDir, 'index');
}

export interface CacheEntry {
  readonly file: string;
  readonly kind: 'index' | 'record';
  readonly sizeBytes: number;
  readonly usedMs: number;
}

interface Stored extends RankResult {
  readonly fingerprints: readonly FileFingerprint[];
}

/** What a record is of: see `IndexCache.loadRecord`. */
export interface RecordPlace {
  readonly dump: string;
  readonly key: string;
}

/** What was found out about a dump. */
export interface StoredRecord {
  readonly fingerprints: readonly FileFingerprint[];
  readonly bytes: Uint8Array;
  /** What its files turned out to be meanwhile. */
  readonly notices: readonly Notice[];
}

const storedShape = z.object({
  fingerprints: z.array(
    z.object({ path: z.string(), sizeBytes: z.number(), modifiedNs: z.string(), sample: z.number() }),
  ),
});

/**
 * Indexes of timelines opened before, one file each, in the user's cache folder. Files are written aside and renamed, so
 * that a file there is whole whoever else writes or is killed; a damaged one is deleted, not trusted.
 */
export interface CacheOptions {
  readonly limitBytes?: number;
  readonly minSourceBytes?: number;
  /** Of the names that kinds of slices were told by: see `OwnCollectives`. */
  readonly namesVersion?: string;
  /** Whoever waits for them goes before what is saved. */
  readonly awaited?: AwaitedAnswers;
}

export class IndexCache {
  limitBytes: number;
  readonly minSourceBytes: number;
  readonly #namesVersion: string;
  readonly #awaited: AwaitedAnswers | undefined;

  constructor(
    readonly folder: string,
    {
      limitBytes = DEFAULT_CACHE_LIMIT_BYTES,
      minSourceBytes = MIN_SOURCE_BYTES,
      namesVersion = '',
      awaited,
    }: CacheOptions = {},
  ) {
    this.limitBytes = limitBytes;
    this.minSourceBytes = minSourceBytes;
    this.#namesVersion = namesVersion;
    this.#awaited = awaited;
  }

  /** The index of these files, or of one of several devices in them, if it is there and they have not changed since, and `stop` does not fire. Never rejects. */
  async load(
    paths: readonly string[],
    pool: ThreadPool,
    stop?: AbortSignal,
    device?: number,
  ): Promise<RankResult | undefined> {
    const value = await this.#read(
      () => this.#fileOf(paths, device),
      () => fingerprintsOf(paths),
      pool,
      stop,
    );
    return value as Stored | undefined;
  }

  /**
   * Saves an index; `before` are the files' fingerprints from before they were read. False if it is not worth it, or the
   * files have changed. Rejects with what writing throws; nothing is left behind then.
   */
  async save(
    paths: readonly string[],
    before: readonly FileFingerprint[],
    result: RankResult,
    pool: ThreadPool,
    device?: number,
  ): Promise<boolean> {
    const stored: Stored = { ...result, fingerprints: before };
    return this.#write(
      () => this.#fileOf(paths, device),
      () => fingerprintsOf(paths),
      stored,
      pool,
    );
  }

  /** What tells the index that is kept of these files from any other; undefined: none is. */
  async stampOf(paths: readonly string[], device?: number): Promise<string | undefined> {
    const handle = await open(await this.#fileOf(paths, device)).catch(() => undefined);
    if (!handle) return undefined;
    try {
      const header = new Uint8Array(HEADER_BYTES);
      await handle.read(header, 0, HEADER_BYTES, 0);
      return stampOfHeader(header);
    } finally {
      await handle.close();
    }
  }

  /**
   * What was kept of a dump under this key, if its files have not changed since: `look` answers how they are. `dump` is what
   * it is a dump of, `key` all else that it was made with. Never rejects.
   */
  async loadRecord(
    { dump, key }: RecordPlace,
    look: () => Promise<readonly FileFingerprint[]>,
    pool: ThreadPool,
  ): Promise<StoredRecord | undefined> {
    const value = await this.#read(async () => this.#recordFileOf(dump, key), look, pool);
    return value as StoredRecord | undefined;
  }

  /** As `save` does, of what was made of all the dump's files: a few MB. The last two of a dump are kept. */
  async saveRecord(
    { dump, key }: RecordPlace,
    before: readonly FileFingerprint[],
    record: Omit<StoredRecord, 'fingerprints'>,
    pool: ThreadPool,
  ): Promise<boolean> {
    const paths = before.map(({ path }) => path);
    const stored: StoredRecord = { ...record, fingerprints: before };
    if (
      !(await this.#write(
        async () => this.#recordFileOf(dump, key),
        () => inThread(paths, pool),
        stored,
        pool,
      ))
    )
      return false;
    const own = (await this.entries()).filter((entry) => basename(entry.file).startsWith(hashed(dump)));
    for (const older of own.slice(0, -RECORDS_OF_A_DUMP)) await rm(older.file, { force: true });
    return true;
  }

  async #read(
    find: () => Promise<string>,
    look: () => Promise<readonly FileFingerprint[]>,
    pool: ThreadPool,
    stop?: AbortSignal,
  ): Promise<unknown> {
    let file: string | undefined;
    try {
      file = await find();
      if (!(await exists(file))) return undefined;
      const found = file;
      const { value, sections } = await pool.run((api) => api.openCacheFile(found), true, stop);
      const { fingerprints } = storedShape.parse(value);
      if (!areSame(fingerprints, await look())) {
        await rm(file, { force: true });
        return undefined;
      }
      const parts = shareOut(sections, pool.size, ({ column }) => column.byteLength);
      await Promise.all(parts.map((part) => pool.run((api) => api.fillCacheSections(found, part), true, stop)));
      const now = new Date();
      await utimes(file, now, now);
      return value;
    } catch (error) {
      // Damaged, of another version, or gone: the dump itself is read instead. A thread that ends says nothing of it.
      const isFileAtFault = !(error instanceof JobStoppedError || error instanceof ThreadDiedError);
      if (file !== undefined && isFileAtFault) await rm(file, { force: true }).catch(() => {});
      return undefined;
    }
  }

  async #write(
    find: () => Promise<string>,
    look: () => Promise<readonly FileFingerprint[]>,
    stored: { readonly fingerprints: readonly FileFingerprint[] },
    pool: ThreadPool,
  ): Promise<boolean> {
    const { fingerprints } = stored;
    if (this.limitBytes === 0 || !this.isWorthKeeping(fingerprints) || !areSame(fingerprints, await look()))
      return false;
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    const file = await find();
    const aside = temporaryName(file);
    try {
      await pool.run((api) => api.writeCacheFile(aside, stored, this.#awaited));
      await rename(aside, file);
    } catch (error) {
      await rm(aside, { force: true });
      throw error;
    }
    await this.prune();
    return true;
  }

  isWorthKeeping(files: readonly FileFingerprint[]): boolean {
    return files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) >= this.minSourceBytes;
  }

  /** Least recently used first. */
  async entries(): Promise<CacheEntry[]> {
    const entries: CacheEntry[] = [];
    for (const name of await names(this.folder)) {
      const kind = name.endsWith(SUFFIX) ? 'index' : name.endsWith(RECORD_SUFFIX) ? 'record' : undefined;
      if (!kind) continue;
      const file = join(this.folder, name);
      const found = await stat(file).catch(() => undefined);
      if (found) entries.push({ file, kind, sizeBytes: found.size, usedMs: found.mtimeMs });
    }
    return entries.sort((a, b) => a.usedMs - b.usedMs);
  }

  /** The dump's files that an index is of; empty if the index can't be read. */
  sourcesOf({ file }: CacheEntry): readonly string[] {
    try {
      return storedShape.parse(readCacheHead(file)).fingerprints.map(({ path }) => path);
    } catch {
      return [];
    }
  }

  /** Deletes the least recently used indexes beyond the limit, and what killed processes have left behind. */
  async prune(): Promise<void> {
    await removeLeftovers(this.folder);
    for (const name of await names(this.folder)) {
      if (!name.endsWith(TEMPORARY_SUFFIX)) continue;
      const file = join(this.folder, name);
      const found = await stat(file).catch(() => undefined);
      if (found && Date.now() - found.mtimeMs > ABANDONED_MS) await rm(file, { force: true });
    }
    const entries = await this.entries();
    let total = entries.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    for (const { file, sizeBytes } of entries) {
      if (total <= this.limitBytes) return;
      await rm(file, { force: true });
      total -= sizeBytes;
    }
  }

  /** Deletes all; answers how many bytes that frees. */
  async clear(): Promise<number> {
    const entries = await this.entries();
    for (const { file } of entries) await rm(file, { force: true });
    return entries.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  }

  async #fileOf(paths: readonly string[], device: number | undefined): Promise<string> {
    const real = await Promise.all(paths.map(realPathOf));
    const key = [INDEX_VERSION, this.#namesVersion, ...(device === undefined ? [] : [device]), ...real];
    return join(this.folder, `${hashed(JSON.stringify(key))}${SUFFIX}`);
  }

  #recordFileOf(dump: string, key: string): string {
    return join(this.folder, `${hashed(dump)}-${hashed(JSON.stringify([this.#namesVersion, key]))}${RECORD_SUFFIX}`);
  }
}

/** Of all files of a dump: there may be thousands. */
export function inThread(paths: readonly string[], pool: ThreadPool): Promise<readonly FileFingerprint[]> {
  return pool.run((api) => api.fingerprintsOf(paths), true);
}

function hashed(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

/** Free of links, also of a file inside of a zip. */
async function realPathOf(path: string): Promise<string> {
  const onDisk = fileOnDisk(path);
  return (await realpath(onDisk)) + path.slice(onDisk.length);
}

function names(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
