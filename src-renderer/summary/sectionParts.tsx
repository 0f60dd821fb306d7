import { ChartColumnStacked, CircleX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { SummaryOverview, SummaryStep } from '../../src-worker/api';
import { noticeOfError } from '../app/notices/noticeOfError';
import { useNoticeText } from '../app/notices/noticeText';
import type { DumpSession } from '../app/session';
import type { Answer } from '../app/useAnswer';
import { Button } from '../ui/Button';
import { EmptyState } from '../ui/EmptyState';
import type { SummaryStore } from './summaryStore';

/** What each section gets. */
export interface SectionProps {
  readonly session: DumpSession;
  readonly store: SummaryStore;
  readonly overview: SummaryOverview;
  readonly step: SummaryStep;
}

/** Why there is no answer, and another try. */
export function FailedAnswer({ answer }: { readonly answer: Pick<Answer<unknown>, 'error' | 'retry'> }) {
  const { t } = useTranslation();
  const text = useNoticeText(noticeOfError(answer.error));
  return (
    <EmptyState icon={CircleX} tone="error" title={t('summary.failed')} text={text}>
      <Button onClick={answer.retry}>{t('ui.table.retry')}</Button>
    </EmptyState>
  );
}

/** While nothing is known yet, or where there is nothing. */
export function NothingHere({ text }: { readonly text: string }) {
  return <EmptyState icon={ChartColumnStacked} size="panel" title={text} />;
}
