/** What a transport reaches at best (analyses.md C1), as the user may change it: kept for all dumps. */
import { useStore } from 'zustand';
import type { StoreApi } from 'zustand/vanilla';
import { createKeptValue, type KeptStorage, type Stored, storageIfAllowed } from '../../base/keptValue';
import { useSession } from '../../session/useSession';

/** GB/s, by transport. */
export type References = Readonly<Record<string, number>>;

export const defaultReferences: References = { HCCS: 18, PCIE: 20, RDMA: 12.5 };

const STORAGE_KEY = 'tracelane.linkReferences';

export function createReferences(storage: KeptStorage): StoreApi<References> {
  return createKeptValue(storage, STORAGE_KEY, readReferences);
}

/** True for what may stand in the field. */
export function isBandwidth(value: unknown): value is number {
  return typeof value === 'number' && value > 0 && value < 100_000;
}

function readReferences(stored: Stored): References {
  return Object.fromEntries(
    Object.entries(defaultReferences).map(([transport, value]) => {
      const kept = stored[transport];
      return [transport, isBandwidth(kept) ? kept : value];
    }),
  );
}

export function useReferences(): {
  readonly references: References;
  readonly store: StoreApi<References>;
} {
  const session = useSession();
  const store = session.viewState('communication.references', () => createReferences(storageIfAllowed()));
  return { references: useStore(store), store };
}
