/** Which columns are shown, how wide, and which of them are in sight. Pure. */
import type { TableColumn, TablePage } from '../../../src-contract';
import { formatUnit } from '../../base/formatUnit';
import { rowOfPage } from './tableData';
import { totalText } from './totals';

export interface PlacedColumn {
  readonly column: TableColumn;
  /** Position among those shown. */
  readonly index: number;
  /** CSS pixels from the left edge of the rows. */
  readonly left: number;
  readonly width: number;
}

/** The user's choice; absent parts: the defaults hold. */
export interface ColumnChoice {
  readonly shown?: readonly string[];
  /** CSS pixels by key. */
  readonly widths: Readonly<Record<string, number>>;
}

export const MIN_WIDTH = 48;
const MAX_OWN_WIDTH = 360;
/** About the width of a digit in the widest of the window's typefaces; Chinese characters are twice as wide. */
const CHARACTER_WIDTH = 7.6;
const WIDEST_CHARACTER = 10;
const CELL_PADDING = 18;
const TITLE_TOOLS = 24;
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

export function placedColumns(
  columns: readonly TableColumn[],
  widths: Readonly<Record<string, number>>,
  ownWidths: Readonly<Record<string, number>>,
): readonly PlacedColumn[] {
  let left = 0;
  return columns.map((column, index) => {
    const width = Math.max(MIN_WIDTH, widths[column.key] ?? ownWidths[column.key] ?? 120);
    const placed = { column, index, left, width };
    left += width;
    return placed;
  });
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

/** Widths that suit the titles, the first rows of a page and the totals. `measure`: CSS pixels of a text of a cell. */
export function suitableWidths(
  page: TablePage,
  titleOf: (column: TableColumn) => string,
  measure: (text: string) => number,
): Readonly<Record<string, number>> {
  const rows = Array.from({ length: Math.min(SAMPLE_ROWS, page.rowIds.length) }, (_, at) => rowOfPage(page, at));
  return Object.fromEntries(
    page.columns.map((column) => {
      const { key, kind, unit } = column;
      const texts =
        kind === 'number'
          ? [...rows.map((row) => formatUnit(row.number(key), unit)), totalText(page.totals[key], unit)]
          : rows.map((row) => row.text(key));
      const longest = texts.reduce((most, text) => (text.length > most.length ? text : most), '');
      const cells = kind === 'number' ? lengthOf(longest) * CHARACTER_WIDTH : measure(longest);
      // The title has an arrow and a filter's button beside it.
      const title = Math.min(MAX_TITLE_WIDTH, measure(titleOf(column)) + TITLE_TOOLS);
      return [key, Math.round(Math.min(MAX_OWN_WIDTH, Math.max(MIN_WIDTH, Math.max(cells, title) + CELL_PADDING)))];
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
