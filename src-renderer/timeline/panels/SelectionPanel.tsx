import { ArrowDown, ArrowUp, SquareDashedMousePointer, X, ZoomIn } from 'lucide-react';
import { memo, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { NameStatistics } from '../../../src-contract';
import { formatCount, formatDuration, formatExactDuration, formatExactTime } from '../../base/format';
import type { TimeRange } from '../../base/timeRange';
import { FailedAnswer } from '../../session/FailedAnswer';
import { useAsked, useRevision } from '../../session/useAnswer';
import { useSession, useSessionState } from '../../session/useSession';
import { Button, IconButton } from '../../ui/Button';
import { EmptyState } from '../../ui/EmptyState';
import { VirtualList } from '../../ui/VirtualList';
import { ColourSwatch } from './ColourSwatch';
import { type NameColumn, nameColumns, type Sorting, sortedRows } from './nameSorting';
import { type ScopeOption, scopeLanes, scopeOptions } from './statisticsScope';

const MAX_ROWS = 5_000;
/** While the range is dragged. */
const DRAG_PAUSE_MS = 120;

/** What happens in the marked stretch of time, by name. */
export function SelectionPanel() {
  const { t } = useTranslation();
  const session = useSession();
  const range = useSessionState((state) => state.selectedRange);
  if (!range) {
    return (
      <EmptyState
        size="panel"
        icon={SquareDashedMousePointer}
        title={t('selection.noneTitle')}
        text={t('selection.noneText')}
      >
        <Button onClick={() => session.actions.selectRange(session.store.getState().view)}>
          {t('selection.useView')}
        </Button>
      </EmptyState>
    );
  }
  return <RangeStatistics range={range} />;
}

interface RangeStatisticsProps {
  readonly range: TimeRange;
}

function RangeStatistics({ range }: RangeStatisticsProps) {
  const { t } = useTranslation();
  const session = useSession();
  const revision = useRevision();
  // biome-ignore lint/correctness/useExhaustiveDependencies: lanes come with an index, not at each step of reading it
  const options = useMemo(() => scopeOptions(session.store.getState().dump), [session, revision]);
  const [scopeKey, setScopeKey] = useState('all');
  const scope = options.find((option) => option.key === scopeKey) ?? options[0]!;
  const statistics = useAsked(
    `${range.startNs} ${range.endNs} ${scope.key}`,
    () =>
      session.engine.statistics({
        dump: session.dumpId,
        startNs: range.startNs,
        endNs: range.endNs,
        lanes: scopeLanes(session.store.getState().dump, scope.key),
        maxRows: MAX_ROWS,
      }),
    { delayMs: DRAG_PAUSE_MS },
  );
  const answer = statistics.value;
  const lengthNs = range.endNs - range.startNs;
  return (
    <div className="selection-panel">
      <div className="panel-toolbar">
        <span className="toolbar-text number" title={formatExactDuration(Math.round(lengthNs))}>
          {formatExactTime(range.startNs)} – {formatExactTime(range.endNs)} · <b>{formatDuration(lengthNs)}</b>
        </span>
        {answer && (
          <span className="toolbar-text" title={t('selection.whole')}>
            {t('selection.counts', {
              count: answer.sliceCount,
              n: formatCount(answer.sliceCount),
              names: formatCount(answer.nameCount),
            })}
          </span>
        )}
        <ScopeSelect options={options} value={scope.key} onChange={setScopeKey} />
        <IconButton
          label={t('selection.zoom')}
          icon={ZoomIn}
          onClick={() => session.actions.setView(range, { isJump: true })}
        />
        <IconButton label={t('selection.clear')} icon={X} onClick={() => session.actions.selectRange(undefined)} />
      </div>
      {statistics.error !== undefined ? (
        <FailedAnswer answer={statistics} size="panel" />
      ) : answer ? (
        <NameTable rows={answer.rows} />
      ) : (
        <div className="panel-loading" aria-busy="true" />
      )}
    </div>
  );
}

interface ScopeSelectProps {
  readonly options: readonly ScopeOption[];
  readonly value: string;
  readonly onChange: (key: string) => void;
}

/** Hundreds of ranks make thousands of options: they are drawn again only when they are others. */
const ScopeSelect = memo(function ScopeSelect({ options, value, onChange }: ScopeSelectProps) {
  const { t } = useTranslation();
  return (
    <label className="toolbar-field">
      <span className="visually-hidden">{t('selection.scope')}</span>
      <select value={value} onChange={(event) => onChange(event.target.value)}>
        {options.map(({ key, label }) => (
          <option key={key} value={key}>
            {label ?? t('selection.allLanes')}
          </option>
        ))}
      </select>
    </label>
  );
});

interface NameTableProps {
  readonly rows: readonly NameStatistics[];
}

function NameTable({ rows }: NameTableProps) {
  const { t } = useTranslation();
  const session = useSession();
  const [sorting, setSorting] = useState<Sorting>({ column: 'total', isAscending: false });
  const [currentIndex, setCurrentIndex] = useState(-1);
  const sorted = useMemo(() => sortedRows(rows, sorting), [rows, sorting]);
  const sortBy = (column: NameColumn) =>
    setSorting((before) => ({
      column,
      isAscending: before.column === column ? !before.isAscending : column === 'name',
    }));
  return (
    <div className="name-table">
      <div className="name-row name-header">
        <span />
        {nameColumns.map((column) => (
          <button
            key={column}
            type="button"
            className={`column-${column}`}
            aria-pressed={sorting.column === column}
            onClick={() => sortBy(column)}
          >
            {t(`selection.column.${column}`)}
            {sorting.column === column &&
              (sorting.isAscending ? <ArrowUp size={12} aria-hidden /> : <ArrowDown size={12} aria-hidden />)}
          </button>
        ))}
      </div>
      <VirtualList
        label={t('panels.selection')}
        items={sorted}
        rowHeight={22}
        keyOf={(row) => row.name}
        currentIndex={currentIndex}
        onCurrentChange={setCurrentIndex}
        onActivate={(row) => session.actions.jumpTo(row.longest)}
        renderRow={(row) => (
          <div className="name-row" title={t('selection.jump')}>
            <ColourSwatch colour={row.colour} />
            <span className="column-name" title={row.name}>
              {row.name}
            </span>
            <span className="number">{formatCount(row.count)}</span>
            {[row.totalNs, row.totalNs / row.count, row.minNs, row.maxNs].map((ns, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: four fixed columns
              <span key={index} className="number" title={formatExactDuration(ns)}>
                {formatDuration(ns)}
              </span>
            ))}
          </div>
        )}
      />
    </div>
  );
}
