/** What the user has chosen for the window and should find again: kept in the browser's local storage. */
import type { StoreApi } from 'zustand/vanilla';
import type { Language, LanguageChoice } from '../base/i18n/language';
import { createKeptValue, type KeptStorage, type Stored } from '../base/keptValue';
import type { ThemeChoice } from '../base/theme/theme';

export interface Settings {
  readonly theme: ThemeChoice;
  readonly language: LanguageChoice;
  readonly isTreeOpen: boolean;
  /** The panel below the timeline: `auto` opens it with what is first selected in a dump. And the one below the other views. */
  readonly isPanelOpen: boolean | 'auto';
  readonly isViewPanelOpen: boolean;
}

const STORAGE_KEY = 'tracelane.settings';

/** The settings, written back at each change. */
export function createSettings(storage: KeptStorage): StoreApi<Settings> {
  return createKeptValue(storage, STORAGE_KEY, readSettings);
}

function readSettings({ theme, language, isTreeOpen, isPanelOpen, isViewPanelOpen }: Stored): Settings {
  return {
    theme: theme === 'light' || theme === 'dark' ? theme : 'system',
    language: language === 'en' || language === 'zh' ? language : 'system',
    isTreeOpen: isTreeOpen !== false,
    isPanelOpen: typeof isPanelOpen === 'boolean' ? isPanelOpen : 'auto',
    isViewPanelOpen: isViewPanelOpen === true,
  };
}

/** The language to show: the one chosen, else the first of the system's that there is. */
export function resolveLanguage(choice: LanguageChoice, systemLanguages: readonly string[]): Language {
  if (choice !== 'system') return choice;
  for (const tag of systemLanguages) {
    const language = tag.toLowerCase().split('-')[0];
    if (language === 'en' || language === 'zh') return language;
  }
  return 'en';
}
