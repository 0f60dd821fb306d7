/** Draws a heat map on a canvas: cells, values where they fit, labels, the scale of colours. */
import type { Unit } from '../../../../src-contract';
import { formatAxis, formatUnit } from '../../../base/formatUnit';
import type { ChartColours } from '../chartColours';
import type { HeatMapProps } from '../chartProps';
import { cutInMiddle } from '../cutInMiddle';
import type { PlotRect } from '../lines/lineModel';
import type { PlotSize } from '../usePlotSize';
import { type HeatScale, RAMP_STEPS, rampCss, textOn } from './heatColours';
import { cellRect, type HeatGrid, type HeatView, labelEvery } from './heatModel';

export interface HeatPicture {
  readonly size: PlotSize;
  readonly rect: PlotRect;
  readonly view: HeatView;
  readonly grid: HeatGrid;
  readonly values: Float64Array;
  readonly rows: readonly string[];
  readonly columns: readonly string[];
  readonly rowTitle: string;
  readonly columnTitle: string;
  readonly unit: Unit;
  readonly scale: HeatScale;
  readonly worse: 'high' | 'low';
  readonly ramp: Uint32Array;
  readonly colours: ChartColours;
  readonly marked: HeatMapProps['marked'];
  readonly kinds: HeatMapProps['kinds'];
}

/** Cells at least this large have a gap between them, and their value in them. */
const GAP_PIXELS = 9;
const VALUE_WIDTH = 52;
/** Between the labels of two columns. */
const LABEL_GAP = 8;
/** Without the unit, where it is the same for all values and stands at the scale. */
const BARE_VALUE_WIDTH = 36;
const VALUE_HEIGHT = 15;
const CHARACTER = 6.4;

export function drawHeat(context: CanvasRenderingContext2D, picture: HeatPicture): void {
  const { colours } = picture;
  drawCells(context, picture);
  drawMarks(context, picture);
  context.fillStyle = colours.muted;
  drawLabels(context, picture);
  if (picture.kinds) drawKinds(context, picture, picture.kinds);
  else drawScale(context, picture);
}

function drawCells(context: CanvasRenderingContext2D, picture: HeatPicture): void {
  const { grid, rect, view, values, columns, ramp, scale, unit, kinds, colours } = picture;
  const cellWidth = rect.width / (view.columns.end - view.columns.start);
  const cellHeight = rect.height / (view.rows.end - view.rows.start);
  const image = gridImage(grid, ramp);
  context.save();
  context.beginPath();
  context.rect(rect.left, rect.top, rect.width, rect.height);
  // Without a value a cell is blank: a colour would be one of the scale's.
  context.fillStyle = colours.surface;
  context.fill();
  context.clip();
  context.imageSmoothingEnabled = false;
  const left = rect.left + (grid.firstColumn - view.columns.start) * cellWidth;
  const top = rect.top + (grid.firstRow - view.rows.start) * cellHeight;
  const [width, height] = [(grid.endColumn - grid.firstColumn) * cellWidth, (grid.endRow - grid.firstRow) * cellHeight];
  context.drawImage(image, left, top, width, height);
  if (Math.min(cellWidth, cellHeight) >= GAP_PIXELS) {
    context.fillStyle = colours.gridLine;
    for (let column = grid.firstColumn; column <= grid.endColumn; column++) {
      context.fillRect(Math.round(left + (column - grid.firstColumn) * cellWidth) - 0.5, rect.top, 1, rect.height);
    }
    for (let row = grid.firstRow; row <= grid.endRow; row++) {
      context.fillRect(rect.left, Math.round(top + (row - grid.firstRow) * cellHeight) - 0.5, rect.width, 1);
    }
  }
  const isBare = cellWidth < VALUE_WIDTH && kinds === undefined && (unit === 'GB/s' || unit === 'percent');
  if (cellWidth >= (isBare ? BARE_VALUE_WIDTH : VALUE_WIDTH) && cellHeight >= VALUE_HEIGHT) {
    context.textAlign = 'center';
    for (let row = grid.firstRow; row < grid.endRow; row++) {
      for (let column = grid.firstColumn; column < grid.endColumn; column++) {
        const value = values[row * columns.length + column]!;
        const step = scale.stepOf(value);
        const place = cellRect(rect, view, { row, column });
        if (step === undefined || place === undefined) continue;
        context.fillStyle = textOn(ramp[step]!);
        context.fillText(
          kinds ? (kinds[value] ?? '') : isBare ? value.toFixed(2) : formatUnit(value, unit),
          place.left + place.width / 2,
          place.top + place.height / 2,
          cellWidth - 4,
        );
      }
    }
  }
  context.restore();
}

/** A frame around a cell may be larger than the cell: it has to be found. */
const MIN_FRAME = 9;

function drawMarks(context: CanvasRenderingContext2D, { rect, view, colours, marked = [] }: HeatPicture): void {
  context.strokeStyle = colours.warning;
  context.lineWidth = 2;
  for (const cell of marked) {
    const place = cellRect(rect, view, cell);
    if (!place) continue;
    const [width, height] = [Math.max(MIN_FRAME, place.width - 3), Math.max(MIN_FRAME, place.height - 3)];
    const left = place.left + (place.width - width) / 2;
    const top = place.top + (place.height - height) / 2;
    context.strokeRect(left, top, width, height);
  }
  context.lineWidth = 1;
}

function gridImage(grid: HeatGrid, ramp: Uint32Array): OffscreenCanvas {
  const canvas = new OffscreenCanvas(grid.width, grid.height);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no 2D canvas');
  const image = context.createImageData(grid.width, grid.height);
  const pixels = new Uint32Array(image.data.buffer);
  // 0xRRGGBB to the canvas's ABGR (all machines that browsers run on are little-endian).
  const abgr = ramp.map((packed) => 0xff000000 | ((packed & 255) << 16) | (packed & 0xff00) | (packed >> 16));
  for (let at = 0; at < pixels.length; at++) {
    const step = grid.steps[at]!;
    if (step >= 0) pixels[at] = abgr[step]!;
  }
  context.putImageData(image, 0, 0);
  return canvas;
}

function drawLabels(context: CanvasRenderingContext2D, picture: HeatPicture): void {
  const { size, rect, view, grid, rows, columns, rowTitle, columnTitle } = picture;
  const rowPixels = rect.height / (view.rows.end - view.rows.start);
  const columnPixels = rect.width / (view.columns.end - view.columns.start);
  const measure = (text: string) => context.measureText(text).width;
  const longest = columns.reduce((most, label) => Math.max(most, label.length), 1);
  const everyRow = labelEvery(rowPixels, 14);
  const everyColumn = labelEvery(columnPixels, Math.min(120, longest * CHARACTER + 10));
  context.textAlign = 'right';
  for (let row = Math.ceil(grid.firstRow / everyRow) * everyRow; row < grid.endRow; row += everyRow) {
    const y = rect.top + (row + 0.5 - view.rows.start) * rowPixels;
    if (y < rect.top || y > rect.top + rect.height) continue;
    context.fillText(cutInMiddle(rows[row]!, rect.left - 28, measure), rect.left - 6, y);
  }
  context.textAlign = 'center';
  for (
    let column = Math.ceil(grid.firstColumn / everyColumn) * everyColumn;
    column < grid.endColumn;
    column += everyColumn
  ) {
    const x = rect.left + (column + 0.5 - view.columns.start) * columnPixels;
    if (x < rect.left || x > rect.left + rect.width) continue;
    const name = cutInMiddle(columns[column]!, everyColumn * columnPixels - LABEL_GAP, measure);
    // Of a narrow column at the edge it is moved inwards: it is read as a whole.
    const half = measure(name) / 2;
    const inside = Math.max(half, Math.min(size.width - half, x));
    context.fillText(name, inside, rect.top + rect.height + 10);
  }
  context.fillText(columnTitle, rect.left + rect.width / 2, rect.top + rect.height + 26, rect.width);
  context.save();
  context.translate(9, rect.top + rect.height / 2);
  context.rotate(-Math.PI / 2);
  context.fillText(rowTitle, 0, 0, rect.height);
  context.restore();
}

function drawScale(context: CanvasRenderingContext2D, { rect, ramp, scale, unit, worse }: HeatPicture): void {
  const left = rect.left + rect.width + 12;
  const height = Math.min(rect.height, 220);
  const strips = Math.max(2, Math.min(RAMP_STEPS, Math.floor(height)));
  const text = context.fillStyle;
  for (let strip = 0; strip < strips; strip++) {
    const share = 1 - strip / (strips - 1);
    context.fillStyle = rampCss(ramp, Math.round((worse === 'high' ? share : 1 - share) * (RAMP_STEPS - 1)));
    context.fillRect(left, rect.top + (strip * height) / strips, 10, height / strips + 1);
  }
  context.fillStyle = text;
  context.textAlign = 'left';
  const marks = height > 120 ? [0, 0.25, 0.5, 0.75, 1] : [0, 1];
  for (const share of marks) {
    const y = rect.top + (1 - share) * height;
    const inside = Math.max(rect.top + 6, Math.min(rect.top + height - 6, y));
    context.fillText(
      formatAxis(rounded(scale.valueAt(share)), unit, scale.valueAt(share) / 100),
      left + 15,
      inside,
      50,
    );
  }
}

/** Only the kinds that occur have a colour between the least and the greatest. */
function drawKinds(
  context: CanvasRenderingContext2D,
  { rect, ramp, scale }: HeatPicture,
  kinds: readonly string[],
): void {
  const left = rect.left + rect.width + 12;
  const text = context.fillStyle;
  context.textAlign = 'left';
  kinds.forEach((kind, at) => {
    const step = scale.stepOf(at);
    const top = rect.top + at * 18;
    if (step === undefined || top + 10 > rect.top + rect.height) return;
    context.fillStyle = rampCss(ramp, step);
    context.fillRect(left, top, 10, 10);
    context.fillStyle = text;
    context.fillText(kind, left + 15, top + 5, 50);
  });
}

const rounded = (value: number) => Number(value.toPrecision(3));
