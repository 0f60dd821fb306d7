/** The critical path of one step of one rank, in words of the job: components, ranks, ops with their slices. */

import type { CriticalPath, OtherOps, PathComponent, PathOp, PathQuestion, PathSlice } from '../../../src-contract';
import { medianOf, sumOf } from '../../base/aggregates';
import { groupByTuple } from '../../base/tupleMap';
import type { RankView } from '../../query/rankView';
import type { DumpContext } from '../dumpContext';
import { HostThreads } from '../freeTime/hostThreads';
import { criticalPath, type PathStretch, slacks } from './criticalPath';
import { NO_NODE, NODE_KINDS } from './graphColumns';
import { type GraphStep, type JobGraph, jobGraph } from './jobGraph';
import { componentOf } from './pathParts';

/** A piece of the path that one slice, or none, stands for. By the job's clock, counted from the tables' base. */
export interface PathPiece {
  readonly component: PathComponent;
  /** Position among the ranks of the graph. */
  readonly rank: number;
  readonly slice: number | undefined;
  readonly name: string;
  /** See `PathOp.place`. */
  readonly place?: number;
  readonly startNs: number;
  readonly endNs: number;
}

export interface StepPath {
  readonly graph: JobGraph;
  readonly rank: number;
  readonly position: number;
  readonly step: GraphStep;
  readonly stretches: readonly PathStretch[];
  /** By time, without a gap: exactly the step. */
  readonly pieces: readonly PathPiece[];
}

/** Undefined: no timeline has tasks of a device, or there is no such rank or step. */
export async function stepPath(dump: DumpContext, question: PathQuestion): Promise<StepPath | undefined> {
  const { rank, index, step, job } = question;
  const isAny = rank === undefined && index === undefined;
  const isWanted = (own: JobGraph['ranks'][number]) =>
    isAny || (index === undefined ? own.number === rank : own.rank.index === index);
  const jobs = index !== undefined ? [dump.ofRank(index)] : job !== undefined ? [dump.ofJob(job)] : dump.eachJob();
  let graph: JobGraph | undefined;
  for (const own of jobs) {
    const found = await jobGraph(own);
    if (found?.ranks.some(isWanted) && !(graph && longestNs(graph) >= longestNs(found))) graph = found;
  }
  if (!graph) return undefined;
  const at = isAny ? longest(graph) : graph.ranks.findIndex(isWanted);
  const steps = graph.ranks[at]?.steps ?? [];
  const position = step ?? usualStep(steps);
  const own = steps[position];
  if (!own) return undefined;
  const stretches = criticalPath(graph, at, own.startNs, own.endNs);
  return { graph, rank: at, position, step: own, stretches, pieces: await piecesOf(dump, graph, at, stretches) };
}

function nsOf({ startNs, endNs }: GraphStep): number {
  return endNs - startNs;
}

function longest(graph: JobGraph): number {
  return meansOf(graph).indexOf(longestNs(graph));
}

function longestNs(graph: JobGraph): number {
  return Math.max(...meansOf(graph));
}

function meansOf({ ranks }: JobGraph): number[] {
  return ranks.map(({ steps }) => steps.reduce((sum, step) => sum + nsOf(step), 0) / Math.max(1, steps.length));
}

function usualStep(steps: readonly GraphStep[]): number {
  const median = medianOf(steps.map(nsOf));
  let usual = 0;
  for (const [at, step] of steps.entries())
    if (Math.abs(nsOf(step) - median) < Math.abs(nsOf(steps[usual]) - median)) usual = at;
  return usual;
}

async function piecesOf(
  dump: DumpContext,
  graph: JobGraph,
  rank: number,
  stretches: readonly PathStretch[],
): Promise<PathPiece[]> {
  const positionOf = (own: PathStretch) => (own.node === NO_NODE ? rank : graph.rank[own.node]);
  const positions = [...new Set(stretches.map(positionOf))];
  const pieces = new Array<readonly PathPiece[]>(stretches.length);
  await dump.overRanks(
    positions.map((position) => ({ index: graph.ranks[position].rank.index, position })),
    async ({ index, position }) => {
      const view = await dump.timeline(index);
      const isSame = view?.generation === graph.ranks[position].generation;
      const names = view && isSame ? new PieceNames(dump, graph, position, view) : undefined;
      for (const [at, own] of stretches.entries())
        if (positionOf(own) === position) pieces[at] = names?.of(own) ?? [plainPiece(own, position)];
    },
  );
  return pieces.flat();
}

function plainPiece(own: PathStretch, rank: number): PathPiece {
  const { startNs, endNs } = own;
  return { component: componentOf(own), rank, slice: undefined, name: '', startNs, endNs };
}

class PieceNames {
  readonly #threads: HostThreads;

  constructor(
    readonly dump: DumpContext,
    readonly graph: JobGraph,
    readonly position: number,
    readonly view: RankView,
  ) {
    this.#threads = new HostThreads(view);
  }

  of(own: PathStretch): readonly PathPiece[] {
    const { graph, position: rank } = this;
    const { startNs, endNs } = own;
    const component = componentOf(own);
    const slice = own.node === NO_NODE ? NO_NODE : graph.slice[own.node];
    if (slice === NO_NODE) return [plainPiece(own, rank)];
    if (own.kind === 'node' && (own.of === 'host' || own.of === 'cann')) return this.#host(own, component, slice);
    // Idle time is named by what comes after it.
    return [{ component, rank, slice, ...this.#name(own.node, slice), startNs, endNs }];
  }

  #name(node: number, slice: number): Pick<PathPiece, 'name' | 'place'> {
    const peer = this.graph.peers.get(node);
    if (peer) return peer.isGlobal ? { name: `Rank ${peer.peer}` } : { name: `#${peer.peer}`, place: peer.peer };
    return { name: this.view.nameText(this.view.index.slices.name[slice]) };
  }

  /** What the thread was in, stretch by stretch; where nothing is recorded, up to the call that comes next. */
  #host(own: PathStretch, component: PathComponent, call: number): readonly PathPiece[] {
    const { position: rank, view } = this;
    const thread = this.#threads.threadOf(call);
    const pieces: PathPiece[] = [];
    let atNs = own.startNs;
    const add = (untilNs: number, slice: number | undefined) => {
      const endNs = Math.min(own.endNs, untilNs);
      if (endNs <= atNs) return;
      const name = slice === undefined ? '' : view.nameText(view.index.slices.name[slice]);
      pieces.push({ component, rank, slice, name, startNs: atNs, endNs });
      atNs = endNs;
    };
    const toOwn = (ns: number) => this.graph.ranks[rank].toOwnNs(ns);
    const toJob = (ns: number) => this.graph.ranks[rank].toJobNs(ns);
    const stretches = thread === undefined ? [] : this.#threads.stretches(thread, toOwn(own.startNs), toOwn(own.endNs));
    for (const stretch of stretches) {
      add(toJob(stretch.startNs), undefined);
      const { work } = stretch;
      add(toJob(stretch.endNs), work && work.kind !== 'enqueue' ? work.slice : stretch.slice);
    }
    add(own.endNs, undefined);
    return pieces;
  }
}

/** Rows of the table; of the rest those of one component on one rank are one. */
const MOST_OPS = 200;

/** Instants are the job's, since the dump's origin. */
export async function pathOfStep(dump: DumpContext, question: PathQuestion): Promise<CriticalPath | undefined> {
  const found = await stepPath(dump, question);
  if (!found) return undefined;
  const { graph, rank, position, step, pieces } = found;
  const wholeNs = nsOf(step);
  const shareOf = (ns: number) => (wholeNs > 0 ? ns / wholeNs : 0);
  const { label, number } = { label: graph.ranks[rank].rank.label, number: graph.ranks[rank].number };
  const sums = new Map<PathComponent, number>();
  const ranks = new Map<number, number>();
  for (const own of pieces) {
    const ns = own.endNs - own.startNs;
    sums.set(own.component, (sums.get(own.component) ?? 0) + ns);
    ranks.set(own.rank, (ranks.get(own.rank) ?? 0) + ns);
  }
  // What is shown is by the clock that the user has chosen.
  const shownNs = (ns: number) => {
    const { rank: own, toOwnNs, offsetNs } = graph.ranks[rank];
    return dump.toJobNs(own.index, dump.fromOwnNs(toOwnNs(ns) + offsetNs));
  };
  return {
    rank: number,
    index: graph.ranks[rank].rank.index,
    label,
    step: Number.isNaN(step.number) ? undefined : step.number,
    steps: graph.ranks[rank].steps.map((own, i) => ({
      position: i,
      number: Number.isNaN(own.number) ? undefined : own.number,
      ns: nsOf(own),
    })),
    position,
    startNs: shownNs(step.startNs),
    endNs: shownNs(step.endNs),
    isJoined: graph.isJoined,
    ranksJoined: graph.isJoined ? graph.ranks.length : 1,
    ranksLeftOut: graph.leftOut,
    components: [...sums].map(([component, ns]) => ({ component, ns, share: shareOf(ns) })).sort((a, b) => b.ns - a.ns),
    ranks: [...ranks]
      .map(([own, ns]) => ({ rank: graph.ranks[own].number, label: graph.ranks[own].rank.label, ns }))
      .sort((a, b) => b.ns - a.ns),
    ...(await opsOf(dump, found, shareOf)),
  };
}

interface Summed {
  readonly piece: PathPiece;
  readonly longest: PathPiece;
  readonly ns: number;
  readonly count: number;
}

async function opsOf(
  dump: DumpContext,
  path: StepPath,
  shareOf: (ns: number) => number,
): Promise<Pick<CriticalPath, 'ops' | 'others'>> {
  const { graph } = path;
  const summed = new Map<string, Summed>();
  for (const piece of path.pieces) {
    const key = `${piece.component}\n${piece.rank}\n${piece.name}`;
    const own = summed.get(key) ?? { piece, longest: piece, ns: 0, count: 0 };
    const ns = piece.endNs - piece.startNs;
    const isLonger = ns > own.longest.endNs - own.longest.startNs;
    summed.set(key, { ...own, longest: isLonger ? piece : own.longest, ns: own.ns + ns, count: own.count + 1 });
  }
  const all = [...summed.values()].sort((a, b) => b.ns - a.ns);
  const kept = all.slice(0, MOST_OPS);
  const slackOf = await slacksByName(dump, path, kept);
  const ops: PathOp[] = [];
  for (const { piece, longest: own, ns, count } of kept) {
    const { component, name, place } = piece;
    const { number, rank } = graph.ranks[piece.rank];
    const view = own.slice === undefined ? undefined : await dump.timeline(rank.index);
    ops.push({
      component,
      rank: number,
      label: rank.label,
      name,
      ...(place !== undefined && { place }),
      count,
      ns,
      share: shareOf(ns),
      slackNs: slackOf.get(`${piece.rank}\n${name}`) ?? Number.NaN,
      longest: view && own.slice !== undefined ? sliceOf(view, own.slice) : undefined,
    });
  }
  return { ops, others: othersOf(all.slice(MOST_OPS), graph, shareOf) };
}

function othersOf(rest: readonly Summed[], graph: JobGraph, shareOf: (ns: number) => number): OtherOps[] {
  const own = groupByTuple(rest, ({ piece }) => [piece.component, piece.rank] as const);
  return own.groups
    .map((all) => {
      const { component, rank: position } = all[0].piece;
      const { number, rank } = graph.ranks[position];
      const ns = sumOf(all.map((summed) => summed.ns));
      const count = sumOf(all.map((summed) => summed.count));
      return { component, rank: number, label: rank.label, count, ns, share: shareOf(ns) };
    })
    .sort((a, b) => b.ns - a.ns);
}

function sliceOf(view: RankView, slice: number): PathSlice {
  const { ref, lane, startNs, durationNs } = view.summary(slice);
  return { ref, lane, startNs, durationNs };
}

/** Of the device's tasks in the step that are not on the path: by rank and name, the least slack of any. */
async function slacksByName(
  dump: DumpContext,
  { graph, step, stretches }: StepPath,
  wanted: readonly Summed[],
): Promise<ReadonlyMap<string, number>> {
  const isOnPath = new Set(stretches.map(({ node }) => node));
  const slackNs = slacks(graph, step.endNs);
  const least = new Map<string, number>();
  const keys = new Set(wanted.map(({ piece }) => `${piece.rank}\n${piece.name}`));
  const positions = [...new Set(wanted.map(({ piece }) => piece.rank))];
  await dump.overRanks(
    positions.map((position) => ({ index: graph.ranks[position].rank.index, position })),
    async ({ index, position }) => {
      const view = await dump.timeline(index);
      if (!view) return;
      for (let node = 0; node < graph.count; node++) {
        if (graph.rank[node] !== position || isOnPath.has(node) || graph.slice[node] === NO_NODE) continue;
        if (graph.startNs[node] < step.startNs || graph.endNs[node] > step.endNs) continue;
        if (!IS_OP.has(NODE_KINDS[graph.kind[node]])) continue;
        const key = `${position}\n${view.nameText(view.index.slices.name[graph.slice[node]])}`;
        if (keys.has(key)) least.set(key, Math.min(least.get(key) ?? Number.POSITIVE_INFINITY, slackNs[node]));
      }
    },
  );
  return least;
}

const IS_OP: ReadonlySet<string> = new Set(['compute', 'memory', 'transfer']);
