import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../base/format';
import { ContextMenu, ContextMenuItem, ContextMenuSeparator } from '../ContextMenu';
import { copyText } from '../clipboard';
import type { CopyForm } from './copyRows';
import type { DataTableProps } from './dataTableProps';
import type { GridSpot } from './gridSpot';
import { selectedCount } from './rowSelection';
import type { DataTableModel } from './useDataTable';

interface TableMenuProps {
  readonly table: DataTableProps;
  readonly model: DataTableModel;
  readonly spot: GridSpot;
  readonly canFilter: boolean;
  readonly onCopyCell: () => void;
  readonly onCopyRows: (form: CopyForm) => void;
  readonly children: ReactNode;
}

/** The menu of the cell or title that the cursor is on (a right click moves the cursor first). */
export function TableMenu(props: TableMenuProps) {
  return (
    <ContextMenu trigger={props.children}>
      {props.spot.cursor.row < 0 ? <TitleItems {...props} /> : <CellItems {...props} />}
    </ContextMenu>
  );
}

function CellItems({ table, model, spot, canFilter, onCopyCell, onCopyRows }: TableMenuProps) {
  const { t } = useTranslation();
  const row = model.data.rowAt(spot.cursor.row);
  const column = model.placed[spot.cursor.column]?.column;
  if (row === undefined || column === undefined)
    return <ContextMenuItem isDisabled>{t('ui.table.loading')}</ContextMenuItem>;
  const { onActivate, rowActions = [] } = table;
  const actions = rowActions.filter(({ isAvailable }) => isAvailable?.(row) ?? true);
  const count = selectedCount(spot.selection);
  const filterTo = () => {
    if (column.kind === 'text')
      return model.filter({ kind: 'oneOf', column: column.key, values: [row.text(column.key)] });
    const value = row.number(column.key);
    return model.filter({ kind: 'range', column: column.key, min: value, max: value });
  };
  const hasValue = column.kind === 'text' || !Number.isNaN(row.number(column.key));
  return (
    <>
      {onActivate && <ContextMenuItem onSelect={() => onActivate(row)}>{t('ui.table.open')}</ContextMenuItem>}
      {actions.map(({ label, run }) => (
        <ContextMenuItem key={label} onSelect={() => run(row)}>
          {label}
        </ContextMenuItem>
      ))}
      {(onActivate || actions.length > 0) && <ContextMenuSeparator />}
      <ContextMenuItem onSelect={onCopyCell}>{t('ui.table.copyCell')}</ContextMenuItem>
      {(['tsv', 'csv'] as const).map((form) => (
        <ContextMenuItem key={form} onSelect={() => onCopyRows(form)} isDisabled={count === 0}>
          {t(form === 'tsv' ? 'ui.table.copyRows' : 'ui.table.copyRowsCsv', {
            count: Math.max(1, count),
            n: formatCount(Math.max(1, count)),
          })}
        </ContextMenuItem>
      ))}
      <ContextMenuItem onSelect={() => void copyText(model.wordsOf(column).title)}>
        {t('ui.table.copyTitle')}
      </ContextMenuItem>
      {canFilter && hasValue && (
        <>
          <ContextMenuSeparator />
          <ContextMenuItem onSelect={filterTo}>{t('ui.table.filterTo')}</ContextMenuItem>
        </>
      )}
    </>
  );
}

function TitleItems({ model, spot }: TableMenuProps) {
  const { t } = useTranslation();
  const column = model.placed[spot.cursor.column]?.column;
  if (column === undefined) return null;
  const others = model.placed.map((placed) => placed.column.key).filter((key) => key !== column.key);
  return (
    <>
      <ContextMenuItem onSelect={() => model.setSort([{ column: column.key, isDescending: false }])}>
        {t('ui.table.ascending')}
      </ContextMenuItem>
      <ContextMenuItem onSelect={() => model.setSort([{ column: column.key, isDescending: true }])}>
        {t('ui.table.descending')}
      </ContextMenuItem>
      <ContextMenuItem onSelect={() => model.setSort([])} isDisabled={model.sort.length === 0}>
        {t('ui.table.unsorted')}
      </ContextMenuItem>
      <ContextMenuSeparator />
      <ContextMenuItem onSelect={() => model.fitWidth(column.key)}>{t('ui.table.fitWidth')}</ContextMenuItem>
      <ContextMenuItem onSelect={() => model.showColumns(others)} isDisabled={others.length === 0}>
        {t('ui.table.hideColumn')}
      </ContextMenuItem>
      <ContextMenuItem onSelect={model.resetColumns}>{t('ui.table.resetColumns')}</ContextMenuItem>
      <ContextMenuSeparator />
      <ContextMenuItem onSelect={() => void copyText(model.wordsOf(column).title)}>
        {t('ui.table.copyTitle')}
      </ContextMenuItem>
    </>
  );
}
