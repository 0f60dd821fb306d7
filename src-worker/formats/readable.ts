import { closeSync, fstatSync, openSync, readFile, realpathSync, statSync } from 'node:fs';
import { sep } from 'node:path';
import { promisify } from 'node:util';
import { workerData } from 'node:worker_threads';

const readWhole = promisify(readFile);

/** What a thread is told when it starts. */
export interface ThreadData {
  /** Folders, absolute and free of links, that it may read below; empty: all that the user may read. */
  readonly readableRoots: readonly string[];
}

/** A link leads out of the folders that may be read. */
export class OutsideRootsError extends Error {
  override readonly name = 'OutsideRootsError';
  constructor(readonly realPath: string) {
    super(
      `it leads to ${realPath}, outside of the folders that Tracelane may show; start it again with --root and that`,
    );
  }
}

/** The roots of this thread; empty outside of Tracelane's own threads. */
export function readableRoots(): readonly string[] {
  const data: unknown = workerData;
  const isTold = typeof data === 'object' && data !== null && 'readableRoots' in data;
  return isTold ? (data as ThreadData).readableRoots : [];
}

/** True if the path, in which there are no links, is one of the roots or below it, or if there are no roots. */
export function isReadable(realPath: string, roots: readonly string[]): boolean {
  if (roots.length === 0) return true;
  return roots.some((root) => realPath === root || realPath.startsWith(root.endsWith(sep) ? root : root + sep));
}

/**
 * Opens a file of a dump for reading. All reading of dumps goes through here: what was looked at before it is opened may
 * be a link by now, so what has been opened is held against the roots. Throws what `fs` throws, or `OutsideRootsError`.
 */
export function openFile(path: string, roots: readonly string[] = readableRoots()): number {
  const fd = openSync(path, 'r');
  if (roots.length === 0) return fd;
  try {
    const realPath = realpathSync.native(path);
    const opened = fstatSync(fd, { bigint: true });
    const named = statSync(realPath, { bigint: true });
    // Another file than the one there now: the path was changed in between, and where it led to can't be known.
    const isSame = opened.ino === named.ino && opened.dev === named.dev;
    if (!isSame || !isReadable(realPath, roots)) throw new OutsideRootsError(realPath);
    return fd;
  } catch (error) {
    closeSync(fd);
    throw error;
  }
}

/** All of a file's text, as UTF-8; rejects with what `openFile` and reading throw. */
export async function readTextFile(path: string, roots: readonly string[] = readableRoots()): Promise<string> {
  const fd = openFile(path, roots);
  try {
    return await readWhole(fd, 'utf8');
  } finally {
    closeSync(fd);
  }
}
