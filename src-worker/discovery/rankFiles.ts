import { closeSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { SourceFile, TableKind } from '../../src-contract';
import { lookAt } from '../files/openedFolder';
import { openFile } from '../files/readable';
import { zipMemberOf } from '../files/zipMember';
import type { DiscoveredRank } from './discoveredDump';
import { perfTrackerHost } from './jobNames';
import { otherTableKind, rankTableKind } from './tableKind';

/** 0 where that can't be told: whoever reads the file says what is wrong with it. Nothing is told of what lies outside. */
export function sizeOf(path: string, roots: readonly string[]): number {
  try {
    const looked = lookAt(path, roots);
    return looked.kind === 'found' ? looked.stats.size : 0;
  } catch {
    return 0;
  }
}

/** The files of a rank in a folder, and what each is. `kinds`: of tables whose names do not tell. */
export function sourceFiles(
  folder: string,
  names: readonly string[],
  timelines: readonly string[],
  roots: readonly string[],
  kinds: ReadonlyMap<string, TableKind> = new Map(),
): SourceFile[] {
  const files: SourceFile[] = [];
  for (const name of names) {
    const path = join(folder, name);
    const sizeBytes = sizeOf(path, roots);
    // A database is a timeline and tables in one.
    const table = kinds.get(name) ?? rankTableKind(name) ?? otherTableKind(name);
    const role = timelines.includes(name) ? 'timeline' : table ? 'table' : 'unread';
    files.push({ path, sizeBytes, role, ...(table ? { table } : {}) });
  }
  return files;
}

/** worker3_step_12…, rank-34.Jul…, trace_rank_7.json */
const RANK_NAME = /(?:^|[^a-z])(?:rank|worker)[-_]?(\d+)/i;

/** A trace that is a rank by itself; its name may tell number and host, in an archive its folder the number. */
export function bareTrace(
  path: string,
  roots: readonly string[],
  sizeBytes: number = sizeOf(path, roots),
): DiscoveredRank {
  const name = basename(path);
  const numbered = [name, ...(zipMemberOf(path)?.name.split('/').reverse() ?? [])];
  const rank = numbered.map((part) => RANK_NAME.exec(part)?.[1]).find((digits) => digits !== undefined);
  return {
    rank: rank === undefined ? undefined : Number(rank),
    place: path,
    folder: dirname(path),
    // host_pid.timestamp.pt.trace.json, unless what stands there is the worker.
    hostName:
      perfTrackerHost(name) ?? (rank === undefined ? /^(.+)_\d+\.\d+\.pt\.trace\.json/.exec(name)?.[1] : undefined),
    timelinePaths: [path],
    files: [{ path, sizeBytes, role: 'timeline' }],
    notices: [],
  };
}

/**
 * The number in `profiler_info_N.json`, or the `rank_id` inside (an int in older files, a string in newer); of msMonitor the
 * last one in the name of its database.
 */
export function ascendRank(folder: string, names: readonly string[], roots: readonly string[]): number | undefined {
  for (const name of names) {
    const number =
      /^(?:profiler_info_(?=\d+\.json$)|ascend_\w+_profiler_(?=\d+\.db$)|msmonitor_\d+_\d+_(?=\d+\.db$))(\d+)/.exec(
        name,
      )?.[1];
    if (number !== undefined) return Number(number);
    if (name !== 'profiler_info.json') continue;
    const id = rankIdIn(textOf(join(folder, name), roots));
    if (id !== undefined) return id;
  }
  const inName = /rank[-_]?(\d+)/i.exec(basename(folder))?.[1];
  return inName === undefined ? undefined : Number(inName);
}

/** '' where the file can't be read: what it would tell is told by something else, or not at all. */
function textOf(path: string, roots: readonly string[]): string {
  try {
    const fd = openFile(path, roots);
    try {
      return readFileSync(fd, 'utf8');
    } finally {
      closeSync(fd);
    }
  } catch {
    return '';
  }
}

function rankIdIn(text: string): number | undefined {
  const id = /"rank_id"\s*:\s*"?(\d+)/.exec(text)?.[1];
  return id === undefined ? undefined : Number(id);
}
