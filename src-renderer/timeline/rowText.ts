/** What the column of titles says about a row. */
import type { CounterSeries, GroupKind, RankStatus } from '../../src-contract';
import { groupTitle, laneTitle } from '../session/laneTitles';
import type { TimelineRow } from './rows';

export type Translate = (key: string, values?: Readonly<Record<string, string | number>>) => string;

export type RowIcon = 'rank' | 'slices' | 'counter' | GroupKind;

export function rowIcon(row: TimelineRow): RowIcon {
  return row.kind === 'group' ? row.group.kind : row.kind;
}

export function rowTitle(row: TimelineRow, translate: Translate): string {
  switch (row.kind) {
    case 'rank':
      return row.rank.label;
    case 'group':
      return groupTitle(row.group, translate);
    case 'slices':
    case 'counter': {
      const name = laneTitle(row.group, row.lane.name, translate);
      return row.isPinned ? `${row.rank.label} › ${name}` : name;
    }
  }
}

/** Faint text after the title: host, labels of the process. */
export function rowDetail(row: TimelineRow): string {
  switch (row.kind) {
    case 'rank':
      return row.rank.hostName ?? '';
    case 'group':
      return row.group.labels;
    case 'slices':
      // The rest of a stack, which a click on its chevron opens.
      return row.shownRows > 0 && row.shownRows < row.lane.rowCount ? `+${row.lane.rowCount - row.shownRows}` : '';
    case 'counter':
      return '';
  }
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

/** 1 for ranks, 2 for groups, 3 for lanes, as `aria-level`. */
export function rowLevel(row: TimelineRow): 1 | 2 | 3 {
  if (row.isPinned) return 1;
  return row.kind === 'rank' ? 1 : row.kind === 'group' ? 2 : 3;
}

/** What a series' name adds to its lane's: the unit stands beside the value, and "value" says nothing. */
export function seriesLabel(laneName: string, series: Pick<CounterSeries, 'name' | 'unit'>): string {
  const label = series.name.replace(`(${series.unit})`, '').replace(/^value, /, '');
  return label === 'value' || label === series.unit || laneName.includes(label) ? '' : label;
}
