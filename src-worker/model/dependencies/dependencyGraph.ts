import { EDGE_KINDS, type EdgeKind, type GraphColumns, NO_NODE } from './graphColumns';

/**
 * Nodes in an order in which whatever a node waits for stands before it. A node begins when all that it waits for is done and
 * the edge's `lagNs` has passed, and takes as long as was measured:
 *
 *     start = max over its edges (end of `from` + lagNs)     end = start + duration
 *
 * Lags are such that these are the measured times: one edge, the node's `cause`, explains its start to the ns.
 */
export interface DependencyGraph {
  readonly count: number;
  readonly kind: Uint8Array;
  readonly slice: Uint32Array;
  /** Position of the rank. */
  readonly rank: Uint16Array;
  readonly startNs: Float64Array;
  readonly endNs: Float64Array;
  /** First edge of each node; one more at the end. */
  readonly edgeFirst: Uint32Array;
  readonly from: Uint32Array;
  readonly lagNs: Float64Array;
  readonly edgeKind: Uint8Array;
  /** The edge that explains its start; `NO_NODE`: nothing is known. */
  readonly cause: Uint32Array;
  /** Where each node of the columns that it was made of stands now. */
  readonly place: Uint32Array;
}

/** What ended later than its successor began, by more than clocks are off, was not waited for. */
const ROUNDING_NS = 200;
/** Of the measured lags of a kind this share is shorter than what it takes at least. */
const LEAST_SHARE = 0.1;
const SAMPLES = 4096;

/** As the columns do, it calls their `onSome` again and again. */
export function finishedGraph(columns: GraphColumns, rankOf: readonly number[]): DependencyGraph {
  const kept = keptEdges(columns);
  columns.onSome();
  const order = topological(columns, kept);
  columns.onSome();
  const place = new Uint32Array(columns.nodeCount);
  for (let at = 0; at < order.length; at++) place[order[at]] = at;
  const count = columns.nodeCount;
  const edgeFirst = new Uint32Array(count + 1);
  const isForward = (edge: number) => place[columns.from[edge]] < place[columns.to[edge]];
  let edgeCount = 0;
  for (const edge of kept)
    if (isForward(edge)) {
      edgeFirst[place[columns.to[edge]] + 1]++;
      edgeCount++;
    }
  for (let node = 0; node < count; node++) edgeFirst[node + 1] += edgeFirst[node];
  const next = edgeFirst.slice(0, count);
  const from = new Uint32Array(edgeCount);
  const edgeKind = new Uint8Array(edgeCount);
  for (const edge of kept) {
    if (!isForward(edge)) continue;
    const at = next[place[columns.to[edge]]]++;
    from[at] = place[columns.from[edge]];
    edgeKind[at] = columns.edgeKind[edge];
  }
  columns.onSome();
  const graph = {
    count,
    kind: Uint8Array.from(order, (node) => columns.kind[node]),
    slice: order.map((node) => columns.slice[node]),
    rank: Uint16Array.from(order, (node) => rankOf[node]),
    startNs: Float64Array.from(order, (node) => columns.startNs[node]),
    endNs: Float64Array.from(order, (node) => columns.endNs[node]),
    edgeFirst,
    from,
    edgeKind,
    place,
  };
  columns.onSome();
  return { ...graph, ...lagsOf(graph) };
}

/** A collective's data may end before its last rank arrives by as much as the clocks of the ranks are off. */
function keptEdges({ edgeCount, from, to, edgeKind, startNs, endNs }: GraphColumns): Uint32Array {
  const kept = new Uint32Array(edgeCount);
  let count = 0;
  for (let edge = 0; edge < edgeCount; edge++) {
    const isLate = endNs[from[edge]] > startNs[to[edge]] + ROUNDING_NS;
    if (!isLate || EDGE_KINDS[edgeKind[edge]] === 'collective') kept[count++] = edge;
  }
  return kept.subarray(0, count);
}

/** Kahn's algorithm. Rounded times can make a circle: its earliest node goes first, and what leads back to it is left out. */
function topological({ nodeCount, from, to, startNs }: GraphColumns, kept: Uint32Array): Uint32Array {
  const waiting = new Uint32Array(nodeCount);
  const first = new Uint32Array(nodeCount + 1);
  for (const edge of kept) {
    waiting[to[edge]]++;
    first[from[edge] + 1]++;
  }
  for (let node = 0; node < nodeCount; node++) first[node + 1] += first[node];
  const next = first.slice(0, nodeCount);
  const successor = new Uint32Array(kept.length);
  for (const edge of kept) successor[next[from[edge]]++] = to[edge];
  const order = new Uint32Array(nodeCount);
  const isDone = new Uint8Array(nodeCount);
  let count = 0;
  const take = (node: number) => {
    isDone[node] = 1;
    order[count++] = node;
  };
  for (let node = 0; node < nodeCount; node++) if (waiting[node] === 0) take(node);
  for (let at = 0; at < nodeCount; at++) {
    if (at === count) take(earliestLeft(startNs, isDone));
    const node = order[at];
    for (let edge = first[node]; edge < first[node + 1]; edge++) {
      const to = successor[edge];
      if (--waiting[to] === 0 && isDone[to] === 0) take(to);
    }
  }
  return order;
}

function earliestLeft(startNs: Float64Array, isDone: Uint8Array): number {
  let earliest = -1;
  for (let node = 0; node < isDone.length; node++)
    if (isDone[node] === 0 && (earliest < 0 || startNs[node] < startNs[earliest])) earliest = node;
  return earliest;
}

type Timed = Pick<DependencyGraph, 'count' | 'rank' | 'startNs' | 'endNs' | 'edgeFirst' | 'from' | 'edgeKind'>;

/** The edge that would have let the node begin last is its cause, and has what is left up to its start. */
function lagsOf(graph: Timed): Pick<DependencyGraph, 'lagNs' | 'cause'> {
  const { count, rank, startNs, endNs, edgeFirst, from, edgeKind } = graph;
  const usualNs = usualLags(graph);
  const lagNs = new Float64Array(from.length);
  const cause = new Uint32Array(count).fill(NO_NODE);
  for (let node = 0; node < count; node++) {
    let readyNs = Number.NEGATIVE_INFINITY;
    for (let edge = edgeFirst[node]; edge < edgeFirst[node + 1]; edge++) {
      const apartNs = startNs[node] - endNs[from[edge]];
      const usual = usualNs[rank[node] * EDGE_KINDS.length + edgeKind[edge]];
      lagNs[edge] = Math.min(usual, apartNs);
      const own = endNs[from[edge]] + lagNs[edge];
      if (own < readyNs || (own === readyNs && cause[node] !== NO_NODE)) continue;
      readyNs = own;
      cause[node] = edge;
    }
    const own = cause[node];
    if (own !== NO_NODE) lagNs[own] = startNs[node] - endNs[from[own]];
  }
  return { lagNs, cause };
}

const LASTING: ReadonlySet<EdgeKind> = new Set(['order', 'launch', 'data', 'release']);

/**
 * By rank and kind of edge: what lies between the two at least, as far as the shortest of those tell whose node had nothing
 * else left to wait for.
 */
function usualLags({ count, rank, startNs, endNs, edgeFirst, from, edgeKind }: Timed): Float64Array {
  const samples = new Map<number, number[]>();
  let rankCount = 0;
  for (let node = 0; node < count; node++) {
    rankCount = Math.max(rankCount, rank[node] + 1);
    let last = NO_NODE;
    for (let edge = edgeFirst[node]; edge < edgeFirst[node + 1]; edge++)
      if (last === NO_NODE || endNs[from[edge]] > endNs[from[last]]) last = edge;
    if (last === NO_NODE) continue;
    const key = rank[node] * EDGE_KINDS.length + edgeKind[last];
    const apartNs = startNs[node] - endNs[from[last]];
    if (!LASTING.has(EDGE_KINDS[edgeKind[last]]) || apartNs < 0) continue;
    const own = samples.get(key) ?? [];
    samples.set(key, own);
    if (own.length < SAMPLES) own.push(apartNs);
  }
  const usualNs = new Float64Array(rankCount * EDGE_KINDS.length);
  for (const [key, own] of samples) usualNs[key] = own.sort((a, b) => a - b)[Math.floor(own.length * LEAST_SHARE)];
  return usualNs;
}
