/** What the user has chosen for the window and should find again: kept in the browser's local storage. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ThemeName } from './theme/theme';

export type ThemeChoice = ThemeName | 'system';
export type Language = 'en' | 'zh';
export type LanguageChoice = Language | 'system';

export interface Settings {
  readonly theme: ThemeChoice;
  readonly language: LanguageChoice;
  readonly isTreeOpen: boolean;
  /** The panel below the timeline, and the one below the other views. */
  readonly isPanelOpen: boolean;
  readonly isViewPanelOpen: boolean;
}

const STORAGE_KEY = 'tracelane.settings';
const defaults: Settings = {
  theme: 'system',
  language: 'system',
  isTreeOpen: true,
  isPanelOpen: true,
  isViewPanelOpen: false,
};

/** The settings, written back at each change. A storage that refuses (private window) only means nothing is kept. */
export function createSettings(storage: Pick<Storage, 'getItem' | 'setItem'> | undefined): StoreApi<Settings> {
  const store = createStore<Settings>()(() => readSettings(storage));
  store.subscribe((settings) => {
    try {
      storage?.setItem(STORAGE_KEY, JSON.stringify(settings));
    } catch {
      // Full or forbidden: the choice holds until the window closes.
    }
  });
  return store;
}

function readSettings(storage: Pick<Storage, 'getItem'> | undefined): Settings {
  let stored: unknown;
  try {
    stored = JSON.parse(storage?.getItem(STORAGE_KEY) ?? '{}');
  } catch {
    return defaults;
  }
  if (typeof stored !== 'object' || stored === null) return defaults;
  const value = (key: keyof Settings) => (stored as Partial<Record<keyof Settings, unknown>>)[key];
  const [theme, language] = [value('theme'), value('language')];
  return {
    theme: theme === 'light' || theme === 'dark' ? theme : 'system',
    language: language === 'en' || language === 'zh' ? language : 'system',
    isTreeOpen: value('isTreeOpen') !== false,
    isPanelOpen: value('isPanelOpen') !== false,
    isViewPanelOpen: value('isViewPanelOpen') === true,
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
