/** The user's marks while a dump is open: read once it is, kept with each change, and the slices that notes are on. */
import type { StoreApi } from 'zustand';
import {
  type DumpId,
  type DumpState,
  type Engine,
  type KeptMark,
  MOST_MARKS,
  type SliceSummary,
} from '../../src-contract';
import type { SessionState } from './sessionState';
import { keptMarkOf, type UserMark, userMarkOf } from './userMarks';

export interface MarkKeeping {
  /** The dump is read, and shown by the clock that it is come back to. */
  begin(): void;
  /** Marks or the dump have changed. */
  follow(): void;
  /** Resolves when all that was changed is kept, or could not be; undefined: it is. */
  keeping(): Promise<unknown> | undefined;
}

export interface MarkKeepingParts {
  readonly engine: Pick<Engine, 'userMarks' | 'keepUserMarks' | 'slice' | 'sliceAtSource'>;
  readonly dumpId: DumpId;
  readonly store: StoreApi<SessionState>;
  readonly report: (error: unknown) => void;
  readonly isDisposed: () => boolean;
  /** Of the dump that this one was made of, by adding or taking away: they come along. */
  readonly carried?: readonly KeptMark[] | undefined;
}

export function createMarkKeeping(parts: MarkKeepingParts): MarkKeeping {
  const { engine, dumpId, store, report, isDisposed, carried = [] } = parts;
  let state: 'unread' | 'reading' | 'read' = 'unread';
  /** As it is kept, or is about to be. */
  let keptText = '';
  let keeping: Promise<unknown> | undefined;
  /** What each note's slice was looked for by. */
  const lookedFor = new Map<string, string>();

  const read = async () => {
    const kept = await engine.userMarks(dumpId);
    if (isDisposed()) return;
    const { userMarks, dump } = store.getState();
    const isNew = ({ id }: { readonly id: string }) => !kept.some((mark) => mark.id === id);
    const added = [...carried.filter(isNew).map((mark) => userMarkOf(mark, dump)), ...userMarks.filter(isNew)];
    keptText = JSON.stringify(kept.map((mark) => keptMarkOf(userMarkOf(mark, dump), dump)));
    state = 'read';
    if (kept.length + carried.length > 0)
      store.setState({ userMarks: [...kept.map((mark) => userMarkOf(mark, dump)), ...added].slice(0, MOST_MARKS) });
    keep();
  };

  const keep = () => {
    if (state !== 'read') return;
    const { userMarks, dump } = store.getState();
    const marks = userMarks.map((mark) => keptMarkOf(mark, dump));
    const text = JSON.stringify(marks);
    if (text === keptText) return;
    keptText = text;
    // At once, also while the change before is being kept: the page may be closed any moment. The host keeps them in order.
    const done = Promise.all([keeping, engine.keepUserMarks(dumpId, marks).catch(report)]).finally(() => {
      if (keeping === done) keeping = undefined;
    });
    keeping = done;
  };

  const find = async (mark: UserMark, dump: DumpState): Promise<SliceSummary | undefined> => {
    const rank = dump.ranks.find(({ place }) => place === mark.slice?.place);
    const ref = rank && mark.slice && (await engine.sliceAtSource(dumpId, rank.index, mark.slice.source));
    return ref && engine.slice(dumpId, ref);
  };

  const findSlices = async () => {
    const { userMarks, dump, noteSlices } = store.getState();
    const found = new Map([...noteSlices].filter(([id]) => userMarks.some((mark) => mark.id === id)));
    for (const mark of userMarks) {
      const rank = mark.slice && dump.ranks.find(({ place }) => place === mark.slice?.place);
      if (rank?.status !== 'ready') continue;
      const wanted = `${rank.index} ${rank.generation} ${dump.clock?.revision ?? 0}`;
      if (lookedFor.get(mark.id) === wanted) continue;
      lookedFor.set(mark.id, wanted);
      const slice = await find(mark, dump);
      if (isDisposed()) return;
      if (slice) found.set(mark.id, slice);
      else found.delete(mark.id);
      store.setState({ noteSlices: new Map(found) });
    }
  };

  return {
    begin() {
      if (state !== 'unread') return;
      state = 'reading';
      read().catch((error) => {
        // Asked again with the next state: what is there must not be written over.
        state = 'unread';
        report(error);
      });
    },
    follow() {
      keep();
      if (store.getState().userMarks.some(({ slice }) => slice)) findSlices().catch(report);
    },
    keeping: () => keeping,
  };
}
