import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { type ParallelMap, SPLIT_PARTS, type SummaryOverview } from '../../../src-contract';
import { formatInColumn, unitOfValues } from '../../base/columnUnit';
import { formatExactUnit, formatUnit } from '../../base/formatUnit';
import { FailedAnswer } from '../../session/answers/FailedAnswer';
import { useAnswer } from '../../session/answers/useAnswer';
import { OptionPicker } from '../../ui/controls/OptionPicker';
import { Card } from '../../ui/layout/Card';
import { FactList } from '../../ui/layout/FactList';
import { Split } from '../../ui/layout/ViewLayout';
import { Reading } from '../../ui/Reading';
import { MOST_BUTTONS, metricValues } from './mapModel';
import { ParallelForm } from './ParallelForm';
import { ParallelGrid } from './ParallelGrid';
import { ParallelHeat } from './ParallelHeat';
import { RankCard } from './RankCard';
import { NothingHere, type SectionProps } from './sectionParts';
import type { MapMetric } from './summaryStore';
import { worstRank } from './worstRank';

const metrics: readonly MapMetric[] = ['relative', 'step', ...SPLIT_PARTS];

/** The ranks by their place in the job, coloured by a part of the step; who is slow for its place. */
export function ParallelSection(props: SectionProps) {
  const { store, overview, of, step } = props;
  const { t } = useTranslation();
  const { metric: chosen, layout, sizes, rank: chosenRank } = useStore(store);
  const question = { ...of, step, ...(layout && { layout }), ...(sizes && { sizes }) };
  const parallel = useAnswer('summary.parallel', question);
  const split = useAnswer('summary.split', { ...of, step });
  const map = parallel.value;
  const hasPeers = map?.relativeComputing.some((ratio) => !Number.isNaN(ratio)) ?? false;
  const metric = chosen ?? (hasPeers ? 'relative' : 'computing');
  const values = useMemo(
    () => (map && split.value ? metricValues(map, split.value, metric) : undefined),
    [map, split.value, metric],
  );
  const failed = [parallel, split].find(({ error }) => error !== undefined);
  if (failed) return <FailedAnswer answer={failed} />;
  if (!map || !values || !split.value) return <Reading text={t('summary.reading')} />;
  const rank = chosenRank ?? worstRank(split.value, map);
  const areMany = overview.ranks.length > MOST_BUTTONS;
  const Places = areMany ? ParallelHeat : ParallelGrid;
  return (
    <Split
      storageKey="summary.parallel"
      direction="horizontal"
      handleLabel={t('summary.resize')}
      areas={[
        {
          id: 'map',
          defaultSize: '56%',
          content: (
            <Card
              title={t('summary.parallel.title')}
              definition={t(areMany ? 'summary.parallel.definitionOfMany' : 'summary.parallel.definition')}
              size="fill"
              tools={
                <OptionPicker
                  label={t('summary.colourBy')}
                  value={metric}
                  options={metrics.map((value) => ({ value, label: t(`summary.metric.${value}`) }))}
                  onChange={(next) => store.setState({ metric: next })}
                />
              }
            >
              <div className="summary-scroll">
                {map.problem ? (
                  <NothingHere text={t(`summary.problem.${map.problem}`)} />
                ) : (
                  <Places
                    map={map}
                    overview={overview}
                    metric={metric}
                    values={values}
                    selected={rank}
                    onSelect={(position) => store.setState({ rank: position })}
                  />
                )}
              </div>
            </Card>
          ),
        },
        {
          id: 'findings',
          defaultSize: '22%',
          minSize: '240px',
          content: (
            <div className="summary-scroll summary-stack summary-numbers">
              <Card title={t('summary.sizes')} definition={t('summary.sizesDefinition')}>
                <ParallelForm store={store} map={map} />
              </Card>
              <SlowRanks map={map} overview={overview} onRank={(position) => store.setState({ rank: position })} />
              <Stages map={map} />
            </div>
          ),
        },
        {
          id: 'rank',
          minSize: '220px',
          content: <RankCard {...props} position={rank} split={split.value} parallel={map} />,
        },
      ]}
    />
  );
}

interface SlowRanksProps {
  readonly map: ParallelMap;
  readonly overview: SummaryOverview;
  readonly onRank: (position: number) => void;
}

function SlowRanks({ map, overview, onRank }: SlowRanksProps) {
  const { t } = useTranslation();
  const slowGroups = map.groups.filter(({ isSlow }) => isSlow);
  const hasPeers = map.relativeComputing.some((ratio) => !Number.isNaN(ratio));
  const percent = (ratio: number) => formatUnit(100 * ratio, 'percent');
  const { excess, deviations, few } = map.slowLimits;
  const limits = { excess: percent(excess), deviations, few };
  return (
    <Card title={t('summary.slowRanks')} definition={t('summary.slowDefinition', limits)}>
      {!hasPeers ? (
        <p className="summary-note">{t('summary.noPeers')}</p>
      ) : map.slowRanks.length === 0 ? (
        <p className="summary-note">{t('summary.noSlow', limits)}</p>
      ) : (
        <ul className="summary-list">
          {map.slowRanks.map((position) => (
            <li key={position}>
              <button type="button" className="link-button" onClick={() => onRank(position)}>
                {overview.ranks[position]?.label}
              </button>
              <span className="number" title={t('summary.relative.definition', limits)}>
                {percent(map.relativeComputing[position]!)}
              </span>
            </li>
          ))}
        </ul>
      )}
      {hasPeers && map.sizesFrom !== 'metadata' && map.sizesFrom !== 'typed' && (
        <p className="summary-note">{t('summary.slowAssumed')}</p>
      )}
      {slowGroups.length > 0 && (
        <>
          <h4 className="summary-subtitle">{t('summary.slowGroups')}</h4>
          <ul className="summary-list">
            {slowGroups.map(({ dimension, ranks, relativeComputing }) => (
              <li key={`${dimension} ${ranks.join()}`}>
                <span className="summary-ellipsis">
                  {t(`summary.short.${dimension}`)}: {ranks.map((at) => overview.ranks[at]?.rank).join(', ')}
                </span>
                <span className="number">{percent(relativeComputing)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      <FactList
        facts={[
          {
            label: t('summary.spread.title'),
            definition: t('summary.spread.definition'),
            value: <span className="number">{percent(map.spread) || '—'}</span>,
            exact: formatExactUnit(100 * map.spread, 'percent'),
          },
        ]}
      />
    </Card>
  );
}

function Stages({ map }: { readonly map: ParallelMap }) {
  const { t } = useTranslation();
  if (map.stages.length < 2) return null;
  const unit = unitOfValues(
    'duration',
    map.stages.map(({ computingNs }) => computingNs),
  );
  return (
    <Card title={t('summary.stages')} definition={t('summary.stagesDefinition')}>
      <table className="summary-table">
        <thead>
          <tr>
            <th scope="col">{t('summary.stage')}</th>
            <th scope="col" title={t('summary.stageComputing')}>
              {t('summary.partName.computing')}
            </th>
            <th scope="col" title={t('summary.stageSpread')}>
              {t('summary.spreadShort')}
            </th>
          </tr>
        </thead>
        <tbody>
          {map.stages.map(({ stage, computingNs, spread }) => (
            <tr key={stage}>
              <th scope="row">{stage}</th>
              <td title={formatExactUnit(computingNs, 'duration')}>{formatInColumn(computingNs, 'duration', unit)}</td>
              <td>{formatUnit(100 * spread, 'percent') || '—'}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <FactList
        facts={[
          {
            label: t('summary.imbalance.title'),
            definition: t('summary.imbalance.definition'),
            value: <span className="number">{formatUnit(Number(map.stageImbalance.toFixed(2)), 'ratio')} ×</span>,
            exact: formatExactUnit(map.stageImbalance, 'ratio'),
          },
        ]}
      />
    </Card>
  );
}
