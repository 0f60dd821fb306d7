import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { OfJob, SummaryOverview } from '../../../src-contract';
import { FailedAnswer } from '../../session/answers/FailedAnswer';
import { useSession, useSessionState } from '../../session/answers/useSession';
import { JobPicker } from '../../session/JobPicker';
import { ofShownJob, showJobOf, useShownJob, useShownRanks } from '../../session/shownJob';
import { Segmented } from '../../ui/controls/Segmented';
import { StepPicker } from '../../ui/controls/StepPicker';
import { ToolbarSpace, ViewFrame } from '../../ui/layout/ViewLayout';
import { Reading } from '../../ui/Reading';
import { CompareSection } from './compare/CompareSection';
import { DevicesSection } from './DevicesSection';
import { DataSection } from './data/DataSection';
import { hasDataFiles } from './data/dataFiles';
import { ExpertsSection } from './ExpertsSection';
import { FirstFindings } from './FirstFindings';
import { JobSection } from './JobSection';
import { MissingFiles } from './MissingFiles';
import { ParallelSection } from './ParallelSection';
import { PipelineSection } from './PipelineSection';
import { SplitSection } from './SplitSection';
import { StepsSection } from './StepsSection';
import type { SectionProps } from './sectionParts';
import { TraceSection } from './stepTrace/TraceSection';
import { hasStepTrace } from './stepTrace/traceFiles';
import { type SummarySection, type SummaryStore, summarySections, summaryStore, turnToJob } from './summaryStore';
import './summary.css';
import { useAnswer } from '../../session/answers/useAnswer';

export function SummaryView() {
  const { t } = useTranslation();
  const session = useSession();
  const store = summaryStore(session);
  const of = ofShownJob(useShownJob());
  const isOfShownJob = useShownJobChosen(store, of.job);
  const overview = useAnswer('summary.overview', of);
  const { section, step: chosen } = useStore(store);
  const shown = useShownSections(overview.value, of);
  useFocusedRank(store, isOfShownJob ? overview.value : undefined);
  if (overview.error !== undefined) return <FailedAnswer answer={overview} />;
  if (!overview.value || !isOfShownJob) {
    return (
      <ViewFrame label={t('tabs.summary')}>
        <Reading text={t('summary.reading')} />
      </ViewFrame>
    );
  }
  const { steps } = overview.value;
  const step = chosen ?? (steps.length > 1 ? 'median' : (steps[0] ?? 'all'));
  const props: SectionProps = { store, overview: overview.value, of, step };
  const current = shown.includes(section) ? section : (shown[0] ?? 'job');
  return (
    <ViewFrame
      label={t('tabs.summary')}
      toolbar={
        <>
          <Segmented
            label={t('summary.sections')}
            value={current}
            options={shown.map((id) => ({
              value: id,
              label: t(`summary.section.${id}`),
              title: t(`summary.sectionHint.${id}`),
            }))}
            onChange={(next) => store.setState({ section: next })}
          />
          {current !== 'compare' && <JobPicker />}
          {steps.length > 1 && sectionsOfStep.includes(current) && (
            <StepPicker
              steps={steps}
              value={step}
              also={alsoSteps}
              onChange={(next) => store.setState({ step: next })}
            />
          )}
          {steps.length === 1 && (
            <span className="summary-only-step">{t('ui.picker.stepNumber', { step: steps[0] })}</span>
          )}
          <ToolbarSpace />
          <MissingFiles notices={overview.value.notices} />
        </>
      }
    >
      <div className="summary-body">
        <FirstFindings store={store} />
        <div className="summary-page">
          <Section section={current} {...props} />
        </div>
      </div>
    </ViewFrame>
  );
}

const alsoSteps = ['all', 'median'] as const;
const sectionsOfStep: readonly SummarySection[] = ['split', 'parallel', 'pipeline', 'experts'];

function Section({ section, ...props }: SectionProps & { readonly section: SummarySection }) {
  switch (section) {
    case 'split':
      return <SplitSection {...props} />;
    case 'steps':
      return <StepsSection {...props} />;
    case 'compare':
      return <CompareSection {...props} />;
    case 'trace':
      return <TraceSection {...props} />;
    case 'parallel':
      return <ParallelSection {...props} />;
    case 'pipeline':
      return <PipelineSection {...props} />;
    case 'experts':
      return <ExpertsSection {...props} />;
    case 'data':
      return <DataSection {...props} />;
    case 'devices':
      return <DevicesSection />;
    case 'job':
      return <JobSection {...props} />;
  }
}

/** Only what the dump has something for. */
function useShownSections(overview: SummaryOverview | undefined, of: OfJob): readonly SummarySection[] {
  const session = useSession();
  const ranks = useShownRanks();
  const hasCounters = useMemo(
    () => ranks.some(({ groups }) => groups.some(({ lanes }) => lanes.some(({ kind }) => kind === 'counter'))),
    [ranks],
  );
  const hasTimeline = ranks.some(({ generation }) => generation > 0);
  const hasSplit = overview?.ranks.some(({ splitSource }) => splitSource !== undefined) ?? false;
  const isAlone = of.job === undefined;
  const hasExpertLoad = useMemo(
    () => ranks.some(({ files }) => files.some(({ table }) => table === 'expert-load')),
    [ranks],
  );
  const hasTrace = useMemo(() => ranks.some(hasStepTrace), [ranks]);
  const hasData = useMemo(() => ranks.some(hasDataFiles), [ranks]);
  const { layout, sizes } = useStore(summaryStore(session));
  const own = { ...of, step: 'all' as const, ...(layout && { layout }), ...(sizes && { sizes }) };
  const parallel = useAnswer('summary.parallel', overview ? own : undefined);
  const isShown: Record<SummarySection, boolean> = {
    split: hasSplit,
    steps: hasSplit && ((overview?.steps.length ?? 0) > 1 || hasTimeline),
    compare: hasSplit && (!isAlone || (overview?.ranks.length ?? 0) > 1 || (overview?.steps.length ?? 0) > 1),
    parallel: hasSplit && (overview?.ranks.length ?? 0) > 1,
    pipeline: (parallel.value?.sizes.pipeline ?? 1) > 1,
    experts: hasExpertLoad || (parallel.value?.sizes.expert ?? 1) > 1,
    trace: hasTrace,
    data: hasData,
    devices: hasCounters,
    job: true,
  };
  return summarySections.filter((id) => isShown[id]);
}

/** False until what was chosen of another job has been put away. */
function useShownJobChosen(store: SummaryStore, job: string | undefined): boolean {
  const isShown = useStore(store, (own) => own.job === job);
  useEffect(() => {
    if (!isShown) turnToJob(store, job);
  }, [store, job, isShown]);
  return isShown;
}

/**
 * Ranks that another view hands over, and the rank of a slice when it is selected, are looked at here too; until they change
 * again, the user's own choice stays.
 */
function useFocusedRank(store: SummaryStore, overview: SummaryOverview | undefined): void {
  const focused = useSessionState(({ focusRanks }) => focusRanks?.[0]);
  const selected = useSessionState(({ selectedSlice }) => selectedSlice?.rank);
  const ranks = overview?.ranks;
  const session = useSession();
  useEffect(() => {
    if (!ranks) return;
    const { followedSlice, followedFocus } = store.getState();
    const wanted = selected !== followedSlice ? selected : focused !== followedFocus ? focused : undefined;
    const position = ranks.findIndex(({ index }) => index !== undefined && index === wanted);
    // It is followed once its own job is shown.
    if (position < 0 && wanted !== undefined && showJobOf(session, wanted) !== undefined) return;
    store.setState({ followedSlice: selected, followedFocus: focused });
    if (position >= 0) store.setState({ rank: position });
    // The only rank needs no choosing.
    else if (ranks.length === 1) store.setState({ rank: 0 });
  }, [session, store, ranks, selected, focused]);
}
