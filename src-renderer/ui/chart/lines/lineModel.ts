/** What a line chart draws and finds, from its props and the place it has. Pure. */
import type { Unit } from '../../../../src-contract';
import { type AxisScale, axisScale } from '../axisTicks';
import type { AxisRange, LineChartProps, LineSeries } from '../chartProps';
import type { PlotSize } from '../usePlotSize';
import { pointAt, yExtent } from './linePoints';

/** The rectangle within the axes, in CSS pixels of the plot. */
export interface PlotRect {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

const GUTTER = 68;

/** The gutters do not depend on the labels, so that charts one below the other share their x axis. */
export function lineRect(size: PlotSize, hasRight: boolean, hasTitle: boolean, hasMarks: boolean): PlotRect {
  const top = hasTitle || hasMarks ? 22 : 8;
  return {
    left: GUTTER,
    top,
    width: Math.max(1, size.width - GUTTER - (hasRight ? GUTTER : 14)),
    height: Math.max(1, size.height - top - 24),
  };
}

export const xOfPixel = (rect: PlotRect, view: AxisRange, pixel: number) =>
  view.start + ((pixel - rect.left) / rect.width) * (view.end - view.start);

export const pixelOfX = (rect: PlotRect, view: AxisRange, x: number) =>
  rect.left + ((x - view.start) / (view.end - view.start || 1)) * rect.width;

export const pixelOfY = (rect: PlotRect, scale: AxisRange, y: number) =>
  rect.top + (1 - (y - scale.start) / (scale.end - scale.start || 1)) * rect.height;

/** Sums from the first series up, so that each is drawn from 0 behind the one before. All must share their x values. */
export function stackedSeries(series: readonly LineSeries[]): readonly LineSeries[] {
  let below: Float64Array | undefined;
  return series.map((one) => {
    const sums = one.y.map((value, at) => (Number.isNaN(value) ? 0 : value) + (below?.[at] ?? 0));
    below = sums;
    return { ...one, y: sums, isArea: true };
  });
}

/** The axis of the left or right series; its ends hold all values, zoomed or not, so that zooming does not rescale it. */
export function valueScale(
  series: readonly LineSeries[],
  unit: Unit,
  { isStacked = false, yFrom = 'zero' }: Pick<LineChartProps, 'isStacked' | 'yFrom'>,
  height: number,
): AxisScale {
  const extent = yExtent(series, isStacked) ?? { least: 0, greatest: 0 };
  const hasZero = yFrom === 'zero' || isStacked;
  const least = hasZero ? Math.min(0, extent.least) : extent.least;
  const greatest = hasZero ? Math.max(0, extent.greatest) : extent.greatest;
  return axisScale(least, greatest, unit, Math.max(1, Math.min(6, Math.floor(height / 36))));
}

export interface FoundPoint {
  readonly series: LineSeries;
  /** Position in the series. */
  readonly at: number;
}

/**
 * What to tell of x: its nearest point decides the instant unless all series are steps, then each series' value there.
 */
export function pointsAt(
  series: readonly LineSeries[],
  x: number,
): { readonly x: number; readonly points: readonly FoundPoint[] } {
  let told = x;
  if (series.some(({ isStep }) => !isStep)) {
    let nearest = Number.POSITIVE_INFINITY;
    for (const one of series) {
      const found = one.x[pointAt({ ...one, isStep: false }, x)];
      if (found === undefined || Math.abs(found - x) >= nearest) continue;
      nearest = Math.abs(found - x);
      told = found;
    }
  } else told = Math.round(x);
  const points = series
    .map((one) => ({ series: one, at: pointAt(one, told) }))
    // A line says something only where it has a point.
    .filter(({ series: one, at }) => at >= 0 && (one.isStep || one.x[at] === told));
  return { x: told, points };
}
