import i18next, { type i18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { communicationStrings } from '../../communication/strings';
import { memoryStrings } from '../../memory/strings';
import { operatorStrings } from '../../operator/strings';
import { summaryStrings } from '../../summary/strings';
import { timelineStrings } from '../../timeline/strings';
import { uiStrings } from '../../ui/strings';
import type { Language } from '../settings';
import { en } from './en';
import { mergeStrings } from './mergeStrings';
import { zh } from './zh';

/** Parts that keep their sentences beside themselves. */
const parts = [timelineStrings, uiStrings, operatorStrings, memoryStrings, summaryStrings, communicationStrings];

/** An i18next of its own with both languages, in the one given. Both are in the program: nothing is fetched. */
export function createI18n(language: Language): i18n {
  const instance = i18next.createInstance();
  void instance.use(initReactI18next).init({
    lng: language,
    fallbackLng: 'en',
    resources: {
      en: { translation: mergeStrings([en, ...parts.map((part) => part.en)]) },
      zh: { translation: mergeStrings([zh, ...parts.map((part) => part.zh)]) },
    },
    // React escapes what it draws; escaped twice, a "<" in a kernel's name would show as "&lt;".
    interpolation: { escapeValue: false },
    returnNull: false,
    initAsync: false,
  });
  return instance;
}

/** For the document: fonts choose the Simplified Chinese forms of shared characters by it. */
export function htmlLanguage(language: Language): string {
  return language === 'zh' ? 'zh-CN' : 'en';
}
