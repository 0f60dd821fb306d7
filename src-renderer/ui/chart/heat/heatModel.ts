/** Geometry of a heat map: what is in sight, which cell is where, what a pixel shows. Pure. */

import { movedRange, withinExtent, zoomedRange } from '../../../base/range';
import type { AxisRange } from '../chartProps';
import type { PlotRect } from '../lines/lineModel';
import type { PlotSize } from '../usePlotSize';

/** Cells in sight, also parts of them: row 0 … 4 is `{ start: 0, end: 4 }`. */
export interface HeatView {
  readonly rows: AxisRange;
  readonly columns: AxisRange;
}

export interface HeatCell {
  readonly row: number;
  readonly column: number;
}

/** Fewer cells across are not shown: one would not know where one is. */
const LEAST_CELLS = 2;
const LABEL_HEIGHT = 15;
const SCALE_WIDTH = 88;

export const wholeView = (rowCount: number, columnCount: number): HeatView => ({
  rows: { start: 0, end: rowCount },
  columns: { start: 0, end: columnCount },
});

/** `labelWidth`: of the widest row's name, in CSS pixels. */
export function heatRect(size: PlotSize, labelWidth: number): PlotRect {
  const left = Math.round(Math.min(150, size.width * 0.3, Math.max(22, labelWidth))) + 26;
  return {
    left,
    top: 6,
    width: Math.max(1, size.width - left - SCALE_WIDTH),
    height: Math.max(1, size.height - 6 - 2 * LABEL_HEIGHT - 8),
  };
}

export function cellAt(rect: PlotRect, view: HeatView, x: number, y: number): HeatCell | undefined {
  const [across, down] = [(x - rect.left) / rect.width, (y - rect.top) / rect.height];
  if (across < 0 || across >= 1 || down < 0 || down >= 1) return undefined;
  return {
    row: Math.floor(view.rows.start + down * (view.rows.end - view.rows.start)),
    column: Math.floor(view.columns.start + across * (view.columns.end - view.columns.start)),
  };
}

/** Where a cell is, in CSS pixels of the plot, cut to what is in sight; undefined: out of sight. */
export function cellRect(rect: PlotRect, view: HeatView, { row, column }: HeatCell): PlotRect | undefined {
  const x = (at: number) =>
    rect.left + ((at - view.columns.start) / (view.columns.end - view.columns.start)) * rect.width;
  const y = (at: number) => rect.top + ((at - view.rows.start) / (view.rows.end - view.rows.start)) * rect.height;
  const [left, right] = [Math.max(rect.left, x(column)), Math.min(rect.left + rect.width, x(column + 1))];
  const [top, bottom] = [Math.max(rect.top, y(row)), Math.min(rect.top + rect.height, y(row + 1))];
  return right > left && bottom > top ? { left, top, width: right - left, height: bottom - top } : undefined;
}

/** Zoomed in both directions around a place in cells; undefined: everything. */
export function zoomedHeat(
  view: HeatView,
  whole: HeatView,
  factor: number,
  row: number,
  column: number,
): HeatView | undefined {
  const zoomed = (range: AxisRange, extent: AxisRange, anchor: number) => {
    const least = Math.min(LEAST_CELLS, extent.end) / (range.end - range.start);
    return zoomedRange(range, extent, Math.max(factor, least), anchor) ?? extent;
  };
  const next = { rows: zoomed(view.rows, whole.rows, row), columns: zoomed(view.columns, whole.columns, column) };
  return isWhole(next, whole) ? undefined : next;
}

export function movedHeat(view: HeatView, whole: HeatView, byRows: number, byColumns: number): HeatView {
  return {
    rows: movedRange(view.rows, whole.rows, byRows),
    columns: movedRange(view.columns, whole.columns, byColumns),
  };
}

/** The cells between two corners, whole ones. */
export function boxedHeat(whole: HeatView, one: HeatCell, other: HeatCell): HeatView | undefined {
  const range = (a: number, b: number, extent: AxisRange) => {
    const [start, end] = [Math.min(a, b), Math.max(a, b) + 1];
    const missing = Math.max(0, Math.min(LEAST_CELLS, extent.end) - (end - start));
    return withinExtent({ start, end: end + missing }, extent);
  };
  const next = { rows: range(one.row, other.row, whole.rows), columns: range(one.column, other.column, whole.columns) };
  return isWhole(next, whole) ? undefined : next;
}

/** Moved as little as needed to have the cell in sight. */
export function viewShowing(view: HeatView, whole: HeatView, { row, column }: HeatCell): HeatView {
  const by = ({ start, end }: AxisRange, at: number) => (at < start ? at - start : at + 1 > end ? at + 1 - end : 0);
  return movedHeat(view, whole, by(view.rows, row), by(view.columns, column));
}

const isWhole = (view: HeatView, whole: HeatView) =>
  view.rows.end - view.rows.start >= whole.rows.end && view.columns.end - view.columns.start >= whole.columns.end;

/** A picture of the cells in sight with at most one point a pixel. */
export interface HeatGrid {
  readonly width: number;
  readonly height: number;
  /** Steps of the ramp, row after row; -1: no value. */
  readonly steps: Int16Array;
  /** The cells that it shows. */
  readonly firstRow: number;
  readonly endRow: number;
  readonly firstColumn: number;
  readonly endColumn: number;
}

/**
 * Where several cells fall on one pixel, the one that stands out most is shown: a slow link among a million is not averaged
 * away.
 */
export function heatGrid(
  values: Float64Array,
  columnCount: number,
  view: HeatView,
  stepOf: (value: number) => number | undefined,
  maxWidth: number,
  maxHeight: number,
): HeatGrid {
  const [firstRow, endRow] = [Math.floor(view.rows.start), Math.ceil(view.rows.end)];
  const [firstColumn, endColumn] = [Math.floor(view.columns.start), Math.ceil(view.columns.end)];
  const [rows, columns] = [endRow - firstRow, endColumn - firstColumn];
  const width = Math.max(1, Math.min(columns, Math.floor(maxWidth)));
  const height = Math.max(1, Math.min(rows, Math.floor(maxHeight)));
  const steps = new Int16Array(width * height).fill(-1);
  for (let row = 0; row < rows; row++) {
    const line = Math.floor((row * height) / rows) * width;
    const from = (firstRow + row) * columnCount + firstColumn;
    for (let column = 0; column < columns; column++) {
      const step = stepOf(values[from + column]!);
      if (step === undefined) continue;
      const at = line + Math.floor((column * width) / columns);
      if (step > steps[at]!) steps[at] = step;
    }
  }
  return { width, height, steps, firstRow, endRow, firstColumn, endColumn };
}

/** Every how many cells a label fits: 1, 2, 4, 8 … as ranks are counted. */
export function labelEvery(cellPixels: number, labelPixels: number): number {
  let every = 1;
  while (every * cellPixels < labelPixels && every < 2 ** 20) every *= 2;
  return every;
}
