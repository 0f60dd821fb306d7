import { useStore } from 'zustand';
import { useAppServices } from './appServices';
import type { AppState } from './appState';

/** Part of the window's state; the component is drawn again when that part changes (compared by `Object.is`). */
export function useApp<T>(select: (state: AppState) => T): T {
  return useStore(useAppServices().controller.store, select);
}
