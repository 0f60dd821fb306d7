import type { Stats } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { systemCode } from '../../src-contract/wire/systemErrors';
import { LineSplitter, type SavedSplitter } from '../../src-watch/lines/lineSplitter';
import { byThreads, type FileAccess } from './fileAccess';

const CHUNK_BYTES = 1 << 20;
/** A file that was written over is told by the bytes before the place where one was. */
const TAIL_BYTES = 64;
/** Of a folder with more files, those are looked at first that are called like the one that was rotated. */
const MOST_ROTATED = 200;

/** Whole lines, in order; those behind them come when they have been taken. */
export type TakeLines = (lines: readonly string[]) => void | Promise<void>;

export interface SavedFile {
  /** Device and inode; undefined: it has never been there. */
  readonly id?: string;
  readonly splitter: SavedSplitter;
  /** Bytes before the place that has been read to, in hex. */
  readonly tail: string;
}

/** Why nothing comes of it. `unreachable`: the file system does not answer, or refuses. */
export type FileState = 'new' | 'missing' | 'unreachable' | 'following';

/** What became of it, besides that it grew. */
export type FileChange = 'rotated' | 'truncated' | 'written-over';

/**
 * A file that is still being written, read on from where one was: through rotation (another inode under its name; the rest of the
 * old one is looked for beside it), truncation, and being written over in place. Nothing is kept open between two looks, so
 * thousands can be followed, and a file system may go away and come back.
 */
export class FollowedFile {
  state: FileState = 'new';
  /** Of `unreachable`. */
  reason: string | undefined;
  /** Lines so far, since this watcher runs. */
  lineCount = 0;
  lastLine: string | undefined;
  /** There is so much behind what the last look has read, which was to read no more. */
  unreadBytes = 0;
  #id: string | undefined;
  #splitter: LineSplitter;
  #tail: Uint8Array;
  #sizeBytes = -1;
  #modifiedMs = -1;
  #ino = -1;
  #dev = -1;

  constructor(
    readonly path: string,
    saved?: SavedFile,
  ) {
    this.#id = saved?.id;
    this.#splitter = new LineSplitter(saved?.splitter);
    this.#tail = saved ? Uint8Array.from(Buffer.from(saved.tail, 'hex')) : new Uint8Array(0);
  }

  /** As of the last whole line. */
  save(): SavedFile {
    return {
      ...(this.#id !== undefined && { id: this.#id }),
      splitter: this.#splitter.save(),
      tail: Buffer.from(this.#tail.buffer, this.#tail.byteOffset, this.#tail.length).toString('hex'),
    };
  }

  /** Byte up to which it has been read. */
  get readTo(): number {
    return this.#splitter.readTo;
  }

  /** When it was written to last, as of the last look that found something new: ms since the epoch. */
  get modifiedMs(): number {
    return this.#modifiedMs;
  }

  get tooLongCount(): number {
    return this.#splitter.tooLongCount;
  }

  /** Whoever reads at once sees so without a promise that nothing has been written: of most of thousands of files. */
  isUnchanged(access: FileAccess): boolean {
    if (!access.isAtOnce || this.state !== 'following') return false;
    try {
      return this.#isAsBefore(access.stat(this.path) as Stats);
    } catch {
      // Whoever looks into it says why.
      return false;
    }
  }

  #isAsBefore({ size, mtimeMs, ino, dev }: Stats): boolean {
    return size === this.#sizeBytes && mtimeMs === this.#modifiedMs && ino === this.#ino && dev === this.#dev;
  }

  /**
   * Reads what has been written since, but no more than `mostBytes` of it; answers what else has become of the file. Rejects for nothing that a
   * file system can do.
   */
  async look(
    give: TakeLines,
    access: FileAccess = byThreads,
    mostBytes = Number.POSITIVE_INFINITY,
  ): Promise<readonly FileChange[]> {
    try {
      const take: TakeLines = (lines) => {
        this.lineCount += lines.length;
        this.lastLine = apart(lines);
        return give(lines);
      };
      const changes = await this.#look(take, access, mostBytes);
      this.state = 'following';
      this.reason = undefined;
      return changes;
    } catch (error) {
      const code = systemCode(error);
      if (code === undefined) throw error;
      this.state = code === 'ENOENT' || code === 'ENOTDIR' ? 'missing' : 'unreachable';
      this.reason = code;
      this.unreadBytes = 0;
      return [];
    }
  }

  /** Nothing follows in it: what has no end is a line as well. */
  end(give: TakeLines): Promise<void> {
    return inParts((take) => this.#splitter.end(take), give);
  }

  async #look(give: TakeLines, access: FileAccess, mostBytes: number): Promise<readonly FileChange[]> {
    // Whoever reads at once has just seen that something has been (`isUnchanged`).
    if (!access.isAtOnce && this.#isAsBefore(await access.stat(this.path))) return NOTHING;
    const file = await access.open(this.path);
    try {
      // Between the look at it and this one it may have been exchanged: what was opened counts.
      const opened = await access.fstat(file);
      const changes = await this.#follow(opened, give);
      if (await this.#readOn(file, opened.size, give, access, mostBytes)) changes.push('written-over');
      this.unreadBytes = Math.max(0, opened.size - this.#splitter.readTo);
      // What is still behind it is news for the next look, whether or not anything is written until then.
      this.#sizeBytes = this.unreadBytes > 0 ? -1 : opened.size;
      this.#modifiedMs = opened.mtimeMs;
      this.#ino = opened.ino;
      this.#dev = opened.dev;
      return changes;
    } finally {
      await access.close(file);
    }
  }

  /** What has become of the file that one was in. */
  async #follow(opened: Stats, give: TakeLines): Promise<FileChange[]> {
    const before = this.#id;
    this.#id = idOf(opened);
    if (before !== undefined && before !== this.#id) {
      await this.#finishRotated(before, give);
      this.#begin();
      return ['rotated'];
    }
    if (opened.size >= this.#splitter.readTo) return [];
    this.#begin();
    return ['truncated'];
  }

  #begin(): void {
    const { tooLongCount } = this.#splitter;
    this.#splitter = new LineSplitter();
    this.#splitter.tooLongCount = tooLongCount;
    this.#tail = new Uint8Array(0);
    this.#sizeBytes = -1;
  }

  /**
   * What is behind the place where one was, and before it the bytes that tell whether it is still the same file: in one reading, if it
   * is not much. True: it was not, and has been read from its beginning.
   */
  async #readOn(
    file: number,
    sizeBytes: number,
    give: TakeLines,
    access: FileAccess,
    mostBytes = Number.POSITIVE_INFINITY,
  ): Promise<boolean> {
    const { offset } = this.#splitter.save();
    let from = offset - this.#tail.length;
    let skipped = this.#splitter.readTo - from;
    let isOther = false;
    let end = Math.min(sizeBytes, this.#splitter.readTo + mostBytes);
    while (from < end) {
      // As far as it is known to reach: a buffer for more would cost more than what a step writes.
      const chunk = await readAt(access, file, from, Math.min(CHUNK_BYTES, end - from));
      if (skipped > 0 && Buffer.compare(chunk.subarray(0, this.#tail.length), this.#tail) !== 0) {
        this.#begin();
        isOther = true;
        from = 0;
        end = Math.min(sizeBytes, mostBytes);
        skipped = 0;
        continue;
      }
      if (chunk.length <= skipped) break;
      await inParts((take) => this.#splitter.push(chunk.subarray(skipped), take), give);
      await this.#keepTail(file, chunk, from, access);
      from += chunk.length;
      skipped = 0;
    }
    return isOther;
  }

  /** Of a chunk that was read from a place of the file, and pushed. */
  async #keepTail(file: number, chunk: Uint8Array, from: number, access: FileAccess): Promise<void> {
    const { offset } = this.#splitter.save();
    const begin = Math.max(0, offset - TAIL_BYTES);
    const isInside = begin >= from && offset <= from + chunk.length;
    this.#tail = (
      isInside ? chunk.subarray(begin - from, offset - from) : await readAt(access, file, begin, offset - begin)
    ).slice();
  }

  /** What was written to it between the last look and the moment it was renamed; where it has been compressed, that is lost. */
  async #finishRotated(id: string, give: TakeLines): Promise<void> {
    const folder = dirname(this.path);
    const name = basename(this.path);
    const beside = (await readdir(folder)).filter((other) => other !== name);
    const alike = beside.filter((other) => other.startsWith(name.replace(/\.[^.]*$/, '')));
    for (const other of [...new Set([...alike, ...beside])].slice(0, MOST_ROTATED)) {
      const path = join(folder, other);
      const found = await stat(path).catch(() => undefined);
      if (!found || idOf(found) !== id) continue;
      if (found.size >= this.#splitter.readTo) await this.#readOld(path, found.size, give);
      break;
    }
    await this.end(give);
  }

  /** Of another content under the old name nothing is taken: the next file begins anew in any case. */
  async #readOld(path: string, sizeBytes: number, give: TakeLines): Promise<void> {
    const file = await byThreads.open(path);
    try {
      const { offset } = this.#splitter.save();
      const found = await readAt(byThreads, file, offset - this.#tail.length, this.#tail.length);
      if (Buffer.compare(found, this.#tail) === 0) await this.#readOn(file, sizeBytes, give, byThreads);
    } finally {
      await byThreads.close(file);
    }
  }
}

/** What is split at once is taken one part behind the other. */
export async function inParts(
  split: (take: (lines: readonly string[]) => void) => void,
  give: TakeLines,
): Promise<void> {
  const parts: (readonly string[])[] = [];
  split((lines) => void parts.push(lines));
  for (const lines of parts) await give(lines);
}

const NOTHING: readonly FileChange[] = [];

/** The last of them, on its own: as a part of what it was read with it would keep all of that in memory. */
function apart(lines: readonly string[]): string {
  const last = lines[lines.length - 1];
  return lines.length === 1 ? last : Buffer.from(last).toString();
}

function idOf({ dev, ino }: Stats): string {
  return `${dev}:${ino}`;
}

async function readAt(access: FileAccess, file: number, position: number, length: number): Promise<Uint8Array> {
  const buffer = Buffer.allocUnsafe(length);
  const count = length === 0 ? 0 : await access.read(file, buffer, position);
  // A plain array, of which slices are copies: one of a pool of Node's would keep all of its pool.
  return new Uint8Array(buffer.buffer, buffer.byteOffset, count);
}
