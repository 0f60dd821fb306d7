/** What a transport reaches at best (analyses.md C1), as the user may change it: kept for all dumps. */
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { DumpSession } from '../app/session';

/** GB/s, by transport. */
export type References = Readonly<Record<string, number>>;

export const defaultReferences: References = { HCCS: 18, PCIE: 20, RDMA: 12.5 };

const STORAGE_KEY = 'tracelane.linkReferences';

/** A storage that refuses (private window) only means that nothing is kept. */
export function createReferences(storage: Pick<Storage, 'getItem' | 'setItem'> | undefined): StoreApi<References> {
  const store = createStore<References>()(() => readReferences(storage));
  store.subscribe((references) => {
    try {
      storage?.setItem(STORAGE_KEY, JSON.stringify(references));
    } catch {
      // Full or forbidden: the numbers hold until the window closes.
    }
  });
  return store;
}

/** True for what may stand in the field. */
export function isBandwidth(value: unknown): value is number {
  return typeof value === 'number' && value > 0 && value < 100_000;
}

function readReferences(storage: Pick<Storage, 'getItem'> | undefined): References {
  let stored: unknown;
  try {
    stored = JSON.parse(storage?.getItem(STORAGE_KEY) ?? '{}');
  } catch {
    return defaultReferences;
  }
  const own = typeof stored === 'object' && stored !== null ? (stored as Record<string, unknown>) : {};
  return Object.fromEntries(
    Object.entries(defaultReferences).map(([transport, value]) => {
      const kept = own[transport];
      return [transport, isBandwidth(kept) ? kept : value];
    }),
  );
}

export function useReferences(session: DumpSession): {
  readonly references: References;
  readonly store: StoreApi<References>;
} {
  const store = session.viewState('communication.references', () => createReferences(storageIfAllowed()));
  return { references: useStore(store), store };
}

/** Reading `localStorage` throws where the browser forbids storage. */
function storageIfAllowed(): Storage | undefined {
  try {
    return window.localStorage;
  } catch {
    return undefined;
  }
}
