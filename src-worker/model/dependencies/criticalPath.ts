import type { DependencyGraph } from './dependencyGraph';
import { EDGE_KINDS, type EdgeKind, NO_NODE, NODE_KINDS, type NodeKind } from './graphColumns';

/** A stretch of the path: a node, or what lies between the one before and it. By time they follow each other without a gap. */
export type PathStretch =
  | {
      readonly kind: 'node';
      readonly node: number;
      readonly of: NodeKind;
      readonly startNs: number;
      readonly endNs: number;
    }
  | {
      readonly kind: 'lag';
      readonly node: number;
      readonly of: EdgeKind;
      readonly startNs: number;
      readonly endNs: number;
    }
  | { readonly kind: 'idle'; readonly node: number; readonly startNs: number; readonly endNs: number };

/**
 * What the rank's work from `fromNs` to `toNs` took so long for: from the last that ended on the rank back over what each node
 * waited for longest, on other ranks too. The stretches are exactly that time; the last ones come first to be found, and are
 * answered by time. (Critical path method, Kelley and Walker 1959, over measured times.)
 */
export function criticalPath(graph: DependencyGraph, rank: number, fromNs: number, toNs: number): PathStretch[] {
  const { kind, startNs, endNs, cause, from, edgeKind } = graph;
  const found: PathStretch[] = [];
  let node = lastOn(graph, rank, fromNs, toNs);
  if (node === NO_NODE) return [{ kind: 'idle', node, startNs: fromNs, endNs: toNs }];
  let atNs = toNs;
  const upTo = (ns: number, stretch: (startNs: number) => PathStretch) => {
    const startNs = Math.max(fromNs, Math.min(ns, atNs));
    if (startNs < atNs) found.push(stretch(startNs));
    atNs = startNs;
  };
  upTo(endNs[node], (start) => ({ kind: 'idle', node: NO_NODE, startNs: start, endNs: atNs }));
  while (atNs > fromNs) {
    const own = node;
    const of = NODE_KINDS[kind[own]];
    upTo(startNs[own], (start) => ({ kind: 'node', node: own, of, startNs: start, endNs: atNs }));
    const edge = cause[own];
    if (edge === NO_NODE) {
      upTo(fromNs, (start) => ({ kind: 'idle', node: own, startNs: start, endNs: atNs }));
      break;
    }
    const lag = EDGE_KINDS[edgeKind[edge]];
    upTo(endNs[from[edge]], (start) => ({ kind: 'lag', node: own, of: lag, startNs: start, endNs: atNs }));
    node = from[edge];
  }
  return found.reverse();
}

/** The node of the rank that ends last within the time; of several the one that is not the host's. */
function lastOn({ count, rank, startNs, endNs }: DependencyGraph, wanted: number, fromNs: number, toNs: number) {
  let last = NO_NODE;
  for (let node = 0; node < count; node++) {
    if (rank[node] !== wanted || endNs[node] > toNs || endNs[node] <= fromNs || startNs[node] >= toNs) continue;
    if (last === NO_NODE || endNs[node] >= endNs[last]) last = node;
  }
  return last;
}

/** How much later each node could end without anything up to `sinkNs` ending after that: total float. Infinity behind it. */
export function slacks(graph: DependencyGraph, sinkNs: number): Float64Array {
  const { count, startNs, endNs, edgeFirst, from, lagNs } = graph;
  const slackNs = new Float64Array(count);
  for (let node = 0; node < count; node++)
    slackNs[node] = endNs[node] <= sinkNs ? sinkNs - endNs[node] : Number.POSITIVE_INFINITY;
  for (let node = count - 1; node >= 0; node--)
    for (let edge = edgeFirst[node]; edge < edgeFirst[node + 1]; edge++) {
      const own = slackNs[node] + startNs[node] - endNs[from[edge]] - lagNs[edge];
      if (own < slackNs[from[edge]]) slackNs[from[edge]] = own;
    }
  return slackNs;
}
