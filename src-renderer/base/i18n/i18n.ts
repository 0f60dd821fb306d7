import i18next, { type i18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { Language } from './language';
import type { StringTree } from './mergeStrings';

const NAMESPACE = 'translation';

/** An i18next of its own, in the language given, with the sentences of that language. */
export function createI18n(language: Language, strings: StringTree): i18n {
  const instance = i18next.createInstance();
  void instance.use(initReactI18next).init({
    lng: language,
    // Each language has every sentence: there is none to take from another.
    fallbackLng: false,
    resources: { [language]: { [NAMESPACE]: strings } },
    // React escapes what it draws; escaped twice, a "<" in a kernel's name would show as "&lt;".
    interpolation: { escapeValue: false },
    returnNull: false,
    initAsync: false,
  });
  return instance;
}

/** Fetches a language's sentences, unless they are there, so that it can be changed to. Rejects as `load` does. */
export async function addLanguage(
  instance: i18n,
  language: Language,
  load: (language: Language) => Promise<StringTree>,
): Promise<void> {
  if (instance.hasResourceBundle(language, NAMESPACE)) return;
  instance.addResourceBundle(language, NAMESPACE, await load(language));
}
