import type { FindingEvidence, RankIndex, RankStepSplit, SummaryRank } from '../../../src-contract';
import { type UnfusedOps, unfusedOps } from '../../model/affinity';
import { type CollectiveKind, collectivesBesideComputing } from '../../model/collectives/besideComputing';
import { collectivesOf } from '../../model/collectives/collectives';
import { exposedCommunication } from '../../model/collectives/exposed';
import { type BucketRecord, bucketFusion } from '../../model/collectives/gradientBuckets';
import { type LastWork, lastWork } from '../../model/collectives/unfinished';
import { type CoreFrequency, coreFrequency } from '../../model/coreFrequency';
import type { DumpContext } from '../../model/dumpContext';
import { hostCalls, type NotedWork } from '../../model/hostCalls';
import { type HostCpu, hostCpu } from '../../model/hostCpu';
import type { KernelWork } from '../../model/kernels/kernelWork';
import { type LineFit, lineFit } from '../../model/lineFit';
import type { MemoryGrowth } from '../../model/memory/growth';
import { patternsOfCollectives } from '../../model/patterns/rankPatterns';
import type { RankSplit } from '../../model/splits/rankSplits';
import { chooseStep } from '../../model/splits/stepRows';
import type { StepLength } from '../../model/stepSeries/series';
import type { RankView } from '../../query/rankView';
import type { FreeEvidence } from './freeEvidence';
import { type PatternsRecord, patternsRecord } from './patternsRecord';
import { recordPart } from './recordParts';
import { sliceEvidence } from './sliceEvidence';
import { stepLengths } from './stepLengths';
import type { SequenceRecord } from './tableFacts';

/**
 * What all rules need to know of one rank: the map over ranks. Plain data of bounded size, so that it can be written down
 * and put together with those of other ranks later. Another `version` for every change of its meaning.
 */
export interface RankRecord {
  readonly version: 8;
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
  /** Undefined without a timeline. */
  readonly unfused?: readonly UnfusedRecord[];
  /** Undefined without kernels that have a start. */
  readonly sequences?: SequenceRecord;
  readonly frequency?: CoreFrequency;
  /** Alone and beside computing; undefined without a timeline. */
  readonly collectives?: readonly CollectiveKind[];
  /** Of gradients, and what fusing them would gain; undefined where that is not known. */
  readonly buckets?: BucketFusionRecord;
  /** Collectives without an end, and what the rank did last; undefined without a timeline. */
  readonly last?: LastRecord;
  /** Computing over the steps, ns; undefined for fewer than two. */
  readonly trend?: LineFit;
  /** One after the other; undefined where nothing numbers them. */
  readonly steps?: readonly StepLength[];
  /** Undefined where nothing recorded how busy the host's processors are. */
  readonly hostCpu?: HostCpu;
  /** Undefined without records of memory. */
  readonly memory?: MemoryGrowth;
  /** Undefined where nothing tells when the device computed. */
  readonly patterns?: PatternsRecord;
}

export interface BucketFusionRecord extends Omit<BucketRecord, 'slices'> {
  readonly evidence: readonly FindingEvidence[];
}

export interface UnfusedRecord extends Omit<UnfusedOps, 'slice'> {
  readonly evidence: readonly FindingEvidence[];
}

export interface LastRecord extends Pick<LastWork, 'task' | 'call'> {
  readonly unfinished: readonly Omit<LastWork['unfinished'][number], 'slice'>[];
  readonly evidence: readonly FindingEvidence[];
}

export interface HostRecord {
  readonly works: Readonly<Partial<Record<NotedWork, HostWorkRecord>>>;
  readonly launchCount: number;
  readonly syncBatchNormCount: number;
}

export interface HostWorkRecord {
  readonly count: number;
  readonly totalNs: number;
  readonly longestNs: number;
  readonly longest: FindingEvidence;
}

/**
 * The record of a rank with that split, but for what another thread makes of it meanwhile: what is answered waits for that.
 * Brings its timeline into memory once.
 */
export async function beginRecord(dump: DumpContext, own: RankSplit): Promise<() => Promise<RankRecord>> {
  const { rank, rows } = own;
  const index = rank.index;
  const stepCount = Math.max(1, rows.length);
  const tables = index === undefined ? undefined : recordPart(dump, 'tableFacts', index);
  const freeOf = index === undefined ? undefined : recordPart(dump, 'free', index);
  const [exposed, host, unfused, frequency, collectives, buckets, last] =
    index === undefined
      ? []
      : [
          await exposedCommunication(dump, index),
          await dump.ofTimeline('host calls', index, hostRecord),
          await dump.ofTimeline('unfused ops', index, unfusedRecord),
          await dump.ofTimeline('core frequency', index, coreFrequency),
          await collectivesOfKinds(dump, index),
          await bucketsOfRank(dump, index),
          await lastOfRank(dump, index),
        ];
  const cpu = index === undefined ? undefined : await hostCpu(dump, dump.ranks[index]);
  const trend = lineFit(rows.map(({ parts }) => parts.computing));
  const steps = await stepLengths(dump, index, rows);
  if (index !== undefined) await patternsOfCollectives(dump, dump.ranks[index]);
  return async () => {
    const patterns = index === undefined || !tables ? undefined : await patternsRecord(dump, index, tables);
    const { kernels, sequences, memory } = (await tables?.()) ?? {};
    const free = await freeOf?.();
    const split = splitOf(rank, rows, exposed, free);
    const wholeNs = split.computingNs + split.notOverlappedNs + split.freeNs;
    return {
      version: 8,
      rank: rank.rank,
      index,
      label: rank.label,
      stepCount,
      stepNs: wholeNs > 0 ? wholeNs / stepCount : Number.NaN,
      split,
      ...(free && { free }),
      ...(host && { host }),
      ...(kernels && { kernels }),
      ...(unfused && { unfused }),
      ...(sequences && { sequences }),
      ...(frequency && { frequency }),
      ...(collectives && { collectives }),
      ...(buckets && { buckets }),
      ...(last && { last }),
      ...(trend && { trend }),
      ...(steps.length > 0 && { steps }),
      ...(cpu && { hostCpu: cpu }),
      ...(memory && { memory }),
      ...(patterns && { patterns }),
    };
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

async function collectivesOfKinds(dump: DumpContext, index: RankIndex): Promise<readonly CollectiveKind[] | undefined> {
  const rank = dump.ranks[index];
  const { groups } = await collectivesOf(dump);
  return dump.ofTimeline('collectives beside computing', index, (view) =>
    collectivesBesideComputing(dump, rank, view, groups),
  );
}

async function bucketsOfRank(dump: DumpContext, index: RankIndex): Promise<BucketFusionRecord | undefined> {
  const { groups } = await collectivesOf(dump);
  return dump.ofTimeline('buckets of gradients', index, async (view) => {
    const found = await bucketFusion(dump, dump.ranks[index], view, groups);
    if (!found) return undefined;
    const { slices, ...own } = found;
    return { ...own, evidence: slices.map((slice) => sliceEvidence(view, slice)) };
  });
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

function unfusedRecord(view: RankView): readonly UnfusedRecord[] {
  return unfusedOps(view).map(({ slice, ...own }) => ({ ...own, evidence: [sliceEvidence(view, slice)] }));
}
