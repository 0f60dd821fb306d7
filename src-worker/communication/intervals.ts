/** Half-open stretches of time, ns. */
export interface Interval {
  readonly startNs: number;
  readonly endNs: number;
}

/** The same stretches without overlap, by start; empty ones are gone. */
export function union(intervals: readonly Interval[]): Interval[] {
  const sorted = intervals.filter(({ startNs, endNs }) => endNs > startNs).sort((a, b) => a.startNs - b.startNs);
  const merged: { startNs: number; endNs: number }[] = [];
  for (const { startNs, endNs } of sorted) {
    const last = merged.at(-1);
    if (last && startNs <= last.endNs) last.endNs = Math.max(last.endNs, endNs);
    else merged.push({ startNs, endNs });
  }
  return merged;
}

/** What is in both; each must be without overlap and sorted, as `union` makes them. */
export function intersection(a: readonly Interval[], b: readonly Interval[]): Interval[] {
  const common: Interval[] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    const startNs = Math.max(a[i].startNs, b[j].startNs);
    const endNs = Math.min(a[i].endNs, b[j].endNs);
    if (endNs > startNs) common.push({ startNs, endNs });
    if (a[i].endNs < b[j].endNs) i++;
    else j++;
  }
  return common;
}

export function lengthNs(intervals: readonly Interval[]): number {
  return intervals.reduce((sum, { startNs, endNs }) => sum + endNs - startNs, 0);
}
