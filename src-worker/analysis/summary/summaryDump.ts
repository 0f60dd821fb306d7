/** A dump of ranks of which there are summaries alone: the model is given what it would have found in their files. */
import type { RankIndex, SourceFile } from '../../../src-contract';
import { type Aligner, giveAligner } from '../../model/clock/jobClock';
import { type GroupPlaces, giveSeen, seenCollectives } from '../../model/collectives/arrivals';
import type { CollectiveGroup } from '../../model/collectives/collective';
import { giveCollectives } from '../../model/collectives/collectives';
import { withKnownPeers } from '../../model/collectives/exposed';
import { giveGroups } from '../../model/collectives/rankFiles';
import { DumpContext } from '../../model/dumpContext';
import { giveRecordedSteps } from '../../model/hostSteps';
import { giveWorldSize } from '../../model/job/jobMetadata';
import { giveWriter } from '../../model/recording';
import type { TableRank } from '../../model/tableRanks';
import { type JobRecord, recordOfRanks, stepOfRanks } from '../record/jobRecord';
import { giveStretches } from '../record/lateCauses';
import type { RankRecord } from '../record/rankRecord';
import type { JobCalls } from './judgedCalls';
import type { RankSummary } from './rankSummary';

/** Each at the place of its number in the list; instants of all count from one origin. `aligner`: see `giveAligner`. */
export async function jobRecordOf(summaries: readonly RankSummary[], aligner?: Aligner): Promise<JobRecord> {
  const dump = summaryDump(summaries);
  if (aligner) giveAligner(dump, aligner);
  const { groups: places } = await seenCollectives(dump);
  const records = summaries.flatMap(({ records: own }) => own.map((record) => ofAll(record, places)));
  const gpus = new Set(summaries.flatMap(({ about }) => about.gpu ?? []));
  // GPUs of several kinds: what one of them reaches says nothing of the others.
  const chip = gpus.size > 1 ? undefined : summaries[0]?.chip;
  return recordOfRanks(dump, {
    ranks: records.map(({ rank }) => ({ rank })),
    finish: () => Promise.resolve(records),
    chipOf: () => () => Promise.resolve(chip),
  });
}

/** A rank by itself may not know who its peers are. */
function ofAll(record: RankRecord, places: GroupPlaces): RankRecord {
  const { split } = record;
  const exposed = split.exposed && withKnownPeers(split.exposed, places);
  return exposed === split.exposed ? record : { ...record, split: { ...split, ...(exposed && { exposed }) } };
}

/** No view has anything to ask of it: there are neither timelines nor tables. */
export function summaryDump(summaries: readonly RankSummary[]): DumpContext {
  const originNs = summaries[0]?.originNs ?? 0n;
  const ranks = summaries.map(tableRank);
  const dump = new DumpContext({ ranks, clusterFiles: [] }, originNs, () => new Map());
  dump.setPlace({ names: new Map(), originNs, shifts: [], clockRevision: 0, generations: new Map() });
  for (const [at, own] of summaries.entries()) giveRank(dump, ranks[at], own);
  giveJob(dump, summaries);
  return dump;
}

function tableRank({ about, records }: RankSummary, place: number): TableRank {
  const { label, folder, hostName, startedMs, process } = about;
  // Files of ranks have the same names. Of those that are given something each is a file of its own.
  const files = about.files.map((file) => (isGiven(file) ? { ...file, path: `${place}/${file.path}` } : file));
  return {
    index: place as RankIndex,
    rank: records[0]?.rank ?? about.rank,
    label,
    folder,
    hostName,
    files,
    ...(startedMs !== undefined && { startedMs }),
    ...(process !== undefined && { process }),
  };
}

const GIVEN = ['metadata', 'profiler-info'] as const;

function isGiven({ table }: SourceFile): boolean {
  return table !== undefined && GIVEN.some((own) => own === table);
}

function giveRank(dump: DumpContext, rank: TableRank, { about, seen, ...own }: RankSummary): void {
  for (const table of GIVEN)
    for (const path of dump.paths(rank, table))
      dump.giveJson(path, () => (table === 'metadata' ? about.metadata : about.profilerInfo));
  giveGroups(dump, rank, own.groups);
  giveWorldSize(dump, rank, about.worldSize);
  giveWriter(dump, about.writer);
  giveRecordedSteps(dump, rank, own.hostSteps);
  if (own.stretches.size > 0) giveStretches(dump, rank, own.stretches);
  if (!seen) return;
  giveSeen(dump, rank, {
    computed: seen.computed,
    seen: seen.seen.map(({ collective, source, waits }) => ({
      observer: rank,
      generation: 0,
      collective,
      waits: waits.map((wait) => ({ ...wait, source, slice: 0, startNs: collective.startNs })),
      all: undefined,
    })),
  });
}

/** What another thread may judge. Undefined where columns are missing, or only calls tell how long a step is. */
export function callsOfJob(summaries: readonly RankSummary[]): JobCalls | undefined {
  const step = stepOfRanks(summaries.flatMap(({ records }) => records));
  const columns = summaries.flatMap((own) => own.columns ?? []);
  if (!step || columns.length < summaries.length) return undefined;
  const ranks = summaries.flatMap(({ records }) => records.map(({ rank, label }) => ({ rank, label })));
  return { ranks, groups: groupsOfJob(summaries), ...step, columns };
}

/** By their keys; those that ranks' own files name go before others. */
function groupsOfJob(summaries: readonly RankSummary[]): ReadonlyMap<string, CollectiveGroup> {
  const groups = new Map<string, CollectiveGroup>();
  for (const own of summaries) for (const group of own.groups) groups.set(group.key, group);
  for (const own of summaries)
    for (const group of own.otherGroups) if (!groups.has(group.key)) groups.set(group.key, group);
  return groups;
}

function giveJob(dump: DumpContext, summaries: readonly RankSummary[]): void {
  const byPlace = new Map(
    summaries.flatMap(({ collectives }, place) => (collectives.length > 0 ? [[place, collectives] as const] : [])),
  );
  const linksByPlace = new Map(
    summaries.flatMap(({ links }, place) => (links.length > 0 ? [[place, links] as const] : [])),
  );
  const none = new Set<never>();
  giveCollectives(
    dump,
    {
      ops: summaries.flatMap(({ collectives }) => collectives),
      groups: groupsOfJob(summaries),
      byPlace,
      sources: none,
    },
    { links: summaries.flatMap(({ links }) => links), byPlace: linksByPlace, sources: none },
  );
}
