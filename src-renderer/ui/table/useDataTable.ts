import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import type { ColumnFilter, SortKey, TableColumn } from '../../../src-contract';
import { typeScale } from '../../base/theme/tokens';
import { useTextMeasure } from '../useTextMeasure';
import {
  type ColumnUnits,
  columnUnits,
  type PlacedColumn,
  placedColumns,
  shownColumns,
  suitableWidths,
  type WidthProps,
} from './columnLayout';
import { type ColumnWords, useColumnWords } from './columnText';
import type { DataTableProps } from './dataTableProps';
import { nextSort, withFilter, withoutFilter } from './filters';
import { type DataState, TableData } from './tableData';
import type { TableLoader } from './tableLoader';
import { useRowChoice } from './tableMemory';
import { isSummable, type TotalKind, totalKind } from './totals';
import { useColumnChoice } from './useColumnChoice';

/** Everything about one table that its parts (bar, header, rows, popovers) share. */
export interface DataTableModel {
  readonly data: TableData;
  readonly state: DataState;
  /** Every column there is. */
  readonly columns: readonly TableColumn[];
  readonly placed: readonly PlacedColumn[];
  readonly wordsOf: (column: TableColumn) => ColumnWords;
  /** What the last line says of the column. */
  readonly totalOf: (column: TableColumn) => TotalKind | undefined;
  /** The last line has something to say of it. */
  readonly hasTotal: (column: TableColumn) => boolean;
  readonly sort: readonly SortKey[];
  /** The user's own, without those of the view. */
  readonly userFilters: readonly ColumnFilter[];
  /** Of the view and the user. */
  readonly filters: readonly ColumnFilter[];
  /** Changes when other rows, or rows in another order, are asked for. */
  readonly rowsKey: string;
  sortBy(column: TableColumn, isAdded: boolean): void;
  setSort(sort: readonly SortKey[]): void;
  filter(filter: ColumnFilter): void;
  clearFilter(column: string): void;
  clearFilters(): void;
  setWidth(column: string, width: number): void;
  fitWidth(column: string): void;
  showColumns(keys: readonly string[]): void;
  resetColumns(): void;
  retry(): void;
}

const none: readonly never[] = [];

export function useDataTable(props: DataTableProps): DataTableModel {
  const { source, revision, storageKey, defaultSort = none, filters: viewFilters = none, needs = none } = props;
  const { defaultColumns, renderCell, sentences, room } = props;
  const data = useTableData(source, props.stateKey ?? storageKey);
  useEffect(() => {
    data.start();
    return () => data.dispose();
  }, [data]);
  const state = useSyncExternalStore(data.subscribe, data.state);
  const columns = useLastDefined(state.columns) ?? none;

  const wordsOf = useColumnWords(props.columnWords);
  const [choice, changeChoice, resetColumns] = useColumnChoice(storageKey);
  const shown = useMemo(() => shownColumns(columns, choice, defaultColumns), [columns, choice, defaultColumns]);
  const measure = useTextMeasure(typeScale.body);
  const ownWidths = useOwnWidths(data, state, wordsOf, measure, props);
  // As text: each page of rows brings the totals once more.
  const unitsKey = JSON.stringify(columnUnits({ columns, totals: state.totals }));
  const placed = useMemo(
    () => placedColumns(shown, choice.widths, ownWidths, JSON.parse(unitsKey) as ColumnUnits),
    [shown, choice.widths, ownWidths, unitsKey],
  );

  const [rowChoice, changeRows] = useRowChoice(props.stateKey ?? storageKey);
  const { filters: userFilters } = rowChoice;
  const sort = rowChoice.sort ?? defaultSort;

  // As text, so that equal lists made anew at every rendering ask nothing anew.
  const has = (key: string) => columns.some((column) => column.key === key);
  const sortKey = JSON.stringify(sort.filter(({ column }) => has(column)));
  const filtersKey = JSON.stringify([...viewFilters, ...userFilters].filter(({ column }) => has(column)));
  const columnsKey = JSON.stringify([...new Set([...shown.map(({ key }) => key), ...needs])].filter(has));
  const filters = useMemo(() => JSON.parse(filtersKey) as readonly ColumnFilter[], [filtersKey]);
  const rowsKey = `${sortKey}${filtersKey}`;

  const isReady = state.columns !== undefined;
  const asked = useRef<{ readonly data: TableData; readonly rowsKey: string } | undefined>(undefined);
  useEffect(() => {
    if (!isReady) return;
    const isSameRows = asked.current?.data === data && asked.current.rowsKey === rowsKey;
    asked.current = { data, rowsKey };
    const parsedSort = JSON.parse(sortKey) as readonly SortKey[];
    data.setQuery({ sort: parsedSort, filters, columns: JSON.parse(columnsKey) as readonly string[] }, isSameRows);
  }, [data, isReady, rowsKey, sortKey, filters, columnsKey]);
  const seenRevision = useRef(revision);
  useEffect(() => {
    if (seenRevision.current === revision) return;
    seenRevision.current = revision;
    data.refresh();
  }, [data, revision]);

  const fitWidth = useCallback(
    (column: string) => {
      const page = data.anyPage();
      const width =
        page &&
        suitableWidths(page, (other) => wordsOf(other).title, measure, { renderCell, sentences, room, defaultSort })[
          column
        ];
      if (width !== undefined) changeChoice({ widths: { ...choice.widths, [column]: width } });
    },
    [data, wordsOf, measure, renderCell, sentences, room, defaultSort, changeChoice, choice.widths],
  );

  const { totals, isHeaderOnly } = props;
  // The same as long as nothing of it has changed, so that a cursor that moves renders neither bar nor header nor totals anew.
  return useMemo(() => {
    const changeFilters = (make: (before: readonly ColumnFilter[]) => readonly ColumnFilter[]) =>
      changeRows((before) => ({ ...before, filters: make(before.filters) }));
    const setSort = (next: readonly SortKey[]) => changeRows((before) => ({ ...before, sort: next }));
    const totalOf = ({ key, unit, label }: TableColumn): TotalKind | undefined => {
      const given = totals === 'none' ? 'none' : totals?.[key];
      const own = given ?? (isHeaderOnly && !isSummable(label ?? key) ? 'none' : undefined);
      return own === 'none' ? undefined : (own ?? totalKind(unit));
    };
    return {
      data,
      state,
      columns,
      placed,
      wordsOf,
      totalOf,
      hasTotal: (column) => column.kind === 'number' && totalOf(column) !== undefined,
      sort,
      userFilters,
      filters,
      rowsKey,
      sortBy: (column, isAdded) => setSort(nextSort(sort, column.key, column.kind === 'number', isAdded)),
      setSort,
      filter: (filter) => changeFilters((before) => withFilter(before, filter)),
      clearFilter: (column) => changeFilters((before) => withoutFilter(before, column)),
      clearFilters: () => changeFilters(() => none),
      setWidth: (column, width) => changeChoice({ widths: { ...choice.widths, [column]: width } }),
      fitWidth,
      showColumns: (keys) => changeChoice({ shown: keys }),
      resetColumns,
      retry: () => (isReady ? data.refresh() : data.start()),
    };
  }, [
    data,
    state,
    columns,
    placed,
    wordsOf,
    totals,
    isHeaderOnly,
    sort,
    userFilters,
    filters,
    rowsKey,
    changeRows,
    changeChoice,
    choice.widths,
    fitWidth,
    resetColumns,
    isReady,
  ]);
}

/** Another source is another table, but where it has the next rows of the same one. */
function useTableData(source: TableLoader, tableKey: string): TableData {
  const [own, setOwn] = useState(() => ({ data: new TableData(source), tableKey }));
  const { data } = own;
  const isNext = own.tableKey === tableKey && data.goesOnWith(source);
  if (data.loader !== source && !isNext) setOwn({ data: new TableData(source), tableKey });
  useLayoutEffect(() => {
    if (data.loader !== source && data.goesOnWith(source)) data.goOn(source);
  }, [data, source]);
  return data;
}

/** While another source has not said which columns it has, the header stays as it is. */
function useLastDefined<T>(value: T | undefined): T | undefined {
  const last = useRef(value);
  useEffect(() => {
    if (value !== undefined) last.current = value;
  }, [value]);
  return value ?? last.current;
}

/**
 * Widths found from the first rows that came; they stay, so that columns do not jump while one scrolls. Rows of another question
 * may need more, which they get; they never get less than there is.
 */
function useOwnWidths(
  data: TableData,
  state: DataState,
  wordsOf: (column: TableColumn) => ColumnWords,
  measure: (text: string) => number,
  { renderCell, sentences, room, defaultSort }: WidthProps,
): Readonly<Record<string, number>> {
  const [widths, setWidths] = useState<Readonly<Record<string, number>>>({});
  const measured = useRef<ReadonlySet<string>>(new Set());
  const measuredIn = useRef(wordsOf);
  const measuredOf = useRef(data);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the state may have brought rows
  useEffect(() => {
    const page = data.anyPage();
    if (page === undefined) return;
    // Titles, and what a view writes into cells, are in another language.
    const isOtherLanguage = measuredIn.current !== wordsOf;
    if (isOtherLanguage || measuredOf.current !== data) measured.current = new Set();
    measuredIn.current = wordsOf;
    measuredOf.current = data;
    // Only columns whose cells are in the page can be measured; without rows by their titles, until there are some.
    const missing = Object.keys(page.cells).filter((key) => !measured.current.has(key));
    if (missing.length === 0) return;
    if (page.rowIds.length > 0) measured.current = new Set([...measured.current, ...missing]);
    const titleOf = (column: TableColumn) => wordsOf(column).title;
    const found = suitableWidths(page, titleOf, measure, { renderCell, sentences, room, defaultSort });
    setWidths((before) => {
      const least = isOtherLanguage ? {} : before;
      const widths = missing.map((key) => [key, Math.max(least[key] ?? 0, found[key] ?? 120)]);
      return { ...before, ...Object.fromEntries(widths) };
    });
  }, [data, state.version, wordsOf, measure, renderCell, sentences, room, defaultSort]);
  return widths;
}
