import { useContext, useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { TimeFormats, TimeFormatsContext } from './timeFormats';

/** Day and time of files, in the window's language. */
export function useTimeFormat(): Intl.DateTimeFormat {
  const { language } = useTranslation().i18n;
  const formats = useContext(TimeFormatsContext);
  return useMemo(() => (formats ?? new TimeFormats()).of(language), [formats, language]);
}

/** For what will have rows with times: the window's format is made in a task of its own, and not with the first of them. */
export function useTimeFormatSoon(): void {
  const { language } = useTranslation().i18n;
  const formats = useContext(TimeFormatsContext);
  useEffect(() => {
    const timer = setTimeout(() => formats?.of(language));
    return () => clearTimeout(timer);
  }, [formats, language]);
}
