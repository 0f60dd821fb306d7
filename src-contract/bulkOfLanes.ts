/** Lanes that stand so far from most that both can't be seen at once: marks of another clock, a counter of years ago. */

/** First start and last end of a lane, and how much is on it. */
export interface LaneExtent {
  readonly startNs: number;
  readonly endNs: number;
  /** Slices, or samples of a counter. */
  readonly count: number;
}

/** What takes less of the whole is no more than a line on any screen. */
const LEAST_SHARE = 0.001;
/** A shorter time without anything belongs to the recording: a long wait between two bursts of work. */
export const LEAST_GAP_NS = 3_600e9;

/**
 * Where most of what is on the lanes lies, if all of them together would show it as a mere line; undefined where they lie close
 * enough together, as they mostly do. Of two sides of a gap of hours that is nearly all of the time, the one with more on it, again and
 * again. Linear where any lane reaches over a thousandth of the time, else sorts the lanes.
 */
export function bulkOfLanes(
  lanes: readonly LaneExtent[],
): { readonly startNs: number; readonly endNs: number } | undefined {
  const filled = lanes.filter(({ count }) => count > 0);
  const whole = extentOf(filled);
  if (filled.some((lane) => lane.endNs - lane.startNs > LEAST_SHARE * (whole.endNs - whole.startNs))) return undefined;
  let left = filled.sort((a, b) => a.startNs - b.startNs);
  for (let sides = sidesOf(left); sides; sides = sidesOf(left)) {
    const [before, after] = sides;
    left = countOf(before) >= countOf(after) ? before : after;
  }
  return left.length < filled.length ? extentOf(left) : undefined;
}

/** On either side of a gap that leaves both together less than a thousandth. By start. */
function sidesOf(lanes: LaneExtent[]): readonly [LaneExtent[], LaneExtent[]] | undefined {
  const whole = extentOf(lanes);
  const least = Math.max(LEAST_GAP_NS, (1 - LEAST_SHARE) * (whole.endNs - whole.startNs));
  let endNs = Number.NEGATIVE_INFINITY;
  for (const [at, lane] of lanes.entries()) {
    if (at > 0 && lane.startNs - endNs > least) return [lanes.slice(0, at), lanes.slice(at)];
    endNs = Math.max(endNs, lane.endNs);
  }
  return undefined;
}

function countOf(lanes: readonly LaneExtent[]): number {
  return lanes.reduce((sum, { count }) => sum + count, 0);
}

function extentOf(lanes: readonly LaneExtent[]): { readonly startNs: number; readonly endNs: number } {
  let [startNs, endNs] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const lane of lanes) {
    if (lane.startNs < startNs) startNs = lane.startNs;
    if (lane.endNs > endNs) endNs = lane.endNs;
  }
  return { startNs, endNs };
}
