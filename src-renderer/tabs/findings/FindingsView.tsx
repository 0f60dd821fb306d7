import { CircleCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { FindingsReport } from '../../../src-contract';
import { fineRules } from '../../../src-report/reportModel';
import { formatCount, formatDuration } from '../../base/format';
import { FailedAnswer, FailedAnswerLine } from '../../session/answers/FailedAnswer';
import { useSession } from '../../session/answers/useSession';
import { mutedRows } from '../../session/findings/findingsModel';
import { useFindings, useSentenceLanguage } from '../../session/findings/useFindings';
import { CopyButton } from '../../ui/CopyButton';
import { Segmented } from '../../ui/controls/Segmented';
import { EmptyState } from '../../ui/EmptyState';
import { ToolbarSpace, ViewFrame } from '../../ui/layout/ViewLayout';
import { ProgressBar } from '../../ui/ProgressBar';
import { BelowSection, FineSection, MutedSection, NotRunSection, ThresholdsSection } from './BelowSections';
import { FindingList } from './FindingList';
import { FunctionsPage } from './FunctionsPage';
import { findingsMarkdown } from './findingText';
import { type FindingsPage, findingsPages, functionsStore } from './functionsState';
import { PathCard } from './PathCard';
import { SaveReportMenu } from './SaveReportMenu';
import { SplitCard } from './SplitCard';
import { StepsPage } from './StepsPage';
import { TrustNotes } from './TrustNotes';
import { WalkThrough } from './WalkThrough';
import './findings.css';
import './walk.css';

/** Why the job is slow: what the numbers rest on, where the step goes, and what costs time, most first. */
export function FindingsView() {
  const { t } = useTranslation();
  const { report, shown, muted, error, isAsking, findings } = useFindings();
  const store = functionsStore(useSession());
  const { page } = useStore(store);
  const language = useSentenceLanguage();
  const failed = { error, retry: findings.retry };
  if (!report || !shown) {
    if (error !== undefined) return <FailedAnswer answer={failed} />;
    return <Working />;
  }
  return (
    <ViewFrame
      label={t('findings.title')}
      content={page === 'findings' ? 'scroll' : 'fill'}
      toolbar={
        <>
          <Segmented<FindingsPage>
            label={t('findings.pages')}
            value={page}
            options={findingsPages.map((value) => ({
              value,
              label: t(`findings.page.${value}`),
              title: t(`findings.pageHint.${value}`),
            }))}
            onChange={(next) => store.setState({ page: next })}
          />
          <Basis report={report} />
          {isAsking && <Progress />}
          <ToolbarSpace />
          <SaveReportMenu />
          <CopyButton text={() => findingsMarkdown(shown, language)} label={t('findings.command.copy')} />
        </>
      }
    >
      {page === 'functions' ? (
        <FunctionsPage />
      ) : page === 'steps' ? (
        <StepsPage />
      ) : (
        <div className="findings">
          {error !== undefined && <FailedAnswerLine answer={failed} />}
          <TrustNotes notes={report.trust} />
          <div className="findings-columns">
            <div className="findings-main">
              <WalkThrough report={report} findings={shown} />
              {shown.length > 0 ? (
                <FindingList findings={shown} report={report} />
              ) : (
                <NothingFound fineCount={fineRules(report).length + report.notReported.length} />
              )}
              <PathCard />
              <BelowSection report={report} />
            </div>
            <div className="findings-side">
              <SplitCard split={report.split} />
              <FineSection report={report} />
              <NotRunSection report={report} />
              <MutedSection rows={mutedRows(report, muted)} />
              <ThresholdsSection thresholds={report.thresholds} />
            </div>
          </div>
        </div>
      )}
    </ViewFrame>
  );
}

/** The step of the job: what all shares are of. */
function Basis({ report: { stepNs, stepCount, split } }: { readonly report: FindingsReport }) {
  const { t } = useTranslation();
  if (Number.isNaN(stepNs)) return null;
  return (
    <span className="findings-basis number" title={t('findings.basisHint')}>
      {t(split.length === 0 ? 'findings.basisOfSteps' : 'findings.basis', {
        step: formatDuration(stepNs),
        steps: t('findings.steps', { count: stepCount, n: formatCount(stepCount) }),
        ranks: t('count.ranks', { count: split.length, n: formatCount(split.length) }),
      })}
    </span>
  );
}

function NothingFound({ fineCount }: { readonly fineCount: number }) {
  const { t } = useTranslation();
  return (
    <EmptyState
      icon={CircleCheck}
      size="panel"
      title={t('findings.none.title')}
      text={t('findings.none.text', { count: fineCount, n: formatCount(fineCount) })}
    />
  );
}

/** The first time, before there is anything to show. */
function Working() {
  const { t } = useTranslation();
  return (
    <ViewFrame label={t('findings.title')}>
      <div className="findings-working">
        <p role="status">{t('findings.working')}</p>
        <Progress />
      </div>
    </ViewFrame>
  );
}

function Progress() {
  const { t } = useTranslation();
  const { findings } = useFindings();
  const progress = useStore(findings.progress);
  const share = progress && progress.ranksTotal > 0 ? progress.ranksDone / progress.ranksTotal : undefined;
  return (
    <span className="findings-progress">
      <ProgressBar label={t('findings.again')} share={share} />
      {progress && t('ui.reading.ranks', { done: progress.ranksDone, total: progress.ranksTotal })}
    </span>
  );
}
