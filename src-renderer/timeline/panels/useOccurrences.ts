import { useEffect, useRef } from 'react';
import type { SearchRegion } from '../../../src-contract';
import { nameFilter } from '../../../src-contract/search/parseSearch';
import type { SearchState } from '../../session/search/search';
import { useSearch, useSearchState } from '../../session/search/useSearch';
import { useShell } from '../../session/shell';

export interface Occurrences {
  /** The name whose slices in the region the timeline shows, all others being greyed. */
  readonly shown: string | undefined;
  show(name: string): void;
  /** In the Find panel, each with its place. */
  list(): void;
}

/**
 * Slices of a name in a region: a search for it, there. Which name that is the search alone knows: the chosen row of a table of
 * names may be gone from its next answer, or be chosen where the search has been cleared.
 */
export function useOccurrences(region: SearchRegion): Occurrences {
  const model = useSearch();
  const shell = useShell();
  const regionKey = JSON.stringify(region);
  const shown = useSearchState((state) => nameSearchedIn(state, regionKey));

  // Another region has been selected: what was shown is of the one before it.
  const before = useRef(regionKey);
  useEffect(() => {
    const lastKey = before.current;
    before.current = regionKey;
    if (lastKey !== regionKey && nameSearchedIn(model.store.getState(), lastKey) !== undefined) model.setText('');
  }, [model, regionKey]);

  return {
    shown,
    show: (name) => model.start(nameFilter(name), region),
    list: () => shell.showPanel('find'),
  };
}

function nameSearchedIn({ text, parsed, region }: SearchState, regionKey: string): string | undefined {
  const { search } = parsed;
  const isOneName = search?.match === 'exact' && text === nameFilter(search.text);
  return isOneName && region && JSON.stringify(region) === regionKey ? search.text : undefined;
}
