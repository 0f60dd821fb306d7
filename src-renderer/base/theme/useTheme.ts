import { createContext, useContext } from 'react';
import type { Theme } from './theme';
import { themes } from './themes';

export const ThemeContext = createContext<Theme>(themes.light);

/** The theme in force; changes when the user or the system switches between light and dark. */
export function useTheme(): Theme {
  return useContext(ThemeContext);
}
