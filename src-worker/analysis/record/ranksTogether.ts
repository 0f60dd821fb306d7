/** What only several ranks of a job together tell: who came late, over which links, by which clocks. */
import type { FindingEvidence, JobClock, LateRanks, LongCall } from '../../../src-contract';
import { beginAlignment, clockOf } from '../../model/clock/jobClock';
import { seenCollectives } from '../../model/collectives/arrivals';
import {
  type Collective,
  type CollectiveGroup,
  collectiveKey,
  type LinkTraffic,
} from '../../model/collectives/collective';
import { collectivesOf, linkTraffic } from '../../model/collectives/collectives';
import { rankNumber } from '../../model/collectives/rankFiles';
import { referenceBandwidths } from '../../model/collectives/referenceBandwidths';
import { linksInScope } from '../../model/collectives/scope';
import type { DumpContext } from '../../model/dumpContext';
import { worldSizes } from '../../model/job/jobMetadata';
import type { RankPlace } from '../../model/job/layouts';
import { rankPlaces } from '../../model/job/places';
import { type Agreement, agreementOf } from '../../model/lateness/agreement';
import { type Lateness, lateRanks } from '../../model/lateness/lateRanks';
import { type LateCause, lateCausesOf } from './lateCauses';
import { longCallsOf } from './longCalls';
import { sliceEvidence } from './sliceEvidence';

export interface RanksTogether {
  /** Where each of `ranks` stands; empty where the parallel sizes can't be true. */
  readonly places: readonly (RankPlace | undefined)[];
  /** What each of `ranks` ran on, as its dump or its summary tells; undefined: neither does. */
  readonly hosts: readonly (string | undefined)[];
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
}

/** `numbers`: of the ranks whose records are made, in their order. */
export async function toldTogether(dump: DumpContext, numbers: readonly number[]): Promise<RanksTogether> {
  // Where another thread aligns ranks, what needs no clocks is told here meanwhile.
  if (dump.ranks.length > 1) await beginAlignment(dump);
  const { places, sizesFrom } = await rankPlaces(dump, numbers, {});
  const sizes = [...(await worldSizes(dump))].sort((a, b) => a - b);
  const { ops, groups } = await collectivesOf(dump);
  const collectives = ops.filter(({ kind }) => kind === 'collective');
  const longCalls = await longCallsOf(dump, collectives);
  const late = await lateRanks(dump, collectives);
  const links = linksInScope((await linkTraffic(dump)).links, {});
  const clock = dump.ranks.length > 1 ? await clockOf(dump) : undefined;
  const hostOf = new Map(dump.ranks.map((rank) => [rankNumber(rank), rank.hostName]));
  return {
    places,
    hosts: numbers.map((number) => hostOf.get(number)),
    isOneJob: sizes.length < 2 && (sizesFrom !== 'none' || haveCommon(numbers, groups, ops)),
    worldSizes: sizes,
    clock,
    late,
    agreements: await agreementsOf(dump, late),
    lateCauses: await lateCausesOf(dump, late.ranks),
    lateEvidence: await lateEvidenceOf(dump, late),
    collectives,
    pointToPoint: ops.filter(({ kind }) => kind === 'p2p'),
    longCalls,
    groups,
    links,
    references: referenceBandwidths,
  };
}

/** Of several jobs together: what names the rank that it is about. Places and clocks are not told here. */
export function toldByJobs(jobs: readonly RanksTogether[]): RanksTogether {
  return {
    places: [],
    hosts: [],
    isOneJob: jobs.every(({ isOneJob }) => isOneJob),
    worldSizes: [],
    clock: undefined,
    late: { ...jobs[0].late, ranks: [], untoldCount: 0, leftNs: 0, sparedNs: new Map(), stillNs: new Map() },
    agreements: [],
    lateCauses: [],
    lateEvidence: [],
    collectives: [],
    pointToPoint: [],
    longCalls: jobs.flatMap(({ longCalls }) => longCalls),
    groups: new Map(),
    links: [],
    references: referenceBandwidths,
  };
}

function haveCommon(numbers: readonly number[], groups: RanksTogether['groups'], ops: readonly Collective[]): boolean {
  const own = new Set(numbers);
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

async function agreementsOf(dump: DumpContext, { ranks }: LateRanks): Promise<(Agreement | undefined)[]> {
  const { seen } = await seenCollectives(dump);
  // Asking of each goes over all ranks: without timelines there is nobody to agree, and there may be thousands of late ranks.
  if (seen.length === 0) return ranks.map(() => undefined);
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
