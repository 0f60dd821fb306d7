import { CircleX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { noticeOfError } from '../app/notices/noticeOfError';
import { useNoticeText } from '../app/notices/noticeText';
import type { Answer } from '../app/useAnswer';
import { Button } from '../ui/Button';
import { EmptyState } from '../ui/EmptyState';

/** Why there is no answer, and another try. */
export function FailedAnswer({ answer }: { readonly answer: Pick<Answer<unknown>, 'error' | 'retry'> }) {
  const { t } = useTranslation();
  const text = useNoticeText(noticeOfError(answer.error));
  return (
    <EmptyState icon={CircleX} tone="error" title={t('communication.failed')} text={text}>
      <Button onClick={answer.retry}>{t('ui.table.retry')}</Button>
    </EmptyState>
  );
}
