import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../base/format';
import { copyText } from '../clipboard';
import type { PlacedColumn } from './columnLayout';
import { type CopyForm, MAX_COPIED_ROWS, plainCell, selectedRowsText } from './copyRows';
import type { DataTableProps } from './dataTableProps';
import { FilterPopover } from './FilterPopover';
import { followedRows, type GridSpot } from './gridSpot';
import { noRows, selectedCount } from './rowSelection';
import { TableBar } from './TableBar';
import { TableGrid } from './TableGrid';
import { TableMenu } from './TableMenu';
import { TableMessage } from './TableMessage';
import type { TableLoader } from './tableLoader';
import { type DataTableModel, useDataTable } from './useDataTable';

const ROW_HEIGHT = 22;
const startSpot: GridSpot = { cursor: { row: 0, column: 0 }, selection: noRows, anchor: 0 };

/**
 * A table of any length: rows and columns in sight are drawn, pages of rows are asked for. Sorting, filters, columns, copying
 * and csv are its own; what a row means is the view's (`onActivate`, `onSelect`, `rowActions`).
 */
export function DataTable(props: DataTableProps) {
  const { t } = useTranslation();
  const model = useDataTable(props);
  const { spot, chosenIn, setSpot } = useSpot(model);
  const [openFilter, setOpenFilter] = useState<{ readonly column: string; readonly anchor: Element } | undefined>();
  const [said, setSaid] = useState('');
  useSelectedRow(model, spot, chosenIn, props.onSelect);

  const isCompact = props.variant === 'compact';
  const copyRows = async (form: CopyForm) => {
    const shown = model.placed.map(({ column }) => column);
    const query = { sort: model.sort, filters: model.filters, columns: shown.map(({ key }) => key) };
    const { text, copiedRows } = await selectedRowsText(
      props.source,
      query,
      spot.selection,
      shown,
      (column) => model.wordsOf(column).title,
      form,
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
    (isMany ? copyRows('tsv') : copyCell()).catch((error: unknown) => setSaid(errorText(error)));
  };
  const filterColumn = useCallback((column: string, anchor: Element) => setOpenFilter({ column, anchor }), []);
  const filterPlaced = useCallback(
    ({ column }: PlacedColumn, anchor: Element) => filterColumn(column.key, anchor),
    [filterColumn],
  );

  return (
    <div className={`data-table data-table-${props.variant ?? 'full'}`}>
      {!isCompact && <TableBar table={props} model={model} said={said} onFilter={filterColumn} />}
      <TableMenu
        table={props}
        model={model}
        spot={spot}
        canFilter={!isCompact}
        onCopyCell={() => void copyCell()}
        onCopyRows={(form) => void copyRows(form).catch((error: unknown) => setSaid(errorText(error)))}
      >
        <div className="table-area">
          <TableGrid
            table={props}
            model={model}
            rowHeight={props.rowHeight ?? ROW_HEIGHT}
            hasTotals={!isCompact && model.state.matchingRows > 0 && model.columns.some(model.hasTotal)}
            spot={spot}
            onSpot={setSpot}
            onCopy={copy}
            onFilter={filterPlaced}
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

/**
 * Cursor and selection, and the rows that the user has put them on. With the next rows of the same table they stay with theirs; of other
 * rows, or in another order, positions mean something else: they start anew.
 */
function useSpot(model: DataTableModel) {
  const { data, rowsKey, sort, filters } = model;
  const { loader } = model.state;
  const now = { data, rowsKey, loader };
  const [state, setState] = useState({ spot: startSpot, chosenIn: loader, ...now });
  if (state.data !== data || state.rowsKey !== rowsKey) {
    const column = Math.min(state.spot.cursor.column, Math.max(0, model.placed.length - 1));
    // The header keeps the cursor: one may be sorting by several columns from there.
    const row = Math.min(0, state.spot.cursor.row);
    setState({ spot: { ...startSpot, cursor: { row, column } }, chosenIn: loader, ...now });
  } else if (state.loader !== loader) {
    const keysOf = ({ lasting }: TableLoader) => lasting?.ids({ sort, filters }).map((id) => lasting.keyOf(id)) ?? [];
    setState({ ...state, spot: followedRows(state.spot, keysOf(state.loader), keysOf(loader)), ...now });
  }
  const setSpot = (spot: GridSpot) => setState({ spot, chosenIn: loader, ...now });
  return { spot: state.spot, chosenIn: state.chosenIn, setSpot };
}

/** Tells the view when another row has the cursor, once it is there; and of the same one when it is chosen again among other rows. */
function useSelectedRow(
  model: DataTableModel,
  spot: GridSpot,
  chosenIn: TableLoader,
  onSelect: DataTableProps['onSelect'],
): void {
  const latest = useRef(onSelect);
  useEffect(() => {
    latest.current = onSelect;
  });
  const isChosen = selectedCount(spot.selection) > 0 && spot.cursor.row >= 0;
  const row = isChosen ? model.data.rowAt(spot.cursor.row) : undefined;
  const { loader } = model.state;
  const told = useRef<{ readonly key: number | string; readonly chosenIn: TableLoader } | undefined>(undefined);
  useEffect(() => {
    if (isChosen && row === undefined) return;
    const key = row && (loader.lasting?.keyOf(row.id) ?? row.id);
    const isTold = told.current?.key === key && (key === undefined || told.current?.chosenIn === chosenIn);
    if (isTold) return;
    told.current = key === undefined ? undefined : { key, chosenIn };
    latest.current?.(row);
  }, [isChosen, row, loader, chosenIn]);
}
