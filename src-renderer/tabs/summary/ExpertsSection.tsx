import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatUnit } from '../../base/formatUnit';
import { FailedAnswer } from '../../session/answers/FailedAnswer';
import { useAnswer } from '../../session/answers/useAnswer';
import { HeatMap } from '../../ui/chart/heat/HeatMap';
import { Card } from '../../ui/layout/Card';
import { Reading } from '../../ui/Reading';
import { NothingHere, type SectionProps } from './sectionParts';

/** Tokens of each expert in each layer: which experts have too much to do. */
export function ExpertsSection({ of, step }: SectionProps) {
  const { t } = useTranslation();
  const answer = useAnswer('summary.experts', { ...of, step });
  const load = answer.value;
  const worst = useMemo(() => load?.imbalance.reduce((most, own) => Math.max(most, own), 0), [load]);
  if (answer.error !== undefined) return <FailedAnswer answer={answer} />;
  if (answer.isAsking && !load) return <Reading text={t('ui.chart.loading')} />;
  if (!load) return <NothingHere text={t('summary.experts.none')} />;
  return (
    <Card
      title={t(`summary.experts.${load.source}`)}
      definition={t(`summary.experts.definition.${load.source}`)}
      size="fill"
      tools={
        <span className="summary-note" title={t('summary.experts.imbalanceDefinition')}>
          {t('summary.experts.imbalance', { ratio: formatUnit(Number((worst ?? Number.NaN).toFixed(2)), 'ratio') })}
          {load.leftOutRanks > 0 &&
            ` · ${t('summary.experts.leftOut', { count: load.leftOutRanks, n: load.leftOutRanks })}`}
        </span>
      }
    >
      <HeatMap
        label={t(`summary.experts.${load.source}`)}
        rows={load.rows}
        columns={load.columns}
        values={load.tokens}
        unit="count"
        rowTitle={t(load.source === 'expert-load' ? 'summary.experts.layer' : 'summary.experts.call')}
        columnTitle={t(load.source === 'expert-load' ? 'summary.experts.expert' : 'summary.rank')}
        describe={(row) => [
          t('summary.experts.imbalance', { ratio: formatUnit(Number(load.imbalance[row]!.toFixed(2)), 'ratio') }),
        ]}
      />
    </Card>
  );
}
