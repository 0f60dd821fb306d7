import type { CounterCurve } from '../../../src-contract';
import { counterRange } from '../layoutCounters';
import type { OverlayFrame } from './frame';

/** A dot on the curve at the pointer. */
export function drawCounterDot(
  frame: OverlayFrame,
  x: number,
  strip: { readonly top: number; readonly bottom: number },
  curve: CounterCurve,
  step: number,
  series: Parameters<typeof counterRange>[0],
): void {
  const { context, theme, pixelRatio, rulerHeight, offsetY } = frame;
  const { low, high } = counterRange(series);
  const share = (curve.lastValue[step] - low) / (high - low);
  const y = strip.bottom - 1 - Math.round(share * (strip.bottom - strip.top - 1)) - offsetY;
  context.fillStyle = theme.timeline.counterLine;
  context.strokeStyle = theme.timeline.laneBackground;
  context.lineWidth = 1.5;
  context.beginPath();
  context.arc(x, y / pixelRatio + rulerHeight, 3.5, 0, 2 * Math.PI);
  context.fill();
  context.stroke();
}
