/** Lanes that stand for others: together in one, by kind of work, or at another time. Pure but for what asks for them. */
import type {
  DumpId,
  Engine,
  LaneGroup,
  LaneId,
  LaneMergeKind,
  LaneMergeQuestion,
  RankState,
} from '../../../src-contract';

/** What the user wants of lanes of a rank. */
export interface LaneMergeWish {
  readonly rank: RankState;
  /** May be such that stand for others already. */
  readonly lanes: readonly LaneId[];
  readonly into: LaneMergeKind;
  readonly byNs: number;
}

export interface MergedLanes {
  readonly question: LaneMergeQuestion;
  /** Groups that the new one takes the place of. */
  readonly replaced: readonly LaneId[];
  /** The lanes are as the dump has them: there is nothing to ask for. */
  readonly isPlain: boolean;
}

/** What is to be asked for: of lanes that stand for others, those others. */
export function mergeOf({ rank, lanes, into, byNs }: LaneMergeWish, merged: ReadonlySet<LaneId>): MergedLanes {
  const wanted = new Set(lanes);
  const before = rank.groups.filter(
    (group) => group.merge && merged.has(group.id) && group.lanes.some(({ id }) => wanted.has(id)),
  );
  const ofThem = before.flatMap(({ merge }) => merge?.of ?? []);
  const others = lanes.filter((lane) => !before.some((group) => group.lanes.some(({ id }) => id === lane)));
  const all = [...new Set([...ofThem, ...others])];
  return {
    question: { rank: rank.index, lanes: all, into, byNs },
    replaced: before.map(({ id }) => id),
    isPlain: all.length === 1 && into === 'one' && byNs === 0,
  };
}

/** The groups in force after that; undefined: the lanes have no slices. Rejects as `Engine.mergeLanes`. */
export async function mergedWith(
  engine: Merging,
  dump: DumpId,
  { question, replaced, isPlain }: MergedLanes,
  merged: ReadonlySet<LaneId>,
): Promise<ReadonlySet<LaneId> | undefined> {
  const made = isPlain ? undefined : await engine.mergeLanes(dump, question);
  if (made === undefined && !isPlain) return undefined;
  const others = [...merged].filter((id) => !replaced.includes(id));
  return new Set(made === undefined ? others : [...others, made]);
}

type Merging = Pick<Engine, 'mergeLanes'>;

/** The groups in force after all of them, one after the other; those whose lanes have no slices are left out. Rejects as `Engine.mergeLanes`. */
export async function allMergedWith(
  engine: Merging,
  dump: DumpId,
  wishes: readonly LaneMergeWish[],
  merged: ReadonlySet<LaneId>,
): Promise<ReadonlySet<LaneId>> {
  let now = merged;
  for (const wish of wishes) now = (await mergedWith(engine, dump, mergeOf(wish, now), now)) ?? now;
  return now;
}

/** Lanes that stand for others at another time. */
export function shiftedGroups(
  ranks: readonly RankState[],
  merged: ReadonlySet<LaneId>,
): readonly { readonly rank: RankState; readonly group: LaneGroup; readonly byNs: number }[] {
  if (merged.size === 0) return [];
  return ranks.flatMap((rank) =>
    rank.groups.flatMap((group) =>
      merged.has(group.id) && group.merge && group.merge.byNs !== 0 ? [{ rank, group, byNs: group.merge.byNs }] : [],
    ),
  );
}

/** Lanes that others stand for. */
export function stoodFor(ranks: readonly RankState[], merged: ReadonlySet<LaneId>): ReadonlySet<LaneId> {
  if (merged.size === 0) return merged;
  const lanes = ranks.flatMap(({ groups }) =>
    groups.flatMap(({ id, merge }) => (merged.has(id) ? (merge?.of ?? []) : [])),
  );
  return new Set(lanes);
}

/** Groups of which each slice is counted once: not those that stand for others. */
export function isUnmerged({ merge }: Pick<LaneGroup, 'merge'>): boolean {
  return merge === undefined;
}
