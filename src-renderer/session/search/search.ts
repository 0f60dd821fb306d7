/**
 * What is searched for in the open dump: one search for the whole window. It is typed in the title bar, counted at once, listed in the
 * Find panel, and drawn by the timeline, which greys or hides all else.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type {
  ColumnFilter,
  SearchCount,
  SearchRegion,
  SliceDetails,
  SliceIndex,
  SliceSearch,
  SortKey,
} from '../../../src-contract';
import {
  type ParsedSearch,
  parseSearch,
  plainSearch,
  type SearchFilter,
  type SearchOptions,
  withoutFilter,
} from '../../../src-contract/search/parseSearch';
import { LatestAnswer } from '../../base/latestAnswer';
import { isConnectionClosed } from '../../base/useLatestAnswer';
import { revisionOf } from '../answers/revision';
import type { FollowedQuestions } from '../followQuestions';
import type { OtherSlices, Remembered, RememberedSearch } from '../remembered';
import type { DumpSession } from '../session';
import type { SessionState } from '../sessionState';

/** While one types; short enough to feel immediate. */
const TYPING_PAUSE_MS = 150;
/** While args are read, what has been found is counted again and again. */
const LOOK_MS = 400;

/** How what is found is gone through, until the table is sorted otherwise. */
export const byStart: readonly SortKey[] = [{ column: 'start', isDescending: false }];

/** Which rows of the table there are, in which order. */
export interface FoundOrder {
  readonly sort: readonly SortKey[];
  readonly filters: readonly ColumnFilter[];
  /** Rows that pass the filters. */
  readonly rowCount: number;
}

/** What has been counted, and so can be drawn and listed. */
export interface FoundSearch {
  readonly search: SliceSearch;
  /** Another text: more, or others, have been found. */
  readonly version: string;
}

export interface SearchState {
  readonly text: string;
  readonly options: SearchOptions;
  readonly others: OtherSlices;
  /** Only in the selected region, as long as there is one. */
  readonly isLocked: boolean;
  /** The region that the search was started for, whatever is selected since. */
  readonly region: SearchRegion | undefined;
  readonly parsed: ParsedSearch;
  /** With the region; undefined: nothing is searched for. */
  readonly search: SliceSearch | undefined;
  /** Of the search, or of the one before it until it has been counted. */
  readonly count: SearchCount | undefined;
  readonly found: FoundSearch | undefined;
  readonly isCounting: boolean;
  /** Also while what is read when it is stopped is counted. */
  readonly isReadingArgs: boolean;
  /** No more args are read until the user wants them. */
  readonly hasStopped: boolean;
  readonly error: unknown;
  readonly order: FoundOrder | undefined;
  /** The row of the table that one is at, and its `TableRow.id`. */
  readonly current: { readonly position: number; readonly rowId: number } | undefined;
}

export interface Search {
  readonly store: StoreApi<SearchState>;
  setText(text: string): void;
  setOptions(change: Partial<SearchOptions>): void;
  /** All of it anew: a text as it is, everywhere or in a region. */
  start(text: string, region?: SearchRegion): void;
  setOthers(others: OtherSlices): void;
  /** See `SearchState.isLocked`; what the search was started for is given up. */
  lock(isLocked: boolean): void;
  removeFilter(filter: SearchFilter): void;
  /** How the table of what this search finds is sorted and filtered. */
  noteOrder(search: SliceSearch, order: FoundOrder): void;
  /** One has gone to this row. */
  setCurrent(current: SearchState['current']): void;
  /** The row so many further than the current one, from the last on to the first; undefined where nothing is found. */
  step(by: number): Promise<SliceDetails | undefined>;
  /** What has been found of args stays. */
  stopReading(): void;
  /** Goes on reading args, or asks again what failed. */
  retry(): void;
  /** Asks whenever there is something new to ask about. Returns the function that ends it. */
  follow(): () => void;
}

/** The same for all who ask for it, as long as the dump is open. */
export function searchOf(session: DumpSession): Search {
  return session.viewState('search', () => createSearch(session));
}

const empty = {
  hasStopped: false,
  search: undefined,
  count: undefined,
  found: undefined,
  error: undefined,
  order: undefined,
  current: undefined,
} as const;

const nothing: RememberedSearch = { text: '', options: plainSearch, others: 'greyed', isLocked: false };

/** With what is searched for, unless that is as at first. The region that it was started for is not remembered. */
export function withSearch(session: DumpSession, remembered: Remembered): Remembered {
  const { text, options, others, isLocked } = searchOf(session).store.getState();
  const search: RememberedSearch = { text, options, others, isLocked };
  return JSON.stringify(search) === JSON.stringify(nothing) ? remembered : { ...remembered, search };
}

function createSearch(session: DumpSession): Search {
  const { engine, dumpId } = session;
  const { text: firstText, ...first } = session.remembered.search ?? nothing;
  const store = createStore<SearchState>()(() => ({
    ...empty,
    ...first,
    text: firstText,
    region: undefined,
    parsed: parseSearch(firstText, first.options),
    isCounting: false,
    isReadingArgs: false,
  }));
  const questions: FollowedQuestions = session.questions;
  let counts: LatestAnswer<SliceSearch, SearchCount> | undefined;
  let reading: AbortController | undefined;
  let answers = 0;
  /** The text that the search of a region began with. */
  let startedWith = '';

  const isCurrent = (search: SliceSearch) => store.getState().search === search;

  const showCount = (search: SliceSearch, count: SearchCount) => {
    if (!isCurrent(search)) return;
    const version = `${++answers}`;
    store.setState({
      count,
      found: count.isTooSlow ? undefined : { search, version },
      isCounting: false,
      error: undefined,
    });
  };

  const fail = (error: unknown) => {
    if (!isConnectionClosed(error)) store.setState({ isCounting: false, error });
  };

  /** Until all args are read, what has been found of them is shown. */
  const readArgs = async (search: SliceSearch) => {
    reading?.abort();
    const own = new AbortController();
    reading = own;
    store.setState({ isReadingArgs: true });
    const countNow = () => engine.ask(dumpId, 'search.count', { search });
    const look = setInterval(() => {
      countNow()
        .then((count) => !own.signal.aborted && showCount(search, count))
        .catch(() => {});
    }, LOOK_MS);
    try {
      const count = await questions.follow((id) => engine.ask(dumpId, 'search.args', { search }, id), own.signal);
      if (!own.signal.aborted) showCount(search, count);
    } catch (error) {
      if (!own.signal.aborted) fail(error);
    } finally {
      clearInterval(look);
      // Stopped by the user: how far it has come.
      if (own.signal.aborted && isCurrent(search)) await countNow().then((count) => showCount(search, count), fail);
      if (reading === own) {
        reading = undefined;
        store.setState({ isReadingArgs: false });
      }
    }
  };

  /** Something of what is asked for is another. */
  const look = () => {
    const { parsed, search: before } = store.getState();
    const region = regionOf(store.getState(), session.store.getState());
    const search = parsed.search && region ? { ...parsed.search, region } : parsed.search;
    if (JSON.stringify(search) === JSON.stringify(before)) return;
    reading?.abort();
    if (!search) {
      counts?.cancelPending();
      store.setState({ ...empty, isCounting: false });
      return;
    }
    store.setState({
      ...{ search, isCounting: true, hasStopped: false },
      ...{ current: undefined, order: undefined, error: undefined },
    });
    counts?.request(search, TYPING_PAUSE_MS);
  };

  const set = (text: string, options: SearchOptions) => {
    store.setState({ text, options, parsed: parseSearch(text, options) });
    look();
  };

  return {
    store,
    setText(text) {
      // Another search than that of the region begins; what is added to it is one of the region, too.
      if (!text.includes(startedWith)) store.setState({ region: undefined });
      set(text, store.getState().options);
    },
    setOptions(change) {
      const { text, options } = store.getState();
      set(text, { ...options, ...change });
    },
    start(text, region) {
      store.setState({ region, isLocked: false });
      startedWith = text;
      set(text, plainSearch);
    },
    setOthers: (others) => store.setState({ others }),
    lock(isLocked) {
      store.setState({ isLocked, region: undefined });
      look();
    },
    removeFilter(filter) {
      const { text, options } = store.getState();
      set(withoutFilter(text, filter), options);
    },
    noteOrder(search, order) {
      // Rows of the search before may come when another text is there.
      if (isCurrent(search)) store.setState({ order });
    },
    setCurrent: (current) => store.setState({ current }),
    async step(by) {
      const { search, count, order, current } = store.getState();
      const rowCount = order?.rowCount ?? count?.total ?? 0;
      if (!search || rowCount === 0) return undefined;
      const from = current?.position ?? (by > 0 ? -1 : 0);
      const position = (((from + by) % rowCount) + rowCount) % rowCount;
      // Before the answer: one may go on meanwhile.
      store.setState({ current: { position, rowId: -1 } });
      const { sort, filters } = order ?? { sort: byStart, filters: [] };
      const question = { search, sort, filters, firstRow: position, rowCount: 1, columns: foundColumns };
      const page = await engine.ask(dumpId, 'search.page', question);
      if (!isCurrent(search) || store.getState().current?.position !== position) return undefined;
      if (page.rowIds.length === 0) {
        // Asked before this search was counted: it finds less than the one before.
        store.setState({ current: undefined });
        return undefined;
      }
      store.setState({ current: { position, rowId: page.rowIds[0]! } });
      const numberOf = (key: string) => {
        const cells = page.cells[key];
        return cells?.kind === 'number' ? cells.values[0]! : Number.NaN;
      };
      const { name } = page.cells;
      return foundSlice(session, numberOf, name?.kind === 'text' ? (name.texts[name.values[0]!] ?? '') : '');
    },
    stopReading() {
      store.setState({ hasStopped: true });
      reading?.abort();
    },
    retry() {
      const { search } = store.getState();
      store.setState({ hasStopped: false });
      if (search) counts?.request(search);
    },
    follow() {
      const own = new LatestAnswer<SliceSearch, SearchCount>({
        ask: (search, signal) => questions.follow((id) => engine.ask(dumpId, 'search.count', { search }, id), signal),
        onAsking: () => store.setState({ isCounting: true }),
        onAnswer: (count, search) => {
          showCount(search, count);
          if (!isCurrent(search) || !search.inArgs || count.isTooSlow) return;
          // One that has been stopped may take a moment to end.
          const isUnderWay = reading !== undefined && !reading.signal.aborted;
          if (!store.getState().hasStopped && !isUnderWay) void readArgs(search);
        },
        onError: fail,
      });
      counts = own;
      let revision = revisionOf(session.store.getState().dump);
      const stop = session.calmStore.subscribe((state) => {
        if (store.getState().isLocked) look();
        const now = revisionOf(state.dump);
        if (now === revision) return;
        revision = now;
        if (store.getState().search) own.renew();
      });
      // Remembered, or begun before.
      look();
      const { search } = store.getState();
      if (search) own.request(search);
      return () => {
        stop();
        reading?.abort();
        own.dispose();
        if (counts === own) counts = undefined;
      };
    },
  };
}

/** What `foundSlice` wants to know of a row. */
export const foundColumns = ['name', 'start', 'rankIndex', 'slice', 'generation'] as const;

/** A row of the table as the slice that it is, also where its rank has been read again since: by its name and start then. */
export async function foundSlice(
  { engine, dumpId, store }: DumpSession,
  numberOf: (column: (typeof foundColumns)[number]) => number,
  name: string,
): Promise<SliceDetails | undefined> {
  const rank = store.getState().dump.ranks[numberOf('rankIndex')]?.index;
  if (rank === undefined) return undefined;
  const ref = { rank, slice: numberOf('slice') as SliceIndex, generation: numberOf('generation') };
  const found = await engine.slice(dumpId, ref);
  if (found) return found;
  const again = await engine.findSlice({ dump: dumpId, rank, startNs: numberOf('start'), toleranceNs: 0, name });
  return again?.name === name ? engine.slice(dumpId, again.ref) : undefined;
}

/** Where it is searched; undefined: everywhere. */
export function regionOf(
  { isLocked, region }: Pick<SearchState, 'isLocked' | 'region'>,
  { selectedRange, selectedLanes }: Pick<SessionState, 'selectedRange' | 'selectedLanes'>,
): SearchRegion | undefined {
  return region ?? (isLocked ? selectedRegion({ selectedRange, selectedLanes }) : undefined);
}

export function selectedRegion({
  selectedRange,
  selectedLanes,
}: Pick<SessionState, 'selectedRange' | 'selectedLanes'>): SearchRegion | undefined {
  if (!selectedRange) return undefined;
  const { startNs, endNs } = selectedRange;
  return { startNs, endNs, ...(selectedLanes && { lanes: [...selectedLanes] }) };
}
