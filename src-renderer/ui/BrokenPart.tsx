import { CircleX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from './Button';
import { EmptyState } from './EmptyState';

/** Stands in for a part that threw: the rest of the window goes on. */
export function BrokenPart({ error, retry }: { readonly error: Error; readonly retry: () => void }) {
  const { t } = useTranslation();
  return (
    <EmptyState icon={CircleX} tone="error" title={t('broken.title')} text={t('broken.text')}>
      <pre className="broken-message">{error.stack ?? error.message}</pre>
      <Button variant="primary" onClick={retry}>
        {t('broken.retry')}
      </Button>
    </EmptyState>
  );
}
