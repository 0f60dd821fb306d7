import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { CompareReport, SliceRef } from '../../../../src-contract';
import { compareWords } from '../../../../src-report/compare/compareWords';
import { useSession } from '../../../session/answers/useSession';
import { useSentenceLanguage } from '../../../session/findings/useFindings';
import { useShell } from '../../../session/shell';
import { Segmented } from '../../../ui/controls/Segmented';
import { Card } from '../../../ui/layout/Card';
import { arrayLoader } from '../../../ui/table/arrayLoader';
import { DataTable } from '../../../ui/table/DataTable';
import { kernelColumns, nameColumns, opColumns } from './compareColumns';
import { type CompareTable, compareStore } from './compareStore';
import { type Pair, showPair } from './showPair';

const tables: readonly CompareTable[] = ['kernels', 'names', 'ops'];
/** Sums of means, of places, and of ends of intervals are nothing. */
const totals = { callA: 'none', callB: 'none', low: 'none', high: 'none', placeA: 'none', placeB: 'none' } as const;

/** Kernels and ops with what they take on both sides; a row leads to its slices. */
export function CompareTables({ report }: { readonly report: CompareReport }) {
  const { t } = useTranslation();
  const session = useSession();
  const shell = useShell();
  const words = compareWords[useSentenceLanguage()];
  const store = compareStore(session);
  const table = useStore(store, (own) => own.table);
  const { ops } = report;
  const { source, pairs } = useMemo(() => {
    if (table === 'kernels')
      return { source: arrayLoader(report.kernels, kernelColumns(words)), pairs: report.kernels };
    if (table === 'names') return { source: arrayLoader(report.ops?.names ?? [], nameColumns), pairs: [] };
    return { source: arrayLoader(report.ops?.ops ?? [], opColumns), pairs: report.ops?.ops ?? [] };
  }, [report, table, words]);
  const pairOf = (row: { readonly id: number }): Pair => pairs[row.id] ?? {};
  const show = (...slices: readonly (SliceRef | undefined)[]) =>
    void showPair(
      session,
      shell,
      slices.flatMap((own) => own ?? []),
    );
  const definition = t(`summary.compare.tableHint.${table}`);
  const matched =
    ops && table !== 'kernels'
      ? words.opsHint.replace(/\{(\w+)\}/g, (_, key: string) =>
          String({ matched: ops.matchedCount, onlyA: ops.onlyA, onlyB: ops.onlyB }[key]),
        )
      : undefined;
  return (
    <Card
      title={t('summary.compare.table')}
      definition={matched ? `${definition}\n${matched}` : definition}
      size="fill"
      tools={
        <Segmented
          label={t('summary.compare.table')}
          value={table}
          options={tables.map((value) => ({ value, label: t(`summary.compare.tables.${value}`) }))}
          onChange={(next) => store.setState({ table: next })}
        />
      }
    >
      <DataTable
        key={table}
        label={t(`summary.compare.tables.${table}`)}
        source={source}
        storageKey={`summary.compare.${table}`}
        columnWords="summary.compare.column"
        totals={totals}
        emptyText={t(table === 'kernels' ? 'summary.compare.noKernels' : 'summary.compare.noOps')}
        onActivate={(row) => show(pairOf(row).sliceA, pairOf(row).sliceB)}
        rowActions={[
          {
            label: t('summary.compare.showBoth'),
            run: (row) => show(pairOf(row).sliceA, pairOf(row).sliceB),
            isAvailable: (row) => pairOf(row).sliceA !== undefined && pairOf(row).sliceB !== undefined,
          },
          {
            label: t('summary.compare.showA'),
            run: (row) => show(pairOf(row).sliceA),
            isAvailable: (row) => pairOf(row).sliceA !== undefined,
          },
          {
            label: t('summary.compare.showB'),
            run: (row) => show(pairOf(row).sliceB),
            isAvailable: (row) => pairOf(row).sliceB !== undefined,
          },
        ]}
      />
    </Card>
  );
}
