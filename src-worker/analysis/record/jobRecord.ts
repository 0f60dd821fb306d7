import type { ChipFacts, RankJob, SummaryRank, Thresholds, ViewSources } from '../../../src-contract';
import { maxOf, meanOf } from '../../base/aggregates';
import { once } from '../../base/once';
import { clockOf } from '../../model/clock/jobClock';
import type { Collective } from '../../model/collectives/collective';
import type { DumpContext } from '../../model/dumpContext';
import { peersKeyOf } from '../../model/job/layouts';
import { placesOfJobs } from '../../model/job/places';
import { fileNameOf, missingTables } from '../../model/missingTables';
import { at, rankJson } from '../../model/rankJson';
import { dumpWriter } from '../../model/recording';
import { jobSplits } from '../../model/splits/rankSplits';
import { isOfTime, type StepSeries } from '../../model/stepSeries/series';
import { scopesOf } from '../../names/opScopes';
import { TableError } from '../../tables/tableError';
import { jobSeries } from './jobSeries';
import { beginRecord, type RankRecord } from './rankRecord';
import { type RanksTogether, toldByJobs, toldTogether } from './ranksTogether';
import { recordPart } from './recordParts';

/** What the rules go by: the records of all ranks, and what only several ranks together tell. */
export interface JobRecord extends RanksTogether {
  /** By number. */
  readonly ranks: readonly RankRecord[];
  /** Steps one after another: of ranks, over several dumps of theirs, and of files of step times. */
  readonly series: readonly StepSeries[];
  /** Of the rank that takes longest; NaN: nothing tells. */
  readonly stepNs: number;
  /** Of the rank that has most of them. */
  readonly stepCount: number;
  /**
   * Of several jobs each by itself, with its ranks; absent where there is one. What only ranks of one job tell together
   * stands in these alone.
   */
  readonly jobs?: readonly JobRecord[];
  /** Of several the one that all this is about. */
  readonly job?: RankJob;
  /** `file`: how ranks that have it call it. */
  readonly missing: readonly (ViewSources['missing'][number] & { readonly file: string })[];
  /** Profiler levels that the ranks tell of. */
  readonly levels: readonly string[];
  /** What the kernels ran on; undefined where nothing tells. */
  readonly chip: ChipFacts | undefined;
  /** Written by a profiler of Ascend, whose files there are names for. */
  readonly isAscend: boolean;
  /** A trace of GPUs: advice speaks of their settings. */
  readonly isGpu: boolean;
  /** Advice speaks of MindSpore’s settings. */
  readonly isMindSpore: boolean;
}

/** Ranks whose whole steps can be compared have the same; undefined: not known. */
export function peersKey({ places, ranks }: Pick<JobRecord, 'places' | 'ranks'>, position: number): string | undefined {
  const place = places[position];
  const job = ranks[position]?.job;
  return place && (job === undefined ? peersKeyOf(place) : `${peersKeyOf(place)} of job ${job}`);
}

/** Goes over the ranks one by one; rejects with `QuestionStopped` when nobody waits any more. */
export async function jobRecord(dump: DumpContext): Promise<JobRecord> {
  const splits = await jobSplits(dump);
  let last: (() => Promise<RankRecord>) | undefined;
  const begun = await dump.overRanks(
    splits.ranks.map((own) => ({ index: own.rank.index ?? NOT_OPEN, own })),
    async ({ own }) => {
      // One at a time, so that neither thread has more than one index for it.
      await last?.();
      last = once(await beginRecord(dump, own));
      return last;
    },
  );
  return recordOfRanks(dump, {
    ranks: splits.ranks.map(({ rank }) => rank),
    finish: async () => {
      const ranks: RankRecord[] = [];
      for (const finish of begun) ranks.push(await finish());
      return ranks;
    },
    chipOf: ({ ranks: [first] }) => first && recordPart(dump, 'chip', first.index),
  });
}

/** Records of ranks, made or under way. */
export interface MappedRanks {
  /** By number. */
  readonly ranks: readonly Pick<SummaryRank, 'rank' | 'job'>[];
  /** In that order. */
  readonly finish: () => Promise<readonly RankRecord[]>;
  /** What the kernels of a job ran on. */
  readonly chipOf: (job: DumpContext) => (() => Promise<ChipFacts | undefined>) | undefined;
}

/** The reduce over records of ranks: with what only several of them tell. */
export async function recordOfRanks(dump: DumpContext, mapped: MappedRanks): Promise<JobRecord> {
  const each = dump.eachJob();
  const chips = each.map((job) => mapped.chipOf(job));
  const together: RanksTogether[] = [];
  const levels: string[][] = [];
  for (const job of each) {
    const own = mapped.ranks.filter((rank) => job.job === undefined || rank.job === job.job.key);
    const numbers = own.map(({ rank }) => rank);
    together.push(await toldTogether(job, numbers));
    levels.push(await levelsOf(job));
  }
  // All that needs no tables of the last rank has been found out while another thread read them.
  const ranks = await mapped.finish();
  const series = await jobSeries(dump, ranks);
  const records: JobRecord[] = [];
  for (const [at, job] of each.entries()) {
    const own = job.job ? ranks.filter((rank) => rank.job === job.job?.key) : ranks;
    records.push({
      ...oneRecord(together[at], own, {
        ...writtenBy(job, own, together[at]),
        series: job.job ? seriesOf(job, own, series) : series,
        missing: missingTables(job.files).map((one) => ({ ...one, file: fileNameOf(job.files, one.table) })),
        levels: levels[at],
        chip: await chips[at]?.(),
      }),
      ...(job.job && { job: job.job }),
    });
  }
  const [first] = records;
  if (dump.jobs.length === 0) return first;
  const places = await placesOfJobs(dump, mapped.ranks);
  const of = { ...toldByJobs(together), places, clock: await clockOf(dump) };
  const whole: OfFiles = {
    series,
    missing: records.flatMap(({ missing }) => missing),
    levels: [...new Set(levels.flat())],
    chip: first.chip,
    isAscend: records.some(({ isAscend }) => isAscend),
    isGpu: records.every(({ isGpu }) => isGpu),
    isMindSpore: records.every(({ isMindSpore }) => isMindSpore),
  };
  return { ...oneRecord(of, ranks, whole), jobs: records };
}

/** What of a record its ranks' files tell. */
type OfFiles = Omit<JobRecord, keyof RanksTogether | 'ranks' | 'stepNs' | 'stepCount' | 'jobs' | 'job'>;

type CallsOfJob = Pick<RanksTogether, 'collectives' | 'pointToPoint'>;

function writtenBy(
  dump: DumpContext,
  ranks: readonly RankRecord[],
  together: CallsOfJob,
): Pick<JobRecord, 'isAscend' | 'isGpu' | 'isMindSpore'> {
  const writer = dumpWriter(dump);
  // Summaries of clusters are made of dumps of Ascend alone.
  const isOfCluster = dump.files.clusterFiles.some(({ table }) => table?.startsWith('cluster-'));
  const isNamed = writer === 'mindspore' || writer === 'mindspore_insight';
  return {
    isAscend: writer === undefined ? isOfCluster : writer !== 'pytorch',
    isGpu: writer === 'pytorch',
    isMindSpore: isNamed || (writer === 'msprof' && haveScopes(ranks, together)),
  };
}

/** Those that are all of this one of several jobs. */
function seriesOf(job: DumpContext, ranks: readonly RankRecord[], all: readonly StepSeries[]): readonly StepSeries[] {
  const labels = new Set(ranks.map(({ label }) => label));
  const files = new Set(job.clusterPaths('step-times'));
  return all.filter(({ parts, file }) => (file ? files.has(file.path) : parts.every(({ label }) => labels.has(label))));
}

/** That of the rank that takes longest. Undefined: no rank tells. */
export function stepOfRanks(ranks: readonly RankRecord[]): Pick<JobRecord, 'stepNs' | 'stepCount'> | undefined {
  const longest = ranks.reduce<RankRecord | undefined>(
    (most, own) => (own.stepNs > (most?.stepNs ?? 0) ? own : most),
    undefined,
  );
  return longest && { stepNs: longest.stepNs, stepCount: stepsOfJob(ranks, longest) };
}

function oneRecord(together: RanksTogether, ranks: readonly RankRecord[], whole: OfFiles): JobRecord {
  const ofRanks = stepOfRanks(ranks);
  const { series } = whole;
  // Of a large job they are hundreds of thousands, and nobody asks.
  const ops = ofRanks ? [] : [...together.collectives, ...together.pointToPoint];
  return {
    ranks,
    ...whole,
    ...together,
    ...(ofRanks ?? {
      stepNs: ops.length > 0 ? spanOfCollectives(ops) : longestMean(series),
      stepCount: Math.max(1, new Set(ops.map(({ step }) => step)).size, ...lengthsOf(series)),
    }),
  };
}

/** Most of any rank of its job: those that hang have not ended the last one that the others have, and what is lost is the whole job's. */
export function stepsOfJob(
  ranks: readonly Pick<RankRecord, 'stepCount' | 'job'>[],
  { job }: Pick<RankRecord, 'job'>,
): number {
  return maxOf(ranks.filter((own) => own.job === job).map(({ stepCount }) => stepCount));
}

function lengthsOf(series: readonly StepSeries[]): number[] {
  return series.map(({ steps }) => steps.length);
}

/** NaN without any. */
function longestMean(series: readonly StepSeries[]): number {
  const means = series.filter(isOfTime).map(({ steps }) => meanOf(steps.map(({ ns }) => ns)));
  return means.length === 0 ? Number.NaN : maxOf(means);
}

/** msprof records any framework: names of collectives or kernels tell MindSpore’s. */
function haveScopes(ranks: readonly RankRecord[], { collectives, pointToPoint }: CallsOfJob): boolean {
  const isScoped = ({ name }: { readonly name: string }) => scopesOf(name).length > 0;
  return (
    collectives.some(isScoped) ||
    pointToPoint.some(isScoped) ||
    ranks.some(({ kernels }) => kernels?.kinds.some(isScoped))
  );
}

/** In the place of a rank that only the job's summary knows. */
const NOT_OPEN = -1;

/** Without any split: from the first collective of a step to its last one's end, on the rank where that is longest. */
function spanOfCollectives(ops: readonly Collective[]): number {
  const spans = new Map<string, { startNs: number; endNs: number }>();
  for (const { rank, step, startNs, elapseNs } of ops) {
    if (Number.isNaN(startNs + elapseNs)) continue;
    const key = `${rank} ${step}`;
    const own = spans.get(key) ?? { startNs, endNs: startNs };
    spans.set(key, { startNs: Math.min(own.startNs, startNs), endNs: Math.max(own.endNs, startNs + elapseNs) });
  }
  let longest = Number.NaN;
  for (const { startNs, endNs } of spans.values()) if (!(endNs - startNs <= longest)) longest = endNs - startNs;
  return longest;
}

async function levelsOf(dump: DumpContext): Promise<string[]> {
  const levels = new Set<string>();
  for (const rank of dump.ranks) {
    try {
      const info = await rankJson(dump, rank, 'profiler-info');
      const level = at(info, 'config', 'experimental_config', '_profiler_level');
      if (typeof level === 'string') levels.add(level);
    } catch (error) {
      if (!(error instanceof TableError)) throw error;
    }
  }
  return [...levels];
}

/** What a verdict depends on, as it is now. */
export type Limits = Thresholds;
