import { useStore } from 'zustand';
import type { StoreApi } from 'zustand/vanilla';
import { storageIfAllowed } from '../../base/keptValue';
import { useSession } from '../../session/useSession';
import { type ChipChoice, createChipChoice } from './chipChoice';

/** The user's choice of a device, the same for all dumps. */
export function useChips(): { readonly choice: ChipChoice; readonly store: StoreApi<ChipChoice> } {
  const session = useSession();
  const store = session.viewState('chips', () => createChipChoice(storageIfAllowed()));
  return { choice: useStore(store), store };
}
