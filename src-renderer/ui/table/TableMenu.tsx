import { ContextMenu } from 'radix-ui';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../base/format';
import { copyText } from '../clipboard';
import type { DataTableProps } from './dataTableProps';
import { selectedCount } from './rowSelection';
import type { GridSpot } from './TableGrid';
import type { DataTableModel } from './useDataTable';

interface TableMenuProps {
  readonly table: DataTableProps;
  readonly model: DataTableModel;
  readonly spot: GridSpot;
  readonly canFilter: boolean;
  readonly onCopyCell: () => void;
  readonly onCopyRows: () => void;
  readonly children: ReactNode;
}

/** The menu of the cell or title that the cursor is on (a right click moves the cursor first). */
export function TableMenu(props: TableMenuProps) {
  return (
    <ContextMenu.Root modal={false}>
      <ContextMenu.Trigger asChild>{props.children}</ContextMenu.Trigger>
      <ContextMenu.Portal>
        <ContextMenu.Content className="menu" collisionPadding={6} onKeyDown={(event) => event.stopPropagation()}>
          {props.spot.cursor.row < 0 ? <TitleItems {...props} /> : <CellItems {...props} />}
        </ContextMenu.Content>
      </ContextMenu.Portal>
    </ContextMenu.Root>
  );
}

function CellItems({ table, model, spot, canFilter, onCopyCell, onCopyRows }: TableMenuProps) {
  const { t } = useTranslation();
  const row = model.data.rowAt(spot.cursor.row);
  const column = model.placed[spot.cursor.column]?.column;
  if (row === undefined || column === undefined) return <Item isDisabled>{t('ui.table.loading')}</Item>;
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
      {onActivate && <Item onSelect={() => onActivate(row)}>{t('ui.table.open')}</Item>}
      {actions.map(({ label, run }) => (
        <Item key={label} onSelect={() => run(row)}>
          {label}
        </Item>
      ))}
      {(onActivate || actions.length > 0) && <ContextMenu.Separator className="menu-separator" />}
      <Item onSelect={onCopyCell}>{t('ui.table.copyCell')}</Item>
      <Item onSelect={onCopyRows} isDisabled={count === 0}>
        {t('ui.table.copyRows', { count: Math.max(1, count), n: formatCount(Math.max(1, count)) })}
      </Item>
      <Item onSelect={() => void copyText(model.wordsOf(column).title)}>{t('ui.table.copyTitle')}</Item>
      {canFilter && hasValue && (
        <>
          <ContextMenu.Separator className="menu-separator" />
          <Item onSelect={filterTo}>{t('ui.table.filterTo')}</Item>
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
      <Item onSelect={() => model.setSort([{ column: column.key, isDescending: false }])}>
        {t('ui.table.ascending')}
      </Item>
      <Item onSelect={() => model.setSort([{ column: column.key, isDescending: true }])}>
        {t('ui.table.descending')}
      </Item>
      <Item onSelect={() => model.setSort([])} isDisabled={model.sort.length === 0}>
        {t('ui.table.unsorted')}
      </Item>
      <ContextMenu.Separator className="menu-separator" />
      <Item onSelect={() => model.fitWidth(column.key)}>{t('ui.table.fitWidth')}</Item>
      <Item onSelect={() => model.showColumns(others)} isDisabled={others.length === 0}>
        {t('ui.table.hideColumn')}
      </Item>
      <Item onSelect={model.resetColumns}>{t('ui.table.resetColumns')}</Item>
      <ContextMenu.Separator className="menu-separator" />
      <Item onSelect={() => void copyText(model.wordsOf(column).title)}>{t('ui.table.copyTitle')}</Item>
    </>
  );
}

interface ItemProps {
  readonly onSelect?: () => void;
  readonly isDisabled?: boolean;
  readonly children: ReactNode;
}

function Item({ onSelect, isDisabled = false, children }: ItemProps) {
  return (
    <ContextMenu.Item className="menu-item" disabled={isDisabled} onSelect={() => onSelect?.()}>
      <span className="menu-text">{children}</span>
    </ContextMenu.Item>
  );
}
