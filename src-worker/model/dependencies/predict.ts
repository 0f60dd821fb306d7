/** E4: how long steps would take with something changed, by replay. */
import type { PathBound, PredictedRank, WhatIf, WhatIfChange } from '../../../src-contract';
import { maxOf } from '../../base/aggregates';
import type { DumpContext } from '../dumpContext';
import { change } from './changes';
import { criticalPath } from './criticalPath';
import type { DependencyGraph } from './dependencyGraph';
import { NO_NODE, NODE_KINDS } from './graphColumns';
import { type JobGraph, jobGraph } from './jobGraph';
import { componentOf } from './pathParts';
import { durations, replayed } from './replay';

/** Undefined: no timeline has tasks of a device. */
export async function whatIf(dump: DumpContext, changes: readonly WhatIfChange[]): Promise<WhatIf | undefined> {
  const graph = await jobGraph(dump);
  if (!graph) return undefined;
  const { durationNs, isLeftOut, count } = await change(dump, graph, changes, durations(graph));
  return { ...predicted(graph, durationNs, isLeftOut), changedCount: count };
}

/** The steps of a graph that takes so long; means over those of each rank. */
export function predicted(
  graph: JobGraph,
  durationNs: Float64Array,
  isLeftOut?: Uint8Array,
): Omit<WhatIf, 'changedCount'> {
  const again = replayed(graph, durationNs, isLeftOut);
  const [before, after] = [spans(graph, graph), spans(graph, again)];
  const ranks = graph.ranks.flatMap((own, at): PredictedRank[] => {
    const stepCount = own.steps.length;
    if (stepCount === 0) return [];
    const { number: rank, rank: table } = own;
    const stepNs = (before[at].endNs - before[at].startNs) / stepCount;
    return [{ rank, label: table.label, stepNs, predictedNs: lengthNs(before[at], after[at]) / stepCount }];
  });
  return {
    stepNs: maxOf(ranks.map((own) => own.stepNs)),
    predictedNs: maxOf(ranks.map((own) => own.predictedNs)),
    ranks,
    bound: boundOf(again, after, graph),
  };
}

interface Span {
  startNs: number;
  endNs: number;
}

/**
 * How long the steps are that end differently: as long as their tasks lie apart, but never longer where they end earlier, nor shorter
 * where they end later. A first task that only begins earlier, and is waited for no less, has made nothing longer.
 */
function lengthNs(before: Span, after: Span): number {
  const measuredNs = before.endNs - before.startNs;
  const changedNs = after.endNs - after.startNs - measuredNs;
  return changedNs * (after.endNs - before.endNs) > 0 ? measuredNs + changedNs : measuredNs;
}

/** Of each rank, from its first kernel or collective to its last one's end, among those of steps. */
function spans({ count, kind, rank, startNs: measuredNs, ranks }: JobGraph, times: DependencyGraph): Span[] {
  const found = ranks.map(() => ({ startNs: Number.POSITIVE_INFINITY, endNs: Number.NEGATIVE_INFINITY }));
  for (let node = 0; node < count; node++) {
    const own = NODE_KINDS[kind[node]];
    if (own !== 'compute' && own !== 'arrival' && own !== 'transfer') continue;
    const { steps } = ranks[rank[node]];
    const first = steps[0];
    const last = steps.at(-1);
    if (!first || !last || measuredNs[node] < first.startNs || measuredNs[node] >= last.endNs) continue;
    const span = found[rank[node]];
    span.startNs = Math.min(span.startNs, times.startNs[node]);
    span.endNs = Math.max(span.endNs, times.endNs[node]);
  }
  return found;
}

/** Where the rank that takes longest has most of its path. */
function boundOf(graph: DependencyGraph, found: readonly Span[], { ranks }: JobGraph): PathBound | undefined {
  const longest = found.reduce(
    (most, own, at) => {
      const ns = (own.endNs - own.startNs) / Math.max(1, ranks[at].steps.length);
      return ns > most.ns ? { ns, at } : most;
    },
    { ns: 0, at: -1 },
  );
  if (longest.at < 0) return undefined;
  const { startNs, endNs } = found[longest.at];
  const sums = new Map<string, { component: PathBound['component']; at: number; ns: number }>();
  for (const own of criticalPath(graph, longest.at, startNs, endNs)) {
    const at = own.node === NO_NODE ? longest.at : graph.rank[own.node];
    const component = componentOf(own);
    const key = `${component} ${at}`;
    const sum = sums.get(key) ?? { component, at, ns: 0 };
    sum.ns += own.endNs - own.startNs;
    sums.set(key, sum);
  }
  const [most] = [...sums.values()].sort((a, b) => b.ns - a.ns);
  if (!most) return undefined;
  const { number, rank } = ranks[most.at];
  return { component: most.component, rank: number, label: rank.label, share: most.ns / (endNs - startNs) };
}
