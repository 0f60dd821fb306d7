import type {
  ChipFacts,
  FindingEvidence,
  JobClock,
  LateRanks,
  LongCall,
  Thresholds,
  ViewSources,
} from '../../../src-contract';
import { maxOf, meanOf } from '../../base/aggregates';
import { once } from '../../base/once';
import { clockOf } from '../../model/clock/jobClock';
import {
  type Collective,
  type CollectiveGroup,
  collectiveKey,
  type LinkTraffic,
} from '../../model/collectives/collective';
import { collectivesOf, linkTraffic } from '../../model/collectives/collectives';
import { referenceBandwidths } from '../../model/collectives/referenceBandwidths';
import { linksInScope } from '../../model/collectives/scope';
import type { DumpContext } from '../../model/dumpContext';
import { worldSizes } from '../../model/job/jobMetadata';
import { peersKeyOf, type RankPlace } from '../../model/job/layouts';
import { rankPlaces } from '../../model/job/places';
import { type Agreement, agreementOf } from '../../model/lateness/agreement';
import { type Lateness, lateRanks } from '../../model/lateness/lateRanks';
import { fileNameOf, missingTables } from '../../model/missingTables';
import { at, rankJson } from '../../model/rankJson';
import { dumpWriter } from '../../model/recording';
import { jobSplits } from '../../model/splits/rankSplits';
import { isOfTime, type StepSeries } from '../../model/stepSeries/series';
import { scopesOf } from '../../names/opScopes';
import { TableError } from '../../tables/tableError';
import { jobSeries } from './jobSeries';
import { type LateCause, lateCausesOf } from './lateCauses';
import { longCallsOf } from './longCalls';
import { beginRecord, type RankRecord } from './rankRecord';
import { recordPart } from './recordParts';
import { sliceEvidence } from './sliceEvidence';

/** What the rules go by: the records of all ranks, and what only several ranks together tell. */
export interface JobRecord {
  /** By number. */
  readonly ranks: readonly RankRecord[];
  /** Steps one after another: of ranks, over several dumps of theirs, and of files of step times. */
  readonly series: readonly StepSeries[];
  /** Of the rank that takes longest; NaN: nothing tells. */
  readonly stepNs: number;
  readonly stepCount: number;
  /** Where each of `ranks` stands; empty where the parallel sizes can't be true. */
  readonly places: readonly RankPlace[];
  /**
   * Ranks have a group, a collective or the job’s sizes in common, and none tells of a job of another size: several recordings
   * in a folder need not be one job.
   */
  readonly isOneJob: boolean;
  /** How many ranks the job has, as recordings tell; several where they are of several jobs. */
  readonly worldSizes: readonly number[];
  /** Undefined for a single rank. */
  readonly clock: JobClock | undefined;
  readonly late: Lateness;
  /** Of the worst lateness of each late rank, in the order of `late.ranks`. */
  readonly agreements: readonly (Agreement | undefined)[];
  /** What each of them did longer than its peers before, in the same order. */
  readonly lateCauses: readonly (LateCause | undefined)[];
  /** Where it can be seen, in the same order. */
  readonly lateEvidence: readonly (readonly FindingEvidence[])[];
  /** Without sends and receives. */
  readonly collectives: readonly Collective[];
  /** Sends and receives, alone or in a batch. */
  readonly pointToPoint: readonly Collective[];
  /** That take far longer than others alike. */
  readonly longCalls: readonly LongCall[];
  readonly groups: ReadonlyMap<string, CollectiveGroup>;
  /** Sums by link, nothing twice. */
  readonly links: readonly LinkTraffic[];
  readonly references: Readonly<Record<string, number>>;
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
export function peersKey({ places }: Pick<JobRecord, 'places'>, position: number): string | undefined {
  const place = places[position];
  return place && peersKeyOf(place);
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
  const [first] = dump.ranks;
  const chip = first && recordPart(dump, 'chip', first.index);
  const { places, sizesFrom } = await rankPlaces(
    dump,
    splits.ranks.map(({ rank: { rank } }) => rank),
    {},
  );
  const sizes = [...(await worldSizes(dump))].sort((a, b) => a - b);
  const { ops, groups } = await collectivesOf(dump);
  const collectives = ops.filter(({ kind }) => kind === 'collective');
  const late = await lateRanks(dump, collectives);
  const links = linksInScope((await linkTraffic(dump)).links, {});
  const clock = dump.ranks.length > 1 ? await clockOf(dump) : undefined;
  const agreements = await agreementsOf(dump, late);
  const lateCauses = await lateCausesOf(dump, late.ranks);
  const lateEvidence = await lateEvidenceOf(dump, late);
  const longCalls = await longCallsOf(dump, collectives);
  const levels = await levelsOf(dump);
  // All that needs no tables of the last rank has been found out while another thread read them.
  const ranks: RankRecord[] = [];
  for (const finish of begun) ranks.push(await finish());
  const longest = ranks.reduce<RankRecord | undefined>(
    (most, own) => (own.stepNs > (most?.stepNs ?? 0) ? own : most),
    undefined,
  );
  const series = await jobSeries(dump, ranks);
  const writer = dumpWriter(dump);
  return {
    ranks,
    series,
    stepNs: longest?.stepNs ?? (ops.length > 0 ? spanOfCollectives(ops) : longestMean(series)),
    stepCount: longest?.stepCount ?? Math.max(1, new Set(ops.map(({ step }) => step)).size, ...lengthsOf(series)),
    places,
    isOneJob: sizes.length < 2 && (sizesFrom !== 'none' || haveCommon(ranks, groups, ops)),
    worldSizes: sizes,
    clock,
    late,
    agreements,
    lateCauses,
    lateEvidence,
    collectives,
    pointToPoint: ops.filter(({ kind }) => kind === 'p2p'),
    longCalls,
    groups,
    links,
    references: referenceBandwidths,
    missing: missingTables(dump.files).map((own) => ({ ...own, file: fileNameOf(dump.files, own.table) })),
    levels,
    chip: await chip?.(),
    isAscend: writer !== undefined && writer !== 'pytorch',
    isGpu: writer === 'pytorch',
    isMindSpore:
      writer === 'mindspore' || writer === 'mindspore_insight' || (writer === 'msprof' && haveScopes(ranks, ops)),
  };
}

function lengthsOf(series: readonly StepSeries[]): number[] {
  return series.map(({ steps }) => steps.length);
}

/** NaN without any. */
function longestMean(series: readonly StepSeries[]): number {
  const means = series.filter(isOfTime).map(({ steps }) => meanOf(steps.map(({ ns }) => ns)));
  return means.length === 0 ? Number.NaN : maxOf(means);
}

function haveCommon(ranks: readonly RankRecord[], groups: JobRecord['groups'], ops: readonly Collective[]): boolean {
  const own = new Set(ranks.map(({ rank }) => rank));
  if (own.size < 2) return true;
  for (const { ranks: members } of groups.values()) if (members.filter((rank) => own.has(rank)).length > 1) return true;
  const rankOf = new Map<string, number>();
  for (const op of ops) {
    const key = collectiveKey(op);
    if ((rankOf.get(key) ?? op.rank) !== op.rank) return true;
    rankOf.set(key, op.rank);
  }
  return false;
}

/** msprof records any framework: names of collectives or kernels tell MindSpore’s. */
function haveScopes(ranks: readonly RankRecord[], ops: readonly Collective[]): boolean {
  const isScoped = ({ name }: { readonly name: string }) => scopesOf(name).length > 0;
  return ops.some(isScoped) || ranks.some(({ kernels }) => kernels?.kinds.some(isScoped));
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

async function agreementsOf(dump: DumpContext, { ranks }: LateRanks): Promise<(Agreement | undefined)[]> {
  const found: (Agreement | undefined)[] = [];
  for (const own of ranks) found.push(await agreementOf(dump, own));
  return found;
}

async function lateEvidenceOf(dump: DumpContext, { ranks }: LateRanks): Promise<(readonly FindingEvidence[])[]> {
  const found: (readonly FindingEvidence[])[] = [];
  for (const { evidence } of ranks) {
    const view = evidence && (await dump.timeline(evidence.rank));
    found.push(view && view.generation === evidence.generation ? [sliceEvidence(view, evidence.slice)] : []);
  }
  return found;
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
