/**
 * Divides items into at most `count` parts of about the same total weight: the heaviest first, each to the part that has
 * the least so far (Graham's LPT rule, at most a third worse than the best). Parts without items are left out; the
 * heaviest part comes first.
 */
export function shareOut<T>(items: readonly T[], count: number, weightOf: (item: T) => number): T[][] {
  const weighed = items.map((item) => ({ item, weight: weightOf(item) })).sort((a, b) => b.weight - a.weight);
  const parts = Array.from({ length: Math.max(1, Math.min(count, items.length)) }, () => ({
    items: [] as T[],
    weight: 0,
  }));
  for (const { item, weight } of weighed) {
    const lightest = parts.reduce((a, b) => (b.weight < a.weight ? b : a));
    lightest.items.push(item);
    lightest.weight += weight;
  }
  return parts
    .filter((part) => part.items.length > 0)
    .sort((a, b) => b.weight - a.weight)
    .map((part) => part.items);
}

/** The heaviest items that weigh as much as one of `count` equal parts of all, or a little more. */
export function heaviest<T>(items: readonly T[], count: number, weightOf: (item: T) => number): T[] {
  const wanted = items.reduce((sum, item) => sum + weightOf(item), 0) / count;
  const sorted = [...items].sort((a, b) => weightOf(b) - weightOf(a));
  let weight = 0;
  const last = sorted.findIndex((item) => {
    weight += weightOf(item);
    return weight >= wanted;
  });
  return sorted.slice(0, last + 1);
}
