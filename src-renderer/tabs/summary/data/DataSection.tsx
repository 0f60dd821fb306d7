import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { DataPreparation } from '../../../../src-contract';
import { FailedAnswer } from '../../../session/answers/FailedAnswer';
import { useAnswer } from '../../../session/answers/useAnswer';
import { useShownRanks } from '../../../session/shownJob';
import { OneRankPicker } from '../../../ui/controls/RankPicker';
import { Split } from '../../../ui/layout/ViewLayout';
import { Reading } from '../../../ui/Reading';
import { NothingHere, type SectionProps } from '../sectionParts';
import { hasDataFiles } from './dataFiles';
import { dataSentences } from './dataSentences';
import { OverTimeCard } from './OverTimeCard';
import { PipelineGraph } from './PipelineGraph';
import { QueuesCard } from './QueuesCard';
import './data.css';

/** How the training gets its data, and what holds it up. */
export function DataSection({ store, overview }: SectionProps) {
  const { t } = useTranslation();
  const position = useStore(store, ({ rank }) => rank);
  const ranks = useShownRanks();
  const withData = useMemo(() => ranks.filter(hasDataFiles), [ranks]);
  const wanted = position === undefined ? undefined : overview.ranks[position]?.index;
  const rank = (withData.find(({ index }) => index === wanted) ?? withData[0])?.index;
  const answer = useAnswer('summary.dataPreparation', rank === undefined ? undefined : { rank });
  if (answer.error !== undefined) return <FailedAnswer answer={answer} />;
  if (answer.isAsking && !answer.value) return <Reading text={t('ui.chart.loading')} />;
  if (!answer.value) return <NothingHere text={t('summary.data.none')} />;
  const picker = withData.length > 1 && (
    <OneRankPicker
      ranks={withData}
      value={rank}
      onChange={(index) => store.setState({ rank: overview.ranks.findIndex((own) => own.index === index) })}
    />
  );
  return (
    <div className="data-section">
      <Preparation key={rank} value={answer.value} picker={picker} />
    </div>
  );
}

interface PreparationProps {
  readonly value: DataPreparation;
  readonly picker: React.ReactNode;
}

function Preparation({ value, picker }: PreparationProps) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<number | undefined>(undefined);
  const sentences = useMemo(() => dataSentences(value, t), [value, t]);
  const { pipeline } = value;
  const operator =
    chosen ?? pipeline?.bottlenecks[0]?.operator ?? pipeline?.operators.find(({ queue }) => queue !== undefined)?.id;
  const hasLower = pipeline !== undefined || value.cpu !== undefined;
  const queues = { id: 'queues', defaultSize: '45%', content: <QueuesCard value={value} /> };
  return (
    <>
      <div className="data-head">
        <ul className="data-sentences" aria-label={t('summary.section.data')}>
          {sentences.map(({ id, text, tone, operator: own }) => (
            <li key={id} className={`data-sentence is-${tone}`}>
              {own === undefined ? (
                text
              ) : (
                <button type="button" className="data-jump" onClick={() => setChosen(own)}>
                  {text}
                </button>
              )}
            </li>
          ))}
        </ul>
        {picker}
      </div>
      <div className="data-body">
        {hasLower ? (
          <Split
            storageKey="summary.data"
            direction="vertical"
            handleLabel={t('summary.resize')}
            areas={[
              queues,
              {
                id: 'pipeline',
                content: (
                  <Split
                    storageKey="summary.data.pipeline"
                    direction="horizontal"
                    handleLabel={t('summary.resize')}
                    areas={[
                      ...(pipeline
                        ? [
                            {
                              id: 'graph',
                              defaultSize: '55%',
                              content: <PipelineGraph pipeline={pipeline} selected={operator} onSelect={setChosen} />,
                            },
                          ]
                        : []),
                      { id: 'time', content: <OverTimeCard value={value} operator={operator} /> },
                    ]}
                  />
                ),
              },
            ]}
          />
        ) : (
          queues.content
        )}
      </div>
    </>
  );
}
