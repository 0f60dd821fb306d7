/** Tasks of the device, and what each of them waited for. */
import { endNsOf } from '../../index/columns/indexSlices';
import { TASK_KIND_SHIFT } from '../../index/columns/segmentColumns';
import { TASK_KINDS } from '../../names/taskKind';
import { lanesOf } from '../../query/laneSlices';
import type { RankView } from '../../query/rankView';
import { groupOfLane } from '../collectives/timelineCollectives';
import { deviceTasks } from '../deviceTasks';
import { type GraphColumns, NO_NODE } from './graphColumns';
import type { HostNodes } from './hostNodes';

/** A collective of the rank: where it arrives, and where its data moves. */
export interface CollectiveNodes {
  readonly slice: number;
  readonly arrival: number;
  readonly transfer: number;
}

/** The device's clock and the host's are told in different steps; what is later by less came first. */
const ROUNDING_NS = 200;
/** A stream that goes on so soon after a task of another one has waited for that. */
const RELEASED_NS = 50_000;
/** What the order of its stream, its launch and its data leave open of a task's start, for which another stream is looked at. */
const OPEN_NS = 5_000;

/**
 * Nodes of the device's tasks, in the order of their starts, with an edge from each of: the task before it on its stream; the
 * call that launched it; for a collective what the device was told to compute before it (PyTorch's process groups let the
 * stream of communication wait for the stream at hand); a task of another stream that ended just before, where the others
 * leave the start open. Times are the index's own.
 */
export function deviceNodes(view: RankView, graph: GraphColumns, host: HostNodes): readonly CollectiveNodes[] {
  const { slices } = view.index;
  const tasks = tasksOf(view);
  const launchOf = new Map<number, number>();
  for (const { node, task } of host.launches) if (!launchOf.has(task)) launchOf.set(task, node);
  const collectives: CollectiveNodes[] = [];
  const endOfTask = new Map<number, number>();
  const laneEnds = new Map<number, LaneEnds>();
  for (const { slice, lane, kind } of tasks) {
    const [startNs, endNs] = [slices.startNs[slice], endNsOf(slices, slice)];
    const isCollective = kind === 'communication';
    const node = isCollective
      ? graph.node('arrival', startNs, startNs, slice)
      : graph.node(kind, startNs, endNs, slice);
    const last = isCollective ? graph.node('transfer', startNs, endNs, slice) : node;
    if (isCollective) collectives.push({ slice, arrival: node, transfer: last });
    graph.edge('order', laneEnds.get(lane)?.endedBy(graph, startNs) ?? NO_NODE, node);
    graph.edge('launch', launchOf.get(slice) ?? NO_NODE, node);
    endOfTask.set(slice, last);
    const own = laneEnds.get(lane) ?? new LaneEnds();
    laneEnds.set(lane, own);
    own.add(last);
  }
  const before = computedBefore(view, host, endOfTask);
  for (const { slice, arrival } of collectives) {
    const data = before.get(slice);
    if (data !== undefined && graph.endNs[data] <= graph.startNs[arrival] + ROUNDING_NS)
      graph.edge('data', data, arrival);
  }
  releases(graph, tasks, endOfTask, laneEnds);
  waitsForDevice(graph, host, laneEnds);
  return collectives;
}

interface Task {
  readonly slice: number;
  readonly lane: number;
  readonly kind: 'compute' | 'memory' | 'communication';
}

/** By start. Where groups have lanes their collectives stand there; what carries them out on streams is left out. */
function tasksOf(view: RankView): Task[] {
  const { slices } = view.index;
  const { slice, lane, kind } = deviceTasks(view);
  const groupLanes = new Set(
    lanesOf(view)
      .filter((own) => groupOfLane(own) !== undefined)
      .map((own) => own.position),
  );
  const carriers = new Set<number>();
  const isNotify: boolean[] = [];
  for (let at = 0; at < slice.length; at++) {
    const name = slices.name[slice[at]];
    isNotify[name] ??= /^notify/i.test(view.nameText(name));
    if (isNotify[name]) carriers.add(lane[at]);
  }
  const tasks: Task[] = [];
  for (let at = 0; at < slice.length; at++) {
    const own = TASK_KINDS[kind[at]];
    if (own === 'none' || own === 'wait') continue;
    if (own === 'communication' ? groupLanes.size > 0 && !groupLanes.has(lane[at]) : carriers.has(lane[at])) continue;
    tasks.push({ slice: slice[at], lane: lane[at], kind: own });
  }
  return tasks;
}

/** The last tasks of a stream, by start. */
class LaneEnds {
  readonly nodes: number[] = [];
  #at = 0;

  add(node: number): void {
    this.nodes.push(node);
  }

  /** The one that ended last by then; instants asked for ascend, but for what rounding does. */
  endedBy({ endNs }: GraphColumns, ns: number): number {
    while (this.#at + 1 < this.nodes.length && endNs[this.nodes[this.#at + 1]] <= ns + ROUNDING_NS) this.#at++;
    const node = this.nodes[this.#at];
    return node !== undefined && endNs[node] <= ns + ROUNDING_NS ? node : NO_NODE;
  }

  again(): void {
    this.#at = 0;
  }
}

/** By the slice of a collective: the task that the device was told to compute last before it. */
function computedBefore(
  view: RankView,
  { launches }: HostNodes,
  endOfTask: ReadonlyMap<number, number>,
): ReadonlyMap<number, number> {
  const { flags } = view.index.slices;
  const before = new Map<number, number>();
  let computed: number | undefined;
  for (const { task } of launches) {
    const kind = kindAt(flags[task]);
    if (kind === 'compute') computed = endOfTask.get(task) ?? computed;
    if (kind === 'communication' && computed !== undefined && !before.has(task)) before.set(task, computed);
  }
  return before;
}

function kindAt(flags: number) {
  return TASK_KINDS[flags >> TASK_KIND_SHIFT];
}

function releases(
  graph: GraphColumns,
  tasks: readonly Task[],
  endOfTask: ReadonlyMap<number, number>,
  laneEnds: ReadonlyMap<number, LaneEnds>,
): void {
  const readyNs = readyTimes(graph);
  for (const lane of laneEnds.values()) lane.again();
  for (const { slice, lane, kind } of tasks) {
    const last = endOfTask.get(slice);
    if (last === undefined) continue;
    // The arrival stands before the transfer.
    const node = kind === 'communication' ? last - 1 : last;
    const startNs = graph.startNs[node];
    if (startNs - readyNs[node] <= OPEN_NS) continue;
    let latest = NO_NODE;
    for (const [other, ends] of laneEnds) {
      if (other === lane) continue;
      const ended = ends.endedBy(graph, startNs);
      if (ended !== NO_NODE && (latest === NO_NODE || graph.endNs[ended] > graph.endNs[latest])) latest = ended;
    }
    if (latest === NO_NODE) continue;
    if (graph.endNs[latest] > readyNs[node] && startNs - graph.endNs[latest] <= RELEASED_NS)
      graph.edge('release', latest, node);
  }
}

/** When the last of what each node is known to wait for was done. */
function readyTimes({ from, to, edgeCount, nodeCount, endNs }: GraphColumns): Float64Array {
  const readyNs = new Float64Array(nodeCount).fill(Number.NEGATIVE_INFINITY);
  for (let edge = 0; edge < edgeCount; edge++) readyNs[to[edge]] = Math.max(readyNs[to[edge]], endNs[from[edge]]);
  return readyNs;
}

/** A wait ends some µs after the task that it waits for; that is the last one to end during it. */
function waitsForDevice(graph: GraphColumns, { waits }: HostNodes, laneEnds: ReadonlyMap<number, LaneEnds>): void {
  for (const lane of laneEnds.values()) lane.again();
  const byStart = [...waits].sort((a, b) => a.endNs - b.endNs);
  for (const { node, startNs, endNs } of byStart) {
    let latest = NO_NODE;
    for (const ends of laneEnds.values()) {
      const ended = ends.endedBy(graph, endNs);
      if (ended !== NO_NODE && (latest === NO_NODE || graph.endNs[ended] > graph.endNs[latest])) latest = ended;
    }
    if (latest === NO_NODE || graph.endNs[latest] <= startNs) continue;
    graph.startNs[node] = Math.min(graph.endNs[latest], endNs);
    graph.edge('device', latest, node);
  }
}
