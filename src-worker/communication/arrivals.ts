import type { SliceRef } from '../api';
import type { DumpContext } from '../tables/dumpContext';
import { communicationData } from './data';
import type { CommunicationData } from './model';
import { planeTasks, type TimelineCollective } from './planeTasks';
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
  const data = await communicationData(dump);
  const all: Arrival[] = [];
  for (const rank of dump.ranks) {
    const tasks = await planeTasks(dump, rank.index);
    const generation = dump.generation(rank.index);
    if (!tasks || generation === undefined) continue;
    const observer = rankNumber(rank);
    const places = placesOf(data, observer);
    for (const collective of tasks.collectives) {
      const { group, step, ranks } = places(collective);
      for (const wait of firstWaits(collective)) {
        const peer = ranks?.[wait.target];
        all.push({
          observer,
          op: collective.name,
          group,
          step,
          peer: peer ?? wait.target,
          isGlobal: peer !== undefined,
          startNs: collective.startNs,
          afterNs: wait.endNs - collective.startNs,
          wait: { rank: rank.index, slice: wait.slice as SliceRef['slice'], generation },
        });
      }
    }
  }
  return all;
}

/** The first wait for each peer. */
function firstWaits({ waits }: TimelineCollective): TimelineCollective['waits'] {
  const seen = new Set<number>();
  return waits.filter(({ source, target }) => {
    if (Number.isNaN(target) || target === source || seen.has(target)) return false;
    seen.add(target);
    return true;
  });
}

/** Group, step and ranks of the collectives of a rank, from the files that name them. */
function placesOf(data: CommunicationData, rank: number) {
  const byName = new Map(data.ops.filter((op) => op.rank === rank).map((op) => [op.name, op]));
  return ({ name }: TimelineCollective) => {
    const op = byName.get(name);
    const group = op?.group ?? '';
    const ranks = data.groups.get(group)?.ranks;
    return { group, step: op?.step ?? '', ranks: ranks && ranks.length > 0 ? ranks : undefined };
  };
}
