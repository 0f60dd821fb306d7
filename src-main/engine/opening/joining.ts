import { basename } from 'node:path';
import type { Notice, SourceFile } from '../../../src-contract';
import type { DiscoveredDump, DiscoveredRank } from '../../../src-worker/discovery/discoveredDump';
import { isSameMonitor } from '../../../src-worker/discovery/monitorParts';
import { notice } from '../../../src-worker/files/notices';

/** What has come to a dump since it was opened. */
export interface Joining {
  /** Behind those that are there. */
  readonly ranks: readonly DiscoveredRank[];
  /** Ranks that are there, by their places in the dump, with the files that have come to them. */
  readonly grown: ReadonlyMap<number, DiscoveredRank>;
  /** All, with those that have come. */
  readonly clusterFiles: readonly SourceFile[];
  /** What cannot be shown before the dump is opened again. */
  readonly left: Newcomers;
  /** Files are still being written: they join once they stand still. */
  readonly isWaiting: boolean;
}

export interface Newcomers {
  readonly ranks: number;
  readonly files: readonly string[];
}

/**
 * What of `now` can join what is open. A timeline that is being written is followed, so that its rank joins at once; a table is read once, so that it
 * has to stand still. Ranks that are there keep their places, numbers and jobs: where these are others now, or one is gone, which may have got another
 * name, nothing joins. Pure.
 */
export function joiningOf(
  open: Pick<DiscoveredDump, 'ranks' | 'clusterFiles'>,
  now: Pick<DiscoveredDump, 'ranks' | 'clusterFiles'>,
  isStill: (file: SourceFile) => boolean,
): Joining {
  const indexes = new Map(open.ranks.map(({ place }, index) => [place, index]));
  const ofPlace = (rank: DiscoveredRank) => open.ranks[indexes.get(rank.place) ?? -1];
  const shown = new Set(open.ranks.flatMap(({ timelinePaths }) => timelinePaths));
  const there = new Set(now.ranks.flatMap(({ place, timelinePaths }) => [place, ...timelinePaths]));
  const isSame =
    now.ranks.every((rank) => {
      const own = ofPlace(rank);
      return own === undefined || (own.rank === rank.rank && own.job?.key === rank.job?.key);
    }) && open.ranks.every(({ place, timelinePaths }) => [place, ...timelinePaths].some((path) => there.has(path)));
  let isWaiting = false;
  const arrived = (files: readonly SourceFile[]): readonly SourceFile[] =>
    files.filter((file) => {
      const hasArrived = file.role === 'timeline' || isStill(file);
      isWaiting ||= !hasArrived;
      return hasArrived;
    });
  const ranks: DiscoveredRank[] = [];
  const grown = new Map<number, DiscoveredRank>();
  const leftFiles: string[] = [];
  let leftRanks = 0;
  for (const rank of now.ranks) {
    const index = indexes.get(rank.place);
    // msMonitor has deleted the oldest part, which its place was.
    if (index === undefined && rank.timelinePaths.some((path) => shown.has(path))) continue;
    if (index === undefined) {
      if (isSame && canJoin(rank)) ranks.push({ ...rank, files: arrived(rank.files) });
      else leftRanks++;
      continue;
    }
    const own = open.ranks[index];
    // Where it goes on in them, that is followed.
    const more = newOf(own.files, rank.files).filter(({ path }) => !isPartOf(own, path));
    if (more.length === 0) continue;
    if (isSame && own.timelinePaths.length === 0 && canJoin(rank)) {
      grown.set(index, { ...rank, files: arrived(rank.files) });
      continue;
    }
    const tables = more.filter(({ role }) => isSame && role !== 'timeline');
    leftFiles.push(...more.filter((file) => !tables.includes(file)).map(({ path }) => path));
    const files = arrived(tables);
    if (files.length > 0) grown.set(index, { ...own, files: [...own.files, ...files] });
  }
  const ofJob = newOf(open.clusterFiles, now.clusterFiles);
  const clusterFiles = [...open.clusterFiles, ...arrived(ofJob)];
  return { ranks, grown, clusterFiles, left: { ranks: leftRanks, files: leftFiles }, isWaiting };
}

/** What is told of those that cannot join. */
export function newcomerNotices({ ranks, files }: Newcomers): readonly Notice[] {
  const [path] = files;
  return [
    ...(ranks > 0 ? [notice('ranks-appeared', 'info', { count: ranks })] : []),
    ...(path !== undefined ? [notice('files-appeared', 'info', { count: files.length }, { path })] : []),
  ];
}

export function isOfNewcomers({ code }: Notice): boolean {
  return code === 'ranks-appeared' || code === 'files-appeared';
}

function isPartOf({ timelinePaths: [first] }: DiscoveredRank, path: string): boolean {
  return first !== undefined && isSameMonitor(basename(first), basename(path));
}

/** A database of several devices is read as a whole, and once. */
function canJoin({ timelinePaths, files }: DiscoveredRank): boolean {
  return timelinePaths.length > 0 && files.every(({ device }) => device === undefined);
}

function newOf(before: readonly SourceFile[], now: readonly SourceFile[]): readonly SourceFile[] {
  const known = new Set(before.map(({ path }) => path));
  return now.filter(({ path }) => !known.has(path));
}
