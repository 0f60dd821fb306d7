/** What there is in a graph to change. */
import type { WhatIfChoices } from '../../../src-contract';
import { medianOf } from '../../base/aggregates';
import { collectivesOf, linkTraffic } from '../collectives/collectives';
import { comparableLinks } from '../collectives/pairTraffic';
import { linksInScope } from '../collectives/scope';
import type { DumpContext } from '../dumpContext';
import { threshold } from '../thresholds';
import { transportsOfGroups } from './changes';
import { eachView } from './eachView';
import { NODE_KINDS } from './graphColumns';
import type { JobGraph } from './jobGraph';

export interface GraphTotals {
  /** Sums over the recording. */
  readonly ranks: readonly RankTotals[];
  readonly groups: readonly { readonly group: string; readonly ranks: readonly number[] }[];
}

export interface RankTotals {
  readonly rank: number;
  readonly stepCount: number;
  readonly computeNs: number;
  /** By group. */
  readonly transferNs: ReadonlyMap<string, number>;
}

export async function totalsOf(dump: DumpContext, graph: JobGraph): Promise<GraphTotals> {
  const computeNs = graph.ranks.map(() => 0);
  const transferNs = graph.ranks.map(() => new Map<string, number>());
  for (let node = 0; node < graph.count; node++) {
    const ns = graph.endNs[node] - graph.startNs[node];
    const rank = graph.rank[node];
    const kind = NODE_KINDS[graph.kind[node]];
    if (kind === 'compute') computeNs[rank] += ns;
    if (kind !== 'transfer') continue;
    const group = graph.groupOf.get(node) ?? '';
    transferNs[rank].set(group, (transferNs[rank].get(group) ?? 0) + ns);
  }
  const { groups } = await collectivesOf(dump);
  return {
    ranks: graph.ranks.map(({ number: rank, steps }, at) => {
      return { rank, stepCount: Math.max(1, steps.length), computeNs: computeNs[at], transferNs: transferNs[at] };
    }),
    groups: [...new Set(transferNs.flatMap((own) => [...own.keys()]))].map((group) => {
      return { group, ranks: groups.get(group)?.ranks ?? [] };
    }),
  };
}

const MOST_KERNELS = 50;

export async function whatIfChoices(dump: DumpContext, graph: JobGraph): Promise<WhatIfChoices> {
  const totals = await totalsOf(dump, graph);
  const kernels = new Map<string, { name: string; ns: number; count: number }>();
  await eachView(dump, graph, (view, position) => {
    for (let node = 0; node < graph.count; node++) {
      if (graph.rank[node] !== position || NODE_KINDS[graph.kind[node]] !== 'compute') continue;
      const name = view.nameText(view.index.slices.name[graph.slice[node]]);
      const own = kernels.get(name) ?? { name, ns: 0, count: 0 };
      kernels.set(name, own);
      own.ns += graph.endNs[node] - graph.startNs[node];
      own.count++;
    }
  });
  const transports = await transportsOfGroups(dump);
  return {
    kernels: [...kernels.values()].sort((a, b) => b.ns - a.ns).slice(0, MOST_KERNELS),
    groups: totals.groups.map((own) => ({
      ...own,
      ns: totals.ranks.reduce((sum, { transferNs }) => sum + (transferNs.get(own.group) ?? 0), 0),
    })),
    transports: [...new Set(totals.groups.flatMap(({ group }) => transports.get(group) ?? []))],
    ranks: totals.ranks.map(({ rank }) => rank),
    links: await slowerLinks(dump, totals.groups),
  };
}

const MOST_LINKS = 50;

/** Links that collectives of the graph go over, below the median of the others of their transport; furthest below first. */
async function slowerLinks(dump: DumpContext, groups: GraphTotals['groups']): Promise<WhatIfChoices['links']> {
  const { links } = await linkTraffic(dump);
  const pairs = comparableLinks(linksInScope(links, {}), threshold('link.least-bytes'));
  const slower = pairs.flatMap(({ source, target, transport, bandwidthGBps }) => {
    const others = pairs.filter(
      (own) => own.transport === transport && !(own.source === source && own.target === target),
    );
    const usualGBps = medianOf(others.map((own) => own.bandwidthGBps));
    const isJoined = groups.some(({ ranks }) => ranks.includes(source) && ranks.includes(target));
    return isJoined && bandwidthGBps < usualGBps ? [{ source, target, transport, bandwidthGBps, usualGBps }] : [];
  });
  return slower.sort((a, b) => a.bandwidthGBps / a.usualGBps - b.bandwidthGBps / b.usualGBps).slice(0, MOST_LINKS);
}
