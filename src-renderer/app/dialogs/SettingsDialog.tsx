import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { ChoiceGroup } from '../../ui/ChoiceGroup';
import { Dialog } from '../../ui/Dialog';
import { useAppServices } from '../appServices';
import { useLookChoices } from '../useLookChoices';
import { EngineSettingsForm } from './EngineSettingsForm';

/** How the window looks, and what reading dumps may take up. Every change holds at once: there is nothing to confirm. */
export function SettingsDialog() {
  const { t } = useTranslation();
  const { controller, settings } = useAppServices();
  const theme = useStore(settings, (state) => state.theme);
  const language = useStore(settings, (state) => state.language);
  const { themes, languages } = useLookChoices();
  return (
    <Dialog title={t('settings.title')} width={560} onClose={() => controller.showDialog(undefined)}>
      <div className="settings">
        <section aria-label={t('settings.look')}>
          <h3 className="section-title">{t('settings.look')}</h3>
          <ChoiceGroup
            label={t('settings.theme')}
            value={theme}
            options={themes}
            onChange={(value) => settings.setState({ theme: value })}
          />
          <ChoiceGroup
            label={t('settings.language')}
            value={language}
            options={languages}
            onChange={(value) => settings.setState({ language: value })}
          />
        </section>
        <EngineSettingsForm />
      </div>
    </Dialog>
  );
}
