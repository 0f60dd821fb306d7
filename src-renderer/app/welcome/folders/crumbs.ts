/** The parts of a path, each with the path that leads there. Pure. */

export interface Crumb {
  readonly name: string;
  readonly path: string;
}

/** "/data/job" → "/", "data", "job"; "C:\data" → "C:\", "data". */
export function crumbsOf(path: string): readonly Crumb[] {
  const root = /^(?:[A-Za-z]:)?[\\/]+/.exec(path)?.[0] ?? '';
  const separator = root.includes('\\') || /^[A-Za-z]:\\/.test(path) ? '\\' : '/';
  const crumbs: Crumb[] = root === '' ? [] : [{ name: root, path: root }];
  let at = root;
  for (const name of path.slice(root.length).split(/[\\/]/)) {
    if (name === '') continue;
    at = at === '' || at.endsWith(separator) ? at + name : at + separator + name;
    crumbs.push({ name, path: at });
  }
  return crumbs;
}

/** At one of the folders or below; where there are none, everywhere is. */
export function isWithin(path: string, folders: readonly string[]): boolean {
  if (folders.length === 0) return true;
  return folders.some((folder) => {
    const base = folder.replace(/[\\/]+$/, '');
    return path === folder || path === base || (path.startsWith(base) && /[\\/]/.test(path[base.length] ?? ''));
  });
}

/** "a/b/c" or "a\b\c" → "c"; of a root the root. */
export function lastPart(path: string): string {
  return crumbsOf(path).at(-1)?.name ?? path;
}

/** The folder that holds it; of a root the root. */
export function parentOf(path: string): string {
  return crumbsOf(path).at(-2)?.path ?? path;
}
