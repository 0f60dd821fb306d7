import { Unplug } from 'lucide-react';
import { useLayoutEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/Button';
import { EmptyState } from '../ui/EmptyState';
import { cssVariables } from './theme/tokens';

/** The window could not reach an Engine at all: there is nothing else to show. */
export function ConnectionFailed({ error }: { readonly error: unknown }) {
  const { t } = useTranslation();
  useLayoutEffect(() => {
    const name = window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
    for (const [property, value] of cssVariables(name)) document.documentElement.style.setProperty(property, value);
  }, []);
  return (
    <main className="failed-screen">
      <EmptyState icon={Unplug} tone="error" title={t('unreachable.title')} text={t('unreachable.text')}>
        <p className="empty-detail">{error instanceof Error ? error.message : String(error)}</p>
        <Button variant="primary" onClick={() => window.location.reload()}>
          {t('banner.reload')}
        </Button>
      </EmptyState>
    </main>
  );
}
