/**
 * Lanes that stood for others and are gone: a group that was made goes with the index it was made of, which another takes the place of
 * when its rank is read again (for lanes that a filter names, or because its file has grown). Kept by names until they can be made
 * again. Pure.
 */
import type { DumpState, LaneId } from '../../src-contract';
import type { LaneMergeWish } from './lanes/mergedLanes';
import { type RememberedMerge, rememberedMerge, wishThere } from './rememberedMerges';

export interface LostMerge {
  /** The group that is gone. */
  readonly was: LaneId;
  readonly merge: RememberedMerge;
}

export interface LostMerges {
  /** Answers which groups of those in force have gone with their ranks' indexes since the state before. */
  follow(
    dump: Pick<DumpState, 'ranks'>,
    before: Pick<DumpState, 'ranks'>,
    merged: ReadonlySet<LaneId>,
  ): readonly LaneId[];
  /** Those that can be made now, with those of their lanes that are there. Where a filter leaves them out, they go on waiting. */
  take(dump: Pick<DumpState, 'ranks'>): readonly { readonly lost: LostMerge; readonly wish: LaneMergeWish }[];
  /** This group has been made for it: when it goes, too, all of the lanes are looked for again. */
  made(group: LaneId, of: Pick<LostMerge, 'merge'>): void;
  /** They are asked for: until what is answered is called they go on being remembered, since they are in force nowhere. */
  begin(merges: readonly RememberedMerge[]): () => void;
  /** Its rank was read again while it was made: it waits once more. */
  again(lost: LostMerge): void;
  /** All that the group was to be made of, where it was made so. */
  wholeOf(group: LaneId): RememberedMerge | undefined;
  /** Also those that are being made. */
  waiting(): readonly RememberedMerge[];
}

export function createLostMerges(): LostMerges {
  const wholeOf = new Map<LaneId, RememberedMerge>();
  let waiting: readonly LostMerge[] = [];
  const underWay = new Set<readonly RememberedMerge[]>();
  return {
    follow(dump, before, merged) {
      if (merged.size === 0) return [];
      const lost = before.ranks.flatMap((rank): LostMerge[] => {
        const now = dump.ranks[rank.index];
        if (now === undefined || now.generation === rank.generation) return [];
        const left = new Set(now.groups.map(({ id }) => id));
        return rank.groups.flatMap(({ id: was, merge }) => {
          if (!merge || !merged.has(was) || left.has(was)) return [];
          return [{ was, merge: wholeOf.get(was) ?? rememberedMerge(rank, merge) }];
        });
      });
      waiting = [...waiting, ...lost];
      return lost.map(({ was }) => was);
    },
    take({ ranks }) {
      const there = waiting.flatMap((lost) => {
        const wish = wishThere(lost.merge, ranks);
        return wish ? [{ lost, wish }] : [];
      });
      waiting = waiting.filter((own) => !there.some(({ lost }) => lost === own));
      return there;
    },
    made(group, { merge }) {
      wholeOf.set(group, merge);
    },
    begin(merges) {
      // One of them may be asked for once more before this is over.
      const own = [...merges];
      underWay.add(own);
      return () => underWay.delete(own);
    },
    again(lost) {
      waiting = [...waiting, lost];
    },
    wholeOf: (group) => wholeOf.get(group),
    waiting: () => [...waiting.map(({ merge }) => merge), ...[...underWay].flat()],
  };
}
