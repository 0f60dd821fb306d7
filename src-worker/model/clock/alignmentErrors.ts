/** How far the ends of one rank may lie from the common ends of one of its groups. */
export interface GroupSpread {
  readonly group: number;
  readonly rank: number;
  readonly errorNs: number;
}

/**
 * Error bars: what may be wrong between a rank and the first of its component. Errors of ends that always lie a little off
 * on the same rank don't average out with the number of calls, and those of several groups add up along the way from rank
 * to rank: the bar is the length of the shortest such way (Dijkstra), whose edges are the spreads of ranks in groups.
 */
export function errorsFrom(component: Int32Array, spreads: readonly GroupSpread[]): Float64Array {
  const rankCount = component.length;
  const groupCount = spreads.reduce((count, { group }) => Math.max(count, group + 1), 0);
  // Ranks first, then groups.
  const edges = Array.from({ length: rankCount + groupCount }, (): { to: number; errorNs: number }[] => []);
  for (const { group, rank, errorNs } of spreads) {
    edges[rank].push({ to: rankCount + group, errorNs });
    edges[rankCount + group].push({ to: rank, errorNs });
  }
  const errors = new Float64Array(edges.length).fill(Number.POSITIVE_INFINITY);
  component.forEach((first, rank) => {
    if (first === rank) shortestWays(rank, edges, errors);
  });
  return errors.slice(0, rankCount);
}

function shortestWays(
  from: number,
  edges: readonly (readonly { readonly to: number; readonly errorNs: number }[])[],
  errors: Float64Array,
): void {
  errors[from] = 0;
  const queue = new NearestFirst();
  queue.push(from, 0);
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    if (next.distance > errors[next.node]) continue;
    for (const { to, errorNs } of edges[next.node]) {
      const distance = next.distance + errorNs;
      if (distance >= errors[to]) continue;
      errors[to] = distance;
      queue.push(to, distance);
    }
  }
}

interface Reached {
  readonly node: number;
  readonly distance: number;
}

/** A binary heap. */
class NearestFirst {
  readonly #heap: Reached[] = [];

  push(node: number, distance: number): void {
    const heap = this.#heap;
    let at = heap.push({ node, distance }) - 1;
    for (let parent = (at - 1) >> 1; at > 0 && heap[parent].distance > heap[at].distance; parent = (at - 1) >> 1) {
      [heap[at], heap[parent]] = [heap[parent], heap[at]];
      at = parent;
    }
  }

  pop(): Reached | undefined {
    const heap = this.#heap;
    const [nearest] = heap;
    const last = heap.pop();
    if (nearest === undefined || last === undefined || heap.length === 0) return nearest;
    heap[0] = last;
    for (let at = 0; ; ) {
      const [left, right] = [2 * at + 1, 2 * at + 2];
      let least = at;
      if (left < heap.length && heap[left].distance < heap[least].distance) least = left;
      if (right < heap.length && heap[right].distance < heap[least].distance) least = right;
      if (least === at) return nearest;
      [heap[at], heap[least]] = [heap[least], heap[at]];
      at = least;
    }
  }
}
