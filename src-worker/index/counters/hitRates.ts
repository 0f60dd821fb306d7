/** What the text exporter of the profiler calls the hit rates of the last-level cache. */
const HIT_RATE = 'Hit Rate(%)';

/** A series of a counter, as it is written. */
interface WrittenSeries {
  readonly process: number;
  readonly key: string;
  readonly value: Float64Array;
}

/**
 * Hit rates in percent, in place, as their name has them and as databases do: the text exporter writes fractions under that
 * name (0.875 for what is 87.5 in the database). All hit rates of a process count together: those of a channel that nobody
 * uses are 0 either way. No cache hits less than 1 % of the time wherever it is looked at.
 */
export function hitRatesInPercent(series: readonly WrittenSeries[]): void {
  const ofProcess = new Map<number, Float64Array[]>();
  for (const { process, key, value } of series) {
    if (key !== HIT_RATE) continue;
    const known = ofProcess.get(process);
    if (known) known.push(value);
    else ofProcess.set(process, [value]);
  }
  for (const all of ofProcess.values()) {
    if (all.some((values) => values.some((value) => value > 1))) continue;
    for (const values of all) for (let i = 0; i < values.length; i++) values[i] = percentOf(values[i]);
  }
}

/** 0.575 · 100 is 57.49999999999999. */
function percentOf(fraction: number): number {
  return Math.round(fraction * 1e10) / 1e8;
}
