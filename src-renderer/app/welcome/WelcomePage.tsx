import { FileInput, FolderOpen, Play, Radio, Timer, Upload } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/Button';
import { useAppServices } from '../appServices';
import { Logo } from '../shell/Logo';
import { useApp } from '../useApp';
import { RecentDumps } from './RecentDumps';

/** No dump is open: ways to open one. */
export function WelcomePage() {
  const { t } = useTranslation();
  const { controller } = useAppServices();
  const host = useApp((state) => state.host);
  const hasDialogs = controller.connection.services.pickPaths !== undefined;
  return (
    <main className="welcome">
      <div className="welcome-column">
        <header className="welcome-header">
          <Logo size={44} />
          <div>
            <h1 className="welcome-title">Tracelane</h1>
            <p className="welcome-subtitle">{t('welcome.subtitle')}</p>
          </div>
        </header>
        <div className="welcome-actions">
          <Button variant="primary" icon={FolderOpen} onClick={() => void controller.pick('folder')}>
            {t('command.openFolder')}
          </Button>
          {hasDialogs && (
            <Button icon={FileInput} onClick={() => void controller.pick('file')}>
              {t('command.openFile')}
            </Button>
          )}
          <Button icon={Play} onClick={() => void controller.openDemo()}>
            {t('command.openDemo')}
          </Button>
          <Button icon={Timer} onClick={() => controller.showRecipe()}>
            {t('recipe.command')}
          </Button>
          <Button icon={Radio} onClick={() => controller.showLive()}>
            {t('live.add')}
          </Button>
        </div>
        <div className="welcome-drop">
          <Upload size={22} strokeWidth={1.5} aria-hidden />
          <p>{t('welcome.drop')}</p>
          <p className="welcome-formats">{t('welcome.formats')}</p>
        </div>
        <RecentDumps />
        {host && <p className="welcome-version">{t('welcome.version', { version: host.version })}</p>}
      </div>
    </main>
  );
}
