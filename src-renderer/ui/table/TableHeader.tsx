// biome-ignore-all lint/a11y/useSemanticElements: rows come and go while one scrolls; a <table> would lay itself out anew
import { ArrowDown, ArrowUp, ListFilter } from 'lucide-react';
import { memo, type PointerEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { PlacedColumn } from './columnLayout';
import { cellId } from './TableRowView';
import type { DataTableModel } from './useDataTable';

interface TableHeaderProps {
  readonly gridId: string;
  readonly model: DataTableModel;
  readonly width: number;
  readonly firstColumn: number;
  readonly endColumn: number;
  /** -1: the cursor is not in the header. */
  readonly cursorColumn: number;
  readonly canFilter: boolean;
  readonly onFilter: (column: PlacedColumn, anchor: Element) => void;
}

/** Titles: a click sorts (Shift: as a further key), the edge resizes, the funnel filters. */
export const TableHeader = memo(function TableHeader(props: TableHeaderProps) {
  const { model, firstColumn, endColumn } = props;
  const pinned = model.placed[0];
  const first = model.placed[firstColumn];
  return (
    <div
      role="row"
      tabIndex={-1}
      aria-rowindex={1}
      // Columns come with the first answer.
      aria-busy={pinned === undefined || undefined}
      className="table-header"
      style={{ width: props.width }}
      data-row={-1}
    >
      {pinned && <HeaderCell {...props} placedColumn={pinned} />}
      {pinned && first && first.left > pinned.width && (
        <span className="table-gap" style={{ width: first.left - pinned.width }} />
      )}
      {model.placed.slice(firstColumn, endColumn).map((placedColumn) => (
        <HeaderCell key={placedColumn.column.key} {...props} placedColumn={placedColumn} />
      ))}
    </div>
  );
});

function HeaderCell(props: TableHeaderProps & { readonly placedColumn: PlacedColumn }) {
  const { t } = useTranslation();
  const { model, placedColumn, gridId, canFilter, onFilter } = props;
  const { column, index, width } = placedColumn;
  const { title, definition } = model.wordsOf(column);
  const keyAt = model.sort.findIndex((key) => key.column === column.key);
  const key = model.sort[keyAt];
  const isFiltered = model.userFilters.some((filter) => filter.column === column.key);
  const Arrow = key?.isDescending ? ArrowDown : ArrowUp;
  return (
    <div
      id={cellId(gridId, -1, index)}
      role="columnheader"
      tabIndex={-1}
      aria-colindex={index + 1}
      aria-sort={key ? (key.isDescending ? 'descending' : 'ascending') : undefined}
      data-column={index}
      className={`table-head ${column.kind === 'number' ? 'is-number' : ''} ${index === 0 ? 'is-pinned' : ''} ${
        index === props.cursorColumn ? 'has-cursor' : ''
      } ${key ? 'is-sorted' : ''}`}
      style={{ width }}
    >
      <button
        type="button"
        tabIndex={-1}
        className="table-title"
        title={definition ? `${title}\n${definition}` : title}
        onClick={(event) => model.sortBy(column, event.shiftKey)}
      >
        <span className="table-title-text">{title}</span>
        {key && <Arrow size={12} aria-hidden />}
        {key && model.sort.length > 1 && <span className="table-sort-rank">{keyAt + 1}</span>}
      </button>
      {canFilter && (
        <button
          type="button"
          tabIndex={-1}
          className={`table-funnel ${isFiltered ? 'is-on' : ''}`}
          aria-label={t('ui.table.filterColumn', { column: title })}
          aria-pressed={isFiltered}
          title={t('ui.table.filterColumn', { column: title })}
          onClick={(event) => onFilter(placedColumn, event.currentTarget)}
        >
          <ListFilter size={12} aria-hidden />
        </button>
      )}
      <ResizeHandle model={model} placedColumn={placedColumn} />
    </div>
  );
}

function ResizeHandle({
  model,
  placedColumn: { column, width },
}: {
  readonly model: DataTableModel;
  readonly placedColumn: PlacedColumn;
}) {
  const drag = useRef<{ readonly startX: number; readonly width: number } | undefined>(undefined);
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { startX: event.clientX, width };
  };
  return (
    // For the pointer only: with the keyboard a column is fitted from its menu.
    <span
      className="table-resize"
      aria-hidden
      onPointerDown={onPointerDown}
      onPointerMove={(event) => {
        if (drag.current) model.setWidth(column.key, drag.current.width + event.clientX - drag.current.startX);
      }}
      onPointerUp={() => {
        drag.current = undefined;
      }}
      onPointerCancel={() => {
        drag.current = undefined;
      }}
      onDoubleClick={() => model.fitWidth(column.key)}
    />
  );
}
