export type Language = 'en' | 'zh';
export type LanguageChoice = Language | 'system';

/** For the document: fonts choose the Simplified Chinese forms of shared characters by it. */
export function htmlLanguage(language: Language): string {
  return language === 'zh' ? 'zh-CN' : 'en';
}
