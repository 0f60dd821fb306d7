import type { FreeOwner, Thresholds } from '../../src-contract';
import type { HostWork } from '../names/hostWork';
import type { JobRecord } from './record/jobRecord';
import type { RankRecord } from './record/rankRecord';

/** Owners of Free that have a name, an advice, and a finding of their own; the others are dispatch (A2). */
export const CAUSES = ['compile', 'dataloader', 'garbage-collection', 'synchronise', 'allocator', 'copy'] as const;
export type FreeCause = (typeof CAUSES)[number] & FreeOwner & HostWork;

/** Free that this owner has, mean over the steps; NaN: no timeline. */
export function freeOf(rank: RankRecord, owner: FreeOwner): number {
  if (!rank.free) return Number.NaN;
  return (rank.free.owners.find((own) => own.owner === owner)?.ns ?? 0) / rank.stepCount;
}

/** With what it held up beside data in flight, where no Free is: what it costs in all, mean over the steps. NaN: no timeline. */
export function costOf(rank: RankRecord, cause: FreeCause): number {
  return freeOf(rank, cause) + (rank.free?.held[cause]?.ns ?? 0) / rank.stepCount;
}

/** The same at most: how late it can have made the rank. */
export function reachOf(rank: RankRecord, cause: FreeCause): number {
  return freeOf(rank, cause) + (rank.free?.held[cause]?.mostNs ?? 0) / rank.stepCount;
}

/** Free in long gaps in which the host hardly calls its runtime, mean over the steps. 0 where garbage collection is recorded. */
export function quietOf({ free, host, stepCount }: RankRecord): number {
  return host?.works['garbage-collection'] ? 0 : (free?.quiet?.ns ?? 0) / stepCount;
}

/** Of that what is a finding of its own, and not dispatch. */
export function reportedQuietOf(job: JobRecord, rank: RankRecord, limits: Thresholds): number {
  const ns = quietOf(rank);
  return ns / job.stepNs >= limits['finding.least-share'] ? ns : 0;
}

/** The device is free for more of its step than a rank that is launched ahead: it waits for dispatch (A2). False: not known. */
export function isDispatchBound({ split, stepCount, stepNs }: RankRecord, limits: Thresholds): boolean {
  return split.freeNs / stepCount / stepNs > limits['free.share'];
}

/**
 * Whether the cause is reported: its share of the step, or what msprof-analyze goes by — a call of some length, a number of
 * calls. Not below a tenth of the least share: that many calls are of no account.
 */
export function isReported(job: JobRecord, rank: RankRecord, cause: FreeCause, limits: Thresholds): boolean {
  const share = costOf(rank, cause) / job.stepNs;
  const least = limits[cause === 'compile' ? 'compile.share' : 'finding.least-share'];
  if (share >= least) return true;
  return share >= least / 10 && isTriggered(rank, cause, limits);
}

/** By a call of some length, or a number of calls: also where none of them kept the device waiting. */
export function isTriggered({ host }: RankRecord, cause: FreeCause, limits: Thresholds): boolean {
  const work = host?.works[cause];
  if (!host || !work) return false;
  switch (cause) {
    case 'compile':
      return work.count >= limits['compile.calls'];
    case 'dataloader':
      return work.longestNs >= limits['dataloader.least'];
    case 'garbage-collection':
      return work.longestNs >= limits['garbage-collection.least'];
    case 'allocator':
      return work.longestNs >= limits['allocator.least'];
    case 'synchronise':
      // Nothing is launched: there is nothing that the host could have run ahead of.
      return host.launchCount > 0 && work.count / host.launchCount > limits['sync.per-launch'];
    case 'copy':
      return false;
  }
}

/** Where no part of Free has another owner there is hardly a host in the recording: stacks alone would not say more. */
export function isAllUnrecorded({ free }: RankRecord): boolean {
  return free?.owners.every(({ owner }) => owner === 'unrecorded') ?? false;
}

/**
 * What the host did is known. Not where it launched nothing, or has no part in Free though the device waits a good deal: a few of its
 * calls may be in the recording all the same. False too: no timeline.
 */
export function hasHost(rank: RankRecord, limits: Thresholds): boolean {
  if (!rank.free) return false;
  return !isAllUnrecorded(rank) || ((rank.host?.launchCount ?? 0) > 0 && !isDispatchBound(rank, limits));
}

/** Free a step less that of causes that are reported. */
export function dispatchOf(job: JobRecord, rank: RankRecord, limits: Thresholds): number {
  return CAUSES.reduce(
    (ns, cause) => ns - (rank.free && isReported(job, rank, cause, limits) ? freeOf(rank, cause) : 0),
    rank.split.freeNs / rank.stepCount - reportedQuietOf(job, rank, limits),
  );
}
