/** Of several jobs that are open in one window: the one that views of a job as a whole are about. */
import { useMemo } from 'react';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { jobsOf, type OfJob, type RankIndex, type RankJob, type RankState } from '../../src-contract';
import { useSession, useSessionState } from './answers/useSession';
import type { DumpSession } from './session';

interface Chosen {
  /** `RankJob.key`; undefined: nobody has chosen. */
  readonly key: string | undefined;
}

export interface ShownJob {
  /** Those to choose from; empty where there is one. */
  readonly jobs: readonly RankJob[];
  /** Undefined where there is one only. */
  readonly shown: RankJob | undefined;
  choose(key: string): void;
}

/** One for all views: who has looked at one dump in a tab goes on with it in the next. */
function chosenIn(session: DumpSession): StoreApi<Chosen> {
  return session.viewState('shownJob', () => createStore<Chosen>()(() => ({ key: undefined })));
}

/** The first where nobody has chosen, or what was chosen is not open any more. */
export function useShownJob(): ShownJob {
  const session = useSession();
  const ranks = useSessionState(({ dump }) => dump.ranks);
  const store = chosenIn(session);
  const { key } = useStore(store);
  return useMemo(() => {
    const jobs = jobsOf(ranks);
    const shown = jobs.find((job) => job.key === key) ?? jobs[0];
    return { jobs, shown, choose: (next) => store.setState({ key: next }) };
  }, [ranks, key, store]);
}

/** What questions about a job as a whole are told. */
export function ofShownJob({ shown }: ShownJob): OfJob {
  return shown ? { job: shown.key } : {};
}

/** Its ranks; all where there is one. */
export function useShownRanks(): readonly RankState[] {
  const ranks = useSessionState(({ dump }) => dump.ranks);
  const key = useShownJob().shown?.key;
  return useMemo(() => (key === undefined ? ranks : ranks.filter(({ job }) => job?.key === key)), [ranks, key]);
}

/** From now on it is about the job that the rank is of, whose key it answers; undefined where there is one. */
export function showJobOf(session: DumpSession, rank: RankIndex): string | undefined {
  const { ranks } = session.store.getState().dump;
  const key = jobsOf(ranks).length === 0 ? undefined : ranks[rank]?.job?.key;
  if (key !== undefined) chosenIn(session).setState({ key });
  return key;
}
