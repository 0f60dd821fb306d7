import { basename } from 'node:path';

/** What to call a dump in the window's title. */
export function dumpTitle(paths: readonly string[]): string {
  const first = basename(paths[0] ?? '') || (paths[0] ?? '');
  return paths.length > 1 ? `${first} + ${paths.length - 1}` : first;
}
