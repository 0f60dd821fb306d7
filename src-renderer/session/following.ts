/** Follows a dump in the Engine, state by state, for as long as it is open, and which views there are for it. */
import type { StoreApi } from 'zustand/vanilla';
import type { DumpId, DumpState, Engine } from '../../src-contract';
import { nextDumpState } from '../../src-contract/wire/dumpUpdates';
import { isConnectionClosed } from '../base/useLatestAnswer';
import type { SessionState } from './sessionState';

/** Pause after a failed `watch` (the connection is gone; it comes back by itself). */
const WATCH_RETRY_MS = 1_000;

export interface FollowingParts {
  readonly engine: Engine;
  readonly dumpId: DumpId;
  readonly store: StoreApi<SessionState>;
  readonly report: (error: unknown) => void;
  readonly isDisposed: () => boolean;
  /** A state other than the store's. */
  readonly receive: (dump: DumpState) => void;
  readonly retryMs?: number | undefined;
}

/** Begins with the state that the store has. Ends with the session, or where the dump or the connection is gone for good. */
export function followDump(parts: FollowingParts): void {
  const { engine, dumpId, store, report, isDisposed, receive, retryMs = WATCH_RETRY_MS } = parts;
  /** Of the last state whose views were asked for. */
  let seenStatus = '';
  const askViews = async (dump: DumpState) => {
    // Views come with the files that are found and with the timelines that are read.
    const status = `${dump.status} ${dump.ranks.map((rank) => `${rank.status[0]}${rank.generation > 0}${rank.files.length}`).join()}`;
    if (dump.status === 'discovering' || status === seenStatus) return;
    seenStatus = status;
    const views = await engine.views(dumpId);
    if (!isDisposed() && status === seenStatus) store.setState({ views });
  };

  const watch = async () => {
    let hasReported = false;
    while (!isDisposed()) {
      try {
        const dump = await nextDumpState(engine, dumpId, store.getState().dump);
        if (isDisposed()) return;
        hasReported = false;
        receive(dump);
        askViews(dump).catch(report);
      } catch (error) {
        if (isDisposed()) return;
        if (!hasReported) report(error);
        if (isDumpClosed(error) || isConnectionClosed(error)) return;
        hasReported = true;
        await new Promise((resolve) => setTimeout(resolve, retryMs));
      }
    }
  };

  void watch();
  askViews(store.getState().dump).catch(report);
}

/** Errors cross the border to the Engine with their name, not their class. */
function isDumpClosed(error: unknown): boolean {
  return error instanceof Error && error.name === 'DumpClosedError';
}
