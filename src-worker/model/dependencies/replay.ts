import type { DependencyGraph } from './dependencyGraph';
import { NO_NODE } from './graphColumns';

/**
 * The graph once more, with other durations and without the edges that `isLeftOut` has 1 for: a graph of the same nodes with other times,
 * lags as they were, and the causes that there are then. Without any change its times are the measured ones, and nothing shorter
 * makes anything later: starts are maxima of sums.
 */
export function replayed<G extends DependencyGraph>(graph: G, durationNs: Float64Array, isLeftOut?: Uint8Array): G {
  const { count, startNs, edgeFirst, from, lagNs } = graph;
  const starts = new Float64Array(count);
  const ends = new Float64Array(count);
  const cause = new Uint32Array(count).fill(NO_NODE);
  for (let node = 0; node < count; node++) {
    let start = Number.NEGATIVE_INFINITY;
    for (let edge = edgeFirst[node]; edge < edgeFirst[node + 1]; edge++) {
      if (isLeftOut?.[edge] === 1) continue;
      const ns = ends[from[edge]] + lagNs[edge];
      if (ns <= start) continue;
      start = ns;
      cause[node] = edge;
    }
    // What waits for nothing that is known begins when it did.
    starts[node] = start === Number.NEGATIVE_INFINITY ? startNs[node] : start;
    ends[node] = starts[node] + durationNs[node];
  }
  return { ...graph, startNs: starts, endNs: ends, cause };
}

export function durations({ count, startNs, endNs }: DependencyGraph): Float64Array {
  const ns = new Float64Array(count);
  for (let node = 0; node < count; node++) ns[node] = endNs[node] - startNs[node];
  return ns;
}
