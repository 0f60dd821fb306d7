import type { RankIndex, RankState, ReadingQueue } from '../../../src-contract';

export interface ReadingCounts {
  /** Ranks that have a timeline. */
  readonly all: number;
  readonly read: number;
  /** Waiting, or being read. */
  readonly wanted: number;
  /** Not to be read for now. */
  readonly unread: number;
}

export function readingCounts(ranks: readonly RankState[]): ReadingCounts {
  const counts = { all: 0, read: 0, wanted: 0, unread: 0 };
  for (const { status } of ranks) {
    if (status === 'no-timeline') continue;
    counts.all++;
    if (status === 'unread') counts.unread++;
    else if (status === 'waiting' || status === 'indexing') counts.wanted++;
    else counts.read++;
  }
  return counts;
}

/** What is being read, what waits in its order, then what is not to be read for now, in the order of the dump. */
export function queueOrder(ranks: readonly RankState[], reading: ReadingQueue | undefined): readonly RankState[] {
  const of = (status: RankState['status']) => ranks.filter((rank) => rank.status === status);
  const waiting = (reading?.waiting ?? []).map((index: RankIndex) => ranks[index]);
  const isWaiting = new Set(reading?.waiting);
  const beginning = of('waiting').filter(({ index }) => !isWaiting.has(index));
  return [...of('indexing'), ...beginning, ...waiting, ...of('unread')];
}
