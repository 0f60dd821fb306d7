// biome-ignore-all lint/a11y/useSemanticElements: rows come and go while one scrolls; a <table> would lay itself out anew
import { type KeyboardEvent, type MouseEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { formatExactUnit } from '../../base/formatUnit';
import { fittedColumns, type PlacedColumn } from './columnLayout';
import type { DataTableProps } from './dataTableProps';
import { type GridCursor, gridAction } from './gridKeys';
import type { GridSpot } from './gridSpot';
import { isRowSelected, noRows, type RowSelection, stretch, toggledRow, union } from './rowSelection';
import { TableHeader } from './TableHeader';
import { cellId, type shownCell, TableRowView } from './TableRowView';
import { TotalsRow } from './TotalsRow';
import type { TableData } from './tableData';
import type { TableRow } from './tableLoader';
import type { DataTableModel } from './useDataTable';
import { useBoxSize, useGridScroll } from './useGridScroll';

export const HEADER_HEIGHT = 28;
const TOTALS_HEIGHT = 24;

interface TableGridProps {
  readonly table: DataTableProps;
  readonly model: DataTableModel;
  readonly rowHeight: number;
  readonly hasTotals: boolean;
  readonly spot: GridSpot;
  readonly onSpot: (spot: GridSpot) => void;
  readonly onCopy: () => void;
  readonly onFilter: (column: PlacedColumn, anchor: Element) => void;
}

/** The grid itself: header, the rows in sight, totals; the keys and clicks in it. It has the focus, its cells never do. */
export function TableGrid(props: TableGridProps) {
  const { table, rowHeight, hasTotals, spot, onSpot } = props;
  const gridId = useId();
  const box = useRef<HTMLDivElement>(null);
  const size = useBoxSize(box);
  const placed = useMemo(() => fittedColumns(props.model.placed, size.width), [props.model.placed, size.width]);
  const model = useMemo(() => ({ ...props.model, placed }), [props.model, placed]);
  const { data, state } = model;
  const rowCount = state.matchingRows;
  const scroll = useGridScroll({
    box,
    size,
    rowCount,
    rowHeight,
    fixedHeight: HEADER_HEIGHT + (hasTotals ? TOTALS_HEIGHT : 0),
    placed,
  });
  const { firstRow, endRow, firstColumn, endColumn, baseRow, layerTop } = scroll.window;
  const { scrollToTop } = scroll;
  useEffect(() => data.want(firstRow, Math.max(firstRow, endRow - 1)), [data, firstRow, endRow]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows are read from the top
  useEffect(() => scrollToTop(), [data, model.rowsKey]);
  const { shownRow } = table;
  // biome-ignore lint/correctness/useExhaustiveDependencies: with another row, not whenever the grid is scrolled
  useEffect(() => {
    if (shownRow !== undefined) scroll.scrollToRow(shownRow);
  }, [shownRow]);

  const { cursor, selection } = spot;
  const move = (target: GridCursor, how: 'alone' | 'extend' | 'toggle' | 'only') => {
    const column = placed[target.column];
    if (column) scroll.scrollToColumn(column);
    if (target.row < 0) return onSpot({ ...spot, cursor: target });
    scroll.scrollToRow(target.row);
    const anchor = how === 'extend' ? spot.anchor : target.row;
    onSpot({ cursor: target, selection: selectionAfter(selection, how, anchor, target.row), anchor });
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (isControl(event.target)) return;
    const size = { rows: rowCount, columns: placed.length, pageRows: scroll.pageRows };
    const action = gridAction(event, cursor, size);
    if (action === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const column = placed[cursor.column];
    switch (action.kind) {
      case 'move':
        return move(action.cursor, action.isAlone ? 'alone' : action.extends ? 'extend' : 'only');
      case 'activate': {
        const row = data.rowAt(cursor.row);
        return row && table.onActivate?.(row);
      }
      case 'sort':
        return column && model.sortBy(column.column, action.isAdded);
      case 'filter': {
        const head = document.getElementById(cellId(gridId, -1, cursor.column));
        return column && head ? props.onFilter(column, head) : undefined;
      }
      case 'toggle':
        return move(cursor, 'toggle');
      case 'selectAll':
        return rowCount > 0 ? onSpot({ ...spot, selection: stretch(0, rowCount - 1) }) : undefined;
      case 'copy':
        return props.onCopy();
      case 'menu':
        return openMenu(document.getElementById(cellId(gridId, cursor.row, cursor.column)));
    }
  };

  /** Cells would take the focus from the grid. */
  const onMouseDown = (event: MouseEvent) => {
    if (isControl(event.target)) return;
    event.preventDefault();
    event.currentTarget.closest<HTMLElement>('[role="grid"]')?.focus({ preventScroll: true });
  };
  const cellAt = (event: MouseEvent) => spotAt(event, cursor.column);
  /** Of a double click the first one: other rows, or none yet, may have come in its place before the second. */
  const clicked = useRef<{ readonly data: TableData; readonly row: TableRow | undefined }>(undefined);
  const onClick = (event: MouseEvent) => {
    const target = cellAt(event);
    if (event.detail === 1) clicked.current = { data, row: target && data.rowAt(target.row) };
    if (target === undefined || target.row < 0 || isControl(event.target)) return;
    move(target, event.shiftKey ? 'extend' : event.ctrlKey || event.metaKey ? 'toggle' : 'only');
  };
  const onContextMenu = (event: MouseEvent) => {
    const target = cellAt(event);
    if (target === undefined) return;
    const isIn = target.row < 0 || isRowSelected(selection, target.row);
    move(target, isIn ? 'alone' : 'only');
  };
  /** Tooltips are made when the pointer comes, not with every cell. */
  const onPointerOver = (event: MouseEvent) => {
    const cell = event.target instanceof Element ? event.target.closest<HTMLElement>('.table-cell[data-column]') : null;
    const target = cellAt(event);
    if (cell === null || cell.title !== '' || target === undefined) return;
    const [row, column] = [data.rowAt(target.row), placed[target.column]];
    if (row && column) cell.title = tooltipOf(row, column);
  };

  const [hasFocus, setHasFocus] = useState(false);
  const rows = Array.from({ length: Math.max(0, endRow - firstRow) }, (_, at) => firstRow + at);
  return (
    <div
      ref={box}
      role="grid"
      tabIndex={0}
      aria-label={table.label}
      aria-rowcount={rowCount + 1 + (hasTotals ? 1 : 0)}
      aria-colcount={placed.length}
      aria-multiselectable
      aria-busy={state.isLoading}
      aria-activedescendant={hasFocus ? cellId(gridId, cursor.row, cursor.column) : undefined}
      className="table-grid"
      onKeyDown={onKeyDown}
      onMouseDown={onMouseDown}
      onClick={onClick}
      onDoubleClick={(event) => {
        const target = cellAt(event);
        const now = target && target.row >= 0 ? data.rowAt(target.row) : undefined;
        const row = clicked.current?.data === data ? (clicked.current.row ?? now) : now;
        if (row) table.onActivate?.(row);
      }}
      onContextMenu={onContextMenu}
      onPointerOver={onPointerOver}
      onFocus={() => setHasFocus(true)}
      onBlur={() => setHasFocus(false)}
    >
      <TableHeader
        gridId={gridId}
        model={model}
        width={scroll.viewWidth}
        firstColumn={firstColumn}
        endColumn={endColumn}
        cursorColumn={cursor.row < 0 ? cursor.column : -1}
        canFilter={table.variant !== 'compact'}
        onFilter={props.onFilter}
      />
      <div
        role="rowgroup"
        className="table-body"
        style={{ height: scroll.scale.scrolledHeight, width: scroll.viewWidth }}
      >
        <div role="presentation" className="table-layer" style={{ transform: `translateY(${layerTop}px)` }}>
          {rows.map((position) => {
            const row = data.rowAt(position);
            return (
              <TableRowView
                key={position % scroll.slots}
                gridId={gridId}
                position={position}
                row={row}
                top={(position - baseRow) * rowHeight}
                height={rowHeight}
                width={scroll.viewWidth}
                placed={placed}
                firstColumn={firstColumn}
                endColumn={endColumn}
                isSelected={isRowSelected(selection, position)}
                isCurrent={row !== undefined && row.id === table.selectedRow}
                cursorColumn={cursor.row === position ? cursor.column : -1}
                rowClass={table.rowClass}
                renderCell={table.renderCell}
              />
            );
          })}
        </div>
      </div>
      {hasTotals && (
        <TotalsRow model={model} width={scroll.viewWidth} firstColumn={firstColumn} endColumn={endColumn} />
      )}
    </div>
  );
}

function selectionAfter(
  selection: RowSelection,
  how: 'alone' | 'extend' | 'toggle' | 'only',
  anchor: number,
  row: number,
): RowSelection {
  switch (how) {
    case 'alone':
      return selection;
    case 'extend':
      return union(noRows, stretch(anchor, row));
    case 'toggle':
      return toggledRow(selection, row);
    case 'only':
      return stretch(row, row);
  }
}

/** Beside the columns a row is meant, and the column of the cursor. */
function spotAt(event: MouseEvent, otherwise: number): GridCursor | undefined {
  if (!(event.target instanceof Element)) return undefined;
  const row = event.target.closest<HTMLElement>('[data-row]')?.dataset.row;
  const column = event.target.closest<HTMLElement>('[data-column]')?.dataset.column;
  return row === undefined
    ? undefined
    : { row: Number(row), column: column === undefined ? otherwise : Number(column) };
}

/** Something within the grid that has clicks and keys of its own: a view may draw links in cells. */
function isControl(target: EventTarget): boolean {
  return target instanceof Element && target.closest('button, a, input, select') !== null;
}

/** The whole text, and all digits of a number. */
function tooltipOf(row: Parameters<typeof shownCell>[0], placed: PlacedColumn): string {
  const { column } = placed;
  if (column.kind === 'text') return row.text(column.key);
  return formatExactUnit(row.number(column.key), column.unit);
}

/** As if the cell had been clicked with the right button: the menu's trigger listens to that. */
function openMenu(cell: HTMLElement | null): void {
  if (cell === null) return;
  const { left, bottom } = cell.getBoundingClientRect();
  cell.dispatchEvent(
    new globalThis.MouseEvent('contextmenu', { bubbles: true, cancelable: true, clientX: left + 12, clientY: bottom }),
  );
}
