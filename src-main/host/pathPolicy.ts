import { realpath } from 'node:fs/promises';
import nodePath, { basename, dirname, join, type PlatformPath, resolve } from 'node:path';
import { errorNames, NamedError } from '../../src-contract/wire/errors';

/** Decides which paths a window may have opened or listed. */
export interface PathPolicy {
  /** Absolute and free of symlinks; empty when everything is allowed. */
  readonly roots: readonly string[];
  /**
   * The path with its symlinks resolved, if that is at or below a root. Rejects with an `OutsideRootsError` if not. Of a
   * path that does not exist, the part that does is resolved: whoever opens it says what is missing.
   */
  resolve(path: string): Promise<string>;
}

/** Everything the user may read (Electron, where the user picks paths in the system's own dialogs). */
export const openPolicy: PathPolicy = {
  roots: [],
  resolve: async (path) => resolve(path),
};

/** Only what is at or below `roots`; roots that do not exist are left out. */
export async function rootedPolicy(roots: readonly string[]): Promise<PathPolicy> {
  const real: string[] = [];
  for (const root of roots) {
    const path = await realpath(resolve(root)).catch(() => undefined);
    if (path !== undefined && !real.includes(path)) real.push(path);
  }
  return {
    roots: real,
    resolve: async (path) => {
      const resolved = await realpathOfExisting(resolve(path));
      if (real.some((root) => isInside(root, resolved))) return resolved;
      throw new NamedError(
        errorNames.outsideRoots,
        `${path} is outside of the folders that this Tracelane may show (${real.join(', ')}); ` +
          'start it again with --root and that folder.',
      );
    },
  };
}

/** True if `path` is `folder` or below it; both absolute. Case counts where the platform's paths tell case apart. */
export function isInside(folder: string, path: string, paths: PlatformPath = nodePath): boolean {
  const { relative, sep, isAbsolute } = paths;
  const steps = relative(folder, path);
  return steps === '' || (steps !== '..' && !steps.startsWith(`..${sep}`) && !isAbsolute(steps));
}

async function realpathOfExisting(path: string): Promise<string> {
  const resolved = await realpath(path).catch(() => undefined);
  if (resolved !== undefined) return resolved;
  const parent = dirname(path);
  if (parent === path) return path;
  return join(await realpathOfExisting(parent), basename(path));
}
