import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { PhaseOps, RankIndex, StepTrace } from '../../../../src-contract';
import { FailedAnswer } from '../../../session/answers/FailedAnswer';
import { useAnswer } from '../../../session/answers/useAnswer';
import { useSession } from '../../../session/answers/useSession';
import { useShell } from '../../../session/shell';
import { useShownRanks } from '../../../session/shownJob';
import { LineChart } from '../../../ui/chart/lines/LineChart';
import { OptionPicker } from '../../../ui/controls/OptionPicker';
import { OneRankPicker } from '../../../ui/controls/RankPicker';
import { Card } from '../../../ui/layout/Card';
import { Split } from '../../../ui/layout/ViewLayout';
import { Reading } from '../../../ui/Reading';
import { hasDataFiles } from '../data/dataFiles';
import { NothingHere, type SectionProps } from '../sectionParts';
import { PhaseOpsForm } from './PhaseOpsForm';
import { PhasesPicture } from './PhasesPicture';
import { PhasesTable } from './PhasesTable';
import { mayHaveStepTrace } from './traceFiles';
import { phaseColours, type TracePhase } from './tracePhases';
import { traceSentences } from './traceSentences';
import './trace.css';

/** The phases of a rank's steps, as its step trace has them or the user cuts them. */
export function TraceSection({ store, overview }: SectionProps) {
  const { t } = useTranslation();
  const position = useStore(store, ({ rank }) => rank);
  const ops = useStore(store, ({ phaseOps }) => phaseOps);
  const ranks = useShownRanks();
  const able = useMemo(() => ranks.filter(mayHaveStepTrace), [ranks]);
  const wanted = position === undefined ? undefined : overview.ranks[position]?.index;
  const rank = (able.find(({ index }) => index === wanted) ?? able[0])?.index;
  const [step, setStep] = useState<number | undefined>(undefined);
  const both = bothOps(ops);
  const question =
    rank === undefined ? undefined : { rank, ...(step !== undefined && { step }), ...(both && { ops: both }) };
  const answer = useAnswer('summary.stepTrace', question);
  if (rank === undefined) return <NothingHere text={t('summary.trace.none')} />;
  const steps = [...(answer.value?.steps ?? [])];
  const tools = (
    <>
      {steps.length > 1 && (
        <OptionPicker
          label={t('ui.picker.step')}
          value={step === undefined ? 'mean' : String(step)}
          options={['mean', ...steps.map(String)].map((value) => ({
            value,
            label: value === 'mean' ? t('summary.trace.mean') : t('ui.picker.stepNumber', { step: value }),
          }))}
          onChange={(next) => setStep(next === 'mean' ? undefined : Number(next))}
        />
      )}
      <PhaseOpsForm rank={rank} ops={ops} onChange={(next) => store.setState({ phaseOps: next })} />
      {able.length > 1 && (
        <OneRankPicker
          ranks={able}
          value={rank}
          onChange={(index) => store.setState({ rank: overview.ranks.findIndex((own) => own.index === index) })}
        />
      )}
    </>
  );
  return (
    <div className="trace-section">
      <div className="trace-tools">{tools}</div>
      <div className="trace-body">
        {answer.error !== undefined ? (
          <FailedAnswer answer={answer} />
        ) : answer.value ? (
          <Trace
            value={answer.value}
            rank={rank}
            onStep={setStep}
            onData={ranks.some(hasDataFiles) ? () => store.setState({ section: 'data' }) : undefined}
          />
        ) : answer.isAsking ? (
          <Reading text={t('ui.chart.loading')} />
        ) : (
          <NothingHere text={t(both ? 'summary.trace.noSuchOps' : 'summary.trace.none')} />
        )}
      </div>
    </div>
  );
}

/** One alone tells nothing. */
function bothOps({ forwardStart, backwardEnd }: Partial<PhaseOps>): PhaseOps | undefined {
  return forwardStart !== undefined && backwardEnd !== undefined ? { forwardStart, backwardEnd } : undefined;
}

interface TraceProps {
  readonly value: StepTrace;
  readonly rank: RankIndex;
  readonly onStep: (step: number) => void;
  /** Absent: the dump tells nothing of the preparation of data. */
  readonly onData: (() => void) | undefined;
}

function Trace({ value, rank, onStep, onData }: TraceProps) {
  const { t } = useTranslation();
  const session = useSession();
  const shell = useShell();
  const { shown } = value;
  const sentences = useMemo(() => traceSentences(shown, t), [shown, t]);
  const series = useMemo(
    () =>
      (
        [
          ['interval', value.intervalNs],
          ['forwardBackward', value.forwardBackwardNs],
          ['tail', value.tailNs],
        ] as const
      ).map(([id, y]) => ({ id, name: t(`summary.trace.phase.${id}`), x: value.steps, y, colour: phaseColours[id] })),
    [value, t],
  );
  const { startNs } = shown;
  const showPhase = (phase: TracePhase) => {
    if (startNs === undefined) return;
    const range = { startNs: startNs + phase.startNs, endNs: startNs + phase.endNs };
    session.actions.selectRange(range);
    session.actions.setView(range, { isJump: true });
    shell.showTab('timeline');
  };
  const follow = (lead: 'data' | 'operator' | 'communication') => {
    if (lead === 'data') return onData?.();
    session.actions.focusRanks([rank]);
    shell.showTab(lead);
  };
  const picture = (
    <Card
      title={
        shown.step === undefined
          ? t('summary.trace.titleMean', { n: shown.stepCount, count: shown.stepCount })
          : t('summary.trace.titleStep', { step: shown.step })
      }
      definition={`${t('summary.trace.definition')} ${t(`summary.trace.source.${value.source}`)}`}
      size="fill"
      tools={<span className="summary-note">{t(`summary.trace.source.${value.source}`)}</span>}
    >
      <div className="summary-scroll">
        <ul className="trace-sentences">
          {sentences.map(({ text, leadsTo }) => (
            <li key={text}>
              {leadsTo && (leadsTo !== 'data' || onData) ? (
                <button type="button" className="trace-lead" onClick={() => follow(leadsTo)}>
                  {text}
                </button>
              ) : (
                text
              )}
            </li>
          ))}
        </ul>
        <PhasesPicture shown={shown} />
        <PhasesTable shown={shown} onPhase={startNs === undefined ? undefined : showPhase} />
      </div>
    </Card>
  );
  if (value.steps.length < 2) return picture;
  return (
    <Split
      storageKey="summary.trace"
      direction="vertical"
      handleLabel={t('summary.resize')}
      areas={[
        { id: 'picture', defaultSize: '58%', content: picture },
        {
          id: 'steps',
          content: (
            <Card title={t('summary.trace.overSteps')} definition={t('summary.trace.overStepsDefinition')} size="fill">
              <LineChart
                label={t('summary.trace.overSteps')}
                series={series}
                xUnit="id"
                xTitle={t('ui.picker.step')}
                yUnit="duration"
                onPoint={(at) => onStep(nearest(value.steps, at))}
              />
            </Card>
          ),
        },
      ]}
    />
  );
}

function nearest(steps: Float64Array, wanted: number): number {
  return steps.reduce(
    (best, step) => (Math.abs(step - wanted) < Math.abs(best - wanted) ? step : best),
    steps[0] ?? wanted,
  );
}
