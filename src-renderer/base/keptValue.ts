/** What the user has chosen and should find again: kept in the browser's local storage. */
import { createStore, type StoreApi } from 'zustand/vanilla';

export type KeptStorage = Pick<Storage, 'getItem' | 'setItem'> | undefined;

/** What is stored, whoever wrote it: an object of anything. */
export type Stored = Readonly<Record<string, unknown>>;

/**
 * A value written back at each change. `read` makes it of what is stored, {} where nothing is, and distrusts it. A storage
 * that refuses (private window) only means that nothing is kept.
 */
export function createKeptValue<T>(storage: KeptStorage, key: string, read: (stored: Stored) => T): StoreApi<T> {
  const store = createStore<T>()(() => read(storedObject(storage, key)));
  store.subscribe((value) => {
    try {
      storage?.setItem(key, JSON.stringify(value));
    } catch {
      // Full or forbidden: the choice holds until the window closes.
    }
  });
  return store;
}

/** Reading `localStorage` throws where the browser forbids storage. */
export function storageIfAllowed(): Storage | undefined {
  try {
    return window.localStorage;
  } catch {
    return undefined;
  }
}

function storedObject(storage: KeptStorage, key: string): Stored {
  try {
    const stored: unknown = JSON.parse(storage?.getItem(key) ?? '{}');
    return typeof stored === 'object' && stored !== null ? (stored as Stored) : {};
  } catch {
    return {};
  }
}
