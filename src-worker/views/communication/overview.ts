import type {
  CollectiveName,
  CommunicationOverview,
  CommunicationRank,
  CommunicationScope,
  Notice,
  TableKind,
} from '../../../src-contract';
import {
  type Collective,
  type CollectiveRank,
  type Collectives,
  collectiveKey,
  type LinkTraffic,
} from '../../model/collectives/collective';
import { collectivesOf, linkTraffic, ranksOf } from '../../model/collectives/collectives';
import { opInScope } from '../../model/collectives/scope';
import { type CollectivePart, collectiveCounts, countOf } from '../../model/collectives/totals';
import type { DumpContext } from '../../model/dumpContext';
import { type ToldByJob, toldByJob } from './parts';

export async function overview(dump: DumpContext): Promise<CommunicationOverview> {
  const told = await toldByJob(dump);
  return told ? overviewOfJob(dump, told) : overviewOfFiles(dump);
}

/** Steps are not told apart. */
function overviewOfJob(dump: DumpContext, told: ToldByJob): CommunicationOverview {
  const { totals } = told.communication;
  return {
    steps: [],
    groups: groupsOf(totals, told.groups, told.opCounts()),
    types: typesOf(totals),
    ranks: told.ranks.map(namedRank),
    sources: ['job-summary'],
    ofSummaries: told.about,
    notices: noticesOfFiles(dump),
  };
}

async function overviewOfFiles(dump: DumpContext): Promise<CommunicationOverview> {
  const data = await collectivesOf(dump);
  // Links take as long to read as collectives, and only tell something new where ranks have no files of their own.
  const isTold = data.ops.length > 0 && !data.sources.has('cluster');
  const { links, sources } = isTold ? { links: [], sources: [] } : await linkTraffic(dump);
  const linked = links.filter(({ isGlobal }) => isGlobal).map(({ source }) => ({ rank: source }));
  const ranks = linked.length === 0 ? data.ranks : ranksOf(dump, [...data.ops, ...linked]);
  return {
    steps: stepsOf(data, links).sort(byNumber),
    groups: groupsOf(data.ops, data.groups, collectiveCounts(data.ops)),
    types: typesOf(data.ops),
    ranks: ranks.map(namedRank),
    sources: [...new Set([...data.sources, ...sources])],
    notices: noticesOfFiles(dump),
  };
}

const rankKinds: readonly TableKind[] = ['communication', 'communication-matrix', 'analysis-db'];
const clusterKinds: readonly TableKind[] = [
  'cluster-communication',
  'cluster-communication-matrix',
  'communication-group',
  'cluster-db',
];

/** Of what was noted so far, what is about the files that collectives and links are read from. */
function noticesOfFiles(dump: DumpContext): readonly Notice[] {
  const paths = new Set([
    ...dump.ranks.flatMap((rank) => rankKinds.flatMap((kind) => dump.paths(rank, kind))),
    ...clusterKinds.flatMap((kind) => dump.clusterPaths(kind)),
  ]);
  return dump.notices.filter(({ path }) => path !== undefined && paths.has(path));
}

/** What there is to choose from for the scope's `op`. */
export async function namesInScope(dump: DumpContext, scope: CommunicationScope): Promise<CollectiveName[]> {
  const { op: _, ...around } = scope;
  const { ops } = await collectivesOf(dump);
  return collectiveNames(ops.filter((own) => opInScope(own, around)));
}

/** Distinct collectives in the order of their first start. */
export function collectiveNames(ops: readonly Collective[]): CollectiveName[] {
  const found = new Map<string, { first: Collective; startNs: number; ranks: Set<number> }>();
  for (const op of ops) {
    const key = collectiveKey(op);
    const known = found.get(key);
    if (!known) found.set(key, { first: op, startNs: op.startNs, ranks: new Set([op.rank]) });
    else {
      known.ranks.add(op.rank);
      if (op.startNs < known.startNs) known.startNs = op.startNs;
    }
  }
  return [...found.values()]
    .sort((a, b) => (a.startNs || 0) - (b.startNs || 0))
    .map(({ first: { name, group, step, type }, ranks }) => ({ name, group, step, type, rankCount: ranks.size }));
}

function namedRank({ rank, index, label }: CollectiveRank): CommunicationRank {
  return { rank, label, ...(index === undefined ? {} : { index }) };
}

function groupsOf(
  parts: readonly CollectivePart[],
  groups: Collectives['groups'],
  counts: ReturnType<typeof collectiveCounts>,
): CommunicationOverview['groups'] {
  const sums = new Map<string, { readonly kind: Collective['kind']; elapseNs: number }>();
  for (const { group, kind, elapseNs } of parts) {
    const known = sums.get(group);
    if (known) known.elapseNs += elapseNs;
    else sums.set(group, { kind, elapseNs });
  }
  return [...sums]
    .map(([key, { kind, elapseNs }]) => {
      const known = groups.get(key);
      const opCount = [...(counts.get(key)?.values() ?? [])].reduce((sum, own) => sum + own, 0);
      return { key, name: known?.name ?? key, kind, ranks: known?.ranks ?? [], opCount, elapseNs };
    })
    .sort((a, b) => b.elapseNs - a.elapseNs);
}

function typesOf(parts: readonly CollectivePart[]): CommunicationOverview['types'] {
  const types = new Map<string, { count: number; elapseNs: number }>();
  for (const part of parts) {
    const sum = types.get(part.type) ?? { count: 0, elapseNs: 0 };
    types.set(part.type, { count: sum.count + countOf(part), elapseNs: sum.elapseNs + part.elapseNs });
  }
  return [...types].map(([type, sum]) => ({ type, ...sum })).sort((a, b) => b.elapseNs - a.elapseNs);
}

function stepsOf({ ops }: Collectives, links: readonly LinkTraffic[]): string[] {
  const steps = new Set<string>();
  for (const { step } of ops) steps.add(step);
  for (const { step } of links) steps.add(step);
  return [...steps];
}

function byNumber(a: string, b: string): number {
  return Number(a) - Number(b) || a.localeCompare(b, 'en');
}
