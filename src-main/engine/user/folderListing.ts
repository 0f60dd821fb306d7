import { readdir, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { FolderEntry, FolderListing } from '../../../src-contract';
import { isDumpName } from '../../../src-worker/discovery/discover';
import { notice } from '../../../src-worker/files/notices';
import { systemReason } from '../../../src-worker/files/systemReason';

const COLLATOR = new Intl.Collator('en', { numeric: true });

/** What a folder holds: folders first, then files, by name; hidden ones left out. Never rejects: it says what is wrong. */
export async function listFolder(folder: string): Promise<FolderListing> {
  const path = resolve(folder);
  const parent = dirname(path);
  const place = { path, ...(parent === path ? {} : { parent }) };
  let names: string[];
  try {
    names = await readdir(path);
  } catch (error) {
    const reason = systemReason(error);
    return { ...place, entries: [], notice: notice('folder-unreadable', 'error', { reason }, { path }) };
  }
  const entries = await Promise.all(names.filter((name) => !name.startsWith('.')).map((name) => entryOf(path, name)));
  const listed = entries.filter((entry) => entry !== undefined);
  listed.sort((a, b) => (a.kind === b.kind ? COLLATOR.compare(a.name, b.name) : a.kind === 'folder' ? -1 : 1));
  return { ...place, entries: listed };
}

async function entryOf(folder: string, name: string): Promise<FolderEntry | undefined> {
  const path = join(folder, name);
  try {
    const found = await stat(path);
    const kind = found.isDirectory() ? 'folder' : 'file';
    const isDump = isDumpName(name, kind);
    return { name, path, kind, sizeBytes: found.size, modifiedMs: found.mtimeMs, isDump };
  } catch {
    // A dangling link, or deleted since: not to be opened, so not listed.
    return undefined;
  }
}
