import { Unplug } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/Button';
import { EmptyState } from '../ui/EmptyState';
import { ProgressBar } from '../ui/ProgressBar';
import { Logo } from './shell/Logo';

/** Until the Engine answers for the first time, if that takes a while. */
export function ConnectingScreen() {
  const { t } = useTranslation();
  return (
    <div className="window">
      <header className="title-bar">
        <div className="title-bar-start">
          <Logo size={20} />
          <span className="app-name">Tracelane</span>
        </div>
      </header>
      <main className="screen loading-screen connecting-screen">
        <div className="loading-card">
          <h1 className="loading-title">
            <Logo size={28} />
            <span>Tracelane</span>
          </h1>
          <ProgressBar label={t('connection.connecting')} share={undefined} />
          <p className="loading-facts" role="status">
            {t('connection.connecting')}
          </p>
        </div>
      </main>
    </div>
  );
}

/** The window could not reach an Engine at all: there is nothing else to show. */
export function UnreachableScreen({ error }: { readonly error: unknown }) {
  const { t } = useTranslation();
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
