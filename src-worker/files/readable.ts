import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readFile,
  readlinkSync,
  realpathSync,
  type StatsBase,
  statSync,
} from 'node:fs';
import { sep } from 'node:path';
import { promisify } from 'node:util';
import { workerData } from 'node:worker_threads';
import { type Reason, reason, reasonText } from '../../src-contract/reasons';
import { systemReason } from '../../src-contract/wire/systemErrors';
import { fileOnDisk } from './zipMember';

const readWhole = promisify(readFile);

/** What a thread is told when it starts. */
export interface ThreadData {
  /** Folders, absolute and free of links, that it may read below; empty: all that the user may read. */
  readonly readableRoots: readonly string[];
}

/** A link leads out of the folders that may be read. */
export class OutsideRootsError extends Error {
  override readonly name = 'OutsideRootsError';
  readonly reason: Reason;
  constructor(readonly realPath: string) {
    const why = reason('leads-outside', { target: realPath });
    super(reasonText(why));
    this.reason = why;
  }
}

/** Not a regular file: reading it might never end, and opening it might never begin. Its code is the system's for that. */
export class NotAFileError extends Error {
  override readonly name = 'NotAFileError';
  readonly reason: Reason;
  constructor(readonly code: 'EISDIR' | 'ENXIO') {
    const why = systemReason(code);
    super(reasonText(why));
    this.reason = why;
  }
}

/**
 * How files of dumps are opened. Without waiting: what looked like a file may be a pipe by now, and opening that waits for
 * somebody who writes into it, for ever. For files nothing changes by it. (Windows has neither.)
 */
export const READ_FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0);

/** Throws a `NotAFileError` for a folder, a pipe, a socket, a device. To ask of a path before it is opened, and of what is open. */
export function requireFile(found: Pick<StatsBase<number | bigint>, 'isFile' | 'isDirectory'>): void {
  if (!found.isFile()) throw new NotAFileError(found.isDirectory() ? 'EISDIR' : 'ENXIO');
}

/** The roots of this thread; empty outside of Tracelane's own threads. */
export function readableRoots(): readonly string[] {
  const data: unknown = workerData;
  const isTold = typeof data === 'object' && data !== null && 'readableRoots' in data;
  return isTold ? (data as ThreadData).readableRoots : [];
}

/** True if the path, in which there are no links, is one of the roots or below it, or if there are no roots. */
export function isReadable(realPath: string, roots: readonly string[], separator: string = sep): boolean {
  if (roots.length === 0) return true;
  return roots.some((root) => {
    return realPath === root || realPath.startsWith(root.endsWith(separator) ? root : root + separator);
  });
}

/**
 * Opens a file of a dump for reading; of one inside of a zip, the zip. All reading of dumps goes through here: what was looked at before it is opened may
 * be a link by now, so what has been opened is held against the roots. Throws what `fs` throws, `OutsideRootsError`, or
 * `NotAFileError`.
 */
export function openFile(called: string, roots: readonly string[] = readableRoots()): number {
  const path = fileOnDisk(called);
  // Opening a device may do something to it.
  requireFile(statSync(path));
  const fd = openSync(path, READ_FLAGS);
  try {
    requireFile(fstatSync(fd));
    if (roots.length === 0) return fd;
    const realPath = pathOfOpened(fd) ?? pathOfNamed(path, fd);
    if (!isReadable(realPath, roots)) throw new OutsideRootsError(realPath);
    return fd;
  } catch (error) {
    closeSync(fd);
    throw error;
  }
}

/** Where what has been opened lies, whatever its name leads to by now; undefined where the system does not tell (only Linux does). */
function pathOfOpened(fd: number): string | undefined {
  if (process.platform !== 'linux') return undefined;
  try {
    return readlinkSync(`/proc/self/fd/${fd}`);
  } catch {
    // No /proc, in a container that hides it.
    return undefined;
  }
}

/**
 * Where the name leads to, if that is what has been opened. Throws an `OutsideRootsError` if it is not: then the name was
 * changed in between, and where it led to can't be known.
 */
function pathOfNamed(path: string, fd: number): string {
  const realPath = realpathSync.native(path);
  const opened = fstatSync(fd, { bigint: true });
  // Not followed: a path without links may have got one since.
  const named = lstatSync(realPath, { bigint: true });
  if (opened.ino !== named.ino || opened.dev !== named.dev) throw new OutsideRootsError(realPath);
  return realPath;
}

/** All of a file's text; as latin1 it has a character for each byte. Rejects with what `openFile` and reading throw. */
export async function readTextFile(
  path: string,
  roots: readonly string[] = readableRoots(),
  encoding: 'utf8' | 'latin1' = 'utf8',
): Promise<string> {
  const fd = openFile(path, roots);
  try {
    return await readWhole(fd, encoding);
  } finally {
    closeSync(fd);
  }
}
