import { createHash } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, realpath, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { z } from 'zod';
import { READ_FLAGS, requireFile } from '../../../src-worker/files/readable';
import { fileOnDisk } from '../../../src-worker/files/zipMember';
import type { RankResult } from '../../../src-worker/importers/importRank';
import { readCacheHead } from '../../../src-worker/index/cacheFile';
import { removeLeftovers, temporaryName } from '../../base/temporary';
import { ThreadDiedError } from '../threads/thread';
import { JobStoppedError, type ThreadPool } from '../threads/threadPool';
import type { UserDirs } from '../user/userDirs';
import { shareOut } from './shareOut';

/** Grows with every change of what an index holds, so that older files are not read any more. */
const INDEX_VERSION = 23;
const SUFFIX = '.tlindex';
const TEMPORARY_SUFFIX = '.tmp';
/** A temporary file this old was left behind by a process that was killed while writing. */
const ABANDONED_MS = 3600_000;
/** Smaller dumps are indexed as fast as their index would be read. */
const MIN_SOURCE_BYTES = 8 << 20;
const SAMPLE_BYTES = 1 << 16;
const SAMPLES = 16;

export const DEFAULT_CACHE_LIMIT_BYTES = 20 * 2 ** 30;

/** What tells that a file is still the one that was indexed. */
export interface FileFingerprint {
  readonly path: string;
  readonly sizeBytes: number;
  readonly modifiedNs: string;
  /** CRC-32 of 16 blocks spread over the file. */
  readonly sample: number;
}

/** Where the indexes of this user are. */
export function indexCacheFolder({ cacheDir }: Pick<UserDirs, 'cacheDir'>): string {
  return join(cacheDir, 'index');
}

export interface CacheEntry {
  readonly file: string;
  readonly sizeBytes: number;
  readonly usedMs: number;
}

interface Stored extends RankResult {
  readonly fingerprints: readonly FileFingerprint[];
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
}

export class IndexCache {
  limitBytes: number;
  readonly minSourceBytes: number;
  readonly #namesVersion: string;

  constructor(
    readonly folder: string,
    { limitBytes = DEFAULT_CACHE_LIMIT_BYTES, minSourceBytes = MIN_SOURCE_BYTES, namesVersion = '' }: CacheOptions = {},
  ) {
    this.limitBytes = limitBytes;
    this.minSourceBytes = minSourceBytes;
    this.#namesVersion = namesVersion;
  }

  /** The index of these files, or of one of several devices in them, if it is there and they have not changed since, and `stop` does not fire. Never rejects. */
  async load(
    paths: readonly string[],
    pool: ThreadPool,
    stop?: AbortSignal,
    device?: number,
  ): Promise<RankResult | undefined> {
    let file: string | undefined;
    try {
      file = await this.#fileOf(paths, device);
      if (!(await exists(file))) return undefined;
      const found = file;
      const { value, sections } = await pool.run((api) => api.openCacheFile(found), true, stop);
      const { fingerprints } = storedShape.parse(value);
      if (!areSame(fingerprints, await fingerprintsOf(paths))) {
        await rm(file, { force: true });
        return undefined;
      }
      const parts = shareOut(sections, pool.size, ({ column }) => column.byteLength);
      await Promise.all(parts.map((part) => pool.run((api) => api.fillCacheSections(found, part), true, stop)));
      const now = new Date();
      await utimes(file, now, now);
      return value as Stored;
    } catch (error) {
      // Damaged, of another version, or gone: the dump itself is read instead. A thread that ends says nothing of it.
      const isFileAtFault = !(error instanceof JobStoppedError || error instanceof ThreadDiedError);
      if (file !== undefined && isFileAtFault) await rm(file, { force: true }).catch(() => {});
      return undefined;
    }
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
    if (this.limitBytes === 0 || !this.isWorthKeeping(before) || !areSame(before, await fingerprintsOf(paths)))
      return false;
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    const file = await this.#fileOf(paths, device);
    const aside = temporaryName(file);
    const stored: Stored = { ...result, fingerprints: before };
    try {
      await pool.run((api) => api.writeCacheFile(aside, stored));
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
      if (!name.endsWith(SUFFIX)) continue;
      const file = join(this.folder, name);
      const found = await stat(file).catch(() => undefined);
      if (found) entries.push({ file, sizeBytes: found.size, usedMs: found.mtimeMs });
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
    const key = createHash('sha256')
      .update(JSON.stringify([INDEX_VERSION, this.#namesVersion, ...(device === undefined ? [] : [device]), ...real]))
      .digest('hex')
      .slice(0, 32);
    return join(this.folder, `${key}${SUFFIX}`);
  }
}

/** Free of links, also of a file inside of a zip. */
async function realPathOf(path: string): Promise<string> {
  const onDisk = fileOnDisk(path);
  return (await realpath(onDisk)) + path.slice(onDisk.length);
}

/** Rejects where a file can't be read. */
export function fingerprintsOf(paths: readonly string[]): Promise<FileFingerprint[]> {
  return Promise.all(paths.map(fingerprintOf));
}

async function fingerprintOf(path: string): Promise<FileFingerprint> {
  // Not waiting for a pipe: this would keep one of the few threads that Node has for files, for ever.
  const onDisk = fileOnDisk(path);
  requireFile(await stat(onDisk));
  const handle = await open(onDisk, READ_FLAGS);
  try {
    const found = await handle.stat({ bigint: true });
    requireFile(found);
    const { size, mtimeNs } = found;
    const sizeBytes = Number(size);
    return { path, sizeBytes, modifiedNs: String(mtimeNs), sample: await sampleOf(handle, sizeBytes) };
  } finally {
    await handle.close();
  }
}

async function sampleOf(handle: FileHandle, sizeBytes: number): Promise<number> {
  const block = new Uint8Array(SAMPLE_BYTES);
  let crc = 0;
  for (let i = 0; i < SAMPLES; i++) {
    const position = Math.floor((Math.max(0, sizeBytes - SAMPLE_BYTES) * i) / (SAMPLES - 1));
    const { bytesRead } = await handle.read(block, 0, SAMPLE_BYTES, position);
    crc = crc32(block.subarray(0, bytesRead), crc);
  }
  return crc;
}

function areSame(a: readonly FileFingerprint[], b: readonly FileFingerprint[]): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
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
