import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addLanguage } from '../../base/i18n/i18n';
import { useAppServices } from '../appServices';
import { loadStrings } from './loadStrings';

/** Fetches the English sentences too, for what is found by its English name in any language, and renders anew when they are there. */
export function useEnglish(): void {
  const { i18n } = useTranslation();
  const { controller } = useAppServices();
  const [, setIsThere] = useState(false);
  useEffect(() => {
    addLanguage(i18n, 'en', loadStrings).then(() => setIsThere(true), controller.reportError);
  }, [i18n, controller]);
}
