import type { FindingEvidence, RankIndex, RankStepSplit, SummaryRank } from '../../../src-contract';
import { type CollectiveKind, collectivesBesideComputing } from '../../model/collectives/besideComputing';
import { collectivesOf } from '../../model/collectives/collectives';
import { exposedCommunication } from '../../model/collectives/exposed';
import { type BucketRecord, bucketFusion } from '../../model/collectives/gradientBuckets';
import { type LastWork, lastWork } from '../../model/collectives/unfinished';
import { type CoreFrequency, coreFrequency } from '../../model/coreFrequency';
import type { DumpContext } from '../../model/dumpContext';
import { hostCalls, type NotedWork } from '../../model/hostCalls';
import { type HostCpu, hostCpu } from '../../model/hostCpu';
import { knownEnvironment } from '../../model/job/environment';
import type { KernelWork } from '../../model/kernels/kernelWork';
import { type LineFit, lineFit } from '../../model/lineFit';
import type { MemoryGrowth } from '../../model/memory/growth';
import { patternsOfCollectives } from '../../model/patterns/rankPatterns';
import type { RankSplit } from '../../model/splits/rankSplits';
import { chooseStep } from '../../model/splits/stepRows';
import type { StepLength } from '../../model/stepSeries/series';
import { kernelsOutsideSteps, type OutsideSteps } from '../../model/steps/outsideSteps';
import type { RankView } from '../../query/rankView';
import type { FreeEvidence } from './freeEvidence';
import { type PatternsRecord, patternsRecord } from './patternsRecord';
import { recordPart } from './recordParts';
import { type ShownCalls, shownCalls } from './shownCalls';
import { sliceEvidence } from './sliceEvidence';
import { stepLengths } from './stepLengths';
import type { SequenceRecord } from './tableFacts';
import type { UnfusedRecord } from './unfusedRecord';
import { takeViewFacts } from './viewFacts';

export const RECORD_VERSION = 11;

/**
 * What all rules need to know of one rank: the map over ranks. Plain data of bounded size, so that it can be written down
 * and put together with those of other ranks later. Another `version` for every change of its meaning.
 */
export interface RankRecord {
  readonly version: typeof RECORD_VERSION;
  /** Number in the job. */
  readonly rank: number;
  /** Undefined: only the job's summary knows the rank. */
  readonly index: RankIndex | undefined;
  readonly label: string;
  /** Of several jobs the one that it is of: `RankJob.key`. */
  readonly job?: string;
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
  /** Undefined without a timeline, or where that is not at hand. */
  readonly shown?: ShownCalls;
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
  /** Kernels in no step, whose launches were not recorded; undefined: there are none. */
  readonly outside?: OutsideSteps;
  /** Undefined where nothing recorded how busy the host's processors are. */
  readonly hostCpu?: HostCpu;
  /** Variables of the table that were recorded, '' where not set; undefined where nothing recorded them. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Undefined without records of memory. */
  readonly memory?: MemoryGrowth;
  /** Undefined where nothing tells when the device computed. */
  readonly patterns?: PatternsRecord;
}

/** Parts that differ by more from their whole don’t add up. */
export const SUM_TOLERANCE = 0.01;

export interface BucketFusionRecord extends Omit<BucketRecord, 'slices'> {
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
  /** Undefined where the timeline is not at hand. */
  readonly longest?: FindingEvidence;
}

/**
 * The record of a rank with that split, but for what another thread makes of it meanwhile: what is answered waits for that.
 * Brings its timeline into memory once.
 */
export async function beginRecord(dump: DumpContext, own: RankSplit): Promise<() => Promise<RankRecord>> {
  const { rank, rows } = own;
  const index = rank.index;
  const stepCount = Math.max(1, rows.length);
  const parts = index === undefined ? undefined : partsElsewhere(dump, index);
  const exposed = index === undefined ? undefined : await exposedCommunication(dump, index);
  if (index !== undefined && parts) await takeViewFacts(dump, index, parts.viewFacts);
  const [host, frequency, shown, collectives, buckets, last, outside] =
    index === undefined
      ? []
      : [
          await dump.ofTimeline('host calls', index, hostRecord),
          await dump.ofTimeline('core frequency', index, coreFrequency),
          await dump.ofTimeline('shown calls', index, (view) => shownCalls(dump, dump.knownRank(index), view)),
          await collectivesOfKinds(dump, index),
          await bucketsOfRank(dump, index),
          await lastOfRank(dump, index),
          await dump.ofTimeline('kernels in no step', index, kernelsOutsideSteps),
        ];
  const cpu = index === undefined ? undefined : await hostCpu(dump, dump.knownRank(index));
  const environment = index === undefined ? undefined : await knownEnvironment(dump, dump.knownRank(index));
  const trend = lineFit(rows.map(({ parts }) => parts.computing));
  const steps = await stepLengths(dump, index, rows);
  if (index !== undefined) await patternsOfCollectives(dump, dump.knownRank(index));
  return async () => {
    // From the end of the other thread's list, so that what it has not begun is made here.
    const memory = await parts?.memory();
    const besideHostNs = await parts?.besideHost();
    const unfused = await parts?.unfused();
    await parts?.timelinePatterns();
    const free = await parts?.free();
    const { kernels, sequences } = (await parts?.tableFacts()) ?? {};
    const patterns = index === undefined || !parts ? undefined : await patternsRecord(dump, index, parts);
    const split = splitOf(rank, rows, exposed, free, besideHostNs);
    const wholeNs = wholeOf(split);
    return {
      version: RECORD_VERSION,
      rank: rank.rank,
      index,
      label: rank.label,
      ...(rank.job !== undefined && { job: rank.job }),
      stepCount,
      stepNs: wholeNs > 0 ? wholeNs / stepCount : Number.NaN,
      split,
      ...(free && { free }),
      ...(host && { host }),
      ...(kernels && { kernels }),
      ...(unfused && { unfused }),
      ...(sequences && { sequences }),
      ...(frequency && { frequency }),
      ...(shown && { shown }),
      ...(collectives && { collectives }),
      ...(buckets && { buckets }),
      ...(last && { last }),
      ...(trend && { trend }),
      ...(steps.length > 0 && { steps }),
      ...(outside && { outside }),
      ...(cpu && { hostCpu: cpu }),
      ...(environment && { environment }),
      ...(memory && { memory }),
      ...(patterns && { patterns }),
    };
  };
}

/** In the order in which another thread makes them. */
function partsElsewhere(dump: DumpContext, index: RankIndex) {
  const viewFacts = recordPart(dump, 'viewFacts', index);
  const tableFacts = recordPart(dump, 'tableFacts', index);
  const free = recordPart(dump, 'free', index);
  const timelinePatterns = recordPart(dump, 'timelinePatterns', index);
  const unfused = recordPart(dump, 'unfused', index);
  const besideHost = recordPart(dump, 'besideHost', index);
  const memory = recordPart(dump, 'memory', index);
  const ofKernels = async () => (await tableFacts()).patterns;
  return {
    viewFacts,
    tableFacts,
    free,
    timelinePatterns,
    unfused,
    besideHost,
    memory,
    ofTimeline: timelinePatterns,
    ofKernels,
  };
}

/**
 * Computing, exposed communication and Free. Where they are less than the profiler's Stage (with its Bubble, which that leaves out), a part
 * is missing, as of a timeline that was cut off, and where a part is not told: the steps have been as long as that at least.
 */
function wholeOf({ computingNs, notOverlappedNs, freeNs, stageNs, bubbleNs }: RankStepSplit): number {
  const partsNs = computingNs + notOverlappedNs + freeNs;
  return Number.isNaN(partsNs) || stageNs + bubbleNs > partsNs * (1 + SUM_TOLERANCE) ? stageNs + bubbleNs : partsNs;
}

function splitOf(
  { rank, label, splitSource }: SummaryRank,
  rows: RankSplit['rows'],
  exposed: RankStepSplit['exposed'],
  free: FreeEvidence | undefined,
  besideHostNs: number | undefined,
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
    ...(besideHostNs !== undefined && { besideHostNs }),
    ...(exposed && { exposed }),
    ...(free && { free: { freeNs, owners, medianDelayNs } }),
  };
}

async function collectivesOfKinds(dump: DumpContext, index: RankIndex): Promise<readonly CollectiveKind[] | undefined> {
  const rank = dump.knownRank(index);
  const { groups } = await collectivesOf(dump.ofRank(index));
  return dump.ofTimeline('collectives beside computing', index, (view) =>
    collectivesBesideComputing(dump, rank, view, groups),
  );
}

async function bucketsOfRank(dump: DumpContext, index: RankIndex): Promise<BucketFusionRecord | undefined> {
  const { groups } = await collectivesOf(dump.ofRank(index));
  return dump.ofTimeline('buckets of gradients', index, async (view) => {
    const found = await bucketFusion(dump, dump.knownRank(index), view, groups);
    if (!found) return undefined;
    const { slices, ...own } = found;
    return { ...own, evidence: slices.map((slice) => sliceEvidence(view, slice)) };
  });
}

function lastOfRank(dump: DumpContext, index: RankIndex): Promise<LastRecord | undefined> {
  return dump.ofTimeline('last work', index, async (view) => {
    const { unfinished, task, call } = await lastWork(dump, dump.knownRank(index), view);
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
