/** Draws axes on a canvas: lines of the grid, and labels that keep their distance. */
import type { Unit } from '../../../../src-contract';
import { formatAxis } from '../../../base/formatUnit';
import { AXIS_LABEL_SIZE, type AxisScale, ticksOf } from '../axisTicks';
import type { ChartColours } from '../chartColours';
import { type PlotRect, pixelOfX, pixelOfY } from './lineModel';

export interface DrawnAxis {
  readonly scale: AxisScale;
  readonly unit: Unit;
  readonly side: 'left' | 'right' | 'top' | 'bottom';
  readonly hasGrid: boolean;
  /** The scale is of logarithms to base 10; labels are the numbers. */
  readonly isLog?: boolean;
}

/** CSS pixels between the plot and the labels of its axes. */
export const LABEL_GAP = 8;
/** From the plot's edge to the middle of labels above or below it. */
export const LABEL_ROW = 13;
/** Labels side by side are told apart. */
const LABEL_SPACE = 6;

/** A stretch of one line of text that is taken, in CSS pixels. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

/** `width`: of the canvas; labels stay on it. */
export function drawAxis(
  context: CanvasRenderingContext2D,
  rect: PlotRect,
  width: number,
  axis: DrawnAxis,
  colours: ChartColours,
): void {
  const { scale, side } = axis;
  const ticks = ticksOf(scale);
  const isUpright = side === 'left' || side === 'right';
  if (axis.hasGrid) {
    context.fillStyle = colours.gridLine;
    for (const tick of ticks) {
      if (isUpright) context.fillRect(rect.left, Math.round(pixelOfY(rect, scale, tick)), rect.width, 1);
      else context.fillRect(Math.round(pixelOfX(rect, scale, tick)), rect.top, 1, rect.height);
    }
  }
  context.fillStyle = colours.muted;
  if (isUpright) drawUprightLabels(context, rect, axis, ticks);
  else drawLevelLabels(context, rect, width, axis, ticks);
}

function drawUprightLabels(
  context: CanvasRenderingContext2D,
  rect: PlotRect,
  axis: DrawnAxis,
  ticks: readonly number[],
): void {
  const { scale, side } = axis;
  const isLeft = side === 'left';
  const x = isLeft ? rect.left - LABEL_GAP : rect.left + rect.width + LABEL_GAP;
  context.textAlign = isLeft ? 'right' : 'left';
  let free = Number.POSITIVE_INFINITY;
  for (const tick of ticks) {
    const y = pixelOfY(rect, scale, tick);
    if (y > free) continue;
    context.fillText(labelOf(axis, tick), x, y);
    free = y - AXIS_LABEL_SIZE - 1;
  }
}

function drawLevelLabels(
  context: CanvasRenderingContext2D,
  rect: PlotRect,
  width: number,
  axis: DrawnAxis,
  ticks: readonly number[],
): void {
  const { scale, side } = axis;
  const y = side === 'bottom' ? rect.top + rect.height + LABEL_ROW : rect.top - LABEL_ROW;
  const taken: TextSpan[] = [];
  for (const tick of ticks) {
    drawInRow(context, labelOf(axis, tick), pixelOfX(rect, scale, tick), y, width, taken);
  }
}

function labelOf({ scale, unit, isLog = false }: DrawnAxis, tick: number): string {
  return isLog ? formatAxis(10 ** tick, unit, 10 ** tick) : formatAxis(tick, unit, scale.step);
}

/**
 * A text about `x`, moved so that it stays on the canvas; not where it would touch one that stands there. `hasEdge`: with an
 * edge of `context.strokeStyle`, to be read over lines.
 */
export function drawInRow(
  context: CanvasRenderingContext2D,
  text: string,
  x: number,
  y: number,
  width: number,
  taken: TextSpan[],
  hasEdge = false,
): void {
  const half = context.measureText(text).width / 2;
  const middle = Math.max(half, Math.min(width - half, x));
  const span = { start: middle - half - LABEL_SPACE / 2, end: middle + half + LABEL_SPACE / 2 };
  if (taken.some(({ start, end }) => span.start < end && span.end > start)) return;
  taken.push(span);
  context.textAlign = 'center';
  if (hasEdge) context.strokeText(text, middle, y);
  context.fillText(text, middle, y);
}
