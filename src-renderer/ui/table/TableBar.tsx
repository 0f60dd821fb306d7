import { X } from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../base/format';
import { ColumnChooser } from './ColumnChooser';
import { CsvButton } from './CsvButton';
import type { DataTableProps } from './dataTableProps';
import { filterText } from './filters';
import type { DataTableModel } from './useDataTable';

interface TableBarProps {
  readonly table: DataTableProps;
  readonly model: DataTableModel;
  /** What was just done, for those who hear the window and, for a while, to be seen. */
  readonly said: string;
  readonly onFilter: (column: string, anchor: Element) => void;
}

/** Above the rows: the view's own tools, the filters that hold, how many rows there are, columns and csv. */
export const TableBar = memo(function TableBar({ table, model, said, onFilter }: TableBarProps) {
  const { t } = useTranslation();
  const { matchingRows, totalRows, columns } = model.state;
  return (
    <div className="table-bar">
      {table.toolbar && <div className="table-tools">{table.toolbar}</div>}
      <FilterChips model={model} onFilter={onFilter} />
      <span className="table-said" role="status">
        {said}
      </span>
      <div className="table-bar-end">
        <span className="table-count number" aria-live="polite">
          {columns !== undefined &&
            (matchingRows === totalRows
              ? t('ui.table.rows', { count: totalRows, n: formatCount(totalRows) })
              : t('ui.table.rowsOf', { n: formatCount(matchingRows), total: formatCount(totalRows) }))}
        </span>
        <ColumnChooser model={model} />
        <CsvButton table={table} model={model} />
      </div>
    </div>
  );
});

/** One a filter: a click changes it, the cross takes it away. */
function FilterChips({ model, onFilter }: Pick<TableBarProps, 'model' | 'onFilter'>) {
  const { t } = useTranslation();
  if (model.userFilters.length === 0) return null;
  return (
    <ul className="filter-chips" aria-label={t('ui.table.filters')}>
      {model.userFilters.map((filter) => {
        const column = model.columns.find(({ key }) => key === filter.column);
        if (column === undefined) return null;
        const { title } = model.wordsOf(column);
        const text = filterText(filter, column.unit, t('ui.table.noValue'));
        return (
          <li key={filter.column} className="filter-chip">
            <button
              type="button"
              className="filter-chip-text"
              title={`${title} ${text}`}
              onClick={(event) => onFilter(filter.column, event.currentTarget)}
            >
              <b>{title}</b> {text}
            </button>
            <button
              type="button"
              className="filter-chip-clear"
              aria-label={t('ui.table.clearFilter', { column: title })}
              onClick={() => model.clearFilter(filter.column)}
            >
              <X size={12} aria-hidden />
            </button>
          </li>
        );
      })}
      {model.userFilters.length > 1 && (
        <li>
          <button type="button" className="link" onClick={model.clearFilters}>
            {t('ui.table.clearFilters')}
          </button>
        </li>
      )}
    </ul>
  );
}
