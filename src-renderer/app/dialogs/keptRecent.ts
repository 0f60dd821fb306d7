/** Which commands were chosen in the palette lately. */
import type { StoreApi } from 'zustand/vanilla';
import { createKeptValue, type KeptStorage } from '../../base/keptValue';

export interface RecentCommands {
  readonly ids: readonly string[];
}

export function keptRecent(storage: KeptStorage): StoreApi<RecentCommands> {
  return createKeptValue(storage, 'tracelane.palette', ({ ids }) => ({
    ids: Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [],
  }));
}
