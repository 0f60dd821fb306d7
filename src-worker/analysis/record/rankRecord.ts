import type { FindingEvidence, FreeParts, RankIndex, RankStepSplit, SummaryRank } from '../../../src-contract';
import { type CollectiveKind, collectivesBesideComputing } from '../../model/collectives/besideComputing';
import { collectivesOf } from '../../model/collectives/collectives';
import { exposedCommunication } from '../../model/collectives/exposed';
import { type LastWork, lastWork } from '../../model/collectives/unfinished';
import { type CoreFrequency, coreFrequency } from '../../model/coreFrequency';
import type { DumpContext } from '../../model/dumpContext';
import { freeOwners } from '../../model/freeTime/freeOwners';
import { hostCalls } from '../../model/hostCalls';
import { kernelsOf } from '../../model/kernels/kernels';
import { type KernelWork, kernelWork } from '../../model/kernels/kernelWork';
import { type LineFit, lineFit } from '../../model/lineFit';
import { frameworkGrowth, type MemoryGrowth } from '../../model/memory/growth';
import type { RankSplit } from '../../model/splits/rankSplits';
import { chooseStep } from '../../model/splits/stepRows';
import { threshold } from '../../model/thresholds';
import type { HostWork } from '../../names/hostWork';
import type { RankView } from '../../query/rankView';

/**
 * What all rules need to know of one rank: the map over ranks. Plain data of bounded size, so that it can be written down
 * and put together with those of other ranks later. Another `version` for every change of its meaning.
 */
export interface RankRecord {
  readonly version: 3;
  /** Number in the job. */
  readonly rank: number;
  /** Undefined: only the job's summary knows the rank. */
  readonly index: RankIndex | undefined;
  readonly label: string;
  /** At least 1. */
  readonly stepCount: number;
  /** Computing + not overlapped + Free, mean over the steps; NaN: no split. */
  readonly stepNs: number;
  readonly split: RankStepSplit;
  /** Sum over the steps; undefined without a timeline. */
  readonly free?: FreeEvidence;
  readonly host?: HostRecord;
  readonly kernels?: KernelWork;
  readonly frequency?: CoreFrequency;
  /** Alone and beside computing; undefined without a timeline. */
  readonly collectives?: readonly CollectiveKind[];
  /** Collectives without an end, and what the rank did last; undefined without a timeline. */
  readonly last?: LastRecord;
  /** Computing over the steps, ns; undefined for fewer than two. */
  readonly trend?: LineFit;
  /** Undefined without records of memory. */
  readonly memory?: MemoryGrowth;
}

export interface LastRecord extends Pick<LastWork, 'task' | 'call'> {
  readonly unfinished: readonly Omit<LastWork['unfinished'][number], 'slice'>[];
  readonly evidence: readonly FindingEvidence[];
}

export interface FreeEvidence extends FreeParts {
  /** By owner: the call that kept the device waiting longest, and the gap. */
  readonly evidence: Readonly<Partial<Record<FreeParts['owners'][number]['owner'], readonly FindingEvidence[]>>>;
}

export interface HostRecord {
  readonly works: Readonly<Partial<Record<HostWork, HostWorkRecord>>>;
  readonly launchCount: number;
  readonly syncBatchNormCount: number;
}

export interface HostWorkRecord {
  readonly count: number;
  readonly totalNs: number;
  readonly longestNs: number;
  readonly longest: FindingEvidence;
}

/** The record of a rank with that split. Brings its timeline into memory once. */
export async function rankRecord(dump: DumpContext, own: RankSplit): Promise<RankRecord> {
  const { rank, rows } = own;
  const index = rank.index;
  const stepCount = Math.max(1, rows.length);
  const [free, exposed, host, frequency, kernels, collectives, last, memory] =
    index === undefined
      ? []
      : [
          await dump.ofTimeline('free owners', index, freeEvidence),
          await exposedCommunication(dump, index),
          await dump.ofTimeline('host calls', index, hostRecord),
          await dump.ofTimeline('core frequency', index, coreFrequency),
          await kernelsOfRank(dump, index),
          await collectivesOfKinds(dump, index),
          await lastOfRank(dump, index),
          await frameworkGrowth(dump, index),
        ];
  const split = splitOf(rank, rows, exposed, free);
  const trend = lineFit(rows.map(({ parts }) => parts.computing));
  const wholeNs = split.computingNs + split.notOverlappedNs + split.freeNs;
  return {
    version: 3,
    rank: rank.rank,
    index,
    label: rank.label,
    stepCount,
    stepNs: wholeNs > 0 ? wholeNs / stepCount : Number.NaN,
    split,
    ...(free && { free }),
    ...(host && { host }),
    ...(kernels && { kernels }),
    ...(frequency && { frequency }),
    ...(collectives && { collectives }),
    ...(last && { last }),
    ...(trend && { trend }),
    ...(memory && { memory }),
  };
}

function splitOf(
  { rank, label, splitSource }: SummaryRank,
  rows: RankSplit['rows'],
  exposed: RankStepSplit['exposed'],
  free: FreeEvidence | undefined,
): RankStepSplit {
  const parts = chooseStep(rows, 'all');
  const { freeNs = 0, owners = [], medianDelayNs = Number.NaN } = free ?? {};
  return {
    rank,
    label,
    source: splitSource,
    stepCount: Math.max(1, rows.length),
    computingNs: parts?.computing ?? Number.NaN,
    notOverlappedNs: parts?.notOverlapped ?? Number.NaN,
    freeNs: parts?.free ?? Number.NaN,
    overlappedNs: parts?.overlapped ?? Number.NaN,
    communicationNs: parts?.communication ?? Number.NaN,
    preparingNs: parts?.preparing ?? Number.NaN,
    stageNs: parts?.stage ?? Number.NaN,
    bubbleNs: parts?.bubble ?? Number.NaN,
    ...(exposed && { exposed }),
    ...(free && { free: { freeNs, owners, medianDelayNs } }),
  };
}

async function kernelsOfRank(dump: DumpContext, index: RankIndex): Promise<KernelWork | undefined> {
  const [own] = await kernelsOf(dump, [index]);
  return own?.source === undefined ? undefined : kernelWork(own.table, threshold('ai-cpu.least'));
}

async function collectivesOfKinds(dump: DumpContext, index: RankIndex): Promise<readonly CollectiveKind[] | undefined> {
  const rank = dump.ranks[index];
  const { groups } = await collectivesOf(dump);
  return dump.ofTimeline('collectives beside computing', index, (view) =>
    collectivesBesideComputing(dump, rank, view, groups),
  );
}

function lastOfRank(dump: DumpContext, index: RankIndex): Promise<LastRecord | undefined> {
  return dump.ofTimeline('last work', index, async (view) => {
    const { unfinished, task, call } = await lastWork(dump, dump.ranks[index], view);
    return {
      unfinished: unfinished.map(({ slice: _, ...own }) => own),
      task,
      call,
      evidence: unfinished.map(({ slice }) => sliceEvidence(view, slice)),
    };
  });
}

function freeEvidence(view: RankView): FreeEvidence | undefined {
  const found = freeOwners(view);
  if (!found) return undefined;
  const { freeNs, parts, medianDelayNs } = found;
  return {
    freeNs,
    medianDelayNs,
    owners: parts.map(({ owner, ns, names }) => ({ owner, ns, names })),
    evidence: Object.fromEntries(
      parts.map(({ owner, slice, gap }) => [
        owner,
        [...(slice === undefined ? [] : [sliceEvidence(view, slice)]), rangeEvidence(view, gap)],
      ]),
    ),
  };
}

function hostRecord(view: RankView): HostRecord {
  const { works, launchCount, syncBatchNormCount } = hostCalls(view);
  return {
    works: Object.fromEntries(
      [...works].map(([work, { count, totalNs, longest, longestNs }]) => [
        work,
        { count, totalNs, longestNs, longest: sliceEvidence(view, longest) },
      ]),
    ),
    launchCount,
    syncBatchNormCount,
  };
}

/** By the rank's own clock: the summary of a slice is by the job's, which may be another one later. */
export function sliceEvidence(view: RankView, slice: number): FindingEvidence {
  const { ref, lane, name, durationNs } = view.summary(slice);
  const { part, slice: own } = view.sliceAt(slice);
  const startNs = part.index.slices.startNs[own] + view.offsetNs;
  return { kind: 'slice', ref, lane, name, startNs, durationNs };
}

function rangeEvidence(view: RankView, gap: { readonly startNs: number; readonly endNs: number }): FindingEvidence {
  const startNs = gap.startNs + view.offsetNs;
  return { kind: 'range', rank: view.rank, startNs, endNs: gap.endNs + view.offsetNs, lanes: [] };
}
