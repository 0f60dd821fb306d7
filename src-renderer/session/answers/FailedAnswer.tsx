import { CircleX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Answer } from '../../base/useLatestAnswer';
import { Button } from '../../ui/Button';
import { EmptyState } from '../../ui/EmptyState';
import { noticeOfError } from '../../ui/notices/noticeOfError';
import { usePlacedNoticeText } from '../../ui/notices/noticeText';

interface FailedAnswerProps {
  readonly answer: Pick<Answer<unknown>, 'error' | 'retry'>;
  /** `panel`: the small form, for a part of a view. */
  readonly size?: 'page' | 'panel';
}

/** Why there is no answer, and another try. */
export function FailedAnswer({ answer, size = 'page' }: FailedAnswerProps) {
  const { t } = useTranslation();
  const text = usePlacedNoticeText(noticeOfError(answer.error));
  return (
    <EmptyState icon={CircleX} tone="error" size={size} title={t('failedAnswer.title')} text={text}>
      <Button onClick={answer.retry}>{t('failedAnswer.retry')}</Button>
    </EmptyState>
  );
}

/** The same in one line, where what failed is an addition to what is shown. */
export function FailedAnswerLine({ answer }: Pick<FailedAnswerProps, 'answer'>) {
  const { t } = useTranslation();
  const text = usePlacedNoticeText(noticeOfError(answer.error));
  return (
    <p className="failed-answer-line" role="alert">
      <CircleX size={14} aria-hidden />
      {text}
      <Button variant="quiet" onClick={answer.retry}>
        {t('failedAnswer.retry')}
      </Button>
    </p>
  );
}
