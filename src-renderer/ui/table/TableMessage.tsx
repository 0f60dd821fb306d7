import { CircleX, SearchX, TableProperties } from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../Button';
import { EmptyState } from '../EmptyState';
import { noticeOfError } from '../notices/noticeOfError';
import { usePlacedNoticeText } from '../notices/noticeText';
import { Reading } from '../Reading';
import type { DataTableProps } from './dataTableProps';
import type { DataTableModel } from './useDataTable';

interface TableMessageProps {
  readonly table: DataTableProps;
  readonly model: DataTableModel;
}

/** What stands in place of rows: that they are on their way, that there are none, or why they could not be had. */
export const TableMessage = memo(function TableMessage({ table, model }: TableMessageProps) {
  const { t } = useTranslation();
  const { state } = model;
  if (state.error) return <Failed error={state.error} retry={model.retry} />;
  if (state.matchingRows > 0) return null;
  if (state.isLoading) {
    return (
      <div className="table-message">
        <Reading text={t('ui.table.loading')} />
      </div>
    );
  }
  if (state.totalRows > 0 && model.filters.length > 0) {
    return (
      <div className="table-message">
        <EmptyState size="panel" icon={SearchX} title={t('ui.table.noMatch')} text={t('ui.table.noMatchText')}>
          {model.userFilters.length > 0 && <Button onClick={model.clearFilters}>{t('ui.table.clearFilters')}</Button>}
        </EmptyState>
      </div>
    );
  }
  return (
    <div className="table-message">
      <EmptyState size="panel" icon={TableProperties} title={table.emptyText ?? t('ui.table.empty')} />
    </div>
  );
});

function Failed({ error, retry }: { readonly error: Error; readonly retry: () => void }) {
  const { t } = useTranslation();
  const text = usePlacedNoticeText(noticeOfError(error));
  return (
    <div className="table-message">
      <EmptyState size="panel" tone="error" icon={CircleX} title={t('ui.table.failed')} text={text}>
        <Button onClick={retry}>{t('ui.table.retry')}</Button>
      </EmptyState>
    </div>
  );
}
