/** What of a dump is folded, kept by what is the same when it is opened again: places and names instead of ids. Pure. */
import type { DumpState, LaneGroup, LaneId, LaneInfo, RankState } from '../../src-contract';

export interface Folds {
  readonly folded: ReadonlySet<LaneId>;
  readonly foldedRanks: ReadonlySet<number>;
}

/** Of what there was: whether it was folded. */
export interface RememberedFolds {
  readonly ranks: ReadonlyMap<string, boolean>;
  readonly rows: ReadonlyMap<string, boolean>;
}

export function rememberFolds({ ranks }: Pick<DumpState, 'ranks'>, { folded, foldedRanks }: Folds): RememberedFolds {
  const ofRanks = new Map<string, boolean>();
  const rows = new Map<string, boolean>();
  for (const rank of ranks) {
    for (const key of rankKeys(rank)) {
      ofRanks.set(key, foldedRanks.has(rank.index));
      for (const group of rank.groups) {
        rows.set(groupKey(key, group), folded.has(group.id));
        for (const lane of group.lanes) rows.set(laneKey(key, group, lane), folded.has(lane.id));
      }
    }
  }
  return { ranks: ofRanks, rows };
}

/** How a dump opens where nothing is remembered. */
export interface FirstFolds {
  rank(rank: RankState, ranks: readonly RankState[]): boolean;
  group(rank: RankState, group: LaneGroup): boolean;
  lane(rank: RankState, group: LaneGroup): boolean;
}

export interface Folding {
  /** The folds with those of what is new in the dump; the same sets where nothing is. */
  withNew(dump: Pick<DumpState, 'ranks'>, folds: Folds): Folds;
}

/** Follows a dump as it grows: each rank, group and lane is folded or not once, when it is first there. */
export function createFolding(first: FirstFolds, remembered?: RememberedFolds): Folding {
  const seenRanks = new Map<number, RankState>();
  const seenRows = new Set<LaneId>();
  return {
    withNew({ ranks }, folds) {
      const [folded, foldedRanks]: [LaneId[], number[]] = [[], []];
      for (const rank of ranks) {
        const before = seenRanks.get(rank.index);
        // Ten times a second, of thousands of lanes: only of those ranks that have changed.
        if (before === rank) continue;
        seenRanks.set(rank.index, rank);
        const keys = rankKeys(rank);
        const known = (rows: ReadonlyMap<string, boolean> | undefined, keyOf: (key: string) => string) =>
          rows && keys.map((key) => rows.get(keyOf(key))).find((is) => is !== undefined);
        if (!before && (known(remembered?.ranks, (key) => key) ?? first.rank(rank, ranks)))
          foldedRanks.push(rank.index);
        for (const group of rank.groups) {
          if (!seenRows.has(group.id)) {
            seenRows.add(group.id);
            if (known(remembered?.rows, (key) => groupKey(key, group)) ?? first.group(rank, group))
              folded.push(group.id);
          }
          for (const lane of group.lanes) {
            if (seenRows.has(lane.id)) continue;
            seenRows.add(lane.id);
            if (known(remembered?.rows, (key) => laneKey(key, group, lane)) ?? first.lane(rank, group))
              folded.push(lane.id);
          }
        }
      }
      return { folded: withAll(folds.folded, folded), foldedRanks: withAll(folds.foldedRanks, foldedRanks) };
    },
  };
}

function withAll<T>(set: ReadonlySet<T>, items: readonly T[]): ReadonlySet<T> {
  return items.length === 0 ? set : new Set([...set, ...items]);
}

/** A newer copy lies elsewhere: then it is the one with the folder's name and the number. */
function rankKeys({ place, folder, rank }: RankState): readonly string[] {
  return [place, `${folder.split(/[\\/]/).at(-1)} ${rank ?? ''}`];
}

/** What a group of a rank is called by; `rank`: its place. */
export const groupKey = (rank: string, { kind, pid, name }: LaneGroup): string => [rank, kind, pid, name].join('\n');

/** What a lane of a rank is called by; `rank`: its place. */
export const laneKey = (rank: string, group: LaneGroup, lane: LaneInfo): string =>
  [groupKey(rank, group), lane.kind, lane.kind === 'slices' ? lane.tid : '', lane.name].join('\n');
