/** How far each of many patterns is from all others (PerfTracker: differential observability). */

/**
 * Mean L1 distance of each point to all others. `dimensions`: of each its values, one a point, each dimension scaled by its
 * largest magnitude so that none outweighs the others; 0 to the number of dimensions. Of a single point: 0. By sorting and
 * prefix sums, in O(n log n): Σ|x−y| over all y is x·(less) − Σless + Σmore − x·(more).
 */
export function l1Distances(dimensions: readonly Float64Array[]): Float64Array {
  const count = dimensions[0]?.length ?? 0;
  const distances = new Float64Array(count);
  if (count < 2) return distances;
  for (const values of dimensions) {
    const scale = values.reduce((most, own) => Math.max(most, Math.abs(own)), 0);
    if (scale > 0) addDistances(distances, values, scale * (count - 1));
  }
  return distances;
}

function addDistances(distances: Float64Array, values: Float64Array, divisor: number): void {
  const order = Uint32Array.from(values.keys()).sort((a, b) => values[a] - values[b]);
  const count = values.length;
  const total = values.reduce((sum, own) => sum + own, 0);
  let before = 0;
  for (let at = 0; at < count; at++) {
    const own = values[order[at]];
    const after = total - before - own;
    distances[order[at]] += (own * at - before + after - own * (count - 1 - at)) / divisor;
    before += own;
  }
}
