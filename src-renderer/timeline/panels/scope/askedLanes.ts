import { createStore, type StoreApi } from 'zustand/vanilla';
import type { LaneId, RankIndex } from '../../../../src-contract';
import type { DumpSession } from '../../../session/session';

/** Lanes whose statistics were asked for from elsewhere: of a menu. */
export interface AskedLanes {
  readonly name: string;
  readonly rank: RankIndex;
  readonly lanes: readonly LaneId[];
}

export interface AskedLanesState {
  readonly asked: AskedLanes | undefined;
}

/** The same for all who ask for it, as long as the dump is open. */
export function askedLanesOf(session: DumpSession): StoreApi<AskedLanesState> {
  return session.viewState('askedLanes', () => createStore<AskedLanesState>()(() => ({ asked: undefined })));
}
