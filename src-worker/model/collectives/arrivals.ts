import type { SliceRef } from '../../../src-contract';
import { endNsOf } from '../../index/columns/indexSlices';
import type { RankView } from '../../query/rankView';
import { computingOf } from '../computing';
import type { DumpContext } from '../dumpContext';
import type { TableRank } from '../tableRanks';
import { threshold } from '../thresholds';
import type { Collective, Collectives } from './collective';
import { collectiveSlicesIn, collectivesOf } from './collectives';
import { isForPeer, type NotifyWait, planeTasksIn, type WaitRange, waitAt } from './planeTasks';
import { rankNumber } from './rankFiles';

/**
 * When a peer arrived at a collective, as a rank with a timeline saw it (analyses.md C8). Before any data moves, a rank
 * waits on each peer's notify once: the first such wait ends when the peer has arrived, at once if it had before.
 */
export interface Arrival {
  readonly observer: number;
  readonly op: string;
  readonly group: string;
  readonly step: string;
  readonly peer: number;
  /** Where the dump does not tell the group's ranks: `peer` is a place in the group. */
  readonly isGlobal: boolean;
  /** Start of the observer's collective, in the dump's time. */
  readonly startNs: number;
  /** After that start; of a peer that was there before, the few µs until the observer looked. */
  readonly afterNs: number;
  readonly wait: SliceRef;
}

/** `of`: of one collective only. */
export async function arrivals(
  dump: DumpContext,
  of?: Pick<Collective, 'step' | 'group' | 'name'>,
): Promise<readonly Arrival[]> {
  const { seen, groups } = await seenCollectives(dump);
  const isAsked = ({ collective: { step, group, op } }: SeenCollective) =>
    !of || (op === of.name && step === of.step && group === of.group);
  const asked = seen.filter(isAsked);
  return asked.flatMap((own) => arrivalsIn(own, groups));
}

/** Of one collective that one rank saw. */
export function arrivalsIn(
  { observer, generation, collective: { op, group, step, startNs }, waits }: SeenCollective,
  groups: GroupPlaces,
): Arrival[] {
  return waits.map((wait): Arrival => {
    const peer = groups.rankAt(group, wait.target);
    return {
      observer: rankNumber(observer),
      op,
      group,
      step,
      startNs,
      peer: peer ?? wait.target,
      isGlobal: peer !== undefined,
      afterNs: wait.endNs - startNs,
      wait: { rank: observer.index, slice: wait.slice as SliceRef['slice'], generation },
    };
  });
}

/** A collective in the timeline of a rank, and for whom it waited there. */
export interface SeenCollective {
  readonly observer: TableRank;
  /** Of the observer's index that the waits are in. */
  readonly generation: number;
  readonly collective: PlacedCollective;
  /** The first one for each other rank, by start; at least one. */
  readonly waits: readonly NotifyWait[];
  /** All of them, those for the rank itself included; undefined where the timeline is not here. */
  readonly all: WaitRange | undefined;
}

/** What the timelines of all ranks tell. */
export interface SeenCollectives {
  readonly seen: readonly SeenCollective[];
  /** Tells which rank a wait's `target` is. */
  readonly groups: GroupPlaces;
  /** For how long the rank of a collective computed while it was in it. The collectives are those of `collectivesOf`. */
  readonly computedNs: ReadonlyMap<Collective, number>;
  /** Sends and receives that are slices of a timeline. */
  readonly transfers: ReadonlyMap<Collective, SeenTransfer>;
}

/** Times are the slice's, exact, on its rank's own clock, as those of a `Collective` are. */
export interface SeenTransfer {
  readonly startNs: number;
  readonly endNs: number;
  /** The rank stood still for its end: it computes right behind, and not before. */
  readonly isHeld: boolean;
}

export async function seenCollectives(dump: DumpContext): Promise<SeenCollectives> {
  const data = await collectivesOf(dump);
  const computedNs = new Map<Collective, number>();
  const transfers = new Map<Collective, SeenTransfer>();
  const ofRanks = await dump.overRanks(dump.ranks, async (observer) => {
    // Both while the timeline is in memory.
    const own = await seenByRank(dump, observer);
    for (const { collective, ns, isHeld, startNs, endNs } of own?.computed ?? []) {
      computedNs.set(collective, ns);
      if (collective.kind !== 'p2p') continue;
      transfers.set(collective, { startNs: dump.fromOwnNs(startNs), endNs: dump.fromOwnNs(endNs), isHeld });
    }
    return own?.seen ?? [];
  });
  const seen = ofRanks.flat();
  const groups = new GroupPlaces(data.groups);
  for (const { observer, collective, waits } of seen)
    groups.note(collective.group, waits[0].source, rankNumber(observer));
  return { seen, groups, computedNs, transfers };
}

/** What the timeline of one rank tells of its collectives. */
export interface SeenByRank {
  readonly computed: readonly Computed[];
  readonly seen: readonly SeenCollective[];
}

/** Undefined without a timeline (yet). */
export async function seenByRank(dump: DumpContext, observer: TableRank): Promise<SeenByRank | undefined> {
  const computed = await dump.ofTimeline(COMPUTED, observer.index, (view) => computedIn(dump, observer, view));
  const seen = await dump.ofTimeline(SEEN, observer.index, (view) => seenBy(dump, observer, view));
  return computed && { computed, seen: seen ?? [] };
}

/** The same of a rank whose timeline is not here. To be given before it is asked for. */
export function giveSeen(dump: DumpContext, { index }: TableRank, { computed, seen }: SeenByRank): void {
  dump.giveOfTimeline(COMPUTED, index, computed);
  dump.giveOfTimeline(SEEN, index, seen);
}

const COMPUTED = 'computing in collectives';
const SEEN = 'collectives seen';

/** By the slices of the timeline, whose times are exact: those of communication.json are not. */
async function computedIn(dump: DumpContext, rank: TableRank, view: RankView): Promise<Computed[]> {
  const computing = computingOf(view);
  const { sliceOf } = await collectiveSlicesIn(dump, rank, view);
  const { slices } = view.index;
  return [...sliceOf].map(([collective, slice]) => {
    const startNs = slices.startNs[slice];
    const endNs = endNsOf(slices, slice);
    const isHeld =
      collective.kind === 'p2p' &&
      computing.coveredNs(endNs - STILL_NS, endNs) === 0 &&
      computing.coveredNs(endNs, endNs + threshold('late.from')) > 0;
    const ns = computing.coveredNs(startNs, endNs);
    return { collective, ns, isHeld, startNs: startNs + view.offsetNs, endNs: endNs + view.offsetNs };
  });
}

export interface Computed {
  readonly collective: Collective;
  readonly ns: number;
  readonly isHeld: boolean;
  /** The rank's own: see `DumpContext.fromOwnNs`. */
  readonly startNs: number;
  readonly endNs: number;
}

/** Longer than what lies between two kernels that are there already. */
const STILL_NS = 10_000;

async function seenBy(dump: DumpContext, observer: TableRank, view: RankView): Promise<readonly SeenCollective[]> {
  const { collectives } = planeTasksIn(dump, view);
  const { collectiveOf } = await collectiveSlicesIn(dump, observer, view);
  const seen: SeenCollective[] = [];
  for (const { slice, name, startNs, waits: all } of collectives) {
    const waits = firstWaits(all);
    if (waits.length === 0) continue;
    const { group = '', step = '' } = collectiveOf.get(slice) ?? {};
    seen.push({ observer, generation: view.generation, collective: { op: name, group, step, startNs }, waits, all });
  }
  return seen;
}

/** Which rank has which place in a group: by the dump's own table, else by what ranks say of themselves. */
export class GroupPlaces {
  readonly #noted = new Map<string, Map<number, number>>();

  constructor(readonly groups: Collectives['groups']) {}

  /** A rank of the group says that this is its place. */
  note(group: string, place: number, rank: number): void {
    const own = this.#noted.get(group) ?? new Map<number, number>();
    this.#noted.set(group, own.set(place, rank));
  }

  /** Undefined where it is not known. */
  rankAt(group: string, place: number): number | undefined {
    const ranks = this.groups.get(group)?.ranks ?? [];
    if (ranks.length > 0) return ranks[place];
    const noted = this.#noted.get(group);
    const own = noted?.get(place);
    if (own !== undefined) return own;
    // Several ranks are each at the place of their own number: the group is the ranks from 0 on.
    const isInOrder = noted !== undefined && noted.size > 1 && [...noted].every(([at, rank]) => at === rank);
    return isInOrder ? place : undefined;
  }
}

/** The first wait for each peer: mostly of few, so that looking through those before is the fastest. */
function firstWaits({ of, first, end }: WaitRange): readonly NotifyWait[] {
  const found: NotifyWait[] = [];
  const targets = end - first > MANY_WAITS ? new Set<number>() : undefined;
  for (let at = first; at < end; at++) {
    const row = of.order[at];
    if (!isForPeer(of, row)) continue;
    const target = of.target[row];
    if (targets ? targets.has(target) : found.some((wait) => wait.target === target)) continue;
    targets?.add(target);
    found.push(waitAt(of, row));
  }
  return found;
}

const MANY_WAITS = 64;

export interface PlacedCollective {
  readonly op: string;
  readonly group: string;
  readonly step: string;
  readonly startNs: number;
}
