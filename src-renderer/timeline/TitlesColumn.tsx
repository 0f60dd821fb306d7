import { Activity, ChartNoAxesGantt, ChevronRight, type LucideIcon, Server } from 'lucide-react';
import { type KeyboardEvent, memo, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { formatValue } from '../base/format';
import { groupIcons } from '../ui/groupIcons';
import { MiddleCut } from '../ui/MiddleCut';
import { metrics } from './metrics';
import type { TimelineRow } from './rows';
import {
  type RowIcon,
  rankStatusKey,
  rowDetail,
  rowIcon,
  rowIsComputed,
  rowLevel,
  rowOverlapCount,
  rowTitle,
  seriesLabel,
} from './rowText';
import type { TimelineController } from './TimelineController';
import { treeKey } from './treeKeys';

const icons: Record<RowIcon, LucideIcon> = {
  ...groupIcons,
  rank: Server,
  slices: ChartNoAxesGantt,
  counter: Activity,
};

/** Titles of the rows on screen, as a tree for the keyboard and for screen readers. Rendered somewhat ahead. */
export function TitlesColumn({ controller }: { readonly controller: TimelineController }) {
  const model = useStore(controller.rows, (shown) => shown.model);
  const span = useStore(controller.rows, (shown) => shown.span);
  const { t } = useTranslation();
  const [focusedKey, setFocusedKey] = useState<string>();
  const list = useRef<HTMLDivElement>(null);
  const shouldFocus = useRef(false);
  const rows = [...model.rows.slice(0, model.fixedCount), ...model.rows.slice(span.first, span.end)];
  // One title can be reached by Tab: the focused one, else the first on screen.
  const tabStop = rows.some((row) => row.key === focusedKey) ? focusedKey : rows[0]?.key;

  // The row a key moved to may only now have been rendered.
  useEffect(() => {
    if (!shouldFocus.current || focusedKey === undefined) return;
    const element = list.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(focusedKey)}"]`);
    if (element === null || element === undefined) return;
    shouldFocus.current = false;
    element.focus({ preventScroll: true });
  });

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const target = treeKey(event.code, model, focusedKey ?? tabStop);
    if (target === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    if (target.kind !== 'focus') {
      if (target.kind === 'toggle') controller.toggle(target.row);
      else controller.selectFirst(target.row);
      return;
    }
    shouldFocus.current = true;
    setFocusedKey(target.row.key);
    controller.navigation.revealRow(target.row);
  };

  return (
    <div ref={list} role="tree" aria-label={t('timeline.lanesLabel')} className="timeline-titles" onKeyDown={onKeyDown}>
      {rows.map((row) => (
        <RowTitle
          key={row.key}
          row={row}
          isTabStop={row.key === tabStop}
          onFocus={setFocusedKey}
          onToggle={(toggled) => controller.toggle(toggled)}
        />
      ))}
    </div>
  );
}

interface RowTitleProps {
  readonly row: TimelineRow;
  readonly isTabStop: boolean;
  readonly onFocus: (key: string) => void;
  readonly onToggle: (row: TimelineRow) => void;
}

const RowTitle = memo(
  function RowTitle({ row, isTabStop, onFocus, onToggle }: RowTitleProps) {
    const { t } = useTranslation();
    const Icon = icons[rowIcon(row)];
    const overlaps = rowOverlapCount(row);
    const statusKey = row.kind === 'rank' ? rankStatusKey(row.rank.status) : undefined;
    const isEmpty = row.kind === 'slices' && row.lane.sliceCount === 0;
    const title = rowTitle(row, (key, values) => t(key, values ?? {}));
    const isFixed = row.top < 0;
    return (
      <div
        role="treeitem"
        data-key={row.key}
        data-kind={row.kind}
        aria-level={rowLevel(row)}
        aria-expanded={row.isFoldable ? !row.isFolded : undefined}
        aria-label={title}
        tabIndex={isTabStop ? 0 : -1}
        className={`timeline-title timeline-title-${row.kind}${isFixed ? ' is-fixed' : ''}`}
        style={{ top: isFixed ? `calc(${row.top}px + var(--timeline-scroll, 0px))` : row.top, height: row.height }}
        title={title}
        onFocus={() => onFocus(row.key)}
        onDoubleClick={() => onToggle(row)}
      >
        <button
          type="button"
          tabIndex={-1}
          className="timeline-fold"
          aria-label={t(row.isFolded ? 'timeline.unfold' : 'timeline.fold')}
          hidden={!row.isFoldable}
          onClick={() => onToggle(row)}
          onDoubleClick={(event) => event.stopPropagation()}
        >
          <ChevronRight size={14} aria-hidden="true" data-open={!row.isFolded} />
        </button>
        <Icon className="timeline-title-icon" size={13} aria-hidden="true" />
        <span className="timeline-title-text">
          <MiddleCut text={title} />
        </span>
        <span className="timeline-title-detail">
          {statusKey === undefined ? rowDetail(row) : t(statusKey)}
          {isEmpty ? t('timeline.emptyLane') : null}
          {rowIsComputed(row) ? <i title={t('timeline.computed')}>ƒ</i> : null}
          {overlaps > 0 ? <i title={t('timeline.overlaps', { count: overlaps })}>≬ {overlaps}</i> : null}
        </span>
        {row.kind === 'counter' && !row.isFolded ? <SeriesNames row={row} /> : null}
      </div>
    );
  },
  (before, after) => before.isTabStop === after.isTabStop && showsTheSame(before.row, after.row),
);

/** All rows are made anew when any rank changes, ten times a second while a dump is read; most show what they did. */
function showsTheSame(before: TimelineRow, after: TimelineRow): boolean {
  if (before === after) return true;
  const isSamePlace =
    before.key === after.key &&
    before.top === after.top &&
    before.height === after.height &&
    before.isFolded === after.isFolded &&
    before.isFoldable === after.isFoldable;
  if (!isSamePlace) return false;
  const [a, b] = [before.rank, after.rank];
  if (after.kind === 'rank') return a.label === b.label && a.hostName === b.hostName && a.status === b.status;
  if (after.kind === 'group') return before.kind === 'group' && before.group === after.group;
  return before.kind === after.kind && before.lane === after.lane;
}

/** Names of a counter's series with the value at the top of the strip, one beside each strip. */
function SeriesNames({ row }: { readonly row: Extract<TimelineRow, { kind: 'counter' }> }) {
  return row.lane.series.map((series, index) => (
    <span
      key={series.name}
      className="timeline-series"
      title={series.name}
      // The first strip stands beside the lane's own title.
      data-first={index === 0 && row.lane.series.length > 1}
      style={{ top: metrics.rowPadding + index * row.stripHeight, height: row.stripHeight }}
    >
      <span>{seriesLabel(row.lane.name, series)}</span>
      <b>{formatValue(series.maxValue, series.unit)}</b>
    </span>
  ));
}
