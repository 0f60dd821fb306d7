import type { ThemeChoice } from '../settings';
import type { ThemeName } from './theme';

/** The other theme than the one that is shown now. */
export function themeAfter(choice: ThemeChoice): ThemeName {
  const isDark = choice === 'system' ? window.matchMedia('(prefers-color-scheme: dark)').matches : choice === 'dark';
  return isDark ? 'light' : 'dark';
}
