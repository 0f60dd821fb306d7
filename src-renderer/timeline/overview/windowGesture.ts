/** What the pointer does to the view's window in the overview. Pure. */
import type { TimeRange } from '../../base/timeRange';

/** CSS pixels at the edges of the window by which it is resized. */
const GRIP = 5;

export type WindowZone = 'start' | 'end' | 'inside' | 'outside';

/** Which part of the window is there; a narrow window has a middle still. */
export function zoneAt(x: number, left: number, right: number): WindowZone {
  const inner = Math.min(GRIP, (right - left) / 4);
  if (x < left - GRIP || x > right + GRIP) return 'outside';
  if (x <= left + inner) return 'start';
  if (x >= right - inner) return 'end';
  return 'inside';
}

/** The view that it was pressed with, after the pointer has gone `byNs` further. */
export function draggedView(zone: WindowZone, view: TimeRange, byNs: number): TimeRange {
  const { startNs, endNs } = view;
  switch (zone) {
    case 'start':
      return ordered(startNs + byNs, endNs);
    case 'end':
      return ordered(startNs, endNs + byNs);
    default:
      return { startNs: startNs + byNs, endNs: endNs + byNs };
  }
}

/** The same length around an instant: where one presses beside the window, it comes there. */
export function centredView({ startNs, endNs }: TimeRange, ns: number): TimeRange {
  const half = (endNs - startNs) / 2;
  return { startNs: ns - half, endNs: ns + half };
}

/** An edge that is dragged past the other changes places with it. */
function ordered(oneNs: number, otherNs: number): TimeRange {
  return oneNs <= otherNs ? { startNs: oneNs, endNs: otherNs } : { startNs: otherNs, endNs: oneNs };
}
