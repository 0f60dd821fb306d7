/** Several slices selected at once: one more or one less, and all of a row up to another. */
import type { StoreApi } from 'zustand';
import type { ChosenSlice, DumpId, DumpState, Engine, SliceRef } from '../../src-contract';
import type { SessionState } from './sessionState';

/** More than these are not selected one by one: a region says what is in them. */
export const MOST_CHOSEN = 5_000;

export interface Choosing {
  /** One more, beside what is selected; one less, where it is among them. Resolves when it is. */
  toggle(ref: SliceRef): Promise<void>;
  /**
   * All from the selected slice to this one, where they are on one row of a lane; else this one more. Resolves when they are
   * selected, with how many they are where that is more than `MOST_CHOSEN` and nothing is.
   */
  upTo(ref: SliceRef): Promise<number | undefined>;
  /** They are chosen again, as they are by now. */
  restore(slices: readonly ChosenSlice[]): void;
  /** The dump has changed: its ranks may have been read again, or be shown by another clock. */
  follow(dump: DumpState, before: DumpState): void;
}

export interface ChoosingParts {
  readonly engine: Pick<Engine, 'ask' | 'slice'>;
  readonly dumpId: DumpId;
  readonly store: StoreApi<SessionState>;
  readonly report: (error: unknown) => void;
  readonly isDisposed: () => boolean;
  /** See `Selecting.settled`. */
  readonly settled: () => Promise<void>;
  /** These are selected by the user's wish; the last of them is the selected slice. */
  readonly choose: (slices: readonly ChosenSlice[]) => void;
}

export const isSameSlice = (a: SliceRef, b: SliceRef): boolean =>
  a.rank === b.rank && a.slice === b.slice && a.generation === b.generation;

export function createChoosing(parts: ChoosingParts): Choosing {
  const { engine, dumpId, store, report, isDisposed, settled, choose } = parts;
  /** One click after the other, however fast they come. */
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(act: () => Promise<T>): Promise<T> => {
    const done = last.then(act);
    last = done.catch(() => undefined);
    return done;
  };

  /** All that is selected, the single slice too. */
  const chosenNow = async (): Promise<readonly ChosenSlice[]> => {
    // Clicked a moment ago, it may belong to an index that has been replaced since.
    await settled();
    const { chosenSlices, selectedSlice } = store.getState();
    if (chosenSlices.length > 0 || selectedSlice === undefined) return chosenSlices;
    return known(selectedSlice);
  };

  /** None where its index has been replaced meanwhile. */
  const known = async (ref: SliceRef): Promise<readonly ChosenSlice[]> => {
    const { selectedDetails } = store.getState();
    const details =
      selectedDetails && isSameSlice(selectedDetails.ref, ref) ? selectedDetails : await engine.slice(dumpId, ref);
    return details ? [chosenOf(details)] : [];
  };

  const addOne = async (ref: SliceRef) => {
    const chosen = await chosenNow();
    if (isDisposed()) return;
    const others = chosen.filter((own) => !isSameSlice(own.ref, ref));
    const added = others.length < chosen.length ? [] : await known(ref);
    if (!isDisposed()) choose([...others, ...added]);
  };

  const refresh = async (asked: readonly ChosenSlice[]) => {
    const ranks = [...new Set(asked.map(({ ref }) => ref.rank))];
    const found = new Map<ChosenSlice, ChosenSlice>();
    await Promise.all(
      ranks.map(async (rank) => {
        const slices = asked.filter(({ ref }) => ref.rank === rank);
        const sources = slices.map(({ source }) => source);
        const answer = await engine.ask(dumpId, 'timeline.bySource', { rank, sources });
        answer.forEach((slice, at) => {
          if (slice) found.set(slices[at], slice);
        });
      }),
    );
    if (isDisposed() || store.getState().chosenSlices !== asked) return;
    const there = asked.flatMap((slice) => found.get(slice) ?? []);
    store.setState({ chosenSlices: there.length > 1 ? there : [] });
  };

  return {
    toggle: (ref) => inTurn(() => addOne(ref)),
    upTo: (ref) =>
      inTurn(async () => {
        await settled();
        const { selectedSlice } = store.getState();
        const run =
          selectedSlice &&
          (await engine.ask(dumpId, 'timeline.run', { from: selectedSlice, to: ref, mostSlices: MOST_CHOSEN }));
        if (isDisposed()) return undefined;
        if (run === undefined) {
          const isThere = store.getState().chosenSlices.some((own) => isSameSlice(own.ref, ref));
          if (!isThere) await addOne(ref);
          return undefined;
        }
        if (run.count > MOST_CHOSEN) return run.count;
        const others = (await chosenNow()).filter(
          (own) => !run.slices.some((slice) => isSameSlice(slice.ref, own.ref)),
        );
        const count = others.length + run.count;
        if (count > MOST_CHOSEN) return count;
        const all = [...others, ...run.slices];
        const end = all.filter((own) => isSameSlice(own.ref, ref));
        if (!isDisposed()) choose([...all.filter((own) => !end.includes(own)), ...end]);
        return undefined;
      }),
    restore(chosenSlices) {
      if (chosenSlices === store.getState().chosenSlices) return;
      store.setState({ chosenSlices });
      if (chosenSlices.length > 0) refresh(chosenSlices).catch(report);
    },
    follow(dump, before) {
      const { chosenSlices } = store.getState();
      if (chosenSlices.length === 0) return;
      const isRead = chosenSlices.some(({ ref }) => dump.ranks[ref.rank]?.generation !== ref.generation);
      if (isRead || dump.clock?.revision !== before.clock?.revision) refresh(chosenSlices).catch(report);
    },
  };
}

/** Without what a slice's panel shows of it. */
export function chosenOf(slice: ChosenSlice): ChosenSlice {
  const { ref, lane, row, name, category, startNs, durationNs, colour, isInstant, isUnfinished, source } = slice;
  return { ref, lane, row, name, category, startNs, durationNs, colour, isInstant, isUnfinished, source };
}
