/** The window of a timeline that something is drawn of. */
import type { LaneRows, ViewportQuery } from '..';
import { drawnList, finite, isWhole, type Kind, laneIds, optional, positive } from './kinds';

/** What is drawn has arrays of as many pixels as it covers: a wall of screens has some ten thousand. */
const MOST_PIXELS = 1 << 20;

type Window = Omit<ViewportQuery, 'dump'>;

export const drawnWindow: { readonly [K in keyof Window]-?: Kind<Window[K]> } = {
  startNs: finite,
  endNs: finite,
  nsPerPixel: positive,
  lanes: laneIds,
  rows: optional(drawnList(isLaneRows, 'a list of lanes with their first row and the end of their rows')),
  folded: laneIds,
  labelMinPixels: finite,
};

export const stretchOfPixels = (query: Pick<Window, 'startNs' | 'endNs' | 'nsPerPixel'>) =>
  (query.endNs - query.startNs) / query.nsPerPixel <= MOST_PIXELS;
export const drawable = { error: `a stretch of at most ${MOST_PIXELS.toLocaleString('en')} pixels` };

function isLaneRows(value: unknown): boolean {
  const { lane, first, end } = (value ?? {}) as { readonly [K in keyof LaneRows]?: unknown };
  return isWhole(lane) && isWhole(first) && isWhole(end);
}
