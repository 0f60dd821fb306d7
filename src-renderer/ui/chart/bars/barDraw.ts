/** Draws stacked bars, their names and the lines over them on a canvas. */
import type { Unit } from '../../../../src-contract';
import { AXIS_LABEL_SIZE, type AxisScale } from '../axisTicks';
import type { ChartColours } from '../chartColours';
import type { BarLine, BarPart, StackedBarChartProps } from '../chartProps';
import { cutInMiddle } from '../cutInMiddle';
import { drawAxis, LABEL_GAP, LABEL_ROW } from '../lines/axisDraw';
import { type PlotRect, pixelOfX, pixelOfY } from '../lines/lineModel';
import { dot, type PlacedLine, strokeLine } from '../lines/lineStroke';
import type { PlotSize } from '../usePlotSize';
import { barThickness, drawnValue, nameInterval, shownRect } from './barModel';

export interface BarPicture {
  readonly size: PlotSize;
  readonly rect: PlotRect;
  /** Positions of the bars in sight, in their order. */
  readonly shown: readonly number[];
  /** How many stand before the first in sight. */
  readonly first: number;
  /** Names by position. */
  readonly bars: readonly string[];
  /** Of the widest name, in CSS pixels. */
  readonly labelWidth: number;
  readonly parts: readonly (BarPart & { readonly drawnColour: string })[];
  readonly lines: readonly (BarLine & { readonly drawnColour: string })[];
  readonly totals: Float64Array;
  readonly mode: StackedBarChartProps['mode'];
  readonly isLying: boolean;
  /** Of one bar with its gap. */
  readonly pitch: number;
  readonly scale: AxisScale;
  readonly unit: Unit;
  readonly lineScale: AxisScale | undefined;
  readonly lineUnit: Unit;
  readonly marked: ReadonlySet<number>;
  readonly selected: number | undefined;
  readonly colours: ChartColours;
}

const LINE_WIDTH = 2;
/** Around a line, so that it stands out from the bars. */
const EDGE_WIDTH = 4;
const DOT_RADIUS = 3;
/** Bars closer than this have no room for dots. */
const DOT_PITCH = 12;
/** Of the frame around a bar that is marked. */
const FRAME_WIDTH = 1.5;
/** Names below upright bars are cut here. */
const MAX_NAME_PIXELS = 140;

/** Only the bars in sight; the axis of values is that of all. */
export function drawBars(context: CanvasRenderingContext2D, picture: BarPicture): void {
  const { rect, size, isLying, scale, lineScale, lineUnit, colours, mode } = picture;
  const grid = shownRect(rect, picture.shown.length * picture.pitch, isLying);
  const unit = mode === 'share' ? 'percent' : picture.unit;
  const side = isLying ? 'bottom' : 'left';
  drawAxis(context, grid, size.width, { scale, unit, side, hasGrid: true }, colours);
  if (lineScale) {
    const axis = { scale: lineScale, unit: lineUnit, side: isLying ? 'top' : 'right', hasGrid: false } as const;
    drawAxis(context, grid, size.width, axis, colours);
  }
  picture.shown.forEach((bar, at) => {
    drawBar(context, picture, bar, at);
  });
  context.fillStyle = colours.axisLine;
  if (isLying) context.fillRect(grid.left, grid.top, 1, grid.height);
  else context.fillRect(grid.left, grid.top + grid.height, grid.width, 1);
  if (lineScale) for (const line of picture.lines) drawLine(context, picture, line, lineScale);
  drawNames(context, picture, grid);
}

function drawBar(context: CanvasRenderingContext2D, picture: BarPicture, bar: number, at: number): void {
  const { rect, parts, totals, mode, isLying, pitch, scale, marked, colours } = picture;
  const thick = barThickness(pitch);
  const across = (isLying ? rect.top : rect.left) + (at + 0.5) * pitch - thick / 2;
  const place = (value: number) => (isLying ? pixelOfX(rect, scale, value) : pixelOfY(rect, scale, value));
  const total = totals[bar]!;
  const values = parts.map((part) => drawnValue(part.values[bar], total, mode));
  const sum = values.reduce((whole, value) => whole + value, 0);
  let start = 0;
  for (const [which, value] of values.entries()) {
    if (value === 0) continue;
    const end = start + value;
    const [from, to] = [place(start), place(end)];
    // Half a pixel below the next part: where both cover a pixel by half, the background would shine through.
    const reach = end < sum ? (isLying ? Math.min(to + 0.5, place(sum)) : Math.max(to - 0.5, place(sum))) : to;
    context.fillStyle = parts[which]!.drawnColour;
    if (isLying) context.fillRect(from, across, reach - from, thick);
    else context.fillRect(across, reach, thick, from - reach);
    start = end;
  }
  if (!marked.has(bar)) return;
  context.strokeStyle = colours.warning;
  context.lineWidth = FRAME_WIDTH;
  const [from, to] = [place(0), place(sum)];
  if (isLying) context.strokeRect(from, across, to - from, thick);
  else context.strokeRect(across, to, thick, from - to);
}

function drawLine(
  context: CanvasRenderingContext2D,
  { rect, shown, pitch, isLying, colours }: BarPicture,
  { values, drawnColour }: BarPicture['lines'][number],
  scale: AxisScale,
): void {
  const along = (at: number) => (isLying ? rect.top : rect.left) + (at + 0.5) * pitch;
  const points = shown.map((bar, at): readonly [number, number] => {
    const value = values[bar] ?? Number.NaN;
    return isLying ? [pixelOfX(rect, scale, value), along(at)] : [along(at), pixelOfY(rect, scale, value)];
  });
  const placed: PlacedLine = { points: Float64Array.from(points.flat()), isStep: false, toX: asIs, toY: asIs };
  context.strokeStyle = colours.surface;
  context.fillStyle = colours.surface;
  strokeLine(context, placed, EDGE_WIDTH);
  context.strokeStyle = drawnColour;
  context.fillStyle = drawnColour;
  strokeLine(context, placed, LINE_WIDTH);
  if (pitch < DOT_PITCH) return;
  for (const [x, y] of points) {
    if (Number.isNaN(x) || Number.isNaN(y)) continue;
    context.fillStyle = colours.surface;
    dot(context, x, y, DOT_RADIUS + 0.5);
    context.fillStyle = drawnColour;
    dot(context, x, y, DOT_RADIUS - 0.5);
  }
}

const asIs = (value: number) => value;

function drawNames(context: CanvasRenderingContext2D, picture: BarPicture, grid: PlotRect): void {
  const { rect, shown, first, bars, labelWidth, isLying, pitch, marked, selected, colours } = picture;
  const measure = (text: string) => context.measureText(text).width;
  const every = isLying ? 1 : nameInterval(pitch, Math.min(labelWidth, MAX_NAME_PIXELS) + LABEL_GAP);
  const room = isLying ? rect.left - LABEL_GAP - 4 : Math.min(every * pitch, MAX_NAME_PIXELS + LABEL_GAP) - LABEL_GAP;
  context.textAlign = isLying ? 'right' : 'center';
  shown.forEach((bar, at) => {
    // Counted from the first of all: names stay with their bars while these are scrolled.
    if ((first + at) % every !== 0) return;
    const middle = (isLying ? rect.top : rect.left) + (at + 0.5) * pitch;
    context.fillStyle = bar === selected ? colours.text : marked.has(bar) ? colours.warning : colours.muted;
    const name = cutInMiddle(bars[bar] ?? '', room, measure);
    if (isLying) context.fillText(name, rect.left - LABEL_GAP, middle);
    else context.fillText(name, middle, grid.top + grid.height + LABEL_ROW);
    if (bar !== selected) return;
    // Not by its colour alone.
    const width = measure(name);
    const left = isLying ? rect.left - LABEL_GAP - width : middle - width / 2;
    const base = (isLying ? middle : grid.top + grid.height + LABEL_ROW) + AXIS_LABEL_SIZE / 2 + 1;
    context.fillRect(left, base, width, 1);
  });
}
