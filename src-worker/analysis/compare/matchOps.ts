import { diffArrays } from 'diff';

export interface OpMatch {
  /** Ascending in both: `a[i]` stands for `b[i]`. */
  readonly a: readonly number[];
  readonly b: readonly number[];
  /** Whether no longer common subsequence exists. */
  readonly isLongest: boolean;
}

/** Ops that one side lacks, or has more: beyond these the search for the longest common subsequence would take too long. */
export const MOST_EDITS = 2_000;

/**
 * A common subsequence of two sequences of names: the longest (E. W. Myers, An O(ND) difference algorithm, Algorithmica 1, 1986)
 * unless more than `mostEdits` differ; then the n-th of a name stands for the n-th, as far as that keeps the order (patience).
 */
export function matchOps(a: readonly string[], b: readonly string[], mostEdits = MOST_EDITS): OpMatch {
  const changes = diffArrays([...a], [...b], { maxEditLength: mostEdits });
  if (!changes) return matchByNumber(a, b);
  const match: { a: number[]; b: number[] } = { a: [], b: [] };
  let [atA, atB] = [0, 0];
  for (const { count, added, removed } of changes) {
    for (let i = 0; i < count && !added && !removed; i++) {
      match.a.push(atA + i);
      match.b.push(atB + i);
    }
    if (!added) atA += count;
    if (!removed) atB += count;
  }
  return { ...match, isLongest: true };
}

function matchByNumber(a: readonly string[], b: readonly string[]): OpMatch {
  const placesInB = new Map<string, number[]>();
  for (const [at, name] of b.entries()) {
    const places = placesInB.get(name);
    if (places) places.push(at);
    else placesInB.set(name, [at]);
  }
  const seen = new Map<string, number>();
  const pairs: [number, number][] = [];
  for (const [at, name] of a.entries()) {
    const number = seen.get(name) ?? 0;
    seen.set(name, number + 1);
    const partner = placesInB.get(name)?.[number];
    if (partner !== undefined) pairs.push([at, partner]);
  }
  const kept = longestRising(pairs.map(([, inB]) => inB)).map((at) => pairs[at]);
  return { a: kept.map(([own]) => own), b: kept.map(([, own]) => own), isLongest: false };
}

/** Positions of the longest rising subsequence, by patience sorting. */
function longestRising(values: readonly number[]): number[] {
  const tops: number[] = [];
  const before = new Int32Array(values.length).fill(-1);
  for (const [at, value] of values.entries()) {
    let [from, to] = [0, tops.length];
    while (from < to) {
      const middle = (from + to) >>> 1;
      if (values[tops[middle]] < value) from = middle + 1;
      else to = middle;
    }
    before[at] = tops[from - 1] ?? -1;
    tops[from] = at;
  }
  const found: number[] = [];
  for (let at = tops.at(-1) ?? -1; at >= 0; at = before[at]) found.push(at);
  return found.reverse();
}
