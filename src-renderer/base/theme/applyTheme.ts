import type { ThemeChoice, ThemeName } from './theme';
import { cssVariables } from './tokens';

/** The system's wish for dark windows; its `change` event tells when it changes. */
export const darkQuery = () => window.matchMedia('(prefers-color-scheme: dark)');

export function resolveTheme(choice: ThemeChoice): ThemeName {
  if (choice !== 'system') return choice;
  return darkQuery().matches ? 'dark' : 'light';
}

/** Puts the theme's tokens on the document as CSS custom properties. */
export function applyTheme(name: ThemeName): void {
  const { style, dataset } = document.documentElement;
  // Nothing that is drawn would have to be drawn again.
  if (dataset.theme === name) return;
  for (const [property, value] of cssVariables(name)) style.setProperty(property, value);
  style.colorScheme = name;
  dataset.theme = name;
}
