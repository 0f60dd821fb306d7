/**
 * What can be done with a row besides putting it elsewhere: by its menu, and by commands with the row in focus. Each answers false
 * where there is nothing to do.
 */
import type { LaneGroup, LaneId } from '../../../src-contract';
import { shownKind } from '../../session/lanes/lanePresets';
import type { DumpSession } from '../../session/session';
import type { Shell } from '../../session/shell';
import type { Navigation } from '../moving/navigation';
import { askedLanesOf } from '../panels/scope/askedLanes';
import type { RowModel, SliceRow, TimelineRow } from '../rows/rows';
import { laneBelow, laneOffsetNs, laneOffsetOf, mergeLanes, shownLanes } from './merging';

/** What of the window around the timeline they need. */
export type RowShell = Pick<Shell, 'say' | 'reportError' | 'showPanel' | 'findInTimeline'>;

export interface RowTarget {
  readonly navigation: Navigation;
  readonly session: DumpSession;
  /** Undefined: there is no window around the timeline. */
  readonly shell: () => RowShell | undefined;
  /** What a row is called by itself, in the language of the window. */
  readonly nameOf: (row: TimelineRow) => string;
}

type RowAction = (target: RowTarget, row: TimelineRow) => boolean;

/** The whole of a lane in the view. */
export const fitLane: RowAction = ({ navigation }, row) => {
  if (!hasLength(row)) return false;
  navigation.fit(row.lane);
  return true;
};

export function hasLength(row: TimelineRow): row is SliceRow {
  return row.kind === 'slices' && row.lane.endNs > row.lane.startNs;
}

/** Statistics of a lane, or of all lanes of a group, of the time in view. */
export const showStatistics: RowAction = ({ session, shell, nameOf }, row) => {
  const lanes = lanesOf(row);
  if (lanes.length === 0 || row.kind === 'rank' || row.kind === 'kind') return false;
  askedLanesOf(session).setState({ asked: { name: nameOf(row), rank: row.rank.index, lanes } });
  shell()?.showPanel('statistics');
  return true;
};

function lanesOf(row: TimelineRow): readonly LaneId[] {
  if (row.kind === 'slices') return [row.lane.id];
  if (row.kind !== 'group' || !row.group.lanes.some(({ kind }) => kind === 'slices')) return [];
  return row.group.lanes.map(({ id }) => id);
}

export const mergeBelow: RowAction = ({ session, navigation, shell }, row) => {
  const below = row.kind === 'slices' ? laneBelow(navigation.model, row) : undefined;
  if (row.kind !== 'slices' || !below) return false;
  const { rank, group } = row;
  const lanes = [row.lane.id, below.lane.id];
  mergeLanes(session, shell(), { rank, lanes, into: 'one', byNs: laneOffsetNs(group) });
  return true;
};

export const mergeGroup: RowAction = (target, row) => mergeAll(target, row, 'one');
export const mergeByWork: RowAction = (target, row) => mergeAll(target, row, 'work');

/** Of a lane those of its group. */
function mergeAll({ session, navigation, shell }: RowTarget, row: TimelineRow, into: 'one' | 'work'): boolean {
  if (row.kind !== 'group' && row.kind !== 'slices') return false;
  const lanes = mergeableLanes(navigation.model, row.group);
  if (lanes.length < 2) return false;
  mergeLanes(session, shell(), { rank: row.rank, lanes, into, byNs: 0 });
  return true;
}

/** Lanes of a group that can be put together; of a folded one, of which none is on screen, all. */
export function mergeableLanes(model: RowModel, group: LaneGroup): readonly LaneId[] {
  if (group.merge) return [];
  const shown = shownLanes(model, group);
  return shown.length > 0 ? shown : group.lanes.filter(({ kind }) => kind === 'slices').map(({ id }) => id);
}

export const splitLanes: RowAction = ({ session }, row) => {
  if ((row.kind !== 'group' && row.kind !== 'slices') || !row.group.merge) return false;
  session.actions.splitLanes(row.group.id);
  return true;
};

/** Asks by how much. */
export const moveInTime: RowAction = ({ session }, row) => {
  if (row.kind !== 'slices') return false;
  laneOffsetOf(session).setState({ row });
  return true;
};

export const onlyRank: RowAction = ({ session }, row) => {
  if (row.kind === 'kind') return false;
  session.actions.showOnly({ ranks: new Set([row.rank.index]) });
  return true;
};

export const onlyKind: RowAction = ({ session }, row) => {
  const kind = row.kind === 'kind' ? row.groupKind : row.kind === 'rank' ? undefined : shownKind(row.group);
  if (kind === undefined) return false;
  session.actions.showOnly({ kinds: new Set([kind]) });
  return true;
};

/** Only the lanes of the communication group that this lane is of, on all ranks that are read. */
export const groupLanes: RowAction = (target, row) => {
  if (!mayHaveGroup(row)) return false;
  showGroupOf(target, row).catch((error: unknown) => target.shell()?.reportError(error));
  return true;
};

/** Of GPUs, streams serve communicators. */
export function mayHaveGroup(row: TimelineRow): row is SliceRow {
  if (row.kind !== 'slices') return false;
  return row.group.kind === 'communication' || shownKind(row.group) === 'hardware';
}

async function showGroupOf({ session, shell }: RowTarget, { lane, rank }: SliceRow): Promise<void> {
  const job = rank.job?.key;
  const groups = await session.questions.follow((id) =>
    session.engine.ask(session.dumpId, 'communication.groupLanes', job === undefined ? {} : { job }, id),
  );
  const group = groups.find(({ lanes }) => lanes.includes(lane.id));
  if (group) {
    const { name, lanes } = group;
    session.actions.showOnly({ lanes: { name, ids: new Set(lanes) } });
  } else {
    const message = 'No collective on this lane tells of a communication group.';
    shell()?.say({ code: 'lane-without-group', message, params: {} });
  }
}
