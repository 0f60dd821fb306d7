/** @param {readonly number[]} values @returns {import('./table.mjs').Percentiles} */
export function percentiles(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (/** @type {number} */ share) =>
    Number((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1));
  return { median: at(0.5), p95: at(0.95), max: at(1) };
}
