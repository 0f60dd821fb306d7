/** The dependencies of all ranks whose timelines are there, by one clock. */

import { mostGraphNodes } from '../../../src-contract/findings/limits';
import { firstOwnNs, NO_SHIFT, toJobNs } from '../../base/clockShift';
import { groupBy } from '../../base/groupBy';
import { pairedSends, type SentCall } from '../collectives/pairSends';
import { rankNumber } from '../collectives/rankFiles';
import type { DumpContext } from '../dumpContext';
import { clocksOfJob } from '../lateness/rankClocks';
import { stepsBegunBy } from '../steps/timelineSteps';
import type { TableRank } from '../tableRanks';
import { threshold } from '../thresholds';
import { type DependencyGraph, finishedGraph } from './dependencyGraph';
import { GraphColumns, NO_NODE, NODE_KINDS } from './graphColumns';
import { lastUnrecorded, type RankCollective, type RankGraph, rankGraph, type SeenPeer, seenKey } from './rankGraph';

/** By the job's clock, as the nodes: from its first task up to that of the next step, or to the last one's end. */
export interface GraphStep {
  /** The profiler's; NaN: it marked none. */
  readonly number: number;
  readonly startNs: number;
  readonly endNs: number;
}

export interface GraphRank {
  readonly rank: TableRank;
  readonly number: number;
  readonly generation: number;
  /** From its index's times to its own. */
  readonly offsetNs: number;
  readonly steps: readonly GraphStep[];
  /** Between the nodes' times and those of the rank's index. */
  toJobNs(ns: number): number;
  toOwnNs(ns: number): number;
}

export interface JobGraph extends DependencyGraph {
  readonly ranks: readonly GraphRank[];
  /** Ranks are joined where they meet: their clocks are known well enough. */
  readonly isJoined: boolean;
  /** By node: who it is that was not recorded. */
  readonly peers: ReadonlyMap<number, SeenPeer>;
  /** By the node of a transfer: the key of its group; '' where nothing tells it. */
  readonly groupOf: ReadonlyMap<number, string>;
  /** Ranks with a timeline that are not in it: it would be too large. */
  readonly leftOut: number;
}

/**
 * Undefined: no rank has a timeline with tasks of a device. Goes over the ranks one by one; those with which it would have more
 * than `mostNodes` are left out and counted. Rejects with `QuestionStopped`,
 * within a rank too.
 */
export function jobGraph(dump: DumpContext, mostNodes: number = mostGraphNodes): Promise<JobGraph | undefined> {
  const version = `${dump.allGenerations} ${dump.originNs} ${mostNodes}`;
  return dump.memoOfJob('dependencies of the job', () => make(dump, mostNodes), version);
}

/**
 * By the index's own times, as the profiler splits a step: from its first kernel or collective to that of the next one, or, where the
 * next one by number was not recorded, to the end of what it did. Of a recording without steps all that the device did.
 */
function stepsOf({ columns: { nodeCount, kind, startNs, endNs }, steps: { from, steps } }: RankGraph): GraphStep[] {
  const firstNs = new Float64Array(steps.length).fill(Number.POSITIVE_INFINITY);
  const lastNs = new Float64Array(steps.length).fill(Number.NEGATIVE_INFINITY);
  for (let node = 0; node < nodeCount; node++) {
    const own = NODE_KINDS[kind[node]];
    if (own !== 'compute' && own !== 'arrival' && own !== 'transfer') continue;
    const at = from === 'none' ? 0 : stepsBegunBy(steps, startNs[node]) - 1;
    if (at < 0) continue;
    lastNs[at] = Math.max(lastNs[at], endNs[node]);
    if (own !== 'transfer') firstNs[at] = Math.min(firstNs[at], startNs[node]);
  }
  let next = { number: Number.NaN, startNs: Number.POSITIVE_INFINITY };
  const found: GraphStep[] = [];
  for (let at = steps.length - 1; at >= 0; at--) {
    const { number } = steps[at];
    const endNs = number + 1 === next.number ? next.startNs : Math.min(lastNs[at], next.startNs);
    if (!(endNs > firstNs[at])) continue;
    next = { number, startNs: firstNs[at] };
    found.unshift({ ...next, endNs });
  }
  return found;
}

interface Placed {
  readonly rank: TableRank;
  readonly graph: RankGraph;
}

async function make(dump: DumpContext, mostNodes: number): Promise<JobGraph | undefined> {
  const found = await dump.overRanks(dump.ranks, (rank) => rankGraph(dump, rank));
  const placed: Placed[] = [];
  let count = 0;
  let leftOut = 0;
  for (const [at, graph] of found.entries()) {
    if (!graph || graph.columns.nodeCount === 0) continue;
    if (count + graph.columns.nodeCount > mostNodes && placed.length > 0) leftOut++;
    else placed.push({ rank: dump.ranks[at], graph });
    if (placed.at(-1)?.graph === graph) count += graph.columns.nodeCount;
  }
  if (placed.length === 0) return undefined;
  const clocks = await clocksOfJob(dump);
  const isJoined =
    placed.length > 1 &&
    placed.every(({ rank }) => (clocks.get(rankNumber(rank))?.errorNs ?? Number.NaN) <= threshold('clock.match'));
  const joined = new Joined(
    () => dump.stopIfUnwanted(),
    placed.map((own) => {
      const shift = (isJoined && clocks.get(rankNumber(own.rank))?.shift) || NO_SHIFT;
      const { offsetNs } = own.graph;
      return {
        ...own,
        toJobNs: (ns) => toJobNs(shift, dump.fromOwnNs(ns + offsetNs)),
        toOwnNs: (ns) => dump.toOwnNs(firstOwnNs(shift, ns)) - offsetNs,
      };
    }),
  );
  const recorded = new Set(placed.map(({ rank }) => rankNumber(rank)));
  joined.meet(isJoined, await lastUnrecorded(dump, recorded));
  const { columns, rankOf, peers, groupOf, ranks } = joined;
  const graph = finishedGraph(columns, rankOf);
  const placedAt = <T>(of: ReadonlyMap<number, T>) => new Map([...of].map(([node, own]) => [graph.place[node], own]));
  return { ...graph, ranks, isJoined, peers: placedAt(peers), groupOf: placedAt(groupOf), leftOut };
}

interface Timed extends Placed, Pick<GraphRank, 'toJobNs' | 'toOwnNs'> {}

interface Call {
  readonly own: RankCollective;
  readonly rank: TableRank;
  readonly position: number;
}

interface Sent extends SentCall {
  readonly own: RankCollective;
}

class Joined {
  readonly columns: GraphColumns;
  readonly rankOf: number[] = [];
  readonly ranks: GraphRank[];
  readonly peers = new Map<number, SeenPeer>();
  readonly groupOf = new Map<number, string>();
  readonly #first: number[] = [];

  constructor(
    onSome: () => void,
    readonly placed: readonly Timed[],
  ) {
    this.columns = new GraphColumns(onSome);
    this.ranks = placed.map((own, position) => this.#add(own, position));
  }

  #add({ rank, graph, toJobNs, toOwnNs }: Timed, position: number): GraphRank {
    const { columns: own, generation, offsetNs } = graph;
    const to = this.columns;
    const first = to.nodeCount;
    this.#first.push(first);
    for (let node = 0; node < own.nodeCount; node++) {
      to.copyNode(own, node, toJobNs(own.startNs[node]), toJobNs(own.endNs[node]));
      this.rankOf.push(position);
    }
    for (let edge = 0; edge < own.edgeCount; edge++) to.copyEdge(own, edge, first);
    const steps = stepsOf(graph).map(({ number, startNs, endNs }) => {
      return { number, startNs: toJobNs(startNs), endNs: toJobNs(endNs) };
    });
    return { rank, number: rankNumber(rank), generation, offsetNs, steps, toJobNs, toOwnNs };
  }

  /**
   * A collective's data moves once all its ranks are there, and ends on each of them:
   *
   *     rank 0   ┤arrival ··············├ transfer ┤
   *     rank 1            ┤arrival ·····├ transfer ┤
   *     rank 2   not recorded ···├ peer ┤ (as rank 0 saw it)
   *
   * Of a peer that was not recorded only its lateness is known: what it does before is taken to be what the others do.
   */
  meet(isJoined: boolean, unrecorded: ReadonlyMap<string, SeenPeer>): void {
    const calls = this.placed.flatMap(({ rank, graph }, position) =>
      graph.collectives.map((own) => ({ own, rank, position })),
    );
    const pairOf = new Map<RankCollective, number>();
    if (isJoined)
      for (const [at, pair] of this.#pairs(calls).entries()) for (const { own } of pair) pairOf.set(own, at);
    let alone = 0;
    const meetings = groupBy(calls, ({ own }) => {
      const pair = pairOf.get(own);
      if (pair !== undefined) return `pair ${pair}`;
      return isJoined && own.key !== undefined ? own.key : alone++;
    });
    for (const meeting of meetings.values()) this.#meet(meeting, unrecorded);
    for (const { own, position } of calls) this.groupOf.set(this.#first[position] + own.transfer, own.group);
  }

  #pairs(calls: readonly Call[]): (readonly [Sent, Sent])[] {
    const { startNs, endNs } = this.columns;
    const sends = calls.flatMap(({ own, position }): Sent[] => {
      if (own.told?.kind !== 'p2p') return [];
      const transfer = this.#first[position] + own.transfer;
      const times = { startNs: startNs[transfer], endNs: endNs[transfer] };
      return [{ own, group: own.group, type: own.told.type, rank: position, ...times }];
    });
    return pairedSends(sends);
  }

  #meet(meeting: readonly Call[], unrecorded: ReadonlyMap<string, SeenPeer>): void {
    const { startNs, endNs } = this.columns;
    const nodes = meeting.map(({ own, position }) => ({
      arrival: this.#first[position] + own.arrival,
      transfer: this.#first[position] + own.transfer,
    }));
    const lastNs = Math.max(...nodes.map(({ arrival }) => endNs[arrival]));
    const firstEndNs = Math.min(...nodes.map(({ transfer }) => endNs[transfer]));
    // Ends before another one has begun: these are not one collective.
    if (lastNs - firstEndNs > threshold('clock.match')) {
      for (const { arrival, transfer } of nodes) this.columns.edge('collective', arrival, transfer);
      return;
    }
    let outside: { readonly atNs: number; readonly seen: SeenPeer; readonly position: number } | undefined;
    for (const { own, rank, position } of meeting) {
      const seen = own.told && unrecorded.get(seenKey(rank, own.told));
      const atNs = seen ? startNs[this.#first[position] + own.arrival] + seen.afterNs : Number.NaN;
      // Of a peer that was there before a wait tells the few µs until the rank looked.
      if (seen && atNs > (outside?.atNs ?? lastNs + threshold('late.from'))) outside = { atNs, seen, position };
    }
    const readyNs = outside?.atNs ?? lastNs;
    let peer = NO_NODE;
    if (outside) {
      peer = this.columns.node('peer', lastNs, readyNs, outside.seen.slice);
      this.rankOf.push(outside.position);
      this.peers.set(peer, outside.seen);
      for (const { arrival } of nodes) this.columns.edge('collective', arrival, peer);
    }
    for (const { transfer } of nodes) {
      this.columns.startNs[transfer] = Math.min(readyNs, this.columns.endNs[transfer]);
      for (const { arrival } of nodes) this.columns.edge('collective', arrival, transfer);
      this.columns.edge('collective', peer, transfer);
    }
  }
}
