/** What if a rank computed as its peers do, call by call. */
import { medianOf } from '../../base/aggregates';
import type { DumpContext } from '../dumpContext';
import { eachView } from './eachView';
import { NODE_KINDS } from './graphColumns';
import type { JobGraph } from './jobGraph';

/**
 * The nth kernel of each name takes no longer than the median of the peers' nth; answers how many kernels have peers. Peers are the
 * ranks with as many kernels of the name: those of another pipeline stage run others, or more of them. `durationNs` is changed in
 * place.
 */
export async function likePeers(
  dump: DumpContext,
  graph: JobGraph,
  rank: number,
  durationNs: Float64Array,
): Promise<number> {
  const wanted = graph.ranks.findIndex(({ number }) => number === rank);
  if (wanted < 0) return 0;
  const callsOf = await kernelsByName(dump, graph);
  let count = 0;
  for (const [name, own] of callsOf[wanted] ?? []) {
    const peers = callsOf.flatMap((calls, at) => {
      const theirs = at === wanted ? undefined : calls.get(name);
      return theirs?.length === own.length ? [theirs] : [];
    });
    if (peers.length === 0) continue;
    for (const [nth, node] of own.entries()) {
      const usualNs = medianOf(peers.map((theirs) => durationNs[theirs[nth]]));
      durationNs[node] = Math.min(durationNs[node], usualNs);
      count++;
    }
  }
  return count;
}

/** Of each rank of the graph its kernels, by start. */
async function kernelsByName(dump: DumpContext, graph: JobGraph): Promise<readonly Map<string, number[]>[]> {
  const found = graph.ranks.map(() => new Map<string, number[]>());
  await eachView(dump, graph, (view, position) => {
    const calls = found[position];
    for (let node = 0; node < graph.count; node++) {
      if (graph.rank[node] !== position || NODE_KINDS[graph.kind[node]] !== 'compute') continue;
      const name = view.nameText(view.index.slices.name[graph.slice[node]]);
      const own = calls.get(name);
      if (own) own.push(node);
      else calls.set(name, [node]);
    }
    for (const own of calls.values()) own.sort((a, b) => graph.startNs[a] - graph.startNs[b]);
  });
  return found;
}
