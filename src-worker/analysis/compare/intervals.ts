/// <reference path="./jstat.d.ts" />
import jstat from 'jstat';
import type { Change, Moments } from '../../../src-contract';

/** Of the confidence intervals, two-sided. */
const CONFIDENCE = 0.95;

export function momentsOf(values: Iterable<number>): Moments {
  let [count, mean, squares] = [0, 0, 0];
  for (const value of values) {
    if (Number.isNaN(value)) continue;
    count++;
    // Welford (Technometrics 1962): sums of squares of times would lose their digits.
    const before = value - mean;
    mean += before / count;
    squares += before * (value - mean);
  }
  if (count === 0) return { count, mean: Number.NaN, variance: Number.NaN };
  return { count, mean, variance: count > 1 ? squares / (count - 1) : Number.NaN };
}

/**
 * Where the difference of two means lies: Welch’s interval, which takes no equal variances for granted (B. L. Welch, Biometrika
 * 34, 1947), with the degrees of freedom of Welch and Satterthwaite. Undefined for fewer than two repeats on either side.
 */
export function welchInterval(a: Moments, b: Moments): Change['interval'] {
  if (a.count < 2 || b.count < 2) return undefined;
  const [ofA, ofB] = [a.variance / a.count, b.variance / b.count];
  const degrees = (ofA + ofB) ** 2 / (ofA ** 2 / (a.count - 1) + ofB ** 2 / (b.count - 1));
  return around(b.mean - a.mean, ofA + ofB, degrees);
}

/** Where the mean of paired differences lies: Student’s interval. Undefined for fewer than two pairs. */
export function studentInterval(differences: Moments): Change['interval'] {
  if (differences.count < 2) return undefined;
  return around(differences.mean, differences.variance / differences.count, differences.count - 1);
}

function around(mean: number, squaredError: number, degrees: number): Change['interval'] {
  // All repeats alike: there are no degrees of freedom to speak of, and nothing is open.
  if (!(squaredError > 0)) return { low: mean, high: mean };
  const reach = jstat.studentt.inv((1 + CONFIDENCE) / 2, degrees) * Math.sqrt(squaredError);
  return { low: mean - reach, high: mean + reach };
}

/** From one mean to the other, with Welch’s interval. */
export function changeOf(a: Moments, b: Moments): Change {
  return withInterval({ a: a.mean, b: b.mean, delta: b.mean - a.mean }, welchInterval(a, b));
}

export function withInterval(change: Change, interval: Change['interval']): Change {
  return interval ? { ...change, interval } : change;
}
