/** Order, window and geometry of stacked bars. Pure. */
import { type AxisScale, axisScale } from '../axisTicks';
import type { BarOrder, BarPart, StackedBarChartProps } from '../chartProps';
import type { PlotRect } from '../lines/lineModel';
import type { PlotSize } from '../usePlotSize';

type Values = Float64Array | readonly number[];

const numberAt = (values: Values, bar: number) => {
  const value = values[bar];
  return value === undefined || Number.isNaN(value) ? 0 : value;
};

/** Sum of the parts of each bar; parts without a value count as 0. */
export function barTotals(barCount: number, parts: readonly BarPart[]): Float64Array {
  return Float64Array.from({ length: barCount }, (_, bar) =>
    parts.reduce((sum, { values }) => sum + numberAt(values, bar), 0),
  );
}

/** Positions of bars in the order they stand. Bars without a value come last; equal ones keep their order. */
export function orderedBars(
  barCount: number,
  order: BarOrder,
  parts: readonly BarPart[],
  lines: readonly { readonly id: string; readonly values: Values }[],
  totals: Float64Array,
): readonly number[] {
  const bars = Array.from({ length: barCount }, (_, bar) => bar);
  if (order.by === 'given') return order.isDescending ? bars.reverse() : bars;
  const values = order.by === 'total' ? totals : [...parts, ...lines].find(({ id }) => id === order.by)?.values;
  if (values === undefined) return bars;
  const sign = order.isDescending ? -1 : 1;
  return bars.sort((one, other) => {
    const [a, b] = [values[one] ?? Number.NaN, values[other] ?? Number.NaN];
    if (Number.isNaN(a) || Number.isNaN(b)) return Number(Number.isNaN(a)) - Number(Number.isNaN(b)) || one - other;
    return sign * (a - b) || one - other;
  });
}

/** The axis of the bars: 0 and all totals; for shares 0 … 100 %. */
export function barScale(
  totals: Float64Array,
  { unit, mode = 'value' }: Pick<StackedBarChartProps, 'unit' | 'mode'>,
  length: number,
): AxisScale {
  if (mode === 'share') return { start: 0, end: 100, step: 20 };
  let greatest = 0;
  for (const total of totals) greatest = Math.max(greatest, total);
  return axisScale(0, greatest, unit, Math.max(1, Math.min(8, Math.floor(length / 90))));
}

/** The value of a part as it is drawn. */
export function drawnValue(value: number | undefined, total: number, mode: StackedBarChartProps['mode']): number {
  if (value === undefined || Number.isNaN(value)) return 0;
  return mode === 'share' ? (total > 0 ? (100 * value) / total : 0) : value;
}

/** Of lying bars: as near as their names can stand, where all then have room; else so far apart that one reads them as one scrolls. */
const lyingPitch = { whole: 14, scrolled: 20 };

/** Space of one bar with its gap, in CSS pixels. */
export function barPitch(barCount: number, length: number, isLying: boolean): number {
  const own = length / Math.max(1, barCount);
  const least = !isLying ? 7 : own >= lyingPitch.whole ? lyingPitch.whole : lyingPitch.scrolled;
  const most = isLying ? 34 : 72;
  return Math.max(least, Math.min(most, own));
}

/** Room that so many lying bars without lines take, `pitch` each, with the axis below them: CSS pixels. */
export const lyingBarsHeight = (barCount: number, pitch: number) => lyingRoom.top + barCount * pitch + lyingRoom.bottom;

/** Of one bar, in CSS pixels. */
export const barThickness = (pitch: number) => Math.max(1, Math.min(22, pitch * 0.72));

/** Every how many bars a name of `labelPixels` has room below them. */
export const nameInterval = (pitch: number, labelPixels: number) => Math.max(1, Math.ceil(labelPixels / pitch));

/** The plot as far as bars of that length altogether fill it. */
export function shownRect(rect: PlotRect, length: number, isLying: boolean): PlotRect {
  return isLying
    ? { ...rect, height: Math.min(rect.height, length) }
    : { ...rect, width: Math.min(rect.width, length) };
}

/** Above and below lying bars. */
const lyingRoom = { top: 6, bottom: 22 };

/** `labelWidth`: of the widest name, in CSS pixels. Unless all bars are in sight (`isWhole`), which ones stands below. */
export function barRect(
  size: PlotSize,
  isLying: boolean,
  labelWidth: number,
  hasLines: boolean,
  isWhole: boolean,
): PlotRect {
  const label = Math.round(Math.min(240, size.width * 0.4, Math.max(24, labelWidth)));
  const rect = isLying
    ? { left: label + 14, right: 22, top: hasLines ? 22 : lyingRoom.top, bottom: lyingRoom.bottom }
    : { left: 68, right: hasLines ? 56 : 14, top: 8, bottom: isWhole ? 24 : 38 };
  return {
    left: rect.left,
    top: rect.top,
    width: Math.max(1, size.width - rect.left - rect.right),
    height: Math.max(1, size.height - rect.top - rect.bottom),
  };
}

export interface BarSpot {
  /** Position in `bars`. */
  readonly bar: number;
  /** Undefined: beside all parts. */
  readonly partId: string | undefined;
}

/** Which part of a bar lies at `value` of the axis. */
export function partAt(
  parts: readonly BarPart[],
  bar: number,
  total: number,
  mode: StackedBarChartProps['mode'],
  value: number,
): string | undefined {
  let end = 0;
  if (value < 0) return undefined;
  for (const { id, values } of parts) {
    end += drawnValue(values[bar], total, mode);
    if (value < end) return id;
  }
  return undefined;
}
