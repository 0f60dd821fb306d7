/** What the user has chosen in the Ranks tab. Lives with the session: the tab is taken away when another is in front. */
import { createStore, type StoreApi } from 'zustand';
import type { RankFold, RankMetric } from '../../../src-contract';
import type { DumpSession } from '../../session/session';

export interface RanksState {
  readonly metric: RankMetric;
  /** Undefined: by number. */
  readonly fold: RankFold | undefined;
  /** Number of the rank that is looked at. */
  readonly rank: number | undefined;
}

export function ranksStore(session: DumpSession): StoreApi<RanksState> {
  return session.viewState('ranks', () =>
    createStore<RanksState>()(() => ({ metric: 'computingNs', fold: undefined, rank: undefined })),
  );
}
