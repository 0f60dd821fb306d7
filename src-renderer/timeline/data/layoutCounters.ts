/** Curves of counters as whole-pixel areas. A hot loop: nothing is allocated in it. */
import type { CounterCurve, CounterSeries } from '../../../src-contract';
import type { Palette } from '../../ui/lanes/palette';
import type { Scene } from '../../ui/lanes/scene';

/** Values at the bottom and the top of a strip: zero is always in it. */
export function counterRange(series: CounterSeries): { readonly low: number; readonly high: number } {
  const low = Math.min(0, series.minValue);
  const high = Math.max(0, series.maxValue);
  return { low, high: high > low ? high : low + 1 };
}

/** First step of the curve that matters at `ns`: the last one that starts at or before it, or 0. */
export function stepAt(curve: CounterCurve, ns: number): number {
  const { startNs } = curve;
  let low = 0;
  let high = startNs.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if (startNs[middle] <= ns) low = middle;
    else high = middle - 1;
  }
  return Math.max(0, low);
}

/**
 * Adds a filled step line to the last band, between y = `top` and `bottom` (device pixels).
 *
 * Every pixel column spans from the least to the greatest value the counter has in it, and to the value before, so that
 * peaks stay and steps are joined:
 *
 *        █         line: column from max to min, then flat at the last value
 *     ▄▄▄█▄▄▄▄
 *     ░░░░░░░░     area below the line
 */
export function layoutCounter(
  scene: Scene,
  curve: CounterCurve,
  series: CounterSeries,
  top: number,
  bottom: number,
  untilNs: number,
  parity: number,
  palette: Palette,
): void {
  const { originNs, pxPerNs, minX, maxX } = scene;
  const { startNs, minValue, maxValue, lastValue } = curve;
  const stepCount = startNs.length;
  if (stepCount === 0 || bottom - top < 2) return;
  const { low, high } = counterRange(series);
  const pxPerValue = (bottom - top - 1) / (high - low);
  const lineColour = palette.counterLine[parity];
  const fillColour = palette.counterFill[parity];
  // Row of pixels of a value: `bottom - 1` for the lowest.
  const yOf = (value: number): number => bottom - 1 - Math.round((value - low) * pxPerValue);
  const zeroY = yOf(0);
  const lastX = Math.min(maxX, Math.floor((untilNs - originNs) * pxPerNs) + 1);

  const addColumn = (x: number, end: number, highY: number, lowY: number): void => {
    if (end <= x) return;
    scene.addSpot(x, end, highY, lowY + 1, lineColour);
    if (lowY + 1 < zeroY + 1) scene.addSpot(x, end, lowY + 1, zeroY + 1, fillColour);
    else if (highY > zeroY) scene.addSpot(x, end, zeroY, highY, fillColour);
  };

  let step = stepAt(curve, originNs + minX / pxPerNs);
  let before = lastValue[step];
  while (step < stepCount) {
    const x = Math.max(minX, Math.floor((startNs[step] - originNs) * pxPerNs));
    if (x >= lastX) break;
    let least = Math.min(before, minValue[step]);
    let greatest = Math.max(before, maxValue[step]);
    before = lastValue[step];
    // Further steps in the same pixel column belong to it.
    step++;
    while (step < stepCount && (startNs[step] - originNs) * pxPerNs < x + 1) {
      if (minValue[step] < least) least = minValue[step];
      if (maxValue[step] > greatest) greatest = maxValue[step];
      before = lastValue[step];
      step++;
    }
    const end = step < stepCount ? Math.min(lastX, Math.floor((startNs[step] - originNs) * pxPerNs)) : lastX;
    addColumn(x, Math.min(x + 1, end), yOf(greatest), yOf(least));
    const y = yOf(before);
    addColumn(x + 1, end, y, y);
  }
}
