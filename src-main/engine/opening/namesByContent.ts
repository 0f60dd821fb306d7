import type { Notice, RankState } from '../../../src-contract';
import { jobsByFolder } from '../../../src-worker/discovery/jobNames';
import { notice } from '../../../src-worker/files/notices';
import type { FoundName } from '../../../src-worker/model/tableRanks';
import { rankLabels } from './rankLabels';

/** What a rank is called, and what is to be said of that. */
export interface NameByContent {
  readonly name: FoundName;
  readonly notices: readonly Notice[];
}

/**
 * What ranks are called of which some have their number from their files, in their order: the same in whatever order they
 * were read. `byContent`: the places of those. `haveJobs`: names on disk tell jobs apart.
 */
export function namesByContent(
  ranks: readonly RankState[],
  byContent: ReadonlySet<number>,
  haveJobs: boolean,
): readonly NameByContent[] {
  const sharing = sharedNumbers(ranks);
  const othersOf = ({ rank }: RankState) => (rank === undefined ? [] : (sharing.get(rank) ?? []));
  const isShared = [...byContent].some((at) => othersOf(ranks[at]).length > 1);
  // Ranks of one number, each in a folder of its own: these are jobs side by side.
  const jobs = haveJobs ? ranks.map(({ job }) => job) : isShared ? jobsByFolder(ranks) : undefined;
  const named = ranks.map(({ rank, folder, files }, at) => {
    const timelinePaths = files.filter(({ role }) => role === 'timeline').map(({ path }) => path);
    const job = jobs?.[at];
    return { rank, folder, timelinePaths, ...(job && { job }) };
  });
  const labels = rankLabels(named);
  return ranks.map((state, at) => {
    const { rank, job, timelinePaths } = named[at];
    // Without a number it keeps its file's name.
    const name = { rank, label: rank === undefined ? state.label : labels[at], ...(job && { job }) };
    const others = othersOf(state);
    const first = others.find((other) => !byContent.has(other)) ?? others[0];
    if (rank === undefined || first === at || !byContent.has(at)) return { name, notices: [] };
    const params = { rank, other: labels[first] };
    return { name, notices: [notice('same-rank-inside', 'warning', params, { path: timelinePaths[0] })] };
  });
}

/** The places of ranks by their numbers. */
function sharedNumbers(ranks: readonly RankState[]): ReadonlyMap<number, readonly number[]> {
  const places = new Map<number, number[]>();
  for (const [at, { rank }] of ranks.entries()) {
    if (rank === undefined) continue;
    const known = places.get(rank);
    if (known) known.push(at);
    else places.set(rank, [at]);
  }
  return places;
}
