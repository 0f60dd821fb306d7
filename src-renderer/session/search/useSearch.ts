import { useStore } from 'zustand';
import { useSession } from '../answers/useSession';
import { type Search, type SearchState, searchOf } from './search';

/** The search of the open dump. */
export function useSearch(): Search {
  return searchOf(useSession());
}

/** Part of its state; the component is drawn again when that part changes (compared by `Object.is`). */
export function useSearchState<T>(select: (state: SearchState) => T): T {
  return useStore(useSearch().store, select);
}
