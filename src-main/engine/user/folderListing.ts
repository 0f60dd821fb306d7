import { readlinkSync, type Stats } from 'node:fs';
import { lstat, open, readdir, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { FolderEntry, FolderListing } from '../../../src-contract';
import { compareNames } from '../../../src-contract/cells/nameOrder';
import { reason } from '../../../src-contract/reasons';
import { isCandidateName, isDumpName } from '../../../src-worker/discovery/dumpNames';
import { notice } from '../../../src-worker/files/notices';
import {
  FOLDER_FLAGS,
  isByDescriptor,
  LOOK_FLAGS,
  lookAt,
  placeOf,
  withFolder,
} from '../../../src-worker/files/openedFolder';
import { isReadable, OutsideRootsError } from '../../../src-worker/files/readable';
import { systemReason } from '../../../src-worker/files/systemReason';

/**
 * What a folder holds: folders first, then files, by name; hidden ones left out. Never rejects: it says what is wrong.
 * Where there are roots, nothing is told of what lies outside of them, even while names are exchanged for links: what leads
 * out is not listed, as it can't be opened.
 */
export async function listFolder(folder: string, roots: readonly string[] = []): Promise<FolderListing> {
  const path = resolve(folder);
  const parent = dirname(path);
  const place = { path, ...(parent === path ? {} : { parent }) };
  let found: readonly Found[];
  try {
    found = await (roots.length === 0 ? foundIn(path, path) : foundWithin(path, roots));
  } catch (error) {
    // Not even where it leads to.
    const isOutside = error instanceof OutsideRootsError;
    const why = isOutside ? reason('lies-outside') : systemReason(error);
    return { ...place, entries: [], notice: notice('folder-unreadable', 'error', {}, { path, reason: why }) };
  }
  // A pipe or a device is nothing to open.
  const openable = found.filter(({ stats }) => stats.isDirectory() || stats.isFile());
  const listed = openable.map(({ name, stats }) => entryOf(path, name, stats));
  listed.sort((a, b) => (a.kind === b.kind ? compareNames(a.name, b.name) : a.kind === 'folder' ? -1 : 1));
  return { ...place, entries: listed };
}

interface Found {
  readonly name: string;
  readonly stats: Stats;
}

function entryOf(folder: string, name: string, found: Stats): FolderEntry {
  const kind = found.isDirectory() ? 'folder' : 'file';
  const path = join(folder, name);
  return {
    name,
    path,
    kind,
    sizeBytes: found.size,
    modifiedMs: found.mtimeMs,
    isDump: isDumpName(name, kind),
    isCandidate: kind === 'folder' || isCandidateName(name),
  };
}

const isShown = (name: string): boolean => !name.startsWith('.');

/** A dangling link, or what has been deleted since, is not to be opened, so not listed. */
async function foundIn(path: string, at: string): Promise<readonly Found[]> {
  const names = (await readdir(path)).filter(isShown);
  const all = await Promise.all(names.map(async (name) => ({ name, stats: await orNothing(stat(join(at, name))) })));
  return all.filter((one): one is Found => one.stats !== undefined);
}

async function foundWithin(path: string, roots: readonly string[]): Promise<readonly Found[]> {
  if (!isByDescriptor) return foundByName(path, roots);
  const folder = await open(path, FOLDER_FLAGS);
  try {
    const at = placeOf(folder.fd);
    const realPath = readlinkSync(at);
    if (!isReadable(realPath, roots)) throw new OutsideRootsError(realPath);
    const names = (await readdir(at)).filter(isShown);
    const stats = await Promise.all(names.map((name) => orNothing(lstat(join(at, name)))));
    const found: Found[] = [];
    // Links one after another: each takes a descriptor.
    for (const [i, name] of names.entries()) {
      const own = stats[i];
      const behind = own?.isSymbolicLink() ? await orNothing(behindLink(join(at, name), roots)) : own;
      if (behind !== undefined) found.push({ name, stats: behind });
    }
    return found;
  } finally {
    await folder.close();
  }
}

/** Undefined where it leads out. */
async function behindLink(link: string, roots: readonly string[]): Promise<Stats | undefined> {
  const target = await open(link, LOOK_FLAGS);
  try {
    return isReadable(readlinkSync(placeOf(target.fd)), roots) ? await target.stat() : undefined;
  } finally {
    await target.close();
  }
}

function foundByName(path: string, roots: readonly string[]): readonly Found[] {
  return withFolder(path, roots, (entries, at) =>
    entries.flatMap(({ name }) => {
      if (!isShown(name)) return [];
      try {
        const looked = lookAt(join(at, name), roots);
        return looked.kind === 'found' ? [{ name, stats: looked.stats }] : [];
      } catch {
        return [];
      }
    }),
  );
}

function orNothing<T>(promise: Promise<T>): Promise<T | undefined> {
  return promise.catch(() => undefined);
}
