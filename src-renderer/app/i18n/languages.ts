import type { Language } from '../settings';
import type { StringTree } from './mergeStrings';

/** Every sentence in that language, from a file of its own: the other language is only fetched when it is chosen. */
export async function loadStrings(language: Language): Promise<StringTree> {
  switch (language) {
    case 'en':
      return (await import('./stringsEn')).stringsEn;
    case 'zh':
      return (await import('./stringsZh')).stringsZh;
  }
}

/** For the document: fonts choose the Simplified Chinese forms of shared characters by it. */
export function htmlLanguage(language: Language): string {
  return language === 'zh' ? 'zh-CN' : 'en';
}
