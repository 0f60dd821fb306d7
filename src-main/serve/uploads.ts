import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm, statfs } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { reasonOfCode, systemCode } from '../../src-contract/wire/systemErrors';
import type { UploadFinished, UploadRefusalCode, UploadStarted } from '../../src-contract/wire/uploads';
import { temporaryName } from '../base/temporary';
import { isInside } from '../host/pathPolicy';
import { uploadPathParts } from './uploadPaths';

/** Space on the disk that uploads leave free. */
const reserveBytes = 512 * 1024 * 1024;

export class UploadRefusedError extends Error {
  readonly code: UploadRefusalCode;

  constructor(code: UploadRefusalCode, message: string) {
    super(message);
    this.name = 'UploadRefusedError';
    this.code = code;
  }
}

export interface UploadsOptions {
  /** Absolute; a private folder of this run is made in it at the first upload. */
  readonly tempDir: string;
  /** Bytes that may still be written; the free space of the disk if absent. */
  readonly freeBytes?: (folder: string) => Promise<number>;
}

interface Upload {
  readonly session: string;
  readonly folder: string;
  /** Names at the top, in the order they came: what was dropped. */
  readonly topNames: Set<string>;
  readonly abort: AbortController;
  bytesLeft: number;
}

/** Dropped files of all windows, in a folder that only this user can read and that goes when the host ends. */
export class Uploads {
  readonly #options: UploadsOptions;
  readonly #uploads = new Map<string, Upload>();
  #folder: Promise<string> | undefined;
  #resolvedFolder: string | undefined;

  constructor(options: UploadsOptions) {
    this.#options = options;
  }

  /** True for a path in the folder of uploads. */
  contains(path: string): boolean {
    return this.#resolvedFolder !== undefined && isInside(this.#resolvedFolder, resolve(path));
  }

  /** Rejects with an `UploadRefusedError` where no folder can be made for it. */
  async start(session: string): Promise<UploadStarted> {
    try {
      return await this.#start(session);
    } catch (error) {
      throw asRefusal('What was dropped', error);
    }
  }

  async #start(session: string): Promise<UploadStarted> {
    const base = await this.#base();
    const free = await (this.#options.freeBytes ?? freeBytesOf)(base);
    const maxBytes = Math.max(0, free - reserveBytes);
    const id = randomBytes(16).toString('hex');
    const folder = join(base, id);
    await mkdir(folder, { mode: 0o700 });
    this.#uploads.set(id, { session, folder, topNames: new Set(), abort: new AbortController(), bytesLeft: maxBytes });
    return { id, maxBytes };
  }

  /**
   * Writes one file as its bytes come in. Rejects with an `UploadRefusedError` (and keeps nothing of the file) when the
   * path is no relative path, exists already, the disk fills up or the connection breaks.
   */
  async receive(id: string, path: string, body: Readable, announcedBytes: number | undefined): Promise<void> {
    const upload = this.#get(id);
    const parts = uploadPathParts(path, process.platform);
    if (parts === undefined) throw new UploadRefusedError('upload-bad-path', `${path} is no path of a dropped file.`);
    if (announcedBytes !== undefined && announcedBytes > upload.bytesLeft) throw tooLarge(path);
    const target = join(upload.folder, ...parts);
    await makeFolderOf(target, path);
    const counted = new Transform({
      transform: (chunk: Buffer, _encoding, done) => {
        upload.bytesLeft -= chunk.length;
        done(upload.bytesLeft < 0 ? tooLarge(path) : null, chunk);
      },
    });
    try {
      const file = createWriteStream(target, { flags: 'wx', mode: 0o600 });
      await pipeline(body, counted, file, { signal: upload.abort.signal });
    } catch (error) {
      if (systemCode(error) !== 'EEXIST') await rm(target, { force: true }).catch(() => {});
      throw asRefusal(path, error);
    }
    upload.topNames.add(parts[0] ?? '');
  }

  finish(id: string): UploadFinished {
    const { folder, topNames } = this.#get(id);
    return { paths: [...topNames].map((name) => join(folder, name)) };
  }

  /** Stops what is being written and removes everything of the upload; unknown ids are fine. */
  async remove(id: string): Promise<void> {
    const upload = this.#uploads.get(id);
    if (upload === undefined) return;
    this.#uploads.delete(id);
    upload.abort.abort();
    await rm(upload.folder, { recursive: true, force: true });
  }

  async removeOf(session: string): Promise<void> {
    const ids = [...this.#uploads].filter(([, upload]) => upload.session === session).map(([id]) => id);
    await Promise.all(ids.map((id) => this.remove(id)));
  }

  async dispose(): Promise<void> {
    for (const upload of this.#uploads.values()) upload.abort.abort();
    this.#uploads.clear();
    if (this.#resolvedFolder !== undefined) await rm(this.#resolvedFolder, { recursive: true, force: true });
  }

  #get(id: string): Upload {
    const upload = this.#uploads.get(id);
    if (upload === undefined)
      throw new UploadRefusedError('upload-unknown', 'This upload was cancelled or never began.');
    return upload;
  }

  async #base(): Promise<string> {
    this.#folder ??= this.#createBase().catch((error: unknown) => {
      this.#folder = undefined;
      throw error;
    });
    this.#resolvedFolder = await this.#folder;
    return this.#resolvedFolder;
  }

  async #createBase(): Promise<string> {
    const { tempDir } = this.#options;
    await mkdir(tempDir, { recursive: true, mode: 0o700 });
    const folder = join(tempDir, temporaryName('uploads'));
    await mkdir(folder, { mode: 0o700 });
    return folder;
  }
}

async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

function tooLarge(path: string): UploadRefusedError {
  return new UploadRefusedError('upload-too-large', `There is no room on the disk for ${path}.`);
}

/** The folders that it is in. Refused where one of their names is that of a file that came before. */
async function makeFolderOf(target: string, path: string): Promise<void> {
  try {
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  } catch (error) {
    if (!['EEXIST', 'ENOTDIR'].includes(systemCode(error) ?? '')) throw asRefusal(path, error);
    const message = `${path} can’t be written: a part of its path has been uploaded as a file.`;
    throw new UploadRefusedError('upload-bad-path', message);
  }
}

function asRefusal(path: string, error: unknown): UploadRefusedError {
  if (error instanceof UploadRefusedError) return error;
  const code = systemCode(error);
  if (code === 'EEXIST') return new UploadRefusedError('upload-bad-path', `${path} was uploaded already.`);
  if (code === 'ENOSPC' || code === 'EDQUOT') return tooLarge(path);
  return new UploadRefusedError('upload-failed', `${path} could not be written: ${reasonOfCode(code)}.`);
}
