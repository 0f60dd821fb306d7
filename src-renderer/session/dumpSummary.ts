/** Figures about a dump as a whole, from its ranks. Pure. */
import type { DumpState, FlowCategory, Notice, RankState } from '../../src-contract';
import { isUnmerged } from './lanes/mergedLanes';

export interface DumpTotals {
  readonly rankCount: number;
  /** Ranks with at least one lane. */
  readonly timelineRankCount: number;
  readonly laneCount: number;
  /** Events read from the files, metadata and skipped ones included. */
  readonly eventCount: number;
  readonly skippedCount: number;
  readonly warningCount: number;
}

export function dumpTotals(dump: Pick<DumpState, 'ranks' | 'notices'>): DumpTotals {
  let [laneCount, eventCount, skippedCount, timelineRankCount] = [0, 0, 0, 0];
  for (const rank of dump.ranks) {
    laneCount += rankLaneCount(rank);
    eventCount += rankEventCount(rank);
    skippedCount += rankSkippedCount(rank);
    if (rank.groups.length > 0) timelineRankCount++;
  }
  return {
    rankCount: dump.ranks.length,
    timelineRankCount,
    laneCount,
    eventCount,
    skippedCount,
    warningCount: allNotices(dump).filter((notice) => notice.severity !== 'info').length,
  };
}

export interface TotalsPart {
  /** Key of the sentence, which has the number in it. */
  readonly key: 'count.jobFiles' | 'count.ranks' | 'count.lanes' | 'count.events' | 'count.noTimeline';
  readonly count: number;
}

/** How much there is, for one line: of what the dump has, not zeros of what it was taken without. */
export function totalsParts(totals: DumpTotals, jobFileCount: number, isReading: boolean): readonly TotalsPart[] {
  const { rankCount, laneCount, eventCount } = totals;
  const parts: TotalsPart[] = [];
  if (jobFileCount > 0 && laneCount === 0) parts.push({ key: 'count.jobFiles', count: jobFileCount });
  if (rankCount > 0 || jobFileCount === 0) parts.push({ key: 'count.ranks', count: rankCount });
  if (laneCount > 0 || isReading) parts.push({ key: 'count.lanes', count: laneCount });
  if (laneCount > 0 || isReading) parts.push({ key: 'count.events', count: eventCount });
  if (laneCount === 0 && rankCount > 0 && !isReading) parts.push({ key: 'count.noTimeline', count: rankCount });
  return parts;
}

export const rankLaneCount = (rank: RankState) =>
  rank.groups.filter(isUnmerged).reduce((sum, group) => sum + group.lanes.length, 0);
export const rankEventCount = (rank: RankState) =>
  Object.values(rank.eventCounts).reduce((sum, count) => sum + count, 0);
export const rankSkippedCount = (rank: RankState) => rank.skipped.reduce((sum, skipped) => sum + skipped.eventCount, 0);

/** The dump's own notices, then those of its ranks. */
export function allNotices(dump: Pick<DumpState, 'ranks' | 'notices'>): readonly Notice[] {
  return [...dump.notices, ...dump.ranks.flatMap((rank) => rank.notices)];
}

/**
 * Flow categories of all ranks by name, summed, in the order they first appear. A category's position here is also the
 * position of its colour in `Theme.timeline.flowColours`, in turn.
 */
export function flowCategoriesOf(dump: Pick<DumpState, 'ranks'>): readonly FlowCategory[] {
  const byName = new Map<string, FlowCategory>();
  for (const { flowCategories } of dump.ranks) {
    for (const category of flowCategories) {
      const sum = byName.get(category.name);
      byName.set(category.name, {
        name: category.name,
        linkCount: category.linkCount + (sum?.linkCount ?? 0),
        unpairedCount: category.unpairedCount + (sum?.unpairedCount ?? 0),
      });
    }
  }
  return [...byName.values()];
}

/** There is something to show in a timeline. */
export function hasLanes(dump: Pick<DumpState, 'ranks'>): boolean {
  return dump.ranks.some((rank) => rank.groups.length > 0);
}

/** What the window shows of a dump: its workspace as soon as there is something to see. */
export function dumpScreenOf(
  dump: Pick<DumpState, 'status' | 'ranks' | 'clusterFiles'>,
): 'workspace' | 'loading' | 'failed' | 'cancelled' {
  if (hasLanes(dump)) return 'workspace';
  if (isBusy(dump)) return 'loading';
  // A summary of a whole job stands without ranks.
  const isNothing = dump.clusterFiles.length === 0 && dump.ranks.every((rank) => rank.status === 'failed');
  if (dump.status === 'failed' || isNothing) return 'failed';
  // Ranks without a timeline still have files and messages to show.
  return dump.status === 'cancelled' ? 'cancelled' : 'workspace';
}

/** 0…1, or undefined while the size is not known. Of what is unpacked once more, how much has been. */
export function progressShare({ bytesDone, bytesTotal, bytesAgain }: DumpState['progress']): number | undefined {
  if (bytesAgain !== undefined && bytesDone > 0) return Math.min(bytesAgain / bytesDone, 1);
  return bytesTotal > 0 ? bytesDone / bytesTotal : undefined;
}

/** Of the whole dump; where all that is still being read are damaged files which are unpacked once more, of these. */
export function dumpProgress({ progress, ranks }: Pick<DumpState, 'progress' | 'ranks'>): DumpState['progress'] {
  const reading = ranks.filter(({ status }) => status === 'indexing');
  if (reading.length === 0 || reading.some((rank) => rank.progress.bytesAgain === undefined)) return progress;
  const sum = (of: 'bytesDone' | 'bytesAgain') => reading.reduce((all, rank) => all + (rank.progress[of] ?? 0), 0);
  return { ...progress, bytesDone: sum('bytesDone'), bytesAgain: sum('bytesAgain') };
}

/** How far reading is: `excerpts` are shown of some ranks, damaged files are unpacked once `again`, or all is read and being arranged. */
export function readingStage(
  dump: Pick<DumpState, 'progress' | 'ranks'>,
): 'reading' | 'excerpts' | 'again' | 'arranging' {
  if (dumpProgress(dump).bytesAgain !== undefined) return 'again';
  if (progressShare(dump.progress) === 1) return 'arranging';
  return dump.ranks.some(({ status, groups }) => status === 'indexing' && groups.length > 0) ? 'excerpts' : 'reading';
}

/** Still being read. */
export function isBusy(dump: Pick<DumpState, 'status'>): boolean {
  return dump.status === 'discovering' || dump.status === 'indexing';
}

/** True of a rank that has more lanes than are shown one by one: a filter of lanes has to be asked of the engine. */
export function hasFoldedLanes({ notices }: Pick<RankState, 'notices'>): boolean {
  return notices.some(({ code }) => code.endsWith('-folded'));
}
