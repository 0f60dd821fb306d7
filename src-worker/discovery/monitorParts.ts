import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Notice } from '../../src-contract';
import { compareNames } from '../../src-contract/cells/nameOrder';
import { type MonitorName, monitorName } from '../files/monitorFiles';
import { notice } from '../files/notices';
import type { DiscoveredRank } from './discoveredDump';
import { sizeOf } from './rankFiles';

/** Parts that msMonitor has written, gathered by folder, process and rank: each is one timeline. */
export class MonitorParts {
  readonly #paths = new Map<string, string[]>();

  get isEmpty(): boolean {
    return this.#paths.size === 0;
  }

  /** False if the name is none of msMonitor's. */
  add(path: string): boolean {
    const name = monitorName(basename(path));
    if (!name) return false;
    const key = JSON.stringify([dirname(path), keyOf(name)]);
    const own = this.#paths.get(key);
    if (!own) this.#paths.set(key, [path]);
    else if (!own.includes(path)) own.push(path);
    return true;
  }

  ranks(roots: readonly string[]): DiscoveredRank[] {
    return [...this.#paths.values()].map((paths) => rankOf([...paths].sort(compareNames), roots));
  }
}

/** Whether the names are those of parts of one timeline. */
export function isSameMonitor(one: string, other: string): boolean {
  const [own, its] = [monitorName(one), monitorName(other)];
  return own !== undefined && its !== undefined && keyOf(own) === keyOf(its);
}

/**
 * The same rank with the parts that have been begun since it was found; itself where there are none, and where its files are none of
 * msMonitor's. Rejects with the system's error.
 */
export async function withNewParts(found: DiscoveredRank, roots: readonly string[]): Promise<DiscoveredRank> {
  const { timelinePaths: paths, files, folder } = found;
  const last = paths.at(-1);
  if (last === undefined || !monitorName(basename(last))) return found;
  const names = (await readdir(folder)).filter((name) => isSameMonitor(name, basename(last)));
  const more = names
    .map((name) => join(folder, name))
    .filter((path) => compareNames(path, last) > 0)
    .sort(compareNames);
  if (more.length === 0) return found;
  const moreFiles = more.map((path) => ({ path, sizeBytes: sizeOf(path, roots), role: 'timeline' as const }));
  const notices = found.notices.filter(({ code }) => code !== 'several-iterations');
  return {
    ...{ ...found, timelinePaths: [...paths, ...more], files: [...files, ...moreFiles] },
    notices: [...notices, severalParts(paths.length + more.length, folder)],
  };
}

function severalParts(count: number, folder: string): Notice {
  return notice('several-iterations', 'info', { count }, { path: folder });
}

function keyOf({ pid, rank }: MonitorName): string {
  return `${pid} ${rank}`;
}

/** In the order in which the parts were begun, which their names tell. */
function rankOf(paths: readonly string[], roots: readonly string[]): DiscoveredRank {
  const [first] = paths;
  const folder = dirname(first);
  const count = paths.length;
  return {
    rank: monitorName(basename(first))?.rank,
    place: first,
    folder,
    hostName: undefined,
    timelinePaths: paths,
    files: paths.map((path) => ({ path, sizeBytes: sizeOf(path, roots), role: 'timeline' as const })),
    notices: count > 1 ? [severalParts(count, folder)] : [],
  };
}
