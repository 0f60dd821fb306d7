import { useStore } from 'zustand';
import type { AppState } from './appController';
import { useAppServices } from './appServices';

/** Part of the window's state; the component is drawn again when that part changes (compared by `Object.is`). */
export function useApp<T>(select: (state: AppState) => T): T {
  return useStore(useAppServices().controller.store, select);
}
