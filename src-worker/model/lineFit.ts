/** The straight line through values at places 0, 1, 2, … by least squares. */
export interface LineFit {
  readonly count: number;
  /** On the line, at place 0. */
  readonly first: number;
  readonly slope: number;
  /** R², 0 to 1: how much of the change the line explains; 0 where nothing changes. */
  readonly fit: number;
}

/** Undefined for fewer than two values. */
export function lineFit(values: readonly number[]): LineFit | undefined {
  const count = values.length;
  if (count < 2) return undefined;
  const middle = (count - 1) / 2;
  const mean = values.reduce((sum, value) => sum + value, 0) / count;
  let [covariance, spread, variance] = [0, 0, 0];
  values.forEach((value, i) => {
    covariance += (i - middle) * (value - mean);
    spread += (i - middle) ** 2;
    variance += (value - mean) ** 2;
  });
  const slope = covariance / spread;
  const fit = variance === 0 ? 0 : covariance ** 2 / (spread * variance);
  return { count, first: mean - slope * middle, slope, fit };
}
