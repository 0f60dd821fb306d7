import { realpathSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Notice } from '../../src-contract';
import { compareNames } from '../../src-contract/cells/nameOrder';
import { shellWord } from '../../src-contract/cells/shellWord';
import { systemCode } from '../../src-contract/wire/systemErrors';
import { notice } from '../files/notices';
import { lookAt, withFolder } from '../files/openedFolder';

export interface ListedEntry {
  readonly name: string;
  readonly kind: 'folder' | 'file';
}

/**
 * What macOS writes beside a file on disks that can't hold all it knows of it: `._trace_view.json` is no trace, whatever
 * it is called after.
 */
export function isResourceFork(name: string): boolean {
  return name.startsWith('._');
}

/** Links named in one notice, and folders that it says to start again with. */
const NAMED_LINKS = 3;

/**
 * Lists folders of a dump: links are followed, but where there are roots, none that leads out of them. Waits for the file
 * system: a job has thousands of files, and looking at one takes less time than waiting for another thread to.
 */
export class FolderReader {
  /** Path of a link that leads out → where to. */
  readonly #linksOut = new Map<string, string>();

  constructor(readonly roots: readonly string[]) {}

  /**
   * Folders and regular files, by name, numbers in it by value. Links that lead nowhere or in circles are left out, those
   * that lead out of the roots as well. Throws what reading the folder throws, and `OutsideRootsError`.
   */
  list(folder: string): ListedEntry[] {
    return withFolder(folder, this.roots, (entries, at) => {
      const listed: ListedEntry[] = [];
      for (const entry of entries) {
        const { name } = entry;
        if (isResourceFork(name)) continue;
        const kind = entry.isSymbolicLink() ? this.#kindBehind(join(at, name), join(folder, name)) : kindIn(entry);
        if (kind === 'file' || kind === 'folder') listed.push({ name, kind });
      }
      return listed.sort((a, b) => compareNames(a.name, b.name));
    });
  }

  /** `at` is where the link is to be looked at, `link` what it is called. */
  #kindBehind(at: string, link: string): PathKind {
    try {
      const looked = lookAt(at, this.roots);
      if (looked.kind === 'found') return kindIn(looked.stats);
      this.#linksOut.set(link, looked.realPath);
      return 'missing';
    } catch (error) {
      return kindOfUnknown(error);
    }
  }

  /** The links that were not followed, and what to do to have them followed; undefined if there are none. */
  linksOutNotice(): Notice | undefined {
    const links = [...this.#linksOut].slice(0, NAMED_LINKS);
    const count = this.#linksOut.size;
    if (count === 0) return undefined;
    const folders = links.map(([, real]) => (kindOf(real) === 'folder' ? real : dirname(real)));
    const names = links.map(([link, real]) => `${link} → ${real}`).join(', ') + (count > links.length ? ', …' : '');
    const quoted = [...new Set(folders)].map((folder) => shellWord(folder, process.platform === 'win32'));
    const roots = quoted.map((folder) => `--root ${folder}`).join(' ');
    return notice('links-outside-roots', 'warning', { count, names, roots }, { path: links[0][0] });
  }
}

/**
 * A path with its letters' case as on disk, where case does not count (Windows, macOS): names are compared with those that
 * profilers give. `realPath` is the path free of links; one that leads elsewhere stays what the user calls it.
 */
export function caseOnDisk(path: string, realPath: string | undefined): string {
  return realPath !== undefined && realPath.toLowerCase() === path.toLowerCase() ? realPath : path;
}

/** Free of links; undefined where there is nothing, or links go in circles. */
export function realPathOf(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined;
  }
}

export type PathKind = 'folder' | 'file' | 'other' | 'missing';

/** What is behind the path, links followed. */
export function kindOf(path: string): PathKind {
  try {
    return kindIn(statSync(path));
  } catch (error) {
    return kindOfUnknown(error);
  }
}

function kindOfUnknown(error: unknown): PathKind {
  const code = systemCode(error);
  // Whatever else is wrong with it (permissions …) is said by whoever reads it.
  return code === 'ENOENT' || code === 'ELOOP' ? 'missing' : 'file';
}

/** A pipe or a device is never a file of a dump: reading it would not end. */
function kindIn(found: { isDirectory(): boolean; isFile(): boolean }): 'folder' | 'file' | 'other' {
  if (found.isDirectory()) return 'folder';
  return found.isFile() ? 'file' : 'other';
}
