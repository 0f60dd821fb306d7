import type { GroupLanes, LaneId } from '../../../src-contract';
import { collectiveSlicesIn, collectivesOf } from '../../model/collectives/collectives';
import { groupOfLane } from '../../model/collectives/timelineCollectives';
import type { DumpContext } from '../../model/dumpContext';
import type { TableRank } from '../../model/tableRanks';
import { lanesOf, type PlacedLane, slicesOfLane } from '../../query/laneSlices';
import type { RankView } from '../../query/rankView';

/** Which lanes of which ranks are of which communication group, as far as timelines are read; those of most ranks first. */
export async function groupLanes(dump: DumpContext): Promise<readonly GroupLanes[]> {
  const { groups } = await collectivesOf(dump);
  const found = new Map<string, LaneId[]>();
  await dump.overRanks(dump.ranks, async (rank) => {
    const lanes = await dump.ofTimeline('lanes of groups', rank.index, (view) => lanesOfGroups(dump, rank, view));
    for (const [lane, group] of lanes ?? []) {
      const own = found.get(group);
      if (own) own.push(lane);
      else found.set(group, [lane]);
    }
  });
  return [...found]
    .map(([key, lanes]) => ({ key, name: groups.get(key)?.name ?? key, lanes }))
    .sort((a, b) => b.lanes.length - a.lanes.length);
}

/** Planes stand below the lane of their group. Where groups have no lanes (GPUs), streams are of the group that they serve. */
async function lanesOfGroups(
  dump: DumpContext,
  rank: TableRank,
  view: RankView,
): Promise<readonly (readonly [LaneId, string])[]> {
  const { collectiveOf } = await collectiveSlicesIn(dump, rank, view);
  const groupOf = (lane: PlacedLane) =>
    mostOf(slicesOfLane(view, lane.position), (slice) => collectiveOf.get(slice)?.group);
  const all = lanesOf(view);
  const found: [LaneId, string][] = [];
  let current: string | undefined;
  for (const lane of all) {
    if (lane.kind !== 'communication') current = undefined;
    else if (groupOfLane(lane) !== undefined) current = groupOf(lane);
    if (current !== undefined) found.push([view.laneId(lane.position), current]);
  }
  if (found.length > 0) return found;
  return all.flatMap((lane) => {
    const group = lane.kind === 'overlap' || lane.kind === 'cann' ? undefined : groupOf(lane);
    return group === undefined ? [] : [[view.laneId(lane.position), group] as const];
  });
}

/** What most of the slices are of that are of anything. */
function mostOf(slices: Iterable<number>, of: (slice: number) => string | undefined): string | undefined {
  const counts = new Map<string, number>();
  for (const slice of slices) {
    const own = of(slice);
    if (own !== undefined) counts.set(own, (counts.get(own) ?? 0) + 1);
  }
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0];
}
