/** How instants are written, as the user has chosen, and the steps that they may be written by: one for the whole window. */
import { useMemo } from 'react';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { RankIndex, RankOverview } from '../../src-contract';
import { createKeptValue, storageIfAllowed } from '../base/keptValue';
import type { TimeRange } from '../base/timeRange';
import { TIME_MODES, type TimeMode, type TimeScale, timeScale } from '../base/timeScale';
import { useSession, useSessionState } from './answers/useSession';
import type { DumpSession } from './session';

/** What the strip above the ruler shows: of a rank, over a stretch. */
export interface ShownOverview extends RankOverview {
  readonly rank: RankIndex;
  readonly range: TimeRange;
}

export interface TimesState {
  readonly mode: TimeMode;
  readonly overview: ShownOverview | undefined;
}

export interface Times {
  readonly store: StoreApi<TimesState>;
  /** As it is chosen now; the same one until it changes. */
  scale(): TimeScale;
  choose(mode: TimeMode): void;
  show(overview: ShownOverview | undefined): void;
}

/** The same for all who ask for it, as long as the dump is open. */
export function timesOf(session: DumpSession): Times {
  return session.viewState('times', () => createTimes(session));
}

function createTimes(session: DumpSession): Times {
  const kept = createKeptValue(storageIfAllowed(), 'tracelane.times', ({ mode }) => ({
    mode: TIME_MODES.find((own) => own === mode) ?? 'offset',
  }));
  const store = createStore<TimesState>()(() => ({ mode: kept.getState().mode, overview: undefined }));
  let known: { readonly state: TimesState; readonly originNs: bigint; readonly scale: TimeScale } | undefined;
  return {
    store,
    scale() {
      const state = store.getState();
      const { originNs } = session.store.getState().dump;
      if (known?.state !== state || known.originNs !== originNs)
        known = { state, originNs, scale: timeScale(state.mode, originNs, state.overview?.steps ?? []) };
      return known.scale;
    },
    choose(mode) {
      kept.setState({ mode });
      store.setState({ mode });
    },
    show(overview) {
      store.setState({ overview });
    },
  };
}

/** The way that instants are written; drawn again when it changes. */
export function useTimeScale(): TimeScale {
  const session = useSession();
  const { mode, overview } = useStore(timesOf(session).store);
  const originNs = useSessionState(({ dump }) => dump.originNs);
  return useMemo(() => timeScale(mode, originNs, overview?.steps ?? []), [mode, originNs, overview]);
}
