import { type ReactNode, useLayoutEffect, useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import { useAppServices } from '../appServices';
import { cssVariables, themes } from './tokens';
import { ThemeContext } from './useTheme';

const darkQuery = () => window.matchMedia('(prefers-color-scheme: dark)');

function subscribeToSystem(onChange: () => void): () => void {
  const query = darkQuery();
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}

/** Puts the chosen theme's tokens on the document as CSS custom properties, and hands the theme to the timeline. */
export function ThemeProvider({ children }: { readonly children: ReactNode }) {
  const choice = useStore(useAppServices().settings, (settings) => settings.theme);
  const systemName = useSyncExternalStore(subscribeToSystem, () => (darkQuery().matches ? 'dark' : 'light'));
  const name = choice === 'system' ? systemName : choice;
  useLayoutEffect(() => {
    const { style, dataset } = document.documentElement;
    for (const [property, value] of cssVariables(name)) style.setProperty(property, value);
    style.colorScheme = name;
    dataset.theme = name;
  }, [name]);
  return <ThemeContext value={themes[name]}>{children}</ThemeContext>;
}
