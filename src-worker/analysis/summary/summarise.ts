/** The map: a rank's record with what the reduce needs besides. */
import { basename } from 'node:path';
import type { Finding, FindingsReport } from '../../../src-contract';
import { collectGarbage, collectNewGarbage } from '../../base/collectGarbage';
import { groupBy } from '../../base/groupBy';
import { endNsOf } from '../../index/columns/indexSlices';
import { recognisedChip } from '../../model/chips/chips';
import { clockPairOf } from '../../model/clock/clockPairs';
import { seenByRank } from '../../model/collectives/arrivals';
import { type Collective, collectiveKey, type LinkTraffic } from '../../model/collectives/collective';
import { collectiveSlices, collectivesOf, collectivesOfRank, linkTraffic } from '../../model/collectives/collectives';
import { rankGroups } from '../../model/collectives/rankFiles';
import { counterSums } from '../../model/counterSums';
import type { DumpContext } from '../../model/dumpContext';
import { recordedSteps } from '../../model/hostSteps';
import { toldWorldSize } from '../../model/job/jobMetadata';
import { gpuName } from '../../model/kernels/device';
import { at, rankJson } from '../../model/rankJson';
import { dumpWriter, writerOf } from '../../model/recording';
import { jobSplits } from '../../model/splits/rankSplits';
import type { TableRank } from '../../model/tableRanks';
import { recordOfRanks } from '../record/jobRecord';
import { type Before, before } from '../record/lateCauses';
import { beginRecord, type RankRecord } from '../record/rankRecord';
import { recordPart } from '../record/recordParts';
import { findingsReport, limitsWith } from '../report';
import type { AboutRank, RankSeen, RankSummary, SeenOnce, WrittenSummary } from './rankSummary';

/**
 * Of all ranks of the dump, one after another. `job`: what the user calls the job, or ''. Rejects with `QuestionStopped` when
 * nobody waits any more.
 */
export async function summariesOf(dump: DumpContext, job: string): Promise<WrittenSummary[]> {
  const splits = await jobSplits(dump);
  const summaries = await dump.overRanks(dump.ranks, async (rank) => {
    const own = splits.ranks.filter((split) => split.rank.index === rank.index);
    const records: RankRecord[] = [];
    for (const split of own) records.push(await (await beginRecord(dump, split))());
    letGoOfTimelines(dump);
    const counters = (await dump.ofTimeline('counters in sum', rank.index, counterSums)) ?? [];
    return { records, rows: own[0]?.rows ?? [], counters, ...(await factsOf(dump, rank, job)) };
  });
  const records = summaries.flatMap((own) => own.records);
  letGoOfTimelines(dump);
  const { findings, trust } = await reportOf(dump, records);
  return summaries.map((own): WrittenSummary => {
    const isAlone = summaries.length === 1;
    const numbers = new Set(own.records.map(({ rank }) => rank));
    const isOf = ({ rank, place }: Finding) =>
      isAlone || (rank !== undefined && numbers.has(rank)) || place.ranks.some((one) => numbers.has(one));
    return { ...own, findings: findings.filter(isOf), trust };
  });
}

/** Frees what was made of timelines. Without any it is little, and collecting may take seconds: a demo keeps thousands of ranks in the same heap. */
function letGoOfTimelines(dump: DumpContext): void {
  if (dump.generations.size > 0) collectGarbage();
}

/** Of these ranks alone. */
async function reportOf(dump: DumpContext, records: readonly RankRecord[]): Promise<FindingsReport> {
  const job = await recordOfRanks(dump, {
    ranks: records.map(({ rank, job: own }) => ({ rank, ...(own !== undefined && { job: own }) })),
    finish: () => Promise.resolve(records),
    chipOf: ({ ranks: [first] }) => first && recordPart(dump, 'chip', first.index),
  });
  return findingsReport(job, limitsWith());
}

async function factsOf(dump: DumpContext, rank: TableRank, job: string): Promise<Omit<RankSummary, 'records'>> {
  const ofJob = dump.ofRank(rank);
  const toOrigin = dump.offsetNs;
  const collectives = await collectivesOfRank(dump, rank);
  const moved = new Map(collectives.map((own) => [own, { ...own, startNs: own.startNs + toOrigin }]));
  const groups = await rankGroups(dump, rank);
  const isOwn = new Set(groups.map(({ key }) => key));
  const used = new Set(collectives.map(({ group }) => group));
  const others = [...(await collectivesOf(ofJob)).groups.values()];
  const steps = (await recordedSteps(dump, rank))?.steps ?? [];
  const chip = recognisedChip(await recordPart(dump, 'device', rank.index)());
  return {
    originNs: dump.originNs,
    about: await aboutRank(dump, rank, job),
    chip: chip.kind === 'unknown' ? undefined : chip.chip,
    groups,
    otherGroups: others.filter(({ key }) => used.has(key) && !isOwn.has(key)),
    collectives: [...moved.values()],
    links: ownLinks((await linkTraffic(ofJob)).byPlace.get(rank.index) ?? []),
    seen: await seenOf(dump, rank, moved),
    hostSteps: steps.map((own) => ({ ...own, startNs: own.startNs + toOrigin, endNs: own.endNs + toOrigin })),
    stretches: await stretchesOf(dump, rank, collectives),
  };
}

async function aboutRank(dump: DumpContext, rank: TableRank, job: string): Promise<AboutRank> {
  const { rank: number, label, hostName, startedMs, process, folder } = rank;
  const [metadata, info] = [await rankJson(dump, rank, 'metadata'), await rankJson(dump, rank, 'profiler-info')];
  // A pair that the timeline speaks against is none.
  const pair = (await clockPairOf(dump, rank)) && at(info, 'end_info');
  const level = at(info, 'config', 'experimental_config', '_profiler_level');
  return {
    rank: number,
    job,
    label,
    hostName,
    ...(startedMs !== undefined && { startedMs }),
    ...(process !== undefined && { process }),
    folder: basename(folder),
    place: folder,
    files: rank.files.map((file) => ({ ...file, path: basename(file.path) })),
    writer: writerOf(rank) ?? dumpWriter(dump),
    worldSize: await toldWorldSize(dump, rank),
    gpu: await gpuName(dump, rank),
    metadata: {
      distributed_args: at(metadata, 'distributed_args'),
      parallel_group_info: at(metadata, 'parallel_group_info'),
    },
    profilerInfo: { end_info: pair, config: { experimental_config: { _profiler_level: level } } },
  };
}

/** Sums over collectives; single ones only where there are none: see `linksInScope`. */
function ownLinks(links: readonly LinkTraffic[]): readonly LinkTraffic[] {
  const sums = links.filter(({ op }) => op === '');
  return sums.length > 0 ? sums : links;
}

/** Waits that are kept, of the collectives that waited longest; those of all others go by their starts. */
const MOST_WAITS = 2000;

async function seenOf(
  dump: DumpContext,
  rank: TableRank,
  moved: ReadonlyMap<Collective, Collective>,
): Promise<RankSeen | undefined> {
  const own = await seenByRank(dump, rank);
  if (!own) return undefined;
  const seen = own.seen.map(({ collective, waits }): SeenOnce & { readonly longestNs: number } => {
    const first = waits.map(({ target, endNs }) => ({ target, endNs }));
    const longestNs = first.reduce((most, { endNs }) => Math.max(most, endNs - collective.startNs), 0);
    return { collective, source: waits[0].source, waits: first, longestNs };
  });
  const kept = new Set<SeenOnce>();
  let count = 0;
  for (const one of seen.toSorted((a, b) => b.longestNs - a.longestNs)) {
    count += one.waits.length;
    if (count > MOST_WAITS) break;
    kept.add(one);
  }
  return {
    computed: own.computed.flatMap((one) => {
      const collective = moved.get(one.collective);
      return collective ? [{ ...one, collective }] : [];
    }),
    seen: seen.filter((one) => kept.has(one)).map(({ longestNs: _, ...one }) => one),
  };
}

/** So many collectives are looked before, of those of each group that took longest, and as many of those that came the longest after another. */
const MOST_STRETCHES = 16;
/** Names of a stretch that a summary has: the reduce wants the one that grew most. */
const MOST_NAMES = 4;

/**
 * Nobody knows yet who comes late to which collective. Who waits for a late rank is in its collective for long; the late one comes to it
 * long after the one before.
 */
async function stretchesOf(
  dump: DumpContext,
  rank: TableRank,
  ops: readonly Collective[],
): Promise<ReadonlyMap<string, Before>> {
  const slices = await collectiveSlices(dump, rank);
  const view = slices && (await dump.timeline(rank.index));
  if (!slices || !view) return new Map();
  const found = new Map<string, Before>();
  for (const own of chosen(
    ops.filter((one) => one.kind === 'collective' && slices.sliceOf.has(one)),
    (one) => {
      const slice = slices.sliceOf.get(one) as number;
      return { startNs: view.index.slices.startNs[slice], endNs: endNsOf(view.index.slices, slice) };
    },
  )) {
    const stretch = await before(dump, own);
    if (stretch) found.set(collectiveKey(own), shortened(stretch));
    // Columns of a whole step each: V8 counts them late.
    collectNewGarbage();
  }
  return found;
}

interface Span {
  readonly startNs: number;
  readonly endNs: number;
}

function chosen(ops: readonly Collective[], spanOf: (own: Collective) => Span): ReadonlySet<Collective> {
  const lastEnds = new Map<string, number>();
  const known = ops
    .map((own) => ({ own, span: spanOf(own) }))
    .sort((a, b) => a.span.startNs - b.span.startNs)
    .map(({ own, span }) => {
      const beforeNs = span.startNs - (lastEnds.get(own.group) ?? span.startNs);
      lastEnds.set(own.group, span.endNs);
      return { own, beforeNs, ns: span.endNs - span.startNs };
    });
  const most = (of: (one: (typeof known)[number]) => number) => {
    const sorted = known.toSorted((a, b) => of(b) - of(a));
    // Of each group: where one is waited for in all of its collectives, others are late in theirs.
    const byGroup = groupBy(sorted, ({ own }) => own.group);
    const each = Math.max(1, Math.floor(MOST_STRETCHES / byGroup.size));
    const first = new Set([...byGroup.values()].flatMap((ofGroup) => ofGroup.slice(0, each)));
    return [...first, ...sorted.filter((one) => !first.has(one))].slice(0, MOST_STRETCHES);
  };
  return new Set([...most(({ ns }) => ns), ...most(({ beforeNs }) => beforeNs)].map(({ own }) => own));
}

function shortened({ rank, ns, names }: Before): Before {
  const most = (own: Before['names']['host']) =>
    new Map(
      [...own]
        .sort((a, b) => b[1].ns - a[1].ns)
        .slice(0, MOST_NAMES)
        .map(([name, one]) => [name, { ...one, evidence: [] }]),
    );
  return {
    rank,
    ns,
    names: { computing: most(names.computing), communication: most(names.communication), host: most(names.host) },
  };
}
