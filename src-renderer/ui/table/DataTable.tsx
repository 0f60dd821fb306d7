import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../base/format';
import { copyText } from '../clipboard';
import type { PlacedColumn } from './columnLayout';
import { MAX_COPIED_ROWS, plainCell, selectedRowsText } from './copyRows';
import type { DataTableProps } from './dataTableProps';
import { FilterPopover } from './FilterPopover';
import { noRows, selectedCount } from './rowSelection';
import { TableBar } from './TableBar';
import { type GridSpot, TableGrid } from './TableGrid';
import { TableMenu } from './TableMenu';
import { TableMessage } from './TableMessage';
import { type DataTableModel, useDataTable } from './useDataTable';

const ROW_HEIGHT = 22;
const startSpot: GridSpot = { cursor: { row: 0, column: 0 }, selection: noRows };

/**
 * A table of any length: rows and columns in sight are drawn, pages of rows are asked for. Sorting, filters, columns, copying
 * and csv are its own; what a row means is the view's (`onActivate`, `onSelect`, `rowActions`).
 */
export function DataTable(props: DataTableProps) {
  const { t } = useTranslation();
  const model = useDataTable(props);
  const [spot, setSpot] = useSpot(model);
  const [openFilter, setOpenFilter] = useState<{ readonly column: string; readonly anchor: Element } | undefined>();
  const [said, setSaid] = useState('');
  useSelectedRow(model, spot, props.onSelect);

  const isCompact = props.variant === 'compact';
  const copyRows = async () => {
    const shown = model.placed.map(({ column }) => column);
    const query = { sort: model.sort, filters: model.filters, columns: shown.map(({ key }) => key) };
    const { text, copiedRows } = await selectedRowsText(
      props.source,
      query,
      spot.selection,
      shown,
      (column) => model.wordsOf(column).title,
    );
    const isDone = await copyText(text);
    const total = selectedCount(spot.selection);
    setSaid(
      !isDone
        ? t('ui.table.copyRefused')
        : total > copiedRows
          ? t('ui.table.copiedSome', { n: formatCount(MAX_COPIED_ROWS), total: formatCount(total) })
          : t('ui.table.copiedRows', { count: copiedRows, n: formatCount(copiedRows) }),
    );
  };
  const copyCell = async () => {
    const row = model.data.rowAt(spot.cursor.row);
    const column = model.placed[spot.cursor.column]?.column;
    if (!column) return;
    const text = row ? plainCell(row, column) : model.wordsOf(column).title;
    setSaid((await copyText(text)) ? t('ui.table.copiedCell') : t('ui.table.copyRefused'));
  };
  const copy = () => {
    const isMany = spot.cursor.row >= 0 && selectedCount(spot.selection) > 1;
    (isMany ? copyRows() : copyCell()).catch((error: unknown) => setSaid(errorText(error)));
  };
  const filterColumn = (column: string, anchor: Element) => setOpenFilter({ column, anchor });

  return (
    <div className={`data-table data-table-${props.variant ?? 'full'}`}>
      {!isCompact && <TableBar table={props} model={model} said={said} onFilter={filterColumn} />}
      <TableMenu
        table={props}
        model={model}
        spot={spot}
        canFilter={!isCompact}
        onCopyCell={() => void copyCell()}
        onCopyRows={() => copyRows().catch((error: unknown) => setSaid(errorText(error)))}
      >
        <div className="table-area">
          <TableGrid
            table={props}
            model={model}
            rowHeight={props.rowHeight ?? ROW_HEIGHT}
            hasTotals={!isCompact && model.state.matchingRows > 0}
            spot={spot}
            onSpot={setSpot}
            onCopy={copy}
            onFilter={(column: PlacedColumn, anchor) => filterColumn(column.column.key, anchor)}
          />
          <TableMessage table={props} model={model} />
        </div>
      </TableMenu>
      {openFilter && (
        <FilterPopover
          table={props}
          model={model}
          column={openFilter.column}
          anchor={openFilter.anchor}
          onClose={() => setOpenFilter(undefined)}
        />
      )}
    </div>
  );
}

export const errorText = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** Cursor and selection; other rows, or another order, and positions mean something else: it starts anew. */
function useSpot(model: DataTableModel): readonly [GridSpot, (spot: GridSpot) => void] {
  const [state, setState] = useState({ spot: startSpot, data: model.data, rowsKey: model.rowsKey });
  const isStale = state.data !== model.data || state.rowsKey !== model.rowsKey;
  if (isStale) {
    const column = Math.min(state.spot.cursor.column, Math.max(0, model.placed.length - 1));
    // The header keeps the cursor: one may be sorting by several columns from there.
    const row = Math.min(0, state.spot.cursor.row);
    setState({ spot: { cursor: { row, column }, selection: noRows }, data: model.data, rowsKey: model.rowsKey });
  }
  const setSpot = (spot: GridSpot) => setState({ spot, data: model.data, rowsKey: model.rowsKey });
  return [state.spot, setSpot];
}

/** Tells the view when another row has the cursor, once it is there. */
function useSelectedRow(model: DataTableModel, spot: GridSpot, onSelect: DataTableProps['onSelect']): void {
  const latest = useRef(onSelect);
  useEffect(() => {
    latest.current = onSelect;
  });
  const isChosen = selectedCount(spot.selection) > 0 && spot.cursor.row >= 0;
  const row = isChosen ? model.data.rowAt(spot.cursor.row) : undefined;
  const told = useRef<number | undefined>(undefined);
  useEffect(() => {
    if (isChosen && row === undefined) return;
    if (told.current === row?.id) return;
    told.current = row?.id;
    latest.current?.(row);
  }, [isChosen, row]);
}
