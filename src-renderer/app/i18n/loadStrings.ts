import type { Language } from '../../base/i18n/language';
import type { StringTree } from '../../base/i18n/mergeStrings';

/** Every sentence in that language, from a file of its own: the other language is only fetched when it is chosen. */
export async function loadStrings(language: Language): Promise<StringTree> {
  switch (language) {
    case 'en':
      return (await import('./stringsEn')).stringsEn;
    case 'zh':
      return (await import('./stringsZh')).stringsZh;
  }
}
