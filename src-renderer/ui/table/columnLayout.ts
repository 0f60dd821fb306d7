/** Which columns are shown, how wide, and which of them are in sight. Pure. */
import type { TableColumn, TablePage } from '../../../src-contract';
import { type ColumnUnit, columnUnit, formatInColumn } from '../../base/columnUnit';
import type { DataTableProps } from './dataTableProps';
import { rowOfPage } from './tableData';
import type { TableRow } from './tableLoader';
import { totalText } from './totals';

export interface PlacedColumn {
  readonly column: TableColumn;
  /** Position among those shown. */
  readonly index: number;
  /** CSS pixels from the left edge of the rows. */
  readonly left: number;
  readonly width: number;
  /** What its numbers are written in; undefined: each in what suits it. */
  readonly unit?: ColumnUnit;
  /** A first column of names that nobody has given a width: names without room are cut in the middle. */
  readonly mayNarrow?: boolean;
}

/** The user's choice; absent parts: the defaults hold. */
export interface ColumnChoice {
  readonly shown?: readonly string[];
  /** CSS pixels by key. */
  readonly widths: Readonly<Record<string, number>>;
}

export const MIN_WIDTH = 48;
/** With fewer letters of a name, cut in the middle, names are not told apart. */
const MIN_NAME_WIDTH = 190;
const MAX_OWN_WIDTH = 360;
/** Of a column of sentences: rows that come later may have longer ones. */
const MIN_SENTENCE_WIDTH = 960;
const MAX_SENTENCE_WIDTH = 1_600;
/** About the width of a digit in the widest of the window's typefaces; Chinese characters are twice as wide. */
const CHARACTER_WIDTH = 7.6;
const WIDEST_CHARACTER = 10;
const CELL_PADDING = 18;
/** What a cell that is more than text has beside its text: a swatch, an icon. */
const CELL_MARK = 16;
const TITLE_TOOLS = 24;
/** A column that rows are sorted by has its title in bold letters, and with others its place among them. */
const SORTED_TITLE_SCALE = 1.08;
const SORT_PLACE = 10;
const MAX_TITLE_WIDTH = 190;
/** Rows that are looked at to find a column's width. */
const SAMPLE_ROWS = 60;

/** Columns in the order they stand: those chosen that are there, else the view's own choice, else those not hidden. */
export function shownColumns(
  columns: readonly TableColumn[],
  choice: ColumnChoice,
  defaults: readonly string[] | undefined,
): readonly TableColumn[] {
  const wanted = choice.shown ?? defaults;
  if (wanted !== undefined) {
    const found = wanted.flatMap((key) => columns.find((column) => column.key === key) ?? []);
    if (found.length > 0) return found;
  }
  const visible = columns.filter(({ isHidden }) => !isHidden);
  return visible.length > 0 ? visible : columns;
}

/** By key of the column; those that are not in it write each value in what suits it. */
export type ColumnUnits = Readonly<Record<string, ColumnUnit>>;

export function columnUnits({ columns, totals }: Pick<TablePage, 'columns' | 'totals'>): ColumnUnits {
  return Object.fromEntries(
    columns.flatMap(({ key, kind, unit }) => {
      const own = kind === 'number' ? columnUnit(unit, totals[key]) : undefined;
      return own ? [[key, own]] : [];
    }),
  );
}

export function placedColumns(
  columns: readonly TableColumn[],
  widths: Readonly<Record<string, number>>,
  ownWidths: Readonly<Record<string, number>>,
  units: ColumnUnits = {},
): readonly PlacedColumn[] {
  let left = 0;
  return columns.map((column, index) => {
    const width = Math.max(MIN_WIDTH, widths[column.key] ?? ownWidths[column.key] ?? 120);
    const unit = units[column.key];
    const mayNarrow = index === 0 && column.kind === 'text' && widths[column.key] === undefined;
    const placed = { column, index, left, width, ...(unit && { unit }), ...(mayNarrow && { mayNarrow }) };
    left += width;
    return placed;
  });
}

/** Names are narrowed where all columns are in sight then; where they would not be, names keep their width. */
export function fittedColumns(placed: readonly PlacedColumn[], viewWidth: number): readonly PlacedColumn[] {
  const excess = widthOf(placed) - viewWidth;
  const [first, ...others] = placed;
  if (viewWidth === 0 || excess <= 0 || !first?.mayNarrow || first.width - excess < MIN_NAME_WIDTH) return placed;
  return [{ ...first, width: first.width - excess }, ...others.map((own) => ({ ...own, left: own.left - excess }))];
}

export const widthOf = (placed: readonly PlacedColumn[]) => {
  const last = placed.at(-1);
  return last ? last.left + last.width : 0;
};

/** Columns in sight beside the first, which is always in sight: positions `first … end - 1`. */
export function columnsInSight(
  placed: readonly PlacedColumn[],
  scrollLeft: number,
  viewWidth: number,
): { readonly first: number; readonly end: number } {
  const pinned = placed[0]?.width ?? 0;
  const first = placed.findIndex(({ left, width, index }) => index > 0 && left + width > scrollLeft + pinned);
  if (first < 0) return { first: placed.length, end: placed.length };
  const after = placed.findIndex(({ left, index }) => index >= first && left >= scrollLeft + viewWidth);
  // Whole steps of columns, so that a small move sideways draws nothing anew.
  return { first: Math.max(1, first - 2), end: Math.min(placed.length, (after < 0 ? placed.length : after) + 2) };
}

/** What a view says of its table that makes columns wider. */
export type WidthProps = {
  readonly [K in 'renderCell' | 'sentences' | 'room' | 'defaultSort']?: DataTableProps[K] | undefined;
};

/**
 * Widths that suit the titles, the first rows of a page and the totals. `measure`: CSS pixels of a text of a cell. What
 * `renderCell` makes of a cell counts where it is text.
 */
export function suitableWidths(
  page: TablePage,
  titleOf: (column: TableColumn) => string,
  measure: (text: string) => number,
  { renderCell = {}, sentences, room = {}, defaultSort = [] }: WidthProps = {},
): Readonly<Record<string, number>> {
  const textOf = (row: TableRow, key: string): string => {
    const text = row.text(key);
    const drawn = renderCell[key]?.(row, text);
    return typeof drawn === 'string' ? drawn : text;
  };
  const units = columnUnits(page);
  const isMoreThanText = (row: TableRow, key: string): boolean => {
    const drawn = renderCell[key]?.(row, row.text(key));
    return typeof drawn === 'object' && drawn !== null;
  };
  const titleWidth = (column: TableColumn): number => {
    const width = measure(titleOf(column)) + TITLE_TOOLS;
    if (!defaultSort.some((key) => key.column === column.key)) return width;
    return width + measure(titleOf(column)) * (SORTED_TITLE_SCALE - 1) + (defaultSort.length > 1 ? SORT_PLACE : 0);
  };
  const rows = Array.from({ length: Math.min(SAMPLE_ROWS, page.rowIds.length) }, (_, at) => rowOfPage(page, at));
  return Object.fromEntries(
    page.columns.map((column) => {
      const { key, kind, unit } = column;
      const texts =
        kind === 'number'
          ? [
              ...rows.map((row) => formatInColumn(row.number(key), unit, units[key])),
              totalText(page.totals[key], unit, undefined, units[key]),
            ]
          : rows.map((row) => textOf(row, key));
      texts.push(room[key] ?? '');
      const longest = texts.reduce((most, text) => (lengthOf(text) > lengthOf(most) ? text : most), '');
      const mark = rows.some((row) => isMoreThanText(row, key)) ? CELL_MARK : 0;
      const cells = mark + (kind === 'number' ? lengthOf(longest) * CHARACTER_WIDTH : measure(longest));
      // The title has an arrow and a filter's button beside it.
      const title = Math.min(MAX_TITLE_WIDTH, titleWidth(column));
      const [least, most] = key === sentences ? [MIN_SENTENCE_WIDTH, MAX_SENTENCE_WIDTH] : [MIN_WIDTH, MAX_OWN_WIDTH];
      return [key, Math.round(Math.min(most, Math.max(least, Math.max(cells, title) + CELL_PADDING)))];
    }),
  );
}

/** Whether a cell's text could be wider than its column. */
export function mayOverflow(text: string, { column, width }: PlacedColumn): boolean {
  const widest = column.kind === 'number' ? CHARACTER_WIDTH : WIDEST_CHARACTER;
  return lengthOf(text) * widest + CELL_PADDING > width;
}

function lengthOf(text: string): number {
  let length = 0;
  for (const letter of text) length += letter > '\u2e7f' ? 2 : 1;
  return length;
}
