/** What a dump was opened from, with something added or taken away. Pure. */
import type { DumpState } from '../../src-contract';
import type { MovedPaths } from './movedPlaces';

export type OpenedPaths = Pick<DumpState, 'paths' | 'without'>;

/**
 * Added paths come last: of two ranks with one name the later is the newer copy. What was left out and lies in them is back.
 * `isUpload`: uploads have another folder each time, so one of the same name is a newer copy of the one before.
 */
export function withAdded(
  { paths, without }: OpenedPaths,
  added: readonly string[],
  isUpload: (path: string) => boolean,
): OpenedPaths {
  const isReplaced = (path: string) =>
    isUpload(path) && added.some((other) => isUpload(other) && lastPart(other) === lastPart(path));
  const kept = paths.filter((path) => !added.includes(path) && !isReplaced(path));
  return {
    // What is opened again stays where it was.
    paths:
      paths.some((path) => added.includes(path)) && kept.length + added.length === paths.length
        ? paths
        : [...kept, ...added],
    without: without.filter((place) => !added.some((path) => isAtOrBelow(place, path))),
  };
}

/** Of each path that `withAdded` takes out for a newer copy, where that is. */
export function newerCopies(
  paths: readonly string[],
  added: readonly string[],
  isUpload: (path: string) => boolean,
): MovedPaths {
  const copies = added.filter(isUpload);
  return new Map(
    paths.filter(isUpload).flatMap((path) => {
      const copy = copies.find((other) => other !== path && lastPart(other) === lastPart(path));
      return copy === undefined ? [] : [[path, copy] as const];
    }),
  );
}

/** Without these ranks; undefined: nothing is left. `places`: of all that the dump shows. */
export function withRemoved(
  { paths, without }: OpenedPaths,
  removed: readonly string[],
  places: readonly string[],
): OpenedPaths | undefined {
  const left = places.filter((place) => !removed.includes(place));
  if (left.length === 0) return undefined;
  // A path that nothing is shown of any more need not be searched.
  const used = paths.filter((path) => left.some((place) => isAtOrBelow(place, path) || isAtOrBelow(path, place)));
  const all = [...new Set([...without, ...removed])];
  return { paths: used, without: all.filter((place) => used.some((path) => isAtOrBelow(place, path))) };
}

function isAtOrBelow(path: string, folder: string): boolean {
  const base = folder.replace(/[\\/]+$/, '');
  return path === folder || path === base || (path.startsWith(base) && /[\\/]/.test(path[base.length] ?? ''));
}

/** "a/b/c" or "a\b\c" → "c". */
export function lastPart(path: string): string {
  return path.split(/[\\/]/).findLast((part) => part !== '') ?? path;
}
