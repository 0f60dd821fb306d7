/** Which ranks may share one time axis. Pure. */

export interface Extent {
  readonly startNs: number;
  readonly endNs: number;
}

const NEAR_NS = 60e9;
const NEAR_LENGTHS = 10;

/**
 * False where the two were recorded at different times (files of two runs, clocks years apart): drawn on one axis, both
 * would be a line at its end.
 */
export function isSameTime(one: Extent, other: Extent): boolean {
  const gapNs = Math.max(one.startNs, other.startNs) - Math.min(one.endNs, other.endNs);
  const longestNs = Math.max(one.endNs - one.startNs, other.endNs - other.startNs);
  return gapNs <= Math.max(NEAR_NS, NEAR_LENGTHS * longestNs);
}

/** Around all of them; undefined for none. */
export function union(extents: readonly Extent[]): Extent | undefined {
  if (extents.length === 0) return undefined;
  return {
    startNs: Math.min(...extents.map(({ startNs }) => startNs)),
    endNs: Math.max(...extents.map(({ endNs }) => endNs)),
  };
}
