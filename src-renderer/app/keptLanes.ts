/** How the lanes of each dump are arranged, kept for the next time that the same paths are opened. */
import type { StoreApi } from 'zustand/vanilla';
import type { DumpState } from '../../src-contract';
import { createKeptValue, type KeptStorage, type Stored } from '../base/keptValue';
import { type RememberedLanes, readRememberedLanes } from '../session/rememberedLanes';
import type { DumpSession } from '../session/session';
import type { AppState } from './appState';

/** Those opened longest ago are forgotten. */
const MOST_DUMPS = 30;
const PAUSE_MS = 500;

interface KeptLanes {
  /** Newest last. */
  readonly dumps: readonly (readonly [paths: string, lanes: RememberedLanes])[];
}

export interface LaneKeeping {
  lanesOf(dump: Pick<DumpState, 'paths'>): RememberedLanes | undefined;
  /** Keeps what is done in the open dump. Returns the function that stops it. */
  follow(app: StoreApi<AppState>): () => void;
}

const keyOf = ({ paths }: Pick<DumpState, 'paths'>) => paths.join('\n');

export function createLaneKeeping(storage: KeptStorage): LaneKeeping {
  const kept = createKeptValue(storage, 'tracelane.arrangements', readKept);
  const keep = (session: DumpSession) => {
    const { dump } = session.store.getState();
    // What is read later is not there to be remembered yet.
    if (dump.status !== 'ready') return;
    const key = keyOf(dump);
    const lanes = session.rememberLanes();
    const others = kept.getState().dumps.filter(([other]) => other !== key);
    if (!lanes && others.length === kept.getState().dumps.length) return;
    kept.setState({ dumps: lanes ? [...others, [key, lanes] as const].slice(-MOST_DUMPS) : others });
  };
  return {
    lanesOf: (dump) => kept.getState().dumps.find(([key]) => key === keyOf(dump))?.[1],
    follow(app) {
      let stop: (() => void) | undefined;
      let followed: DumpSession | undefined;
      let timer: ReturnType<typeof setTimeout> | undefined;
      const follow = () => {
        const { screen } = app.getState();
        const session = screen.kind === 'dump' ? screen.session : undefined;
        if (session === followed) return;
        stop?.();
        followed = session;
        stop = session?.calmStore.subscribe((now, before) => {
          const { dump: _dump, ...arranged } = now;
          const keys = Object.keys(arranged) as (keyof typeof arranged)[];
          // Only what the user does, not what is read.
          if (now.dump !== before.dump || !keys.some((key) => now[key] !== before[key])) return;
          clearTimeout(timer);
          timer = setTimeout(() => keep(session), PAUSE_MS);
        });
      };
      const stopApp = app.subscribe(follow);
      follow();
      return () => {
        stopApp();
        stop?.();
        clearTimeout(timer);
      };
    },
  };
}

function readKept({ dumps }: Stored): KeptLanes {
  if (!Array.isArray(dumps)) return { dumps: [] };
  return {
    dumps: dumps.slice(-MOST_DUMPS).flatMap((entry: unknown) => {
      const [key, lanes]: unknown[] = Array.isArray(entry) ? entry : [];
      const read = readRememberedLanes(lanes);
      return typeof key === 'string' && read ? [[key, read] as const] : [];
    }),
  };
}
