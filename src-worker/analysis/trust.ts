/** E5: what the numbers rest on, said before any verdict. */

import type { TrustNote } from '../../src-contract';
import { inDump, sentence } from '../../src-contract/findings/sentence';
import { maxOf, minOf } from '../base/aggregates';
import type { JobRecord } from './record/jobRecord';
import { type RankRecord, SUM_TOLERANCE } from './record/rankRecord';
import { isMatched, namesOfRanks } from './rule';

export function trustNotes(job: JobRecord): readonly TrustNote[] {
  return (job.jobs ?? [job]).flatMap(ofOneJob);
}

/** Of several jobs each by itself. */
function ofOneJob(job: JobRecord): TrustNote[] {
  const notes = [severalJobs, missingRanks, missingFiles, clocks, sums, shortSteps, outsideSteps, recording].flatMap(
    (told) => told(job),
  );
  return notes.map((own) => ({ ...own, sentence: inDump(own.sentence, job.job?.name) }));
}

function severalJobs({ worldSizes }: JobRecord): TrustNote[] {
  return worldSizes.length < 2 ? [] : [warning('trust.several-jobs', { sizes: worldSizes.join(', ') })];
}

/** A size beyond that is no size of a job, whatever a file says. */
const LARGEST_JOB = 1_000_000;

/** Of the job’s recorded size, of the communication groups, and of whom the ranks waited for: a rank need not have waited for all. */
function missingRanks(job: JobRecord): TrustNote[] {
  // Groups of several jobs number other ranks.
  if (job.worldSizes.length > 1) return [];
  const [size = 0] = job.worldSizes;
  const told = new Set(Array.from({ length: size <= LARGEST_JOB ? size : 0 }, (_, rank) => rank));
  for (const { ranks } of job.groups.values()) for (const rank of ranks) told.add(rank);
  const seen = new Set<number>();
  for (const { split } of job.ranks)
    for (const { rank, isGlobal } of split.exposed?.byPeer ?? []) if (isGlobal) seen.add(rank);
  const profiled = new Set(job.ranks.map(({ rank }) => rank));
  const known = new Set([...told, ...seen, ...profiled]);
  const missing = [...known].filter((rank) => !profiled.has(rank)).sort((a, b) => a - b);
  if (missing.length === 0) return [];
  const isWhole = [...known].every((rank) => told.has(rank));
  const values = { ranks: missing, count: missing.length, total: known.size };
  return [warning(isWhole ? 'trust.ranks' : 'trust.ranks.least', values)];
}

function missingFiles(job: JobRecord): TrustNote[] {
  const timeline = job.missing.find(({ table }) => table === 'timeline');
  const others = job.missing.filter((own) => own !== timeline);
  const numbers = (indexes: readonly number[]) => {
    const own = new Set(indexes);
    return namesOfRanks(
      job,
      job.ranks.filter(({ index }) => index !== undefined && own.has(index)),
    );
  };
  const summarised = job.ranks.filter(({ index }) => index === undefined);
  return [
    ...(summarised.length > 0 ? [warning('trust.summary', { ranks: namesOfRanks(job, summarised) })] : []),
    ...(timeline ? [warning('trust.timeline', { ranks: numbers(timeline.ranks) })] : []),
    ...(others.length > 0
      ? [
          warning('trust.files', {
            files: others.map(({ file }) => file),
            ranks: numbers([...new Set(others.flatMap(({ ranks }) => ranks))]),
          }),
        ]
      : []),
  ];
}

function clocks(job: JobRecord): TrustNote[] {
  const { clock } = job;
  if (!clock || clock.ranks.length < 2) return [];
  if (!clock.isAligned) return [warning('trust.clock.apart', {})];
  const error = clock.ranks.reduce((most, { errorNs }) => Math.max(most, errorNs), 0);
  if (!isMatched(job)) return [warning('trust.clock.unmatched', { error, count: clock.usedCollectives })];
  const isByPair = clock.ranks.some(({ method }) => method === 'clock-pair');
  return [note(isByPair ? 'trust.clock.pair' : 'trust.clock', { error, count: clock.usedCollectives })];
}

function sums(job: JobRecord): TrustNote[] {
  const odd = job.ranks.filter(({ split }) => {
    const wholeNs = split.stageNs + split.bubbleNs;
    const partsNs = split.computingNs + split.notOverlappedNs + split.freeNs;
    return Math.abs(partsNs - wholeNs) > SUM_TOLERANCE * wholeNs;
  });
  const unequal = job.ranks.filter(({ split }) => {
    const owned = split.free?.freeNs ?? Number.NaN;
    return Math.abs(owned - split.freeNs) > SUM_TOLERANCE * split.freeNs;
  });
  return [
    ...(odd.length > 0 ? [warning('trust.sums', { ranks: namesOfRanks(job, odd) })] : []),
    ...(unequal.length > 0 ? [warning('trust.free', { ranks: namesOfRanks(job, unequal) })] : []),
  ];
}

/** A step of the device that is shorter than this part of what the host took before it. */
const SHORT_STEP = 0.1;

/** As where a trace was sampled or cut: what is left of the device says little of where a step's time goes. */
function shortSteps(job: JobRecord): TrustNote[] {
  const deviceNs = ({ split, stepCount }: RankRecord) => (split.stageNs + split.bubbleNs) / stepCount;
  const lateNs = ({ split, stepCount }: RankRecord) => split.preparingNs / stepCount;
  const short = job.ranks.filter((rank) => deviceNs(rank) < SHORT_STEP * lateNs(rank));
  if (short.length === 0) return [];
  const [device, late] = [deviceNs, lateNs].map((nsOf) => short.map(nsOf));
  const values = {
    ranks: namesOfRanks(job, short),
    device: maxOf(device),
    late: maxOf(late),
    ...(short.length > 1 && { deviceLeast: minOf(device), lateLeast: minOf(late) }),
  };
  return [warning('trust.short-step', values)];
}

/** As where launches of one kind are not recorded, or the recording began behind them. */
function outsideSteps(job: JobRecord): TrustNote[] {
  const told = job.ranks.filter(({ outside }) => outside !== undefined);
  if (told.length === 0) return [];
  const sum = (of: 'count' | 'ns') => told.reduce((total, { outside }) => total + (outside?.[of] ?? 0), 0);
  const values = { ranks: namesOfRanks(job, told), count: sum('count'), time: sum('ns') };
  return [note('trust.outside-steps', values)];
}

function recording(job: JobRecord): TrustNote[] {
  const counts = job.ranks.map(({ stepCount }) => stepCount);
  const most = maxOf(counts);
  const isStepKnown = !Number.isNaN(job.stepNs);
  return [
    ...(job.levels.some((level) => /level_?0/i.test(level)) ? [warning('trust.level0', {})] : []),
    ...(job.levels.some((level) => /level_?2/i.test(level)) ? [note('trust.level2', {})] : []),
    ...(most === 1 && isStepKnown ? [note('trust.one-step', {})] : []),
    ...(isStepKnown ? [] : [warning('trust.no-step', {})]),
  ];
}

function warning(id: Parameters<typeof sentence>[0], values: Parameters<typeof sentence>[1]): TrustNote {
  return { severity: 'warning', sentence: sentence(id, values) };
}

function note(id: Parameters<typeof sentence>[0], values: Parameters<typeof sentence>[1]): TrustNote {
  return { severity: 'info', sentence: sentence(id, values) };
}
