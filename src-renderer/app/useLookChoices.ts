import { useTranslation } from 'react-i18next';
import type { LanguageChoice } from '../base/i18n/language';
import type { ThemeChoice } from '../base/theme/theme';

interface Choice<T extends string> {
  readonly value: T;
  readonly label: string;
}

interface LookChoices {
  readonly themes: readonly Choice<ThemeChoice>[];
  readonly languages: readonly Choice<LanguageChoice>[];
}

/** Themes and languages by the names the user chooses them by. */
export function useLookChoices(): LookChoices {
  const { t } = useTranslation();
  return {
    themes: [
      { value: 'system', label: t('settings.system') },
      { value: 'light', label: t('settings.light') },
      { value: 'dark', label: t('settings.dark') },
    ],
    // Languages are named in themselves: who has the wrong one must be able to find the right one.
    languages: [
      { value: 'system', label: t('settings.system') },
      { value: 'en', label: 'English' },
      { value: 'zh', label: '简体中文' },
    ],
  };
}
