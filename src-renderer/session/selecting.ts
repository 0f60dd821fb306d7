/** The selected slice: its details, which arrive a moment later, and where it is after its rank was read again. */
import type { StoreApi } from 'zustand';
import type { DumpId, DumpState, Engine, RankIndex, SliceDetails, SliceRef, SliceSource } from '../../src-contract';
import { isSameSlice } from './choosing';
import type { Selection } from './look';
import type { SessionState } from './sessionState';

export interface Selecting {
  select(ref: SliceRef | undefined): void;
  /** What was selected before, also where its rank was read again since. */
  restore(selection: Selection): void;
  /** The slice that comes from there, if there is one; `then` once its details are there and it is still selected. */
  selectAtSource(rank: RankIndex, source: SliceSource, then?: (details: SliceDetails) => void): void;
  /** The dump has changed: its ranks may have been read again, or be shown by another clock. */
  follow(dump: DumpState, before: DumpState): void;
  /**
   * Acts on the selected slice: at once where its details are there, else when they have come, if it is still selected then. False
   * where none is.
   */
  withSelected(act: (details: SliceDetails) => void): boolean;
  /** Resolves when what is selected is known, or is found again where its rank has been read again. Never rejects. */
  settled(): Promise<void>;
}

export interface SelectingParts {
  readonly engine: Pick<Engine, 'slice' | 'sliceAtSource'>;
  readonly dumpId: DumpId;
  readonly store: StoreApi<SessionState>;
  readonly report: (error: unknown) => void;
  readonly isDisposed: () => boolean;
}

export function createSelecting({ engine, dumpId, store, report, isDisposed }: SelectingParts): Selecting {
  /** Counts selections: the answer to any but the last is dropped. */
  let count = 0;
  const isStale = (selection: number) => isDisposed() || selection !== count;
  /** The last question about what is selected. */
  let asked: Promise<void> = Promise.resolve();
  const ask = (question: Promise<void>) => {
    asked = question.catch(report);
  };

  const fetchDetails = async (ref: SliceRef, selection: number) => {
    const details = await engine.slice(dumpId, ref);
    if (isStale(selection)) return;
    if (details) store.setState({ selectedDetails: details });
    // The index was replaced between the click and the question: there is nothing to find the slice again by.
    else store.setState({ selectedSlice: undefined, selectedDetails: undefined });
  };

  const select = (ref: SliceRef | undefined) => {
    count++;
    store.setState({ selectedSlice: ref, selectedDetails: undefined });
    if (ref) ask(fetchDetails(ref, count));
  };

  const findAtSource = async (rank: RankIndex, source: SliceSource, selection: number) => {
    const ref = await engine.sliceAtSource(dumpId, rank, source);
    if (isStale(selection) || !ref) return;
    store.setState({ selectedSlice: ref });
    await fetchDetails(ref, selection);
  };

  /** After a rank's index was replaced: the same slice has another number. Its details stay visible meanwhile. */
  const findAgain = async (ref: SliceRef) => {
    const selection = ++count;
    const source = store.getState().selectedDetails?.source;
    const found = source && (await engine.sliceAtSource(dumpId, ref.rank, source));
    if (isStale(selection)) return;
    if (!found) {
      store.setState({ selectedSlice: undefined, selectedDetails: undefined });
      return;
    }
    store.setState({ selectedSlice: found });
    await fetchDetails(found, selection);
  };

  const settled = async () => {
    let last: Promise<void>;
    do {
      last = asked;
      await last;
    } while (last !== asked);
  };

  return {
    select,
    restore({ slice, range, lanes }) {
      const { selectedSlice, selectedRange, dump } = store.getState();
      if (range !== selectedRange) store.setState({ selectedRange: range, selectedLanes: lanes });
      if (slice?.ref === selectedSlice) return;
      if (!slice || dump.ranks[slice.ref.rank]?.generation === slice.ref.generation) {
        select(slice?.ref);
        return;
      }
      select(undefined);
      if (slice.source) ask(findAtSource(slice.ref.rank, slice.source, count));
    },
    selectAtSource(rank, source, then) {
      const selection = ++count;
      const find = async () => {
        await findAtSource(rank, source, selection);
        const details = store.getState().selectedDetails;
        if (details && !isStale(selection)) then?.(details);
      };
      ask(find());
    },
    follow(dump, before) {
      const { selectedSlice } = store.getState();
      if (!selectedSlice) return;
      if (dump.ranks[selectedSlice.rank]?.generation !== selectedSlice.generation) {
        ask(findAgain(selectedSlice));
      } else if (dump.clock?.revision !== before.clock?.revision) {
        // The same slice at another time; what is known of it stays visible meanwhile.
        ask(fetchDetails(selectedSlice, ++count));
      }
    },
    withSelected(act) {
      const { selectedSlice, selectedDetails } = store.getState();
      if (selectedDetails) act(selectedDetails);
      else if (selectedSlice) {
        const actLater = async () => {
          await settled();
          const { selectedDetails: details } = store.getState();
          if (details && isSameSlice(details.ref, selectedSlice) && !isDisposed()) act(details);
        };
        actLater().catch(report);
      }
      return selectedSlice !== undefined || selectedDetails !== undefined;
    },
    settled,
  };
}
