import { useEffect, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { addLanguage } from '../../base/i18n/i18n';
import { htmlLanguage } from '../../base/i18n/language';
import { useAppServices } from '../appServices';
import { resolveLanguage } from '../settings';
import { loadStrings } from './loadStrings';

function subscribeToSystem(onChange: () => void): () => void {
  window.addEventListener('languagechange', onChange);
  return () => window.removeEventListener('languagechange', onChange);
}

/** Keeps i18next and the document in the language that is chosen. */
export function LanguageSync() {
  const { i18n } = useTranslation();
  const { controller, settings } = useAppServices();
  const choice = useStore(settings, (state) => state.language);
  const systemLanguages = useSyncExternalStore(subscribeToSystem, () => navigator.languages.join());
  const language = resolveLanguage(choice, systemLanguages.split(','));
  useEffect(() => {
    if (i18n.language === language) return;
    let isCurrent = true;
    const change = async () => {
      await addLanguage(i18n, language, loadStrings);
      // Another may have been chosen while it was fetched.
      if (!isCurrent) return;
      await i18n.changeLanguage(language);
      document.documentElement.lang = htmlLanguage(language);
    };
    change().catch(controller.reportError);
    return () => {
      isCurrent = false;
    };
  }, [i18n, controller, language]);
  return null;
}
