/** What a roofline chart draws and finds: both axes are logarithms to base 10. Pure. */
import type { AxisScale } from '../axisTicks';
import type { RooflineChartProps, RoofPoint, RoofSeries } from '../chartProps';
import { type PlotRect, pixelOfX, pixelOfY } from '../lines/lineModel';

/** Decades of at least `least` > 0 and `greatest`: ends and step are exponents. */
export function decadeScale(least: number, greatest: number): AxisScale {
  const start = Math.floor(Math.log10(least) + 1e-9);
  return { start, end: Math.max(start + 1, Math.ceil(Math.log10(greatest) - 1e-9)), step: 1 };
}

/** The most that a kernel with `flopPerByte` reaches, FLOP/s (Williams et al., CACM 2009); NaN: neither limit is known. */
export function roofAt(
  { peakFlopPerSecond: peak = Number.NaN }: Pick<RoofSeries, 'peakFlopPerSecond'>,
  memoryBytesPerSecond: number | undefined,
  flopPerByte: number,
): number {
  const memory = flopPerByte * (memoryBytesPerSecond ?? Number.NaN);
  return Number.isNaN(memory) ? peak : Number.isNaN(peak) ? memory : Math.min(peak, memory);
}

export interface RoofScales {
  readonly x: AxisScale;
  readonly y: AxisScale;
}

/** Axes that hold all points, and each roof from its slope to its ceiling. Undefined without points. */
export function roofScales({ series, points, memoryBytesPerSecond }: RoofData): RoofScales | undefined {
  if (points.length === 0) return undefined;
  const xs = points.map(({ flopPerByte }) => flopPerByte);
  const ys = points.map(({ flopPerSecond }) => flopPerSecond);
  for (const { peakFlopPerSecond: peak } of series) {
    if (peak === undefined) continue;
    ys.push(peak);
    if (memoryBytesPerSecond !== undefined) xs.push(peak / memoryBytesPerSecond);
  }
  // What stands at an edge would be cut: there is room for it.
  return {
    x: decadeScale(Math.min(...xs) / 2, Math.max(...xs) * 2),
    y: decadeScale(Math.min(...ys) / 2, Math.max(...ys) * 2),
  };
}

type RoofData = Pick<RooflineChartProps, 'series' | 'points' | 'memoryBytesPerSecond'>;

export interface Spot {
  readonly x: number;
  readonly y: number;
}

export function spotOf(rect: PlotRect, { x, y }: RoofScales, flopPerByte: number, flopPerSecond: number): Spot {
  return { x: pixelOfX(rect, x, Math.log10(flopPerByte)), y: pixelOfY(rect, y, Math.log10(flopPerSecond)) };
}

const MIN_RADIUS = 4;
/** Of all of the time. */
const MAX_RADIUS = 40;

/** CSS pixels; the area is as the share of time (0 to 1). */
export function radiusOf(share: number): number {
  return Math.max(MIN_RADIUS, MAX_RADIUS * Math.sqrt(Math.max(0, Math.min(1, share))));
}

/** A roof as a line from edge to edge, in exponents: up the memory's slope, and along the ceiling. */
export function roofLine(
  own: Pick<RoofSeries, 'peakFlopPerSecond'>,
  memoryBytesPerSecond: number | undefined,
  { x }: RoofScales,
): readonly Spot[] {
  const ridge =
    own.peakFlopPerSecond !== undefined && memoryBytesPerSecond !== undefined
      ? Math.log10(own.peakFlopPerSecond / memoryBytesPerSecond)
      : x.start;
  const places = [x.start, ...(ridge > x.start && ridge < x.end ? [ridge] : []), x.end];
  return places.flatMap((at) => {
    const y = roofAt(own, memoryBytesPerSecond, 10 ** at);
    return Number.isNaN(y) ? [] : [{ x: at, y: Math.log10(y) }];
  });
}

/** A pointer this near to a point's edge means it. */
const NEAR_PIXELS = 6;

/** The point under a pointer; of several the one whose middle is nearest, so that small ones are reached over large ones. */
export function pointAtSpot(
  points: readonly RoofPoint[],
  rect: PlotRect,
  scales: RoofScales,
  spot: Spot,
): RoofPoint | undefined {
  let found: RoofPoint | undefined;
  let nearest = Number.POSITIVE_INFINITY;
  for (const own of points) {
    const { x, y } = spotOf(rect, scales, own.flopPerByte, own.flopPerSecond);
    const far = Math.hypot(x - spot.x, y - spot.y);
    if (far > radiusOf(own.share) + NEAR_PIXELS || far >= nearest) continue;
    [found, nearest] = [own, far];
  }
  return found;
}

/** The point that a key goes to: ← → along FLOP/byte, ↑ ↓ along FLOP/s. Undefined: the key goes nowhere. */
export function pointByKey(
  points: readonly RoofPoint[],
  current: string | undefined,
  key: string,
): RoofPoint | undefined {
  const isUpright = key === 'ArrowUp' || key === 'ArrowDown';
  const along = ({ flopPerByte, flopPerSecond }: RoofPoint) => (isUpright ? flopPerSecond : flopPerByte);
  const ordered = points.toSorted((a, b) => along(a) - along(b));
  if (key === 'Home') return ordered[0];
  if (key === 'End') return ordered.at(-1);
  const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 };
  const step = steps[key];
  if (step === undefined) return undefined;
  const at = ordered.findIndex(({ id }) => id === current);
  return at < 0 ? ordered[0] : ordered[Math.max(0, Math.min(ordered.length - 1, at + step))];
}
