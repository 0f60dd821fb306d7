import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { StoreApi } from 'zustand';
import type { RankIndex, SliceRef } from '../../../src-contract';
import { formatCount } from '../../base/format';
import { useSession } from '../../session/answers/useSession';
import { useShell } from '../../session/shell';
import { showSlice } from '../../session/showSlice';
import { Button } from '../../ui/Button';
import { StackedBarChart } from '../../ui/chart/bars/StackedBarChart';
import { OptionPicker } from '../../ui/controls/OptionPicker';
import { Card } from '../../ui/layout/Card';
import { saveFile } from '../../ui/saveFile';
import { arrayLoader } from '../../ui/table/arrayLoader';
import { DataTable } from '../../ui/table/DataTable';
import type { TableRow } from '../../ui/table/tableLoader';
import { chartOf, resultColumns } from './resultRows';
import { resultFile, type ShownResult, type SqlState } from './sqlState';

interface ResultAreaProps {
  readonly result: ShownResult;
  readonly store: StoreApi<SqlState>;
  readonly isRunning: boolean;
}

/** Rows of the last query that was answered: as a table, as bars, as files. */
export function ResultArea({ result, store, isRunning }: ResultAreaProps) {
  const { t } = useTranslation();
  const session = useSession();
  const shell = useShell();
  const [look, setLook] = useState<'table' | 'chart'>('table');
  const [value, setValue] = useState<string | undefined>(undefined);
  const { rows, number } = result;
  const columns = useMemo(() => resultColumns(rows), [rows]);
  const loader = useMemo(() => {
    const numbers = Array.from({ length: rows.rowCount }, (_, row) => row);
    return arrayLoader(numbers, columns);
  }, [rows, columns]);
  const totals = useMemo(() => Object.fromEntries(columns.map(({ key }) => [key, 'none' as const])), [columns]);
  const needs = useMemo(() => columns.map(({ key }) => key), [columns]);
  const chart = useMemo(() => chartOf(rows, value), [rows, value]);
  const numberNames = rows.columns.filter(({ kind }) => kind === 'number').map(({ name }) => name);
  const hasSlices =
    columns.some(({ label }) => label === 'slice') && columns.some(({ label }) => label === 'rank_index');

  const jump = (row: TableRow) => {
    const [rank, slice] = [row.number('sql rank_index') as RankIndex, row.number('sql slice') as SliceRef['slice']];
    const generation = session.store.getState().dump.ranks[rank]?.generation;
    if (Number.isNaN(slice) || generation === undefined) return;
    const found = session.engine.slice(session.dumpId, { rank, slice, generation });
    showSlice(session, shell, found).catch(shell.reportError);
  };
  const save = async (format: 'csv' | 'parquet') => {
    const bytes = await resultFile(session, store, format);
    if (bytes) saveFile(new Blob([new Uint8Array(bytes)]), `query.${format}`);
  };
  const said = t(rows.isCut ? 'sql.rowsCut' : 'sql.rows', {
    count: formatCount(rows.rowCount),
    ms: formatCount(Math.round(rows.milliseconds)),
  });
  return (
    <Card
      title={t('sql.result')}
      size="fill"
      tools={
        <>
          <span className="sql-detail" role="status">
            {said}
          </span>
          <OptionPicker
            label={t('sql.look')}
            value={look}
            options={(['table', 'chart'] as const).map((own) => ({ value: own, label: t(`sql.${own}`) }))}
            onChange={setLook}
          />
          {look === 'chart' && numberNames.length > 1 && (
            <OptionPicker
              label={t('sql.length')}
              value={value ?? numberNames.at(-1)}
              options={numberNames.map((own) => ({ value: own, label: own }))}
              onChange={setValue}
            />
          )}
          {(['csv', 'parquet'] as const).map((format) => (
            <Button key={format} variant="quiet" disabled={isRunning} onClick={() => void save(format)}>
              {t(`sql.save.${format}`)}
            </Button>
          ))}
        </>
      }
    >
      {look === 'table' || !chart ? (
        <>
          {look === 'chart' && <p className="sql-detail">{t('sql.noChart')}</p>}
          <DataTable
            key={number}
            label={t('sql.result')}
            source={loader}
            storageKey={`sql.result.${number}`}
            fileName="query"
            totals={totals}
            needs={needs}
            {...(hasSlices && { onActivate: jump, rowActions: [{ label: t('sql.jump'), run: jump }] })}
            emptyText={t('sql.empty')}
          />
        </>
      ) : (
        <>
          {chart.isCut && <p className="sql-detail">{t('sql.chartCut', { count: formatCount(chart.bars.length) })}</p>}
          <StackedBarChart
            label={t('sql.chart')}
            bars={chart.bars}
            parts={chart.parts}
            unit="none"
            barTitle={chart.barTitle}
          />
        </>
      )}
    </Card>
  );
}
