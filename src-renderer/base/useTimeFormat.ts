import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

/** Day and time of files, in the window's language. Kept, since making one takes as long as drawing a row. */
export function useTimeFormat(): Intl.DateTimeFormat {
  const { language } = useTranslation().i18n;
  return useMemo(() => new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }), [language]);
}
