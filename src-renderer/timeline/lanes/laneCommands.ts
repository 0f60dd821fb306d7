/** What can be done to the lane in focus: the one whose title has the focus, else that of the selected slice. */
import type { KeyChord } from '../../base/commands';
import { ownLanesDialogOf } from '../ownLanes/OwnLanesDialog';
import type { TimelineRow } from '../rows/rows';
import type { RowTarget } from './rowActions';
import * as actions from './rowActions';
import { itemOf, stepped } from './siblings';
import { toggleRow } from './toggleRow';

type Target = RowTarget;

interface LaneCommand {
  readonly name: string;
  readonly group: 'view';
  readonly keys: readonly KeyChord[];
  /** Answers `false` if there was nothing to do. */
  readonly run: (target: Target) => unknown;
}

export const laneCommandTable: readonly LaneCommand[] = [
  { name: 'pinLane', group: 'view', keys: [{ code: 'KeyP' }], run: onRow(pinRow) },
  { name: 'hideLane', group: 'view', keys: [{ code: 'KeyH' }], run: onRow(hideRow) },
  {
    name: 'showHidden',
    group: 'view',
    keys: [{ code: 'KeyH', shift: true }],
    run: ({ session }) => session.actions.showHidden(),
  },
  {
    name: 'moveLaneUp',
    group: 'view',
    keys: [{ code: 'ArrowUp', alt: true }],
    run: (target) => withRow(target, (own, row) => moveRow(own, row, -1)),
  },
  {
    name: 'moveLaneDown',
    group: 'view',
    keys: [{ code: 'ArrowDown', alt: true }],
    run: (target) => withRow(target, (own, row) => moveRow(own, row, 1)),
  },
  { name: 'mergeBelow', group: 'view', keys: [{ code: 'KeyM', alt: true }], run: onRow(actions.mergeBelow) },
  { name: 'mergeGroup', group: 'view', keys: [], run: onRow(actions.mergeGroup) },
  { name: 'mergeByWork', group: 'view', keys: [], run: onRow(actions.mergeByWork) },
  { name: 'splitLanes', group: 'view', keys: [], run: onRow(actions.splitLanes) },
  { name: 'moveInTime', group: 'view', keys: [], run: onRow(actions.moveInTime) },
  { name: 'fitLane', group: 'view', keys: [{ code: 'KeyL', shift: true }], run: onRow(actions.fitLane) },
  { name: 'laneStatistics', group: 'view', keys: [], run: onRow(actions.showStatistics) },
  { name: 'onlyRank', group: 'view', keys: [], run: onRow(actions.onlyRank) },
  { name: 'onlyKind', group: 'view', keys: [], run: onRow(actions.onlyKind) },
  { name: 'groupLanes', group: 'view', keys: [], run: onRow(actions.groupLanes) },
  { name: 'foldLane', group: 'view', keys: [], run: onRow(foldRow) },
  { name: 'groupByRank', group: 'view', keys: [], run: ({ session }) => session.actions.groupLanes('rank') },
  { name: 'groupByKind', group: 'view', keys: [], run: ({ session }) => session.actions.groupLanes('kind') },
  { name: 'togglePython', group: 'view', keys: [], run: ({ session }) => session.actions.togglePython() },
  { name: 'fixedHeights', group: 'view', keys: [], run: ({ session }) => session.actions.setLaneHeights('fixed') },
  { name: 'autoHeights', group: 'view', keys: [], run: ({ session }) => session.actions.setLaneHeights('auto') },
  {
    name: 'ownLanes',
    group: 'view',
    keys: [],
    run: ({ session }) => ownLanesDialogOf(session).setState({ isOpen: true }),
  },
  { name: 'resetLanes', group: 'view', keys: [], run: ({ session }) => session.actions.resetLanes() },
];

function onRow(act: (target: Target, row: TimelineRow) => boolean): LaneCommand['run'] {
  return (target) => withRow(target, act);
}

function withRow(target: Target, act: (target: Target, row: TimelineRow) => boolean): boolean {
  const row = target.navigation.rowInFocus();
  return row !== undefined && act(target, row);
}

export function pinRow({ session }: Target, row: TimelineRow): boolean {
  if (row.kind !== 'slices' && row.kind !== 'counter') return false;
  session.actions.togglePin(row.lane.id);
  return true;
}

export function hideRow({ session }: Target, row: TimelineRow): boolean {
  const item = itemOf(row);
  if (item === undefined) return false;
  session.actions.hideLanes([item]);
  return true;
}

export function moveRow({ navigation, session }: Target, row: TimelineRow, step: -1 | 1): boolean {
  const order = stepped(navigation.model, row, step);
  if (order === undefined) return false;
  session.actions.orderLanes(order.parent, order.children);
  const moved = navigation.model.rows.find(({ key }) => key === row.key);
  if (moved) navigation.revealRow(moved);
  return true;
}

function foldRow({ session }: Target, row: TimelineRow): boolean {
  toggleRow(session, row);
  return row.isFoldable;
}
