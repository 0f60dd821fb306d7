/** A collective of a group's lane, and what it is made of: tasks on the planes below that lane, and on streams. */
import { endNsOf } from '../../index/columns/indexSlices';
import { groupOfLane } from '../../model/collectives/timelineCollectives';
import { laneRoleOf } from '../../names/taskKind';
import { lanesOf, type PlacedLane } from '../../query/laneSlices';
import type { PartView } from '../../query/partView';
import type { RankView } from '../../query/rankView';
import { rowsOfLane, slicesTouching, slicesWithin } from '../../query/touching';
import type { AskedSlice } from './slices';

/** Tasks begin up to some ns before their collective: the two are rounded by themselves. */
const ROUNDING_NS = 10;
const planeLane = /^Plane \d+/;

/** Of the part; none if the slice is no collective on a lane of its group. */
export function tasksOfCollective({ view, part, slice, lane, kind }: AskedSlice): number[] {
  const { index } = part;
  if (groupOfLane({ kind, name: index.lanes[lane].name }) === undefined) return [];
  const [fromNs, toNs] = [index.slices.startNs[slice] - ROUNDING_NS, endNsOf(index.slices, slice) + ROUNDING_NS];
  const tasks: number[] = [];
  for (const plane of planesOf(view, part, lane)) {
    const rows = rowsOfLane(index, plane);
    for (let row = rows.first; row < rows.end; row++) {
      const { first, end } = slicesWithin(index, row, fromNs, toNs);
      for (let task = first; task < end; task++) tasks.push(task);
    }
  }
  return [...tasks, ...sameConnection(part, slice, (role) => role === 'stream', view)];
}

/** The collective that a task on a plane or a stream is of. */
export function collectiveOfTask({ view, part, slice, lane, kind }: AskedSlice): number | undefined {
  const { index } = part;
  const { slices } = index;
  if (kind === 'hardware') return sameConnection(part, slice, (role) => role === 'collectives', view)[0];
  if (kind !== 'communication' || !planeLane.test(index.lanes[lane].name)) return undefined;
  const group = groupLaneOf(view, part, lane);
  if (group === undefined) return undefined;
  const [startNs, endNs] = [slices.startNs[slice], endNsOf(slices, slice)];
  const rows = rowsOfLane(index, group);
  for (let row = rows.first; row < rows.end; row++) {
    const { first, end } = slicesTouching(index, row, startNs, endNs);
    for (let at = first; at < end; at++)
      if (slices.startNs[at] - ROUNDING_NS <= startNs && endNsOf(slices, at) + ROUNDING_NS >= endNs) return at;
  }
  return undefined;
}

/** Lanes of communication in the order in which they are shown: the planes of a group stand below its own lane. */
function communicationLanes(view: RankView, part: PartView): readonly PlacedLane[] {
  const { firstLane } = part.place;
  return lanesOf(view)
    .filter(({ kind, position }) => kind === 'communication' && view.laneAt(position).part === part)
    .map((lane) => ({ ...lane, position: lane.position - firstLane }));
}

function planesOf(view: RankView, part: PartView, groupLane: number): readonly number[] {
  const lanes = communicationLanes(view, part);
  const planes: number[] = [];
  for (let at = lanes.findIndex(({ position }) => position === groupLane) + 1; at > 0 && at < lanes.length; at++) {
    if (!planeLane.test(lanes[at].name)) break;
    planes.push(lanes[at].position);
  }
  return planes;
}

function groupLaneOf(view: RankView, part: PartView, plane: number): number | undefined {
  const lanes = communicationLanes(view, part);
  for (let at = lanes.findIndex(({ position }) => position === plane) - 1; at >= 0; at--)
    if (groupOfLane(lanes[at]) !== undefined) return lanes[at].position;
  return undefined;
}

/** Slices that the same call put on the device, on lanes of that role. */
function sameConnection(
  part: PartView,
  slice: number,
  isWanted: (role: ReturnType<typeof laneRoleOf>) => boolean,
  view: RankView,
): number[] {
  const connection = part.ids.get('connection', slice);
  if (connection === undefined) return [];
  return part.ids.slicesOf('connection', connection).filter((other) => {
    const { groupLocalId, name } = part.index.lanes[part.laneOfRow(part.rowOf(other))];
    return other !== slice && isWanted(laneRoleOf(view.groupKind(groupLocalId) ?? 'other', name));
  });
}
