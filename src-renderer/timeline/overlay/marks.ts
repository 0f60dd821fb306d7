/** What is marked: slices on their lanes, stretches of time over all of them, and both in the ruler. */
import type { TimeRange } from '../../base/timeRange';
import type { TimelineMark } from '../../session/sessionState';
import { hairline, xOf } from '../../ui/lanes/frame';
import { drawOutline } from '../../ui/lanes/labels';
import { laneSpot } from '../rows/rows';
import type { OverlayFrame } from './frame';

/** CSS pixels. */
const narrowestMark = 5;
const markHeight = 4;

/** Within the lanes: slices are framed, stretches shaded at their edges. */
export function drawMarks(frame: OverlayFrame, marks: readonly TimelineMark[]): void {
  const { context, theme, height, rulerHeight, width } = frame;
  const drawn = new DrawnTo();
  for (const { startNs, endNs, spot } of marks) {
    if (spot !== undefined) {
      if (drawn.has(`${spot.lane} ${spot.row}`, xOf(frame, startNs), xOf(frame, endNs))) continue;
      const place = laneSpot(frame.model, spot.lane, spot.row);
      if (place !== undefined) drawOutline(frame, { startNs, endNs, spot: place }, theme.timeline.finding, 3);
      continue;
    }
    const [left, right] = [xOf(frame, startNs), xOf(frame, endNs)];
    if (right < 0 || left > width) continue;
    context.fillStyle = theme.timeline.findingFill;
    context.fillRect(left, rulerHeight, right - left, height - rulerHeight);
    context.fillStyle = theme.timeline.finding;
    for (const x of [left, right]) context.fillRect(x, rulerHeight, hairline(frame), height - rulerHeight);
  }
}

/** Along the upper edge of the ruler. */
export function drawRulerMarks(frame: OverlayFrame, marks: readonly TimeRange[], colour: string): void {
  const { context, width } = frame;
  context.fillStyle = colour;
  const drawn = new DrawnTo();
  for (const { startNs, endNs } of marks) {
    const { left, right } = rulerMarkExtent(xOf(frame, startNs), xOf(frame, endNs));
    if (right < 0 || left > width || drawn.has('', left, right)) continue;
    context.beginPath();
    context.roundRect(left, 1, right - left, markHeight, markHeight / 2);
    context.fill();
  }
}

/** Wide enough to be seen and pointed at. */
export function rulerMarkExtent(left: number, right: number): { readonly left: number; readonly right: number } {
  const air = Math.max(0, narrowestMark - (right - left)) / 2;
  return { left: left - air, right: right + air };
}

/** Thousands of marks by time may lie on a few pixels: what adds less than a pixel to the last one of its row is not drawn again. */
export class DrawnTo {
  readonly #last = new Map<string, { readonly left: number; readonly right: number }>();

  /** Whether it shows already; else it does from now on. */
  has(row: string, left: number, right: number): boolean {
    const last = this.#last.get(row);
    if (last && left >= last.left && right < last.right + 1) return true;
    this.#last.set(row, { left, right });
    return false;
  }
}
