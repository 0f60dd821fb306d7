/** Two commits, measured in pairs: what of the one is slower than its noise. Pure. */
import { aligned } from './table.mjs';

/**
 * One pair of one quantity, in any unit of which less is better.
 *
 * @typedef {{ readonly base: number, readonly now: number }} Pair
 * @typedef {{ readonly what: string, readonly unit: 'ms' | 'MB', readonly pairs: readonly Pair[] }} PairedQuantity
 * @typedef {'slower' | 'faster' | 'equal' | 'little'} Verdict `little`: under what can be told, or what anybody notices
 */

/** How sure an interval is at least. Five pairs cannot give more than 0.94, six give 0.97. */
export const SURENESS = 0.95;

/** So much is told, and no less: what differs by less, nobody notices. */
const LEAST_SHARE = 0.02;
const LEAST = { ms: 1, MB: 5 };

/**
 * The interval that has the median of what the values were drawn from, whatever their distribution is: from the k-th least to the
 * k-th greatest, k as great as `sureness` allows, by the binomial distribution of how many lie below the median (order
 * statistics; David and Nagaraja, Order Statistics, 3rd ed., 7.1). With too few values it is all of them.
 *
 * @param {readonly number[]} values
 * @param {number} [sureness]
 * @returns {readonly [low: number, high: number]}
 */
export function medianInterval(values, sureness = SURENESS) {
  const sorted = [...values].sort((a, b) => a - b);
  const n = sorted.length;
  let outside = 0;
  let ways = 1;
  let k = 0;
  // `outside`: the chance that at most k values lie below the median, and twice that of both sides.
  for (; k < Math.floor(n / 2); k++) {
    outside += (2 * ways) / 2 ** n;
    if (1 - outside < sureness) break;
    ways = (ways * (n - k)) / (k + 1);
  }
  const at = Math.max(0, k - 1);
  return [sorted[at], sorted[n - 1 - at]];
}

/**
 * @param {PairedQuantity} quantity
 * @returns {{ readonly ratio: number, readonly low: number, readonly high: number, readonly verdict: Verdict }} `ratio`: now to
 *   base, the median of the pairs'; low and high: its interval
 */
export function comparedPairs({ pairs, unit }) {
  const ratios = pairs.map(({ base, now }) => now / base);
  const [low, high] = medianInterval(ratios);
  const ratio = middle(ratios);
  const difference = Math.abs(middle(pairs.map(({ now }) => now)) - middle(pairs.map(({ base }) => base)));
  const isLittle = Math.abs(ratio - 1) < LEAST_SHARE || difference < LEAST[unit];
  if (low <= 1 && high >= 1) return { ratio, low, high, verdict: 'equal' };
  if (isLittle) return { ratio, low, high, verdict: 'little' };
  return { ratio, low, high, verdict: ratio > 1 ? 'slower' : 'faster' };
}

/** @param {readonly PairedQuantity[]} quantities those that became slower first, then those that became faster */
export function pairTable(quantities) {
  const order = ['slower', 'faster', 'little', 'equal'];
  const compared = quantities.map((quantity) => ({ ...quantity, ...comparedPairs(quantity) }));
  compared.sort((a, b) => order.indexOf(a.verdict) - order.indexOf(b.verdict));
  const rows = compared.map(({ what, unit, pairs, ratio, low, high, verdict }) => [
    what,
    `${middle(pairs.map(({ base }) => base)).toFixed(1)} ${unit}`,
    `${middle(pairs.map(({ now }) => now)).toFixed(1)} ${unit}`,
    ratio.toFixed(3),
    `${low.toFixed(3)}–${high.toFixed(3)}`,
    String(pairs.length),
    verdict === 'equal' ? '' : verdict,
  ]);
  return aligned([['', 'before', 'now', 'ratio', 'its interval', 'pairs', ''], ...rows], 1);
}

/**
 * The quantities of one measurement that one wants less of: what is in ms, and memory. Numbers of things are none.
 *
 * @param {unknown} measured what a stage, or a script in Chromium, answers
 * @param {readonly string[]} [within] names of what it is a part of
 * @returns {readonly { readonly name: string, readonly unit: 'ms' | 'MB', readonly value: number }[]}
 */
export function quantitiesOf(measured, within = []) {
  if (typeof measured !== 'object' || measured === null) return [];
  return Object.entries(measured).flatMap(([key, value]) => {
    if (typeof value === 'number') return quantityOf(key, value, within);
    // Of a list its parts' own names.
    const name = Array.isArray(measured) ? value?.name : key;
    return quantitiesOf(value, name === undefined || name === 'details' ? within : [...within, String(name)]);
  });
}

/**
 * @param {string} key @param {number} value @param {readonly string[]} within
 * @returns {ReturnType<typeof quantitiesOf>}
 */
function quantityOf(key, value, within) {
  if (!Number.isFinite(value) || key === 'sizeBytes') return [];
  const named = (/** @type {string} */ own) => [...within, own].join(' ');
  if (key.endsWith('Bytes')) return [{ name: named(key.slice(0, -5)), unit: 'MB', value: value / 1e6 }];
  if (key.endsWith('Ms')) return [{ name: named(key.slice(0, -2)), unit: 'ms', value }];
  // One of a list of percentiles of ms: see `Percentiles` in table.mjs.
  if (key === 'p95') return [{ name: named(key), unit: 'ms', value }];
  return [];
}

/** @param {readonly number[]} values */
function middle(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length / 2;
  return sorted.length % 2 === 1 ? sorted[Math.floor(half)] : (sorted[half - 1] + sorted[half]) / 2;
}
