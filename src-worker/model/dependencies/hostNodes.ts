/** What the host's threads did between the calls that matter to the device. */
import { endNsOf } from '../../index/columns/indexSlices';
import { hostWorkOf } from '../../names/hostWork';
import type { RankView } from '../../query/rankView';
import { HostThreads } from '../freeTime/hostThreads';
import { callLaunches, handOvers } from '../launches';
import { timelineSteps } from '../steps/timelineSteps';
import { type GraphColumns, NO_NODE } from './graphColumns';

/** A launch: the node that ends with the call, and the slice of the device that it put there. */
export interface LaunchNode {
  readonly node: number;
  readonly task: number;
}

/** A wait of the host for the device, whose task is looked for later. */
export interface WaitNode {
  readonly node: number;
  readonly startNs: number;
  readonly endNs: number;
}

export interface HostNodes {
  /** By time. */
  readonly launches: readonly LaunchNode[];
  readonly waits: readonly WaitNode[];
}

type Point =
  | { readonly kind: 'hand-over'; readonly ns: number; readonly slice: number; readonly id: number }
  | { readonly kind: 'taken'; readonly ns: number; readonly slice: number; readonly id: number }
  | { readonly kind: 'launch'; readonly ns: number; readonly slice: number; readonly tasks: number[] }
  | { readonly kind: 'wait'; readonly ns: number; readonly endNs: number; readonly slice: number };

/**
 * Nodes of the host, each up to a point in time:
 *
 *     python thread     ──────┤hand over a├────┤hand over b├─┤ wait for the device ├──
 *     launching thread          ┤taken a├─┤launch a├    ┤taken b├─┤launch b├
 *
 * Threads that run the program take turns — autograd's goes on where the main one waits for it — and are one chain in the order
 * of their calls. A thread that takes calls from a queue is a chain of its own. Times are the index's own.
 */
export function hostNodes(view: RankView, graph: GraphColumns): HostNodes {
  const threads = new HostThreads(view);
  const { program, takers } = pointsOf(view, threads);
  const launches: LaunchNode[] = [];
  const waits: WaitNode[] = [];
  const handedOver = new Map<number, number>();
  // What the program did before its first call counts as well: it may have waited for its input.
  chain(graph, program, 'host', firstHostNs(view), { launches, waits, handedOver });
  for (const points of takers) chain(graph, points, 'cann', points[0]?.ns ?? 0, { launches, waits, handedOver });
  launches.sort((a, b) => graph.endNs[a.node] - graph.endNs[b.node] || a.node - b.node);
  return { launches, waits };
}

function firstHostNs(view: RankView): number {
  const { from, steps } = timelineSteps(view);
  return from === 'none' ? view.index.startNs : steps[0].hostStartNs;
}

function pointsOf(view: RankView, threads: HostThreads): { program: Point[]; takers: Point[][] } {
  const ofThread = new Map<number, Point[]>();
  const taking = new Set<number>();
  const add = (slice: number, point: Point): number | undefined => {
    const thread = threads.threadOf(slice);
    if (thread === undefined) return undefined;
    const own = ofThread.get(thread);
    if (own) own.push(point);
    else ofThread.set(thread, [point]);
    return thread;
  };
  handOvers(view, (fromSlice, fromNs, toSlice, toNs, id) => {
    if (threads.threadOf(fromSlice) === threads.threadOf(toSlice)) return;
    add(fromSlice, { kind: 'hand-over', ns: fromNs, slice: fromSlice, id });
    const taker = add(toSlice, { kind: 'taken', ns: toNs, slice: toSlice, id });
    if (taker !== undefined) taking.add(taker);
  });
  const calls = new Map<string, number[]>();
  callLaunches(view, (fromSlice, fromNs, toSlice) => {
    const key = `${fromSlice} ${fromNs}`;
    const known = calls.get(key);
    if (known) {
      known.push(toSlice);
      return;
    }
    const tasks = [toSlice];
    calls.set(key, tasks);
    add(fromSlice, { kind: 'launch', ns: fromNs, slice: fromSlice, tasks });
  });
  for (const [thread, points] of ofThread) points.push(...waitsOf(view, threads, thread));
  const program = [...ofThread].filter(([thread]) => !taking.has(thread)).flatMap(([, points]) => points);
  const takers = [...taking].map((thread) => byTime(ofThread.get(thread) ?? []));
  return { program: byTime(program), takers };
}

function byTime(points: Point[]): Point[] {
  return points.sort((a, b) => a.ns - b.ns || a.slice - b.slice);
}

/** Calls that wait for the device; one within another is the same wait. */
function waitsOf(view: RankView, threads: HostThreads, thread: number): Point[] {
  const { slices } = view.index;
  const waits: Point[] = [];
  let untilNs = Number.NEGATIVE_INFINITY;
  for (const slice of threads.slicesWhere(thread, (name) => hostWorkOf(name) === 'synchronise')) {
    const [ns, endNs] = [slices.startNs[slice], endNsOf(slices, slice)];
    if (ns < untilNs) continue;
    untilNs = endNs;
    waits.push({ kind: 'wait', ns, endNs, slice });
  }
  return waits;
}

interface Found {
  readonly launches: LaunchNode[];
  readonly waits: WaitNode[];
  /** By the arrow: the node that ends as a call is handed over. */
  readonly handedOver: Map<number, number>;
}

function chain(
  graph: GraphColumns,
  points: readonly Point[],
  kind: 'host' | 'cann',
  fromNs: number,
  found: Found,
): void {
  let before = NO_NODE;
  let atNs = Math.min(fromNs, points[0]?.ns ?? fromNs);
  for (const point of points) {
    // Rounded, or within a wait that another thread ends: no time of its own.
    const ns = Math.max(point.ns, atNs);
    const handed = point.kind === 'taken' ? found.handedOver.get(point.id) : undefined;
    const startNs = handed === undefined ? atNs : Math.min(ns, Math.max(atNs, graph.endNs[handed]));
    const node = graph.node(point.kind === 'taken' ? 'queue' : kind, startNs, ns, point.slice);
    graph.edge('order', before, node);
    if (handed !== undefined) graph.edge('queue', handed, node);
    [before, atNs] = [node, ns];
    if (point.kind === 'hand-over') found.handedOver.set(point.id, node);
    if (point.kind === 'launch') for (const task of point.tasks) found.launches.push({ node, task });
    if (point.kind === 'wait' && point.endNs > ns) {
      const wait = graph.node('sync', ns, point.endNs, point.slice);
      graph.edge('order', node, wait);
      found.waits.push({ node: wait, startNs: ns, endNs: point.endNs });
      [before, atNs] = [wait, point.endNs];
    }
  }
}
