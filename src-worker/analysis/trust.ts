/** E5: what the numbers rest on, said before any verdict. */
import type { TrustNote } from '../../src-contract';
import { sentence } from '../../src-contract/findings/sentence';
import type { JobRecord } from './record/jobRecord';
import { isMatched, numbersOfRanks } from './rule';

/** Parts that differ by more from their whole don't add up. */
const SUM_TOLERANCE = 0.01;

export function trustNotes(job: JobRecord): readonly TrustNote[] {
  return [
    ...severalJobs(job),
    ...missingRanks(job),
    ...missingFiles(job),
    ...clocks(job),
    ...sums(job),
    ...recording(job),
  ];
}

function severalJobs({ worldSizes }: JobRecord): TrustNote[] {
  return worldSizes.length < 2 ? [] : [warning('trust.several-jobs', { sizes: worldSizes.join(', ') })];
}

/** Of the communication groups, and of whom the ranks waited for. */
function missingRanks(job: JobRecord): TrustNote[] {
  // Groups of several jobs number other ranks.
  if (job.worldSizes.length > 1) return [];
  const profiled = new Set(job.ranks.map(({ rank }) => rank));
  const known = new Set<number>();
  for (const { ranks } of job.groups.values()) for (const rank of ranks) known.add(rank);
  for (const { split } of job.ranks)
    for (const { rank, isGlobal } of split.exposed?.byPeer ?? []) if (isGlobal) known.add(rank);
  const missing = [...known].filter((rank) => !profiled.has(rank)).sort((a, b) => a - b);
  if (missing.length === 0) return [];
  const total = new Set([...known, ...profiled]).size;
  return [warning('trust.ranks', { ranks: missing, count: missing.length, total })];
}

function missingFiles(job: JobRecord): TrustNote[] {
  const timeline = job.missing.find(({ table }) => table === 'timeline');
  const others = job.missing.filter((own) => own !== timeline);
  const numbers = (indexes: readonly number[]) =>
    numbersOfRanks(job.ranks.filter(({ index }) => index !== undefined && indexes.includes(index)));
  return [
    ...(timeline ? [warning('trust.timeline', { ranks: numbers(timeline.ranks) })] : []),
    ...(others.length > 0
      ? [
          warning('trust.files', {
            files: others.map(({ file }) => file).join(', '),
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
    ...(odd.length > 0 ? [warning('trust.sums', { ranks: odd.map(({ rank }) => rank) })] : []),
    ...(unequal.length > 0 ? [warning('trust.free', { ranks: unequal.map(({ rank }) => rank) })] : []),
  ];
}

function recording(job: JobRecord): TrustNote[] {
  const counts = job.ranks.map(({ stepCount }) => stepCount);
  const most = Math.max(...counts);
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
