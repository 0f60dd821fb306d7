import { type ReactNode, useLayoutEffect, useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import { applyTheme, darkQuery, resolveTheme } from '../base/theme/applyTheme';
import { themes } from '../base/theme/themes';
import { ThemeContext } from '../base/theme/useTheme';
import { useAppServices } from './appServices';

function subscribeToSystem(onChange: () => void): () => void {
  const query = darkQuery();
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}

/** Keeps the document in the chosen theme, and hands the theme to the timeline. */
export function ThemeProvider({ children }: { readonly children: ReactNode }) {
  const choice = useStore(useAppServices().settings, (settings) => settings.theme);
  const name = useSyncExternalStore(subscribeToSystem, () => resolveTheme(choice));
  useLayoutEffect(() => applyTheme(name), [name]);
  return <ThemeContext value={themes[name]}>{children}</ThemeContext>;
}
