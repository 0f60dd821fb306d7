import type { TFunction } from 'i18next';
import {
  Activity,
  ChartNoAxesGantt,
  ChevronRight,
  EyeOff,
  type LucideIcon,
  Pin as PinIcon,
  PinOff,
  Server,
} from 'lucide-react';
import { type KeyboardEvent, memo, useContext, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type StoreApi, useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { LaneId } from '../../../src-contract';
import { formatValue } from '../../base/format';
import { movedNsOf } from '../../session/alignment';
import { groupNamesOf } from '../../session/answers/groupNames';
import { revisionOf } from '../../session/answers/revision';
import { useSession, useSessionState } from '../../session/answers/useSession';
import { ShellContext } from '../../session/shell';
import { ContextMenu } from '../../ui/ContextMenu';
import { groupIcons } from '../../ui/groupIcons';
import { leavesToDialog } from '../../ui/leavesToDialog';
import { MiddleCut } from '../../ui/MiddleCut';
import { hideRow, moveRow, pinRow } from '../lanes/laneCommands';
import { metrics } from '../rows/metrics';
import type { TimelineRow } from '../rows/rows';
import {
  groupNameOf,
  isOfGroup,
  type RowIcon,
  rankStatusKey,
  rowDetail,
  rowIcon,
  rowIsComputed,
  rowLevel,
  rowOverlapCount,
  rowTitle,
  seriesLabel,
} from '../rows/rowText';
import { treeKey } from '../rows/treeKeys';
import type { TimelineController } from '../TimelineController';
import { LaneMenu } from './LaneMenu';
import { useRowDrag } from './useRowDrag';

const icons: Record<RowIcon, LucideIcon> = {
  ...groupIcons,
  rank: Server,
  slices: ChartNoAxesGantt,
  counter: Activity,
};

/** Titles of the rows on screen, as a tree for the keyboard and for screen readers. Rendered somewhat ahead. */
export function TitlesColumn({ controller }: { readonly controller: TimelineController }) {
  const model = useStore(controller.titles.rows, (shown) => shown.model);
  const clock = useSessionState(({ dump }) => dump.clock);
  const span = useStore(controller.titles.rows, (shown) => shown.span);
  const { t } = useTranslation();
  const [focusedKey, setFocusedKey] = useState<string>();
  const [menuRow, setMenuRow] = useState<TimelineRow>();
  const hover = useHover();
  const drag = useRowDrag(controller);
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

  const groupNames = useGroupNames(rows);
  const { target } = controller;
  const focus = (key: string | undefined) => {
    controller.navigation.focusedKey = key;
    if (key !== undefined) setFocusedKey(key);
  };

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.code === 'Escape' && drag.cancel()) {
      event.preventDefault();
      return;
    }
    if (event.altKey && (event.code === 'ArrowUp' || event.code === 'ArrowDown')) {
      const row = controller.navigation.rowInFocus();
      event.preventDefault();
      // A title that changes places loses the focus on the way.
      if (row && moveRow(target, row, event.code === 'ArrowUp' ? -1 : 1)) shouldFocus.current = true;
      return;
    }
    const move = treeKey(event.code, model, focusedKey ?? tabStop);
    if (move === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    if (move.kind !== 'focus') {
      if (move.kind === 'toggle') controller.toggle(move.row);
      else controller.selectFirst(move.row);
      return;
    }
    shouldFocus.current = true;
    setFocusedKey(move.row.key);
    controller.navigation.revealRow(move.row);
  };

  const keyAt = (element: EventTarget) =>
    element instanceof Element ? element.closest<HTMLElement>('[data-key]')?.dataset.key : undefined;
  return (
    <ContextMenu
      trigger={
        <div
          ref={list}
          role="tree"
          aria-label={t('timeline.lanesLabel')}
          className="timeline-titles"
          onKeyDown={onKeyDown}
          onBlur={(event) => !leavesToDialog(event) && focus(undefined)}
          onPointerOver={(event) => hover.over(keyAt(event.target))}
          onPointerLeave={hover.leave}
          onPointerDown={drag.onPointerDown}
          onPointerMove={drag.onPointerMove}
          onPointerUp={drag.onPointerUp}
          onPointerCancel={drag.onPointerCancel}
          onContextMenu={(event) => {
            const key = keyAt(event.target);
            const row = rows.find((own) => own.key === key);
            setMenuRow(row);
            if (row === undefined) event.preventDefault();
          }}
        >
          {rows.map((row) => (
            <RowTitle
              key={row.key}
              row={row}
              t={t}
              movedNs={movedNsOf({ clock }, row.rank.index)}
              groupName={groupNameOf(row, groupNames)}
              isTabStop={row.key === tabStop}
              isMoved={row.key === drag.drop?.key}
              onFocus={focus}
              onToggle={(toggled) => controller.toggle(toggled)}
            />
          ))}
          {drag.drop && <div className="timeline-drop" style={{ top: drag.drop.y }} />}
          {!drag.drop && (
            <HoveredTools
              hover={hover.store}
              rows={rows}
              onPin={(row) => pinRow(target, row)}
              onHide={(row) => hideRow(target, row)}
            />
          )}
        </div>
      }
    >
      {menuRow && <LaneMenu row={menuRow} controller={controller} />}
    </ContextMenu>
  );
}

/** Asked for when a lane is seen that may have one, or lanes are looked for. */
function useGroupNames(rows: readonly TimelineRow[]): ReadonlyMap<LaneId, string> {
  const names = groupNamesOf(useSession());
  const shell = useContext(ShellContext);
  const isSeen = rows.some((row) => row.kind === 'slices' && isOfGroup(row));
  const isLookedFor = useSessionState(({ laneFilter }) => laneFilter.text !== '');
  const revision = useSessionState(({ dump }) => revisionOf(dump));
  // biome-ignore lint/correctness/useExhaustiveDependencies: `revision`: there may be others then
  useEffect(() => {
    if (isSeen || isLookedFor) names.want((error) => shell?.reportError(error));
  }, [isSeen, isLookedFor, names, shell, revision]);
  return useSessionState(({ groupNames }) => groupNames);
}

/** How long the pointer is over a title until its tools are there: titles that are scrolled below it have none, ms. */
const HOVER_MS = 60;

/** Which title is under the pointer that rests, known to those who ask the store alone: with each all titles would be rendered. */
function useHover() {
  const [store] = useState(() => createStore<{ readonly key: string | undefined }>()(() => ({ key: undefined })));
  const timer = useRef<number>(undefined);
  const later = (key: string | undefined) => {
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => store.setState({ key }), HOVER_MS);
  };
  useEffect(() => () => window.clearTimeout(timer.current), []);
  return {
    store,
    // Between titles, and over the tools themselves, it is the one before.
    over: (key: string | undefined) => {
      if (key !== undefined) later(key);
    },
    leave: () => {
      window.clearTimeout(timer.current);
      store.setState({ key: undefined });
    },
  };
}

interface HoveredToolsProps {
  readonly hover: StoreApi<{ readonly key: string | undefined }>;
  readonly rows: readonly TimelineRow[];
  readonly onPin: (row: TimelineRow) => void;
  readonly onHide: (row: TimelineRow) => void;
}

/** At the title under the pointer alone; by keyboard there are keys and the menu. */
function HoveredTools({ hover, rows, onPin, onHide }: HoveredToolsProps) {
  const key = useStore(hover, (own) => own.key);
  const row = key === undefined ? undefined : rows.find((own) => own.key === key);
  if (row === undefined || row.kind === 'kind') return null;
  return <RowTools row={row} onPin={() => onPin(row)} onHide={() => onHide(row)} />;
}

interface RowToolsProps {
  readonly row: TimelineRow;
  readonly onPin: () => void;
  readonly onHide: () => void;
}

function RowTools({ row, onPin, onHide }: RowToolsProps) {
  const { t } = useTranslation();
  const isLane = row.kind === 'slices' || row.kind === 'counter';
  const Pin = row.isPinned ? PinOff : PinIcon;
  const tools = useRef<HTMLDivElement>(null);
  // They stand where the title has its detail, of which a part would be left beside them.
  useLayoutEffect(() => {
    const title = tools.current?.parentElement?.querySelector(`.timeline-title[data-key="${CSS.escape(row.key)}"]`);
    title?.toggleAttribute('data-tools', true);
    return () => title?.removeAttribute('data-tools');
  }, [row.key]);
  return (
    <div ref={tools} className="timeline-tools" data-key={row.key} style={placeOf(row)} aria-hidden>
      {isLane && (
        <button
          type="button"
          tabIndex={-1}
          title={t(row.isPinned ? 'lanes.menu.unpin' : 'lanes.menu.pin')}
          onClick={onPin}
        >
          <Pin size={12} aria-hidden />
        </button>
      )}
      <button type="button" tabIndex={-1} title={t('lanes.menu.hide')} onClick={onHide}>
        <EyeOff size={12} aria-hidden />
      </button>
    </div>
  );
}

/** Titles of lanes that are not scrolled go down by as much as all go up. */
function placeOf({ top }: TimelineRow) {
  return { top: top < 0 ? `calc(${top}px + var(--timeline-scroll, 0px))` : top };
}

interface RowTitleProps {
  readonly row: TimelineRow;
  /** Asked for once by the column: with each title it would be subscribed to anew. */
  readonly t: TFunction;
  /** How far its rank is moved beside others. */
  readonly movedNs: number;
  /** What the communication on it is for: "dp"; '' where nothing tells. */
  readonly groupName: string;
  readonly isTabStop: boolean;
  /** It is being dragged. */
  readonly isMoved: boolean;
  readonly onFocus: (key: string) => void;
  readonly onToggle: (row: TimelineRow) => void;
}

const RowTitle = memo(
  function RowTitle({ row, t, movedNs, groupName, isTabStop, isMoved, onFocus, onToggle }: RowTitleProps) {
    const Icon = icons[rowIcon(row)];
    const overlaps = rowOverlapCount(row);
    const statusKey = row.kind === 'rank' ? rankStatusKey(row.rank.status) : undefined;
    const isEmpty = row.kind === 'slices' && row.lane.sliceCount === 0;
    const title = rowTitle(row, (key, values) => t(key, values ?? {}));
    const isFixed = row.top < 0;
    const state = isEmpty ? t('timeline.emptyLane') : '';
    // A group without a name of its own is called by its lane, which the title has.
    const detail = [
      groupName === title ? '' : groupName,
      `${statusKey === undefined ? rowDetail(row, movedNs) : t(statusKey)}${state}`,
    ]
      .filter((text) => text !== '')
      .join(' · ');
    const isComputed = rowIsComputed(row);
    const description = [
      ...(isComputed ? [t('timeline.computed')] : []),
      ...(overlaps > 0 ? [t('timeline.overlaps', { count: overlaps })] : []),
    ].join(' · ');
    return (
      <div
        role="treeitem"
        data-key={row.key}
        data-kind={row.kind}
        aria-level={rowLevel(row)}
        aria-expanded={row.isFoldable ? !row.isFolded : undefined}
        aria-label={[title, detail, ...seriesTexts(row)].filter((text) => text !== '').join(' ')}
        aria-description={description || undefined}
        tabIndex={isTabStop ? 0 : -1}
        className={`timeline-title timeline-title-${row.kind}${isFixed ? ' is-fixed' : ''}${isMoved ? ' is-moved' : ''}`}
        style={{ ...placeOf(row), height: row.height }}
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
          {row.isFoldable && <ChevronRight size={14} aria-hidden="true" data-open={!row.isFolded} />}
        </button>
        <Icon className="timeline-title-icon" size={13} aria-hidden="true" />
        <span className="timeline-title-text">
          <MiddleCut text={title} />
        </span>{' '}
        <span className="timeline-title-detail">
          <span className="timeline-title-words">{detail}</span>
          {isComputed ? <i data-sign="ƒ" title={t('timeline.computed')} /> : null}
          {overlaps > 0 ? <i data-sign={`≬ ${overlaps}`} title={t('timeline.overlaps', { count: overlaps })} /> : null}
        </span>{' '}
        {row.kind === 'counter' && !row.isFolded ? <SeriesNames row={row} /> : null}
      </div>
    );
  },
  (before, after) =>
    before.t === after.t &&
    before.isTabStop === after.isTabStop &&
    before.isMoved === after.isMoved &&
    before.movedNs === after.movedNs &&
    before.groupName === after.groupName &&
    showsTheSame(before.row, after.row),
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
  if (after.kind === 'rank') {
    // Of one that has been read it says how many events there are, and these grow while it is written.
    const isSameCount = b.status !== 'ready' || a.eventCounts === b.eventCounts;
    return isSameCount && a.label === b.label && a.hostName === b.hostName && a.status === b.status;
  }
  if (after.kind === 'group') return before.kind === 'group' && before.group === after.group;
  if (after.kind === 'kind') return before.kind === 'kind' && before.lanes.length === after.lanes.length;
  return before.kind === after.kind && before.lane === after.lane;
}

/** What stands beside the strips of a counter. */
function seriesTexts(row: TimelineRow): readonly string[] {
  if (row.kind !== 'counter' || row.isFolded) return [];
  return row.lane.series.flatMap((series) => [
    seriesLabel(row.lane.name, series),
    formatValue(series.maxValue, series.unit),
  ]);
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
      <span>{seriesLabel(row.lane.name, series)}</span> <b>{formatValue(series.maxValue, series.unit)}</b>
    </span>
  ));
}
