import type { CounterCurve } from '../../../src-contract';
import { yOfDevice } from '../../ui/lanes/frame';
import { counterRange } from '../data/layoutCounters';
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
  const { context, theme } = frame;
  const { low, high } = counterRange(series);
  const share = (curve.lastValue[step] - low) / (high - low);
  const y = strip.bottom - 1 - Math.round(share * (strip.bottom - strip.top - 1));
  context.fillStyle = theme.timeline.counterLine;
  context.strokeStyle = theme.timeline.laneBackground;
  context.lineWidth = 1.5;
  context.beginPath();
  context.arc(x, yOfDevice(frame, y), 3.5, 0, 2 * Math.PI);
  context.fill();
  context.stroke();
}
