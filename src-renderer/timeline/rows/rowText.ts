/** What the column of titles says about a row. */
import type { CounterSeries, GroupKind, LaneGroup, LaneId, RankStatus } from '../../../src-contract';
import { formatCount, signedDuration } from '../../base/format';
import { rankEventCount } from '../../session/dumpSummary';
import { shownKind } from '../../session/lanes/lanePresets';
import { groupTitle, laneTitle } from '../../session/lanes/laneTitles';
import type { SliceRow, TimelineRow } from './rows';

export type Translate = (key: string, values?: Readonly<Record<string, string | number>>) => string;

export type RowIcon = 'rank' | 'slices' | 'counter' | GroupKind;

export function rowIcon(row: TimelineRow): RowIcon {
  if (row.kind === 'kind') return row.groupKind;
  return row.kind === 'group' ? row.group.kind : row.kind;
}

export function rowTitle(row: TimelineRow, translate: Translate): string {
  switch (row.kind) {
    case 'rank':
      return row.rank.label;
    case 'group':
      return groupTitle(row.group, translate);
    case 'kind':
      return translate(`lanes.kind.${row.groupKind}`);
    case 'slices':
    case 'counter': {
      const name = laneTitle(row.group, row.lane.name, translate);
      return row.isPinned || row.isByKind ? `${row.rank.label} › ${name}` : name;
    }
  }
}

/** What a row is called by itself, without its rank. */
export function rowName(row: TimelineRow, translate: Translate): string {
  if (row.kind === 'slices' || row.kind === 'counter') return laneTitle(row.group, row.lane.name, translate);
  return rowTitle(row, translate);
}

/** Faint text after the title: how far a rank is moved, its host, labels of the process. `movedNs`: of the row's rank. */
export function rowDetail(row: TimelineRow, movedNs: number): string {
  switch (row.kind) {
    case 'rank':
      return [
        movedNs !== 0 && signedDuration(movedNs),
        row.rank.hostName,
        row.rank.status === 'ready' && formatCount(rankEventCount(row.rank)),
      ]
        .filter(Boolean)
        .join(' · ');
    case 'group':
      return [laterText(row.group), row.group.labels].filter(Boolean).join(' · ');
    case 'kind':
      return formatCount(row.lanes.length);
    case 'slices':
      // The rest of a stack, which a click on its chevron opens.
      return [
        laterText(row.group),
        row.shownRows > 0 && row.shownRows < row.lane.rowCount && `+${row.lane.rowCount - row.shownRows}`,
      ]
        .filter(Boolean)
        .join(' · ');
    case 'counter':
      return '';
  }
}

/** How far lanes are moved that stand for others. */
function laterText({ merge }: Pick<LaneGroup, 'merge'>): string {
  return merge && merge.byNs !== 0 ? signedDuration(merge.byNs) : '';
}

/** Slices of the lane that overlap without being nested; 0 for other rows. */
export function rowOverlapCount(row: TimelineRow): number {
  return row.kind === 'slices' ? row.lane.overlapCount : 0;
}

export function rowIsComputed(row: TimelineRow): boolean {
  return (row.kind === 'slices' || row.kind === 'counter') && row.lane.isComputed;
}

/** Key of the sentence for a rank that shows nothing, or not yet everything. */
export function rankStatusKey(status: RankStatus): string | undefined {
  switch (status) {
    case 'ready':
      return undefined;
    case 'no-timeline':
      return 'timeline.noTimeline';
    case 'unread':
      return 'timeline.unread';
    case 'waiting':
      return 'timeline.waiting';
    case 'indexing':
      return 'timeline.reading';
    case 'failed':
      return 'timeline.failed';
    case 'cancelled':
      return 'timeline.cancelled';
  }
}

/** 1 for ranks and kinds, 2 for groups, 3 for lanes, as `aria-level`. */
export function rowLevel(row: TimelineRow): 1 | 2 | 3 {
  if (row.isPinned || row.kind === 'rank' || row.kind === 'kind') return 1;
  return row.kind === 'group' || row.isByKind ? 2 : 3;
}

/** What a series' name adds to its lane's: the unit stands beside the value, and "value" says nothing. */
export function seriesLabel(laneName: string, series: Pick<CounterSeries, 'name' | 'unit'>): string {
  const label = series.name.replace(`(${series.unit})`, '').replace(/^value, /, '');
  return label === 'value' || label === series.unit || laneName.includes(label) ? '' : label;
}

/** Lanes of groups; of GPUs, streams, which serve communicators. */
export function isOfGroup({ group, lane }: SliceRow): boolean {
  const isStream = group.kind === 'python' && shownKind(group) === 'hardware';
  // Planes stand below the lane of their group, which says it.
  return (group.kind === 'communication' && !/^plane\b/i.test(lane.name)) || isStream;
}

/** What the row's lane is for ("dp"); '' where it says nothing. */
export function groupNameOf(row: TimelineRow, names: ReadonlyMap<LaneId, string>): string {
  return row.kind === 'slices' && isOfGroup(row) ? (names.get(row.lane.id) ?? '') : '';
}
