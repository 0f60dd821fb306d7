import { Download, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../base/format';
import { IconButton } from '../Button';
import { ProgressBar } from '../ProgressBar';
import { saveFile } from '../saveFile';
import { loadWholeCsv } from './csvDownload';
import type { DataTableProps } from './dataTableProps';
import type { DataTableModel } from './useDataTable';

interface CsvButtonProps {
  readonly table: DataTableProps;
  readonly model: DataTableModel;
}

/** Downloads the rows that the filters let pass, as sorted, with the columns shown. */
export function CsvButton({ table, model }: CsvButtonProps) {
  const { t } = useTranslation();
  const [rowsDone, setRowsDone] = useState<number | undefined>(undefined);
  const [problem, setProblem] = useState('');
  const controller = useRef<AbortController>(undefined);
  useEffect(() => () => controller.current?.abort(), []);
  const rowCount = model.state.matchingRows;

  const download = async () => {
    const abort = new AbortController();
    controller.current = abort;
    setProblem('');
    setRowsDone(0);
    try {
      const { sort, filters, placed } = model;
      const columns = placed.map(({ column }) => column.key);
      const request = { sort, filters, columns };
      const blob = await loadWholeCsv(table.source, request, rowCount, setRowsDone, abort.signal);
      if (blob) saveFile(blob, `${table.fileName ?? table.storageKey}.csv`);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    } finally {
      setRowsDone(undefined);
    }
  };

  if (rowsDone !== undefined) {
    return (
      <span className="csv-progress">
        <span className="csv-bar">
          <ProgressBar label={t('ui.table.csvProgress')} share={rowCount > 0 ? rowsDone / rowCount : undefined} />
        </span>
        <span className="number">{formatCount(rowsDone)}</span>
        <IconButton label={t('ui.table.csvCancel')} icon={X} onClick={() => controller.current?.abort()} />
      </span>
    );
  }
  return (
    <>
      {problem && (
        <span className="table-problem" role="alert" title={problem}>
          {problem}
        </span>
      )}
      <IconButton label={t('ui.table.csv')} icon={Download} disabled={rowCount === 0} onClick={() => void download()} />
    </>
  );
}
