/** What a change does to the durations of a graph. */
import type { HostPart, WhatIfChange } from '../../../src-contract';
import { endNsOf } from '../../index/columns/indexSlices';
import { hostWorkOf } from '../../names/hostWork';
import type { RankView } from '../../query/rankView';
import { collectivesOf, linkTraffic } from '../collectives/collectives';
import type { DumpContext } from '../dumpContext';
import { HostThreads } from '../freeTime/hostThreads';
import { eachView } from './eachView';
import { EDGE_KINDS, NO_NODE, NODE_KINDS, type NodeKind } from './graphColumns';
import type { JobGraph } from './jobGraph';
import { likePeers } from './likePeers';

export interface Changed {
  readonly durationNs: Float64Array;
  /** Edges whose `from` nobody waits for any more; 1 if so. */
  readonly isLeftOut: Uint8Array;
  /** Nodes that the changes are about. */
  readonly count: number;
}

/** `durationNs` is changed in place. */
export async function change(
  dump: DumpContext,
  graph: JobGraph,
  changes: readonly WhatIfChange[],
  durationNs: Float64Array,
): Promise<Changed> {
  const isLeftOut = new Uint8Array(graph.from.length);
  let count = 0;
  for (const own of changes) {
    const wanted = 'factor' in own ? { ...own, factor: Math.max(0, own.factor) } : own;
    count += await changeOne(dump, graph, wanted, durationNs, isLeftOut);
  }
  return { durationNs, isLeftOut, count };
}

async function changeOne(
  dump: DumpContext,
  graph: JobGraph,
  own: WhatIfChange,
  durationNs: Float64Array,
  isLeftOut: Uint8Array,
): Promise<number> {
  const scaled = (isWanted: (node: number) => boolean, factor: number): number => {
    let count = 0;
    for (let node = 0; node < graph.count; node++) {
      if (!isWanted(node)) continue;
      count++;
      durationNs[node] *= factor;
    }
    return count;
  };
  const isOn = ranksIn(graph, 'ranks' in own ? own.ranks : undefined);
  const isKind = (...kinds: NodeKind[]) => {
    const codes = new Set(kinds.map((kind) => NODE_KINDS.indexOf(kind)));
    return (node: number) => codes.has(graph.kind[node]);
  };
  const isTransfer = isKind('transfer');
  switch (own.kind) {
    case 'computing': {
      const isCompute = isKind('compute');
      return scaled((node) => isCompute(node) && isOn(node), own.factor);
    }
    case 'kernels':
      return scaleKernels(dump, graph, own, isOn, durationNs);
    case 'communication':
      return scaled((node) => isTransfer(node) && isOn(node), own.factor);
    case 'group':
      return scaled((node) => isTransfer(node) && graph.groupOf.get(node) === own.group, own.factor);
    case 'link': {
      const { groups } = await collectivesOf(dump);
      const isJoining = (node: number) => {
        const ranks = groups.get(graph.groupOf.get(node) ?? '')?.ranks ?? [];
        return ranks.includes(own.source) && ranks.includes(own.target);
      };
      return scaled((node) => isTransfer(node) && isJoining(node), own.factor);
    }
    case 'transport': {
      const transports = await transportsOfGroups(dump);
      const isOver = (node: number) => transports.get(graph.groupOf.get(node) ?? '') === own.transport;
      return scaled((node) => isTransfer(node) && isOver(node), own.factor);
    }
    case 'host':
      return own.part === 'synchronise' && own.factor === 0
        ? withoutWaits(graph, isOn, durationNs, isLeftOut)
        : scaleHost(dump, graph, own.part, own.factor, isOn, durationNs);
    case 'like-peers':
      return likePeers(dump, graph, own.rank, durationNs);
    case 'lateness':
      return withoutLateness(graph, own.rank, durationNs, isLeftOut);
  }
}

function ranksIn({ ranks, rank }: JobGraph, wanted: readonly number[] | undefined): (node: number) => boolean {
  if (!wanted || wanted.length === 0) return () => true;
  const isWanted = ranks.map(({ number }) => wanted.includes(number));
  return (node) => isWanted[rank[node]];
}

/** By group: the transport that most of its bytes go over. */
export async function transportsOfGroups(dump: DumpContext): Promise<ReadonlyMap<string, string>> {
  const bytes = new Map<string, Map<string, number>>();
  for (const { group, transport, sizeBytes, op } of (await linkTraffic(dump)).links) {
    if (op !== '') continue;
    const own = bytes.get(group) ?? new Map<string, number>();
    bytes.set(group, own.set(transport, (own.get(transport) ?? 0) + sizeBytes));
  }
  return new Map([...bytes].map(([group, own]) => [group, [...own].sort((a, b) => b[1] - a[1])[0][0]]));
}

async function scaleKernels(
  dump: DumpContext,
  graph: JobGraph,
  { name, factor }: Extract<WhatIfChange, { readonly kind: 'kernels' }>,
  isOn: (node: number) => boolean,
  durationNs: Float64Array,
): Promise<number> {
  let count = 0;
  await eachView(dump, graph, (view, position) => {
    for (let node = 0; node < graph.count; node++) {
      if (graph.rank[node] !== position || !isOn(node)) continue;
      const kind = NODE_KINDS[graph.kind[node]];
      if (kind !== 'compute' && kind !== 'memory') continue;
      if (view.nameText(view.index.slices.name[graph.slice[node]]) !== name) continue;
      durationNs[node] *= factor;
      count++;
    }
  });
  return count;
}

/** A call that waits for the device does not, and takes no time. */
function withoutWaits(
  { count, kind, edgeFirst, edgeKind }: JobGraph,
  isOn: (node: number) => boolean,
  durationNs: Float64Array,
  isLeftOut: Uint8Array,
): number {
  let found = 0;
  for (let node = 0; node < count; node++) {
    if (NODE_KINDS[kind[node]] !== 'sync' || !isOn(node)) continue;
    found++;
    durationNs[node] = 0;
    for (let edge = edgeFirst[node]; edge < edgeFirst[node + 1]; edge++)
      if (EDGE_KINDS[edgeKind[edge]] === 'device') isLeftOut[edge] = 1;
  }
  return found;
}

function withoutLateness(
  { count, kind, rank, ranks, peers, edgeFirst, edgeKind, from }: JobGraph,
  wanted: number,
  durationNs: Float64Array,
  isLeftOut: Uint8Array,
): number {
  let found = 0;
  for (const [node, { peer }] of peers) {
    if (peer !== wanted) continue;
    durationNs[node] = 0;
    found++;
  }
  for (let node = 0; node < count; node++) {
    if (NODE_KINDS[kind[node]] !== 'transfer' || ranks[rank[node]].number === wanted) continue;
    for (let edge = edgeFirst[node]; edge < edgeFirst[node + 1]; edge++) {
      if (EDGE_KINDS[edgeKind[edge]] !== 'collective' || ranks[rank[from[edge]]].number !== wanted) continue;
      // A peer that was not recorded has the rank that saw it; it is as late without that one.
      if (peers.has(from[edge])) continue;
      isLeftOut[edge] = 1;
      found++;
    }
  }
  return found;
}

async function scaleHost(
  dump: DumpContext,
  graph: JobGraph,
  part: HostPart,
  factor: number,
  isOn: (node: number) => boolean,
  durationNs: Float64Array,
): Promise<number> {
  let count = 0;
  await eachView(dump, graph, (view, position) => {
    const threads = new HostThreads(view);
    const { toOwnNs } = graph.ranks[position];
    const spansOf = workOf(view, threads, part);
    for (let node = 0; node < graph.count; node++) {
      if (graph.rank[node] !== position || graph.slice[node] === NO_NODE || !isOn(node)) continue;
      const kind = NODE_KINDS[graph.kind[node]];
      if (kind !== 'host' && kind !== 'cann') continue;
      const [startNs, endNs] = [toOwnNs(graph.startNs[node]), toOwnNs(graph.endNs[node])];
      const withinNs = overlapNs(spansOf(threads.threadOf(graph.slice[node]) ?? -1), startNs, endNs);
      const ns = part === 'other' ? endNs - startNs - withinNs : withinNs;
      if (ns <= 0) continue;
      durationNs[node] = Math.max(0, durationNs[node] - ns * (1 - factor));
      count++;
    }
  });
  return count;
}

interface Spans {
  readonly startNs: readonly number[];
  readonly endNs: readonly number[];
}

/** By thread: when it is in such work; collecting garbage stops all of them. `other`: in any work that has a name. */
function workOf(view: RankView, threads: HostThreads, part: HostPart): (thread: number) => Spans {
  const isWanted = (name: string) => {
    const work = hostWorkOf(name);
    return part === 'other' ? work !== undefined && work !== 'enqueue' : work === part;
  };
  const known = new Map<number, Spans>();
  const { slices } = view.index;
  return (thread) => {
    let spans = known.get(thread);
    if (!spans) {
      const all = [...new Set([thread, ...threads.collecting])].flatMap((own) => threads.slicesWhere(own, isWanted));
      all.sort((a, b) => slices.startNs[a] - slices.startNs[b]);
      const startNs: number[] = [];
      const endNs: number[] = [];
      for (const slice of all) {
        const end = endNsOf(slices, slice);
        const last = endNs.length - 1;
        if (last >= 0 && slices.startNs[slice] <= endNs[last]) endNs[last] = Math.max(endNs[last], end);
        else {
          startNs.push(slices.startNs[slice]);
          endNs.push(end);
        }
      }
      spans = { startNs, endNs };
      known.set(thread, spans);
    }
    return spans;
  };
}

function overlapNs({ startNs, endNs }: Spans, fromNs: number, toNs: number): number {
  let [low, high] = [0, endNs.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (endNs[middle] <= fromNs) low = middle + 1;
    else high = middle;
  }
  let ns = 0;
  for (let at = low; at < startNs.length && startNs[at] < toNs; at++)
    ns += Math.min(endNs[at], toNs) - Math.max(startNs[at], fromNs);
  return ns;
}
