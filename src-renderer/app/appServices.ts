import { createContext, useContext } from 'react';
import type { StoreApi } from 'zustand/vanilla';
import type { CommandRegistry } from '../base/commands';
import type { AppController } from './appController';
import type { Settings } from './settings';

/** What every part of the window may use; made once, in showWindow.tsx. */
export interface AppServices {
  readonly controller: AppController;
  readonly settings: StoreApi<Settings>;
  readonly commands: CommandRegistry;
}

export const AppServicesContext = createContext<AppServices | undefined>(undefined);

export function useAppServices(): AppServices {
  const services = useContext(AppServicesContext);
  if (!services) throw new Error('useAppServices outside of the window');
  return services;
}
