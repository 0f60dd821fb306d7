/** The jobs that are watched, as the window knows them: they are the host's, and outlive any dump that is open. */
import { createContext, useContext } from 'react';
import { type StoreApi, useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { Engine, LiveJob, LiveJobId } from '../../../src-contract';
import { createKeptValue, type KeptStorage } from '../../base/keptValue';
import { sameParts } from '../../base/sameParts';
import { isConnectionClosed } from '../../base/useLatestAnswer';
import { type LiveWay, type LiveWindow, LiveWindows } from './liveWindow';
import { canNotify, tellNews } from './tellNews';

/** After a question that failed. */
const AGAIN_MS = 2_000;

export type LiveDialog = 'add' | 'diagnose';

export interface LiveState {
  /** The host has answered. */
  readonly isKnown: boolean;
  readonly jobs: readonly LiveJob[];
  readonly chosen: LiveJobId | undefined;
  /** Was shown when that one was chosen: one that has just been added is known with the next news. */
  readonly before: LiveJobId | undefined;
  readonly dialog: LiveDialog | undefined;
  /** Alarms, stalls and reports are told on the desktop. */
  readonly hasNotices: boolean;
  /** What the curves of a job show; another object after each change. */
  readonly windowOf: (job: LiveJobId) => LiveWindow;
}

export interface Live {
  readonly engine: Engine;
  readonly store: StoreApi<LiveState>;
  /** From now on the window knows of every change. */
  follow(): void;
  /** The same, if there is a job: those of the last time are watched again. */
  begin(): void;
  choose(job: LiveJobId): void;
  show(dialog: LiveDialog | undefined): void;
  /** The curves of the job that is looked at show another stretch of time. */
  showWindow(window: LiveWindow): void;
  canGo(way: LiveWay): boolean;
  /** To what its curves showed before, or on from there. */
  go(way: LiveWay): void;
  setNotices(isOn: boolean): void;
  /** A dump, in this window. */
  open(paths: readonly string[]): void;
  dispose(): void;
}

/** `open`: see `Live`; `storage`: where it is kept that notices are wanted. */
export function createLive(engine: Engine, open: Live['open'], storage: KeptStorage): Live {
  const kept = createKeptValue(storage, 'tracelane.live', ({ hasNotices }) => ({ hasNotices: hasNotices === true }));
  const windows = new LiveWindows();
  const store = createStore<LiveState>()(() => ({
    ...{
      isKnown: false,
      jobs: [],
      chosen: undefined,
      before: undefined,
      dialog: undefined,
      windowOf: (job) => windows.of(job),
    },
    // The user may have taken the permission away since.
    hasNotices: kept.getState().hasNotices && canNotify(),
  }));
  const shownId = () => shownJob(store.getState())?.id;
  const told = () => store.setState({ windowOf: (job) => windows.of(job) });
  let isFollowing = false;
  let isDisposed = false;
  const followOn = async (): Promise<void> => {
    let seen = 0;
    while (!isDisposed) {
      try {
        const { revision, jobs } = await engine.liveJobs(seen);
        const before = store.getState();
        if (revision !== seen) store.setState({ isKnown: true, jobs: sameParts(before.jobs, jobs) });
        if (before.hasNotices) tellNews(engine, before.jobs, jobs, live.choose);
        seen = revision;
      } catch (error) {
        if (isConnectionClosed(error)) return;
        // The host is busy, or gone for a moment; the banner says which.
        await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
      }
    }
  };
  const live: Live = {
    engine,
    store,
    follow() {
      if (isFollowing) return;
      isFollowing = true;
      void followOn();
    },
    begin() {
      engine
        .liveJobs(0)
        .then(({ jobs }) => jobs.length > 0 && live.follow())
        // The banner says that the host is gone.
        .catch(() => undefined);
    },
    choose: (chosen) => store.setState({ chosen, before: shownId() }),
    show: (dialog) => store.setState({ dialog }),
    showWindow(window) {
      const job = shownId();
      if (job === undefined) return;
      windows.show(job, window);
      told();
    },
    canGo(way) {
      const job = shownId();
      return job !== undefined && windows.can(job, way);
    },
    go(way) {
      const job = shownId();
      if (job === undefined) return;
      windows.go(job, way);
      told();
    },
    setNotices(hasNotices) {
      kept.setState({ hasNotices });
      store.setState({ hasNotices });
    },
    open,
    dispose() {
      isDisposed = true;
    },
  };
  return live;
}

/** The job that is looked at: the chosen one, else that of before, else the first. */
export function shownJob({ jobs, chosen, before }: Pick<LiveState, 'jobs' | 'chosen' | 'before'>): LiveJob | undefined {
  const one = (wanted: LiveJobId | undefined) => jobs.find(({ id }) => id === wanted);
  return one(chosen) ?? one(before) ?? jobs[0];
}

export const LiveContext = createContext<Live | undefined>(undefined);

export function useLive(): Live {
  const live = useContext(LiveContext);
  if (!live) throw new Error('useLive outside of the window');
  return live;
}

/** Part of the state; the component is drawn again when that part changes (compared by `Object.is`). */
export function useLiveState<T>(select: (state: LiveState) => T): T {
  return useStore(useLive().store, select);
}
