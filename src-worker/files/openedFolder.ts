import {
  type BigIntStats,
  closeSync,
  constants,
  type Dirent,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  type Stats,
  statSync,
} from 'node:fs';
import { isReadable, OutsideRootsError } from './readable';

/**
 * Linux lets what is open be reached as /proc/self/fd/N, whatever its name leads to by now: a folder that is exchanged for
 * a link while it is looked at is still the folder that was opened.
 */
export const isByDescriptor = process.platform === 'linux' && canReadProc();

/** Opens a folder, and nothing else; without waiting where it has become a pipe. */
export const FOLDER_FLAGS = constants.O_RDONLY | (constants.O_DIRECTORY ?? 0) | (constants.O_NONBLOCK ?? 0);
/** O_PATH of Linux, which Node does not name: only to ask what it is. Needs no permission to read, and waits for nothing. */
export const LOOK_FLAGS = 0o10000000;

/** Where what is open can be reached. */
export function placeOf(fd: number): string {
  return `/proc/self/fd/${fd}`;
}

function canReadProc(): boolean {
  try {
    readlinkSync('/proc/self/exe');
    return true;
  } catch {
    return false;
  }
}

/** What is behind a path, links followed. */
export type Looked =
  | { readonly kind: 'found'; readonly stats: Stats }
  /** Nothing of it is known but where it is. */
  | { readonly kind: 'outside'; readonly realPath: string };

/**
 * What is behind the path, if that is below the roots; throws what `fs` throws. What is asked is what has been held against
 * the roots, even if the path leads elsewhere a moment later.
 */
export function lookAt(path: string, roots: readonly string[]): Looked {
  if (roots.length === 0) return { kind: 'found', stats: statSync(path) };
  if (!isByDescriptor) {
    const realPath = realpathSync.native(path);
    if (!isReadable(realPath, roots)) return { kind: 'outside', realPath };
    // Not followed: a path without links may have got one since.
    return { kind: 'found', stats: lstatSync(realPath) };
  }
  const fd = openSync(path, LOOK_FLAGS);
  try {
    const realPath = readlinkSync(placeOf(fd));
    return isReadable(realPath, roots) ? { kind: 'found', stats: fstatSync(fd) } : { kind: 'outside', realPath };
  } finally {
    closeSync(fd);
  }
}

/**
 * Does something with what is in a folder. `at` is where its entries are to be looked at. Throws what `fs` throws, and
 * `OutsideRootsError`.
 */
export function withFolder<T>(
  path: string,
  roots: readonly string[],
  use: (entries: readonly Dirent[], at: string) => T,
): T {
  if (roots.length === 0) return use(readdirSync(path, { withFileTypes: true }), path);
  if (!isByDescriptor) return withNamedFolder(path, roots, use);
  const fd = openSync(path, FOLDER_FLAGS);
  try {
    const realPath = readlinkSync(placeOf(fd));
    if (!isReadable(realPath, roots)) throw new OutsideRootsError(realPath);
    return use(readdirSync(placeOf(fd), { withFileTypes: true }), placeOf(fd));
  } finally {
    closeSync(fd);
  }
}

/** Where there are no descriptors to go by: what was listed is thrown away if the path has changed meanwhile. */
function withNamedFolder<T>(
  path: string,
  roots: readonly string[],
  use: (entries: readonly Dirent[], at: string) => T,
): T {
  const realPath = realpathSync.native(path);
  if (!isReadable(realPath, roots)) throw new OutsideRootsError(realPath);
  const before = lstatSync(realPath, { bigint: true });
  const entries = readdirSync(realPath, { withFileTypes: true });
  requireSame(realPath, before, path);
  const result = use(entries, realPath);
  requireSame(realPath, before, path);
  return result;
}

function requireSame(realPath: string, before: BigIntStats, path: string): void {
  const now = lstatSync(realPath, { bigint: true });
  if (now.ino !== before.ino || now.dev !== before.dev || !now.isDirectory()) throw new OutsideRootsError(path);
}
