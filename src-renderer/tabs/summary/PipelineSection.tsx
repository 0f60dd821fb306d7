import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { PipelineChart, PipelineLanes } from '../../../src-contract';
import { formatExactUnit, formatUnit } from '../../base/formatUnit';
import { FailedAnswer } from '../../session/answers/FailedAnswer';
import { useAnswer } from '../../session/answers/useAnswer';
import { useSession } from '../../session/answers/useSession';
import { useShell } from '../../session/shell';
import { StackedBarChart } from '../../ui/chart/bars/StackedBarChart';
import { Card } from '../../ui/layout/Card';
import { type FactLine, FactList } from '../../ui/layout/FactList';
import { Split } from '../../ui/layout/ViewLayout';
import { Reading } from '../../ui/Reading';
import { ParallelForm, SizeField } from './ParallelForm';
import { PipelineLanesPlot } from './PipelineLanesPlot';
import { NothingHere, type SectionProps } from './sectionParts';

/** Columns of the chart: about one a pixel on a wide window. */
const BUCKETS = 1200;

const parts = [
  { id: 'computing', colour: 'compute' },
  { id: 'communication', colour: 'communication' },
  { id: 'bubble', colour: 'wait' },
  { id: 'free', colour: 'idle' },
] as const;

/** What the stages of the pipeline do: how much of the step is bubble, and when. */
export function PipelineSection({ store, overview, of, step }: SectionProps) {
  const { t } = useTranslation();
  const { layout, sizes, rank } = useStore(store);
  const own = { ...of, step, ...(layout && { layout }), ...(sizes && { sizes }) };
  const member = rank === undefined ? {} : { member: rank };
  const answer = useAnswer('summary.pipeline', { ...own, ...member, bucketCount: BUCKETS });
  const parallel = useAnswer('summary.parallel', own);
  const chart = answer.value;
  const bars = useMemo(() => {
    const stages = chart?.stages ?? [];
    return {
      bars: stages.map(({ stage }) => t('summary.stageNumber', { stage })),
      parts: parts.map(({ id, colour }) => ({
        id,
        name: t(`summary.pipelinePart.${id}`),
        values: stages.map((own) => own[`${id}Ns`]),
        colour,
      })),
    };
  }, [chart, t]);
  const failed = [answer, parallel].find(({ error }) => error !== undefined);
  if (failed) return <FailedAnswer answer={failed} />;
  const map = parallel.value;
  return (
    <Split
      storageKey="summary.pipeline"
      direction="horizontal"
      handleLabel={t('summary.resize')}
      areas={[
        {
          id: 'charts',
          defaultSize: '74%',
          content: !chart ? (
            <NoChart isAsking={answer.isAsking} />
          ) : (
            <Split
              storageKey="summary.pipeline.charts"
              direction="vertical"
              handleLabel={t('summary.resize')}
              areas={[
                {
                  id: 'bars',
                  content: (
                    <Card title={t('summary.pipeline.title')} definition={t('summary.pipeline.definition')} size="fill">
                      <StackedBarChart
                        label={t('summary.pipeline.title')}
                        {...bars}
                        unit="duration"
                        barTitle={t('summary.stage')}
                        hasOrder={false}
                        isLoading={answer.isAsking}
                        onBar={(bar) => {
                          const first = chart.stages[bar]?.ranks[0];
                          if (first !== undefined) store.setState({ rank: first });
                        }}
                      />
                    </Card>
                  ),
                },
                // Without timelines there is nothing to line up.
                ...(chart.lanes && chart.lanes.lanes.length > 0
                  ? [
                      {
                        id: 'time',
                        content: (
                          <Card
                            title={t('summary.pipeline.time')}
                            definition={t('summary.pipeline.timeDefinition')}
                            size="fill"
                          >
                            <PipelineInTime overview={overview} lanes={chart.lanes} />
                          </Card>
                        ),
                      },
                    ]
                  : []),
              ]}
            />
          ),
        },
        {
          id: 'facts',
          minSize: '240px',
          content: (
            <div className="summary-scroll summary-stack summary-numbers">
              {chart && (
                <Card title={t('summary.bubbles')} definition={t('summary.bubblesDefinition')}>
                  <BubbleFacts store={store} chart={chart} />
                </Card>
              )}
              {map && (
                <Card title={t('summary.sizes')} definition={t('summary.sizesDefinition')}>
                  <ParallelForm store={store} map={map} />
                </Card>
              )}
            </div>
          ),
        },
      ]}
    />
  );
}

interface InTimeProps extends Pick<SectionProps, 'overview'> {
  readonly lanes: PipelineLanes;
}

function PipelineInTime({ overview, lanes }: InTimeProps) {
  const { t } = useTranslation();
  const session = useSession();
  const shell = useShell();
  const labelOf = useCallback(
    ({ stage, rank }: PipelineLanes['lanes'][number]) =>
      `${t('summary.stageNumber', { stage })} · ${overview.ranks[rank]?.label ?? ''}`,
    [t, overview],
  );
  return (
    <PipelineLanesPlot
      lanes={lanes}
      labelOf={labelOf}
      onRange={(startNs, endNs) => {
        session.actions.selectRange({ startNs, endNs });
        session.actions.setView({ startNs, endNs }, { isJump: true });
        shell.showTab('timeline');
      }}
    />
  );
}

interface BubbleFactsProps extends Pick<SectionProps, 'store'> {
  readonly chart: PipelineChart;
}

function BubbleFacts({ store, chart }: BubbleFactsProps) {
  const { t } = useTranslation();
  const typed = useStore(store, ({ microBatches }) => microBatches);
  const microBatches = typed ?? chart.microBatches;
  const { stages } = chart;
  const percent = (share: number) => formatUnit(100 * share, 'percent') || '—';
  const line = (id: string, share: number): FactLine => ({
    label: t(`summary.bubble.${id}.title`),
    definition: t(`summary.bubble.${id}.definition`),
    value: <span className="number">{percent(share)}</span>,
    exact: formatExactUnit(100 * share, 'percent'),
  });
  const ratios = stages.map(({ computingNs, communicationNs, bubbleNs }) => bubbleNs / (computingNs + communicationNs));
  const mean = ratios.reduce((sum, ratio) => sum + ratio, 0) / ratios.length;
  return (
    <>
      <SizeField
        label={t('summary.microBatches')}
        hint={t(chart.microBatches === undefined ? 'summary.microBatchesUnknown' : 'summary.microBatchesCounted')}
        value={microBatches}
        onChange={(next) => store.setState({ microBatches: next })}
      />
      {microBatches === undefined && <p className="summary-note">{t('summary.microBatchesUnknown')}</p>}
      <FactList
        facts={[
          line('ideal', microBatches === undefined ? Number.NaN : (stages.length - 1) / microBatches),
          line('measured', mean),
          ...stages.map(({ stage }, at) => ({
            ...line('stage', ratios[at]!),
            label: t('summary.stageNumber', { stage }),
          })),
        ]}
      />
    </>
  );
}

function NoChart({ isAsking }: { readonly isAsking: boolean }) {
  const { t } = useTranslation();
  return isAsking ? <Reading text={t('ui.chart.loading')} /> : <NothingHere text={t('summary.pipeline.oneStage')} />;
}
