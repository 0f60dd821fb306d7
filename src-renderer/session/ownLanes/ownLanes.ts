/** Lanes of the user's own, made of what is searched for or of files: read once the dump is, and shown again whenever ranks have been read. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import {
  type FileLanes,
  MOST_OWN_LANES,
  type OwnLane,
  type OwnLaneNote,
  type SearchLaneKind,
} from '../../../src-contract';
import { sameParts } from '../../base/sameParts';
import { isConnectionClosed } from '../../base/useLatestAnswer';
import { revisionOf } from '../answers/revision';
import { searchOf } from '../search/search';
import type { DumpSession } from '../session';

export interface OwnLanesState {
  readonly lanes: readonly OwnLane[];
  /** What is to be said of them: lines that are not shown, a pattern that takes too long. */
  readonly notes: readonly OwnLaneNote[];
  readonly isMaking: boolean;
}

export interface OwnLanes {
  readonly store: StoreApi<OwnLanesState>;
  /** With those that were made before. */
  known(): Promise<readonly OwnLane[]>;
  /** Of what is searched for, unless there is one. */
  add(kind: SearchLaneKind): Promise<void>;
  /** Of a file; in the place of what that path made before. */
  addFile(lane: Omit<FileLanes, 'id' | 'kind'>): Promise<void>;
  rename(id: string, name: string): Promise<void>;
  remove(id: string): Promise<void>;
  /** Returns the function that ends it. */
  follow(onError: (error: unknown) => void): () => void;
}

/** The same for all who ask for it, as long as the dump is open. */
export function ownLanesOf(session: DumpSession): OwnLanes {
  return session.viewState('ownLanes', () => createOwnLanes(session));
}

/** The longest that is kept; `MOST_OWN_LANE_NAME` of the contract is for ids as well. */
export const LONGEST_LANE_NAME = 200;

function createOwnLanes(session: DumpSession): OwnLanes {
  const { engine, dumpId } = session;
  const store = createStore<OwnLanesState>()(() => ({ lanes: [], notes: [], isMaking: false }));
  let isRead = false;
  let asked = 0;

  const show = async (lanes: readonly OwnLane[]) => {
    const own = ++asked;
    store.setState({ lanes, isMaking: true });
    try {
      const shown = await engine.showOwnLanes(dumpId, lanes);
      // What has been asked for meanwhile is the user's last word.
      if (own === asked) store.setState(shown);
    } finally {
      if (own === asked) store.setState({ isMaking: false });
    }
  };

  /** Those that were made before; what has been made meanwhile stays. */
  const read = async () => {
    if (isRead) return;
    const kept = await engine.ownLanes(dumpId);
    if (isRead) return;
    isRead = true;
    store.setState({ lanes: [...kept, ...store.getState().lanes] });
  };

  return {
    store,
    async known() {
      await read();
      return store.getState().lanes;
    },
    async add(kind) {
      const { search, text } = searchOf(session).store.getState();
      if (!search) return;
      await read();
      const { lanes } = store.getState();
      if (lanes.length >= MOST_OWN_LANES) return;
      const { region: _, ...everywhere } = search;
      const isThere = lanes.some((own) => own.kind === kind && sameParts(own.search, everywhere) === own.search);
      if (isThere) return;
      await show([...lanes, { id: crypto.randomUUID(), name: text.trim(), kind, search: everywhere }]);
    },
    async addFile(lane) {
      await read();
      const others = store.getState().lanes.filter((own) => own.kind !== 'file' || own.path !== lane.path);
      if (others.length >= MOST_OWN_LANES) return;
      await show([...others, { ...lane, id: crypto.randomUUID(), kind: 'file' }]);
    },
    async rename(id, wanted) {
      const name = wanted.trim().slice(0, LONGEST_LANE_NAME);
      const { lanes } = store.getState();
      if (name === '' || lanes.find((lane) => lane.id === id)?.name === name) return;
      await show(lanes.map((lane) => (lane.id === id ? { ...lane, name } : lane)));
    },
    remove: (id) => show(store.getState().lanes.filter((lane) => lane.id !== id)),
    follow(onError) {
      let revision: string | undefined;
      const look = () => {
        const { dump } = session.store.getState();
        const now = revisionOf(dump);
        if (dump.status !== 'ready' || now === revision) return;
        revision = now;
        const showAgain = async () => {
          await read();
          const { lanes } = store.getState();
          if (lanes.length > 0) await show(lanes);
        };
        showAgain().catch((error: unknown) => !isConnectionClosed(error) && onError(error));
      };
      look();
      return session.calmStore.subscribe(look);
    },
  };
}
