import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { FailedAnswer } from '../../session/answers/FailedAnswer';
import { useAnswer, useRevision } from '../../session/answers/useAnswer';
import { useTableSource } from '../../session/answers/useTableSource';
import { Split } from '../../ui/layout/ViewLayout';
import { DataTable } from '../../ui/table/DataTable';
import { RankCard } from './RankCard';
import { SplitBars } from './SplitBars';
import type { SectionProps } from './sectionParts';
import { worstRank } from './worstRank';

/** Where the step went on each rank: bars, the same as a table, and what can be done with a rank. */
export function SplitSection(props: SectionProps) {
  const { t } = useTranslation();
  const split = useAnswer('summary.split', { ...props.of, step: props.step });
  const parallel = useAnswer('summary.parallel', { ...props.of, step: props.step });
  const chosen = useStore(props.store, ({ rank }) => rank);
  if (split.error !== undefined) return <FailedAnswer answer={split} />;
  const isKnown = parallel.value !== undefined || parallel.error !== undefined;
  const rank = chosen ?? (split.value && isKnown ? worstRank(split.value, parallel.value) : undefined);
  const bars = <SplitBars {...props} selected={rank} split={split.value} parallel={parallel.value} />;
  return (
    <Split
      storageKey="summary.split"
      direction="horizontal"
      handleLabel={t('summary.resize')}
      areas={[
        {
          id: 'ranks',
          content: (
            <Split
              storageKey="summary.split.ranks"
              direction="vertical"
              handleLabel={t('summary.resize')}
              areas={[
                { id: 'bars', defaultSize: '56%', content: bars },
                { id: 'table', content: <SplitTable {...props} selected={rank} /> },
              ]}
            />
          ),
        },
        {
          id: 'rank',
          // Its lines are no longer in a wide window: what is left is the table's, which has more columns than there is room for.
          defaultSize: '320px',
          minSize: '260px',
          content: <RankCard {...props} position={rank} split={split.value} parallel={parallel.value} />,
        },
      ]}
    />
  );
}

/** A sum over ranks that run at the same time is no time. */
const totals = Object.fromEntries(
  [
    'splitStep',
    'splitComputing',
    'splitNotOverlapped',
    'splitOverlapped',
    'splitCommunication',
    'splitFree',
    'splitStage',
    'splitBubble',
    'splitExceptReceive',
    'splitPreparing',
  ].map((key) => [key, 'mean' as const]),
);

function SplitTable({ store, overview, of, step, selected }: SectionProps & { readonly selected: number | undefined }) {
  const { t } = useTranslation();
  const source = useTableSource({ table: 'summary.split', of: { ...of, step } });
  const renderCell = useMemo(
    () => ({ splitSource: (_: unknown, text: string) => (text === '' ? '' : t(`summary.source.${text}`)) }),
    [t],
  );
  return (
    <DataTable
      label={t('summary.split.table')}
      source={source}
      revision={useRevision()}
      storageKey="summary.split"
      columnWords="summary.column"
      renderCell={renderCell}
      totals={totals}
      {...(selected !== undefined && selected < overview.ranks.length && { selectedRow: selected })}
      onSelect={(row) => row && store.setState({ rank: row.id })}
      onActivate={(row) => store.setState({ rank: row.id })}
    />
  );
}
