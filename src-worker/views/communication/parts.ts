/** What the collectives of a scope come to, from the files of ranks or from that of a job of summaries. */
import type { CommunicationOfSummaries, CommunicationScope } from '../../../src-contract';
import type { JobCommunication } from '../../analysis/summary/jobCommunication';
import type { CollectiveGroup, CollectiveRank } from '../../model/collectives/collective';
import { collectivesOf } from '../../model/collectives/collectives';
import { rankNumber } from '../../model/collectives/rankFiles';
import { opInScope } from '../../model/collectives/scope';
import { isOfType } from '../../model/collectives/summedTypes';
import { type CollectivePart, collectiveCounts } from '../../model/collectives/totals';
import type { DumpContext } from '../../model/dumpContext';
import { jobCommunicationOf, jobSummaryOf } from '../ranks/jobSummaryOf';

/** By group and type, as `collectiveCounts`. */
type Counts = ReturnType<typeof collectiveCounts>;

export interface PartsInScope {
  /** All of the job. */
  readonly ranks: readonly (CollectiveRank & { readonly host?: string })[];
  readonly parts: readonly CollectivePart[];
  readonly groups: ReadonlyMap<string, CollectiveGroup>;
  readonly opCounts: () => Counts;
}

/** … and what the job's file has of links and late ranks. */
export interface ToldByJob extends Omit<PartsInScope, 'parts'> {
  readonly about: CommunicationOfSummaries;
  readonly communication: JobCommunication;
}

const NOTHING: JobCommunication = {
  ...{ groups: [], totals: [], transports: [], links: [], pairCount: 0, keptPairCount: 0, slow: [] },
  late: { ranks: [], fromNs: Number.NaN, untoldCount: 0, leftNs: 0 },
};

/** Undefined where no job of summaries is open, or the dumps of all its ranks are open beside it: these tell more. */
export async function toldByJob(dump: DumpContext): Promise<ToldByJob | undefined> {
  const job = await jobSummaryOf(dump);
  if (!job) return undefined;
  if (dump.ranks.length >= job.ofRanks.length) {
    const told = new Set((await collectivesOf(dump)).ops.map(({ rank }) => rank));
    if (job.ofRanks.every(({ rank }) => told.has(rank))) return undefined;
  }
  const communication = await jobCommunicationOf(dump);
  if (!communication && dump.ranks.length > 0) return undefined;
  const { groups, pairCount, keptPairCount } = communication ?? NOTHING;
  const open = new Map(dump.ranks.map((rank) => [rankNumber(rank), rank.index]));
  return {
    about: { isTold: communication !== undefined, pairCount, keptPairCount },
    communication: communication ?? NOTHING,
    ranks: job.ofRanks.map(({ rank, label, host }) => ({ rank, label, index: open.get(rank), host })),
    groups: new Map(groups.map((own) => [own.key, own])),
    opCounts: () => new Map(groups.map(({ key, opCounts }) => [key, new Map(Object.entries(opCounts))])),
  };
}

/** Single collectives, and those of one step, are told by the files of ranks alone. */
export async function partsInScope(dump: DumpContext, scope: CommunicationScope): Promise<PartsInScope> {
  const told = isOfWhole(scope) ? await toldByJob(dump) : undefined;
  if (told) {
    const parts = told.communication.totals.filter((own) => isOf(own, scope));
    return { ...told, parts, opCounts: () => countsIn(told.opCounts(), scope) };
  }
  const { ranks, ops, groups } = await collectivesOf(dump);
  const parts = ops.filter((op) => opInScope(op, scope));
  return { ranks, parts, groups, opCounts: () => collectiveCounts(parts) };
}

/** Of all steps and collectives. */
export function isOfWhole({ step, op }: CommunicationScope): boolean {
  return step === undefined && op === undefined;
}

/** Of sums over steps. */
export function isOf(
  own: { readonly group: string; readonly type: string },
  { group, type }: CommunicationScope,
): boolean {
  return (group === undefined || own.group === group) && (type === undefined || isOfType(own.type, type));
}

function countsIn(counts: Counts, scope: CommunicationScope): Counts {
  return new Map(
    [...counts].flatMap(([group, types]) => {
      const own = [...types].filter(([type]) => isOf({ group, type }, scope));
      return own.length === 0 ? [] : [[group, new Map(own)] as const];
    }),
  );
}
