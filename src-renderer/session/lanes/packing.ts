/** Hundreds of streams with next to nothing on them are shown by kind of work, unless the user has arranged the lanes. Pure. */
import type { LaneId, RankState, SliceLane, Thresholds } from '../../../src-contract';
import { shownKind } from './lanePresets';
import type { LaneMergeWish } from './mergedLanes';

export type PackLimits = Pick<Thresholds, 'lanes.pack-from' | 'lanes.near-empty'>;

/** Where so many lanes are none of the limits asked for: it needs no question to the engine. */
export const FEWEST_LANES = 16;

/** Streams of the device, the made ones not. */
function streamsOf({ groups }: RankState, stoodFor: ReadonlySet<LaneId>): readonly SliceLane[] {
  return groups
    .filter((group) => shownKind(group) === 'hardware' && !group.merge && !group.copy && !group.path && !group.isOwn)
    .flatMap(({ lanes }) => lanes.filter((lane) => lane.kind === 'slices' && !lane.isFolded && !stoodFor.has(lane.id)))
    .filter((lane) => lane.kind === 'slices');
}

export function mayBePacked(rank: RankState): boolean {
  return rank.status === 'ready' && streamsOf(rank, new Set()).length >= FEWEST_LANES;
}

/** Its streams that have at most so many slices each, and any at all. */
export function nearEmptyOf(
  rank: RankState,
  mostSlices: number,
  stoodFor: ReadonlySet<LaneId> = new Set(),
): readonly SliceLane[] {
  return streamsOf(rank, stoodFor).filter(({ sliceCount }) => sliceCount > 0 && sliceCount <= mostSlices);
}

/** What would be packed of a rank: its near-empty streams, where there are enough of them; undefined: nothing. */
export function packOf(rank: RankState, stoodFor: ReadonlySet<LaneId>, limits: PackLimits): LaneMergeWish | undefined {
  const nearEmpty = nearEmptyOf(rank, limits['lanes.near-empty'], stoodFor);
  if (nearEmpty.length < limits['lanes.pack-from']) return undefined;
  return { rank, lanes: nearEmpty.map(({ id }) => id), into: 'work', byNs: 0 };
}
