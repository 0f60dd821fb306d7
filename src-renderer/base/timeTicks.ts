/** Ticks of the time ruler: steps of 1, 2 or 5 × 10ⁿ ns, never shorter than 1 ns. */

export interface RulerTicks {
  /** Distance of labelled ticks, an integer number of ns. */
  readonly stepNs: number;
  /** Distance of all ticks; divides `stepNs`. */
  readonly minorStepNs: number;
  /** First labelled tick at or before the start of the view. */
  readonly firstNs: number;
  /** Labelled ticks from `firstNs` on that cover the view. */
  readonly count: number;
}

/** Smallest of 1, 2, 5 × 10ⁿ that is at least `value`, and at least 1. */
export function niceStepAtLeast(value: number): number {
  if (value <= 1) return 1;
  const power = 10 ** Math.floor(Math.log10(value) + 1e-12);
  for (const factor of [1, 2, 5, 10]) {
    // The tolerance takes up the rounding of log10 and of the division behind `value`.
    if (factor * power >= value * (1 - 1e-12)) return Math.round(factor * power);
  }
  return Math.round(10 * power);
}

/**
 * Ticks for the view [startNs, endNs) drawn `widthPx` wide with at least `minLabelPx` between labels and `minTickPx`
 * between ticks.
 */
export function rulerTicks(
  startNs: number,
  endNs: number,
  widthPx: number,
  minLabelPx: number,
  minTickPx: number,
): RulerTicks {
  const nsPerPx = (endNs - startNs) / Math.max(1, widthPx);
  const stepNs = niceStepAtLeast(nsPerPx * minLabelPx);
  const firstNs = Math.floor(startNs / stepNs) * stepNs;
  const count = Math.max(0, Math.floor((endNs - firstNs) / stepNs) + 1);
  return { stepNs, minorStepNs: minorStep(stepNs, nsPerPx * minTickPx), firstNs, count };
}

/** Tenths, fifths or halves of `stepNs`, the finest that is at least `leastNs` and a whole number of ns. */
function minorStep(stepNs: number, leastNs: number): number {
  for (const parts of [10, 5, 2]) {
    const minor = stepNs / parts;
    if (Number.isInteger(minor) && minor >= leastNs) return minor;
  }
  return stepNs;
}
