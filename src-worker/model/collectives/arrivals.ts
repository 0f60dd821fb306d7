import type { SliceRef } from '../../../src-contract';
import type { RankView } from '../../query/rankView';
import type { DumpContext, TableRank } from '../dumpContext';
import type { Collectives } from './collective';
import { collectiveSlicesIn, collectivesOf } from './collectives';
import { type NotifyWait, planeTasksIn } from './planeTasks';
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

export async function arrivals(dump: DumpContext): Promise<readonly Arrival[]> {
  const { seen, groups } = await seenCollectives(dump);
  return seen.flatMap(({ observer, generation, collective: { startNs, ...named }, waits }) => {
    return firstWaits(waits).map((wait): Arrival => {
      const peer = groups.rankAt(named.group, wait.target);
      return {
        ...named,
        observer: rankNumber(observer),
        peer: peer ?? wait.target,
        isGlobal: peer !== undefined,
        startNs,
        afterNs: wait.endNs - startNs,
        wait: { rank: observer.index, slice: wait.slice as SliceRef['slice'], generation },
      };
    });
  });
}

/** A collective in the timeline of a rank, and for whom it waited there. */
export interface SeenCollective {
  readonly observer: TableRank;
  /** Of the observer's index that the waits are in. */
  readonly generation: number;
  readonly collective: PlacedCollective;
  /** For other ranks; at least one. */
  readonly waits: readonly NotifyWait[];
}

/** Of all ranks with a timeline; with the table of their groups that tells which rank a wait's `target` is. */
export async function seenCollectives(
  dump: DumpContext,
): Promise<{ readonly seen: readonly SeenCollective[]; readonly groups: GroupPlaces }> {
  const data = await collectivesOf(dump);
  const ofRanks = await dump.overRanks(dump.ranks, (observer) =>
    dump.ofTimeline('collectives seen', observer.index, (view) => seenBy(dump, observer, view)),
  );
  const seen = ofRanks.flatMap((own) => own ?? []);
  const groups = new GroupPlaces(data.groups);
  for (const { observer, collective, waits } of seen)
    groups.note(collective.group, waits[0].source, rankNumber(observer));
  return { seen, groups };
}

async function seenBy(dump: DumpContext, observer: TableRank, view: RankView): Promise<readonly SeenCollective[]> {
  const { collectives } = await planeTasksIn(dump, view);
  const { collectiveOf } = await collectiveSlicesIn(dump, observer, view);
  const seen: SeenCollective[] = [];
  for (const { slice, name, startNs, waits: all } of collectives) {
    const waits = all.filter(({ source, target }) => !Number.isNaN(target) && target !== source);
    if (waits.length === 0) continue;
    const { group = '', step = '' } = collectiveOf.get(slice) ?? {};
    seen.push({ observer, generation: view.generation, collective: { op: name, group, step, startNs }, waits });
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

/** The first wait for each peer. */
function firstWaits(waits: readonly NotifyWait[]): NotifyWait[] {
  const seen = new Set<number>();
  return waits.filter(({ target }) => {
    if (seen.has(target)) return false;
    seen.add(target);
    return true;
  });
}

export interface PlacedCollective {
  readonly op: string;
  readonly group: string;
  readonly step: string;
  readonly startNs: number;
}
