import type { Language } from '../../base/i18n/language';
import type { StringTree } from '../../base/i18n/mergeStrings';

/** Every sentence in that language, from a file of its own: the other language is fetched when it is chosen, English also when commands are looked for by name (`useEnglish`). */
export async function loadStrings(language: Language): Promise<StringTree> {
  switch (language) {
    case 'en':
      return (await import('./stringsEn')).stringsEn;
    case 'zh':
      return (await import('./stringsZh')).stringsZh;
  }
}
