/**
 * Count, sum, extremes and variance of durations given one by one (Welford's method), ns. The readers of dumps have their own: the
 * demo is what their figures are held against, so it takes none of theirs.
 */
export class DurationStatistics {
  count = 0;
  totalNs = 0;
  minNs = Number.POSITIVE_INFINITY;
  maxNs = 0;
  private mean = 0;
  private squares = 0;

  add(durationNs: number): void {
    this.count++;
    this.totalNs += durationNs;
    this.minNs = Math.min(this.minNs, durationNs);
    this.maxNs = Math.max(this.maxNs, durationNs);
    const delta = durationNs - this.mean;
    this.mean += delta / this.count;
    this.squares += delta * (durationNs - this.mean);
  }

  get averageUs(): number {
    return this.totalNs / this.count / 1000;
  }

  /** µs². */
  get varianceUs2(): number {
    return this.squares / this.count / 1e6;
  }
}

/** At most three decimals, none needlessly. */
export function rounded3(value: number): string {
  return String(Math.round(value * 1000) / 1000);
}
