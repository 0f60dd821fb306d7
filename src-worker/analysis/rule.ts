import type {
  Finding,
  FindingClass,
  FindingEvidence,
  FindingSource,
  FreeOwner,
  NotReported,
  NotRun,
  OwnedGap,
  RankIndex,
  RuleId,
  Sentence,
  ThresholdId,
  Thresholds,
} from '../../src-contract';
import { inDump, ofWorst } from '../../src-contract/findings/sentence';
import { medianOfOthers } from '../base/aggregates';
import { without } from '../base/without';
import type { Collective } from '../model/collectives/collective';
import type { NamedStart } from '../model/kernels/kernelSlices';
import type { StepLength } from '../model/stepSeries/series';
import { threshold } from '../model/thresholds';
import type { JobRecord } from './record/jobRecord';
import type { RankRecord } from './record/rankRecord';

/** What every finding is told of. */
export interface RanksOfFindings extends Pick<JobRecord, 'stepNs' | 'job'> {
  readonly ranks: readonly RankName[];
  readonly jobs?: readonly unknown[];
}

type RankName = Pick<RankRecord, 'rank' | 'label' | 'job'>;

/** A job by its calls and links alone, which another thread may have as well. */
export type CallRecord = RanksOfFindings &
  Pick<JobRecord, 'collectives' | 'groups' | 'links' | 'references' | 'stepCount'>;

/** What a rule finds: a pure function of what is known of the job, and of the limits. */
export interface Rule<Known = JobRecord> {
  readonly id: RuleId;
  readonly sources: readonly FindingSource[];
  readonly thresholds: readonly ThresholdId[];
  /** It is about series of steps: of several jobs it is asked, besides, of the series that go over more than one of them. */
  readonly isOfSeries?: true;
  /** Of several jobs it is asked of each by itself. */
  readonly find: (job: Known, limits: Thresholds) => RuleResult;
}

/** With what of it a timeline may show: which slices these are is looked for when somebody asks (`views/findings/foundEvidence.ts`). */
export interface FoundFinding extends Finding {
  /** Collectives to look at, the first before all others. */
  readonly calls?: readonly Collective[];
  /** Kernels of a rank, likewise. */
  readonly kernels?: ShownKernels;
}

export interface ShownKernels {
  readonly index: RankIndex;
  readonly starts: readonly NamedStart[];
}

export interface RuleResult {
  readonly findings: readonly FoundFinding[];
  readonly notReported?: readonly NotReported[];
  readonly notRun?: readonly NotRun[];
}

export type Parts = Omit<FoundFinding, 'id' | 'shareOfStep' | 'effects'> &
  Partial<Pick<Finding, 'effects'>> & {
    /** Of its rank: says whose it is where several dumps have one with its number. */
    readonly label?: string;
    /** All that it is about, where they may be several: then they are named so, too, and with a rank the cause is that one’s. */
    readonly members?: readonly RankRecord[];
  };

/** `key`: what tells it from other findings of its rule. */
export function finding(job: RanksOfFindings, key: string, { label, members = [], ...parts }: Parts): FoundFinding {
  const { rank, place, title } = parts;
  const isShared = sharedNumbers(job);
  // Of all ranks that there are the numbers say enough.
  const isOfAll = members.length === job.ranks.length && place.ranks.length > 1;
  const hasLabels = members.length > 1 && !isOfAll && place.ranks.some(isShared);
  const labels = hasLabels ? labelsOf(job, members) : undefined;
  const ofRank = rank !== undefined && isShared(rank) ? label : undefined;
  // One of several is named because it is the worst, and what is said of the cause is what was seen there.
  const cause = members.length > 1 && rank !== undefined ? ofWorst(parts.cause, ofRank ?? [rank]) : parts.cause;
  const inDumps = (own: Sentence) => withLabels(own, [place.ranks, labels], [rank, ofRank]);
  const named = (labels || ofRank !== undefined) && {
    place: { ...place, ...(ofRank !== undefined && { label: ofRank }), ...(labels && { labels }) },
    title: inDumps(title),
    cause: inDumps(cause),
    advice: parts.advice.map(inDumps),
  };
  const found = { effects: [], ...parts, cause, ...named, shareOfStep: shareOf(job, parts.lostNsPerStep) };
  const id = `${parts.rule}:${key}`;
  if (job.job) {
    const { key: ofJob, name } = job.job;
    return { ...found, id: `${id} of ${name}`, job: ofJob, title: inDump(found.title, name) };
  }
  const ofJob = jobOf(job, label, members);
  return { ...found, id, ...(ofJob !== undefined && { job: ofJob }) };
}

/** Of ranks that findings are told of: a job of thousands has hundreds, and each asks. */
const sharedOf = new WeakMap<RanksOfFindings['ranks'], ReadonlySet<number>>();

/** Tells of a number whether several ranks have it. They are counted when it is first asked. */
function sharedNumbers({ ranks }: RanksOfFindings): (number: number) => boolean {
  return (number) => {
    let shared = sharedOf.get(ranks);
    if (!shared) {
      const known = new Set<number>();
      shared = new Set(ranks.filter(({ rank }) => known.has(rank) || !known.add(rank)).map(({ rank }) => rank));
      sharedOf.set(ranks, shared);
    }
    return shared.has(number);
  };
}

/** Of several the one that all these ranks are of. */
function jobOf({ jobs, ranks }: RanksOfFindings, label: string | undefined, members: readonly RankRecord[]) {
  if (!jobs) return undefined;
  const own: readonly RankName[] = members.length > 0 ? members : ranks.filter((rank) => rank.label === label);
  const keys = new Set(own.map((rank) => rank.job));
  return keys.size === 1 ? [...keys][0] : undefined;
}

/** A sentence about all of these ranks, or about the one alone, calls them by their labels. */
function withLabels(
  own: Sentence,
  [all, labels]: readonly [readonly number[], readonly string[] | undefined],
  [rank, label]: readonly [number | undefined, string | undefined],
): Sentence {
  const { ranks } = own.values;
  if (!Array.isArray(ranks)) return own;
  const isAll = ranks.length === all.length && ranks.every((number, at) => number === all[at]);
  const isOne = ranks.length === 1 && ranks[0] === rank;
  const named = isAll && labels ? labels : isOne ? label : undefined;
  return named === undefined ? own : { ...own, values: { ...own.values, ranks: named } };
}

/** By number, those of one number in the order of their dumps. */
function labelsOf(job: RanksOfFindings, members: readonly RankName[]): readonly string[] {
  const isMember = new Set(members);
  const inOrder = job.ranks.filter((own) => isMember.has(own));
  return inOrder.sort((a, b) => a.rank - b.rank).map(({ label }) => label);
}

/** Of the job's step, 0 to 1: the step of the slowest rank is what everybody waits for. */
export function shareOf({ stepNs }: Pick<JobRecord, 'stepNs'>, nsPerStep: number): number {
  const share = nsPerStep / stepNs;
  return Number.isNaN(share) ? 0 : Math.min(1, Math.max(0, share));
}

/**
 * What a group loses, as values of its title: of several ranks each loses its own time, and the title has the least and the most
 * (`sentenceText`).
 */
export function lostBy<T>(job: Pick<JobRecord, 'stepNs'>, { ns, leastNs }: LosingGroup<T>) {
  return {
    lost: ns,
    share: shareOf(job, ns),
    ...(leastNs < ns && { lostLeast: leastNs, shareLeast: shareOf(job, leastNs) }),
  };
}

export function notReported(
  rule: RuleId,
  ofClass: FindingClass,
  threshold: ThresholdId,
  rest: Pick<NotReported, 'title' | 'value' | 'limit' | 'rank' | 'label'>,
): NotReported {
  return { rule, class: ofClass, threshold, ...rest };
}

/** Ranks (or their series of steps) for which the same holds, as one finding. */
export interface LosingGroup<T> {
  /** The one that loses most. */
  readonly worst: T;
  readonly ns: number;
  /** Of the one of them that loses least. */
  readonly leastNs: number;
  /** What the others lose, of which `ns` is not a part: only of one that stands out. */
  readonly usualNs: number;
  readonly members: readonly T[];
}

export type RankGroup = LosingGroup<RankRecord>;

/** A rank that loses so many times what the others lose is a finding of its own. */
const STANDS_OUT = 1.5;
/** In a job of fewer ranks the others' median is that of one or two, and says less of what is usual. */
const FEW_RANKS = 4;
const STANDS_OUT_OF_FEW = 4;

/**
 * Ranks that lose at least `leastNs` a step: those that stand out from the others one by one, by what they lose above the
 * others' median; what all lose together. One slow dataloader is a fault of that rank, eight of them one of the job.
 */
export function groupsOfRanks(
  { ranks: all, isOneJob }: Pick<JobRecord, 'ranks' | 'isOneJob'>,
  ranks: readonly RankRecord[],
  nsOf: (rank: RankRecord) => number,
  leastNs: number,
): readonly RankGroup[] {
  // What is usual in other jobs says nothing: nobody stands out.
  return losingGroups(all.length, ranks, nsOf, leastNs, isOneJob);
}

/** The same of anything that several of a job have; `count`: so many of the job there are. `isCompared`: the others’ is what is usual. */
export function losingGroups<T>(
  count: number,
  items: readonly T[],
  nsOf: (item: T) => number,
  leastNs: number,
  isCompared = true,
): readonly LosingGroup<T>[] {
  const losing = items.filter((item) => nsOf(item) >= leastNs);
  const usualBeside = medianOfOthers(items.map(nsOf));
  // Of one without others nothing is usual.
  const usualOf = (item: T) => usualBeside(nsOf(item)) || 0;
  const standsOut = count < FEW_RANKS ? STANDS_OUT_OF_FEW : STANDS_OUT;
  const isAlone = (item: T) => {
    const usualNs = usualOf(item);
    return nsOf(item) > standsOut * usualNs && nsOf(item) - usualNs >= leastNs;
  };
  const alone = isCompared ? losing.filter(isAlone) : [];
  const together = without(losing, alone);
  const groups = alone.map((worst): LosingGroup<T> => {
    const usualNs = usualOf(worst);
    const ns = nsOf(worst) - usualNs;
    return { worst, ns, leastNs: ns, usualNs, members: [worst] };
  });
  if (together.length > 0) {
    const worst = together.reduce((most, own) => (nsOf(own) > nsOf(most) ? own : most));
    const leastOfAll = together.reduce((least, own) => Math.min(least, nsOf(own)), nsOf(worst));
    groups.push({ worst, ns: nsOf(worst), leastNs: leastOfAll, usualNs: 0, members: together });
  }
  return groups;
}

/** More of them nobody looks at. */
export const MOST_CALLS = 3;

/**
 * Whether calls of the same name on several ranks are the same collective: their ends leave less open for the clocks than the
 * clocks’ own threshold. Traces that were sampled, or cut, lack calls.
 */
export function isMatched({ clock }: Pick<JobRecord, 'clock'>): boolean {
  const ranks = clock?.ranks.filter(({ method }) => method === 'collectives') ?? [];
  return ranks.every(({ errorNs }) => errorNs <= threshold('clock.match'));
}

/** Their numbers, or labels where another rank of the job has one of these numbers. */
export function namesOfRanks(job: JobRecord, ranks: readonly RankRecord[]): number[] | readonly string[] {
  const counts = new Map<number, number>();
  for (const { rank } of job.ranks) counts.set(rank, (counts.get(rank) ?? 0) + 1);
  return ranks.some(({ rank }) => (counts.get(rank) ?? 0) > 1) ? labelsOf(job, ranks) : numbersOfRanks(ranks);
}

export function numbersOfRanks(ranks: readonly RankRecord[]): number[] {
  return [...new Set(ranks.map(({ rank }) => rank))];
}

/** Of these the longest on the wire, or as a whole where nothing tells that; over the transport, where one is given. */
export function longestCalls(calls: readonly Collective[], transport?: string): readonly Collective[] {
  const nsOf = ({ bandwidths, transitNs, elapseNs }: Collective) => {
    const over = bandwidths.find((own) => own.transport === transport)?.transitNs;
    return over ?? (transitNs > 0 ? transitNs : elapseNs);
  };
  return calls
    .map((own) => ({ own, ns: nsOf(own) }))
    .filter(({ ns }) => !Number.isNaN(ns))
    .sort((a, b) => b.ns - a.ns)
    .slice(0, MOST_CALLS)
    .map(({ own }) => own);
}

/** Of each of the first of these kinds of the rank's kernels the one that took longest. */
export function shownKernels(
  { index }: RankRecord,
  kinds: readonly { readonly longest?: NamedStart | undefined }[],
): Pick<FoundFinding, 'kernels'> {
  const starts = kinds.slice(0, MOST_CALLS).flatMap(({ longest }) => longest ?? []);
  return index === undefined || starts.length === 0 ? {} : { kernels: { index, starts } };
}

/** The rank's steps, as its timeline has them: none where it has not. */
export function shownSteps(
  { index }: Pick<RankRecord, 'index'>,
  steps: readonly StepLength[],
): readonly FindingEvidence[] {
  return steps.flatMap(({ span, number: step }): FindingEvidence[] =>
    span && index !== undefined ? [{ kind: 'range', rank: index, ...span, lanes: [], step }] : [],
  );
}

/** The call that kept the device waiting longest, and its gap. */
export function evidenceOfFree({ free }: RankRecord, owner: FreeOwner): readonly FindingEvidence[] {
  const all = free?.evidence[owner] ?? [];
  return all.slice(0, all.findIndex(({ kind }) => kind === 'range') + 1);
}

/** The longest gaps of these owners, longest first. */
export function longestGaps({ free }: RankRecord, owners: readonly FreeOwner[], most: number): readonly OwnedGap[] {
  const gaps = owners.flatMap((owner) =>
    (free?.evidence[owner] ?? []).flatMap((range) => (range.kind === 'range' ? [{ owner, range }] : [])),
  );
  return gaps.sort((a, b) => lengthOf(b) - lengthOf(a)).slice(0, most);
}

function lengthOf({ range }: OwnedGap): number {
  return range.endNs - range.startNs;
}
