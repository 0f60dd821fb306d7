import type { RankView } from '../../query/rankView';
import { arrivals } from '../collectives/arrivals';
import { type Collective, collectiveKey } from '../collectives/collective';
import { collectiveSlicesIn } from '../collectives/collectives';
import { rankNumber } from '../collectives/rankFiles';
import type { DumpContext } from '../dumpContext';
import { type TimelineSteps, timelineSteps } from '../steps/timelineSteps';
import type { TableRank } from '../tableRanks';
import { type CollectiveNodes, deviceNodes } from './deviceNodes';
import { GraphColumns } from './graphColumns';
import { hostNodes } from './hostNodes';

/** What a rank did, by itself. Times are the index's own. */
export interface RankGraph {
  readonly columns: GraphColumns;
  readonly collectives: readonly RankCollective[];
  readonly steps: TimelineSteps;
  /** Of the index: from its times to the rank's own. */
  readonly offsetNs: number;
  readonly generation: number;
}

export interface RankCollective extends CollectiveNodes {
  /** The same on all ranks that take part; undefined: a send or receive, or not known. */
  readonly key: string | undefined;
  readonly group: string;
  /** As a wait of the planes tells it. */
  readonly told: Collective | undefined;
}

/** Undefined: the rank has no timeline (yet). */
export function rankGraph(dump: DumpContext, rank: TableRank): Promise<RankGraph | undefined> {
  return dump.ofTimeline('dependencies', rank.index, (view) => make(dump, rank, view));
}

async function make(dump: DumpContext, rank: TableRank, view: RankView): Promise<RankGraph> {
  const { collectiveOf } = await collectiveSlicesIn(dump, rank, view);
  const columns = new GraphColumns(() => dump.stopIfUnwanted());
  const nodes = deviceNodes(view, columns, hostNodes(view, columns));
  const counts = new Map<string, number>();
  const collectives = nodes.map((own): RankCollective => {
    const told = collectiveOf.get(own.slice);
    if (told?.kind !== 'collective') return { ...own, key: undefined, group: told?.group ?? '', told };
    const name = `${told.group}\n${told.name}`;
    const nth = (counts.get(name) ?? 0) + 1;
    counts.set(name, nth);
    return { ...own, key: `${name}\n${nth}`, group: told.group, told };
  });
  return { columns, collectives, steps: timelineSteps(view), offsetNs: view.offsetNs, generation: view.generation };
}

/** A peer that came to a collective, as a rank saw it. */
export interface SeenPeer {
  readonly peer: number;
  readonly isGlobal: boolean;
  readonly afterNs: number;
  readonly slice: number;
}

/** By `seenKey`: the last to come of the peers whose own timeline is not there. */
export async function lastUnrecorded(
  dump: DumpContext,
  recorded: ReadonlySet<number>,
): Promise<ReadonlyMap<string, SeenPeer>> {
  const last = new Map<string, SeenPeer>();
  for (const { observer, step, group, op, peer, isGlobal, afterNs, wait } of await arrivals(dump)) {
    if (isGlobal && recorded.has(peer)) continue;
    const key = `${observer}\n${collectiveKey({ step, group, name: op })}`;
    const known = last.get(key);
    if (!known || known.afterNs < afterNs) last.set(key, { peer, isGlobal, afterNs, slice: wait.slice });
  }
  return last;
}

export function seenKey(rank: TableRank, told: Collective): string {
  return `${rankNumber(rank)}\n${collectiveKey(told)}`;
}
