import { basename } from 'node:path';
import { instantText, type RankIndex, type SliceDetails } from '../../../src-contract';
import type { DiscoveredRank } from '../../../src-worker/discovery/discoveredDump';
import { tensorBoardName } from '../../../src-worker/discovery/jobNames';

type NamedRank = Pick<DiscoveredRank, 'rank' | 'folder' | 'timelinePaths' | 'job'>;

/**
 * A name for each rank, unique within the dump: "Rank 3", with the job or the folder where two have the number, else that
 * of the worker or the file. Profiles of one job are told apart by when they began.
 */
export function rankLabels(ranks: readonly NamedRank[]): string[] {
  const plain = ranks.map(plainLabel);
  // By label: to look for each rank's namesakes among all others would take seconds where there are thousands.
  const namesakes = new Map<string, NamedRank[]>();
  for (const [at, label] of plain.entries()) {
    const own = namesakes.get(label);
    if (own) own.push(ranks[at]);
    else namesakes.set(label, [ranks[at]]);
  }
  const unique = new Set<string>();
  return plain.map((label, i) => {
    const sharing = namesakes.get(label) ?? [];
    const withFolder = sharing.length > 1 ? `${label} (${apartName(ranks[i], sharing)})` : label;
    return unusedLabel(withFolder, unique);
  });
}

/** With a number where it is used already; it is then. */
export function unusedLabel(label: string, used: Set<string>): string {
  let unused = label;
  for (let n = 2; used.has(unused); n++) unused = `${label} ${n}`;
  used.add(unused);
  return unused;
}

/** The slice with its ranks called as they are called now: a thread has them from when it was given their indexes. */
export function withLabels(details: SliceDetails, labelOf: (rank: RankIndex) => string | undefined): SliceDetails {
  return {
    ...details,
    rankLabel: labelOf(details.ref.rank) ?? details.rankLabel,
    links: details.links.map((own) => ({ ...own, otherRankLabel: labelOf(own.other.ref.rank) ?? own.otherRankLabel })),
  };
}

/** `distributedInfo.rank` of a Kineto trace, or that of msMonitor's line about its devices. */
export function distributedRank(values: ReadonlyMap<string, string>): number | undefined {
  const text = values.get('distributedInfo') ?? values.get('rank_device_map');
  const rank = text === undefined ? undefined : /"rank"\s*:\s*"?(\d+)/.exec(text)?.[1];
  return rank === undefined ? undefined : Number(rank);
}

function plainLabel({ rank, folder, timelinePaths }: NamedRank): string {
  if (rank !== undefined) return `Rank ${rank}`;
  const name = basename(timelinePaths.length === 1 ? timelinePaths[0] : folder);
  return tensorBoardName(name)?.worker ?? name;
}

function apartName(own: NamedRank, sharing: readonly NamedRank[]): string {
  const { job, folder, timelinePaths } = own;
  const ownMs = tensorBoardName(basename(timelinePaths[0] ?? ''))?.startedMs;
  if (ownMs !== undefined && sharing.every((other) => other.folder === folder)) return instantText(ownMs);
  const isOneFolder = sharing.some((other) => other !== own && other.folder === folder);
  if (job === undefined) return basename(isOneFolder && timelinePaths[0] ? timelinePaths[0] : folder);
  const isOneName = sharing.every((other) => other.job?.name === job.name);
  return isOneName && job.startedMs !== undefined ? instantText(job.startedMs) : job.name;
}
