import type { Cells, ColumnFilter, ColumnTotals, SortKey, TableColumn, TablePage } from '../../../src-contract';
import type { TableLoader, TableRow } from './tableLoader';

export interface DataQuery {
  readonly sort: readonly SortKey[];
  readonly filters: readonly ColumnFilter[];
  readonly columns: readonly string[];
}

/** What is known about the table as a whole. */
export interface DataState {
  /** Undefined until the first answer. */
  readonly columns: readonly TableColumn[] | undefined;
  readonly matchingRows: number;
  readonly totalRows: number;
  readonly totals: Readonly<Record<string, ColumnTotals>>;
  readonly isLoading: boolean;
  readonly error: Error | undefined;
  /** Where the rows that are shown come from: that of the table before, until the first ones of the next are there. */
  readonly loader: TableLoader;
  /** Grows with every change, also of the rows. */
  readonly version: number;
}

export const PAGE_ROWS = 200;
const MAX_PAGES = 60;
const MAX_REQUESTS = 2;
/**
 * Pause before the same rows are asked for again. While a dump is read its data may change faster than questions are
 * answered: dropping each answer for the next question would show nothing until the end.
 */
export const REFRESH_MS = 1_000;

interface Page {
  readonly page: TablePage;
  readonly rows: (TableRow | undefined)[];
}

/**
 * The rows of one table around what is in sight: pages are asked for when they are wanted, the most recently wanted first,
 * and kept while there is room. After another question the old rows stay until the first new ones are there.
 */
export class TableData {
  #state: DataState;
  #loader: TableLoader;
  readonly #listeners = new Set<() => void>();
  #query: DataQuery | undefined;
  /** Answers to older questions are dropped. */
  #generation = 0;
  /** Stops those. */
  #stopOlder = new AbortController();
  #pages = new Map<number, Page>();
  /** Shown where a page of the present question is not there yet. */
  #oldPages = new Map<number, Page>();
  /** Old pages belong to the same rows in the same order: each stays until its successor is there. */
  #keepsOld = false;
  #wanted: readonly number[] = [];
  readonly #asked = new Set<number>();
  #isDisposed = false;
  #refreshTimer: ReturnType<typeof setTimeout> | undefined;
  #isRefreshWanted = false;

  constructor(loader: TableLoader) {
    this.#loader = loader;
    this.#state = {
      columns: undefined,
      matchingRows: 0,
      totalRows: 0,
      totals: {},
      isLoading: true,
      error: undefined,
      loader,
      version: 0,
    };
  }

  get loader(): TableLoader {
    return this.#loader;
  }

  /** Whether the rows of `next` are this table's next ones: those of both are known by keys. */
  goesOnWith(next: TableLoader): boolean {
    return this.#loader.lasting !== undefined && next.lasting !== undefined;
  }

  /** The table's next rows; those before stay until they are there. */
  goOn(next: TableLoader): void {
    this.#loader = next;
    this.#leaveBehind();
    if (this.#query === undefined) this.start();
    else this.setQuery(this.#query, true);
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly state = (): DataState => this.#state;

  /** Learns the columns; the first thing to do. */
  start(): void {
    this.#isDisposed = false;
    this.#change({ isLoading: true, error: undefined });
    this.#ask({ sort: [], filters: [], columns: [], firstRow: 0, rowCount: 0 }, ({ columns, totalRows }) =>
      this.#change({ columns, totalRows, isLoading: this.#asked.size > 0 || totalRows > 0 }),
    );
  }

  dispose(): void {
    this.#isDisposed = true;
    clearTimeout(this.#refreshTimer);
    this.#refreshTimer = undefined;
    this.#isRefreshWanted = false;
    this.#leaveBehind();
  }

  /** What is under way is of no use any more. */
  #leaveBehind(): void {
    this.#generation++;
    this.#stopOlder.abort();
    this.#stopOlder = new AbortController();
    this.#asked.clear();
  }

  /** `isSameRows`: the same rows in the same order, with other columns or newer values. */
  setQuery(query: DataQuery, isSameRows: boolean): void {
    this.#query = query;
    this.#leaveBehind();
    if (this.#pages.size > 0) this.#oldPages = this.#pages;
    this.#pages = new Map();
    this.#keepsOld = isSameRows;
    if (!isSameRows || this.#wanted.length === 0) this.#wanted = [0];
    this.#change({ isLoading: true, error: undefined });
    this.#pump();
  }

  /** The rows may be others now. At most once in `REFRESH_MS`, and never while answers are on their way. */
  refresh(): void {
    this.#isRefreshWanted = true;
    this.#refreshIfDue();
  }

  #refreshIfDue(): void {
    const query = this.#query;
    const isBusy = this.#asked.size > 0 || this.#refreshTimer !== undefined;
    if (!this.#isRefreshWanted || isBusy || query === undefined || this.#isDisposed) return;
    this.#isRefreshWanted = false;
    this.#refreshTimer = setTimeout(() => {
      this.#refreshTimer = undefined;
      this.#refreshIfDue();
    }, REFRESH_MS);
    this.setQuery(query, true);
  }

  /** Rows `first … last` are in sight. */
  want(first: number, last: number): void {
    const [from, to] = [Math.floor(Math.max(0, first) / PAGE_ROWS), Math.floor(Math.max(0, last) / PAGE_ROWS)];
    this.#wanted = Array.from({ length: to - from + 1 }, (_, at) => from + at);
    this.#pump();
  }

  /** Undefined: not there yet. */
  rowAt(position: number): TableRow | undefined {
    const number = Math.floor(position / PAGE_ROWS);
    const page = this.#pages.get(number) ?? this.#oldPages.get(number);
    if (page === undefined) return undefined;
    const offset = position - number * PAGE_ROWS;
    if (offset >= page.page.rowIds.length) return undefined;
    page.rows[offset] ??= rowOfPage(page.page, offset);
    return page.rows[offset];
  }

  /** Any page that is there, to measure its cells. */
  anyPage(): TablePage | undefined {
    return this.#pages.values().next().value?.page;
  }

  #pump(): void {
    const query = this.#query;
    if (query === undefined || this.#isDisposed) return;
    for (const number of this.#wanted) {
      if (this.#asked.size >= MAX_REQUESTS) return;
      if (this.#asked.has(number) || this.#pages.has(number)) continue;
      this.#asked.add(number);
      this.#ask({ ...query, firstRow: number * PAGE_ROWS, rowCount: PAGE_ROWS }, (page) => {
        this.#asked.delete(number);
        this.#pages.set(number, { page, rows: [] });
        if (this.#keepsOld) this.#oldPages.delete(number);
        else this.#oldPages.clear();
        this.#forgetFarPages();
        const { columns, matchingRows, totalRows, totals } = page;
        const loader = this.#loader;
        this.#change({
          columns,
          matchingRows,
          totalRows,
          totals,
          loader,
          isLoading: this.#asked.size > 0,
          error: undefined,
        });
        this.#pump();
        this.#refreshIfDue();
      });
    }
  }

  #ask(request: Parameters<TableLoader['load']>[0], onAnswer: (page: TablePage) => void): void {
    const generation = this.#generation;
    this.#loader.load(request, this.#stopOlder.signal).then(
      (page) => {
        if (generation === this.#generation) onAnswer(page);
      },
      (error: unknown) => {
        if (generation !== this.#generation) return;
        this.#asked.clear();
        this.#refreshIfDue();
        this.#change({ isLoading: false, error: error instanceof Error ? error : new Error(String(error)) });
      },
    );
  }

  /** The oldest answers go first, but not those in sight. */
  #forgetFarPages(): void {
    for (const number of this.#pages.keys()) {
      if (this.#pages.size <= MAX_PAGES) return;
      if (!this.#wanted.includes(number)) this.#pages.delete(number);
    }
  }

  #change(change: Partial<DataState>): void {
    const { columns: before } = this.#state;
    // Every page brings them anew; the same ones stay, so that nothing is drawn anew for them.
    const columns = before && change.columns && isEqual(before, change.columns) ? before : (change.columns ?? before);
    this.#state = { ...this.#state, ...change, columns, version: this.#state.version + 1 };
    for (const listener of this.#listeners) listener();
  }
}

function isEqual(one: readonly TableColumn[], other: readonly TableColumn[]): boolean {
  return one.length === other.length && JSON.stringify(one) === JSON.stringify(other);
}

export function cellNumber(value: number | string | undefined): number {
  return typeof value === 'number' ? value : Number.NaN;
}

export function cellText(value: number | string | undefined): string {
  if (typeof value === 'number') return Number.isNaN(value) ? '' : String(value);
  return value ?? '';
}

/** The row at `offset` of a page. */
export function rowOfPage(page: TablePage, offset: number): TableRow {
  const cell = (key: string) => valueAt(page.cells[key], offset);
  return {
    id: page.rowIds[offset]!,
    position: page.firstRow + offset,
    number: (key) => cellNumber(cell(key)),
    text: (key) => cellText(cell(key)),
  };
}

function valueAt(cells: Cells | undefined, offset: number): number | string | undefined {
  if (cells === undefined) return undefined;
  return cells.kind === 'number' ? cells.values[offset] : cells.texts[cells.values[offset]!];
}
