import type { StoreApi } from 'zustand/vanilla';
import type { DumpSession } from './session';
import type { SessionState } from './sessionState';

type Store = StoreApi<SessionState>;
type Listener = Parameters<Store['subscribe']>[0];

/** See `DumpSession.calmStore`: there are hundreds of listeners, and the timeline moves with every frame. */
export function calmStoreOf(store: Store): DumpSession['calmStore'] {
  const listeners = new Set<Listener>();
  store.subscribe((now, before) => {
    if (hasOnlyMoved(now, before)) return;
    for (const listener of listeners) listener(now, before);
  });
  const subscribe: Store['subscribe'] = (listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return { ...store, subscribe };
}

function hasOnlyMoved(now: SessionState, before: SessionState): boolean {
  const { view: _view, scrollTop: _scrollTop, ...rest } = now;
  const keys = Object.keys(rest) as (keyof typeof rest)[];
  return keys.every((key) => now[key] === before[key]);
}
