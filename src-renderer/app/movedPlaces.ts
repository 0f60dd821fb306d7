/** What is remembered of ranks that lie elsewhere now: a newer copy of them that was uploaded. Pure. */

/** Old paths, and where the same is now. */
export type MovedPaths = ReadonlyMap<string, string>;

/**
 * `value` with all places of ranks (`RankState.place`, also in front of keys of groups and lanes) that lie at or below a moved
 * path in the place of it. Plain data of arrays, maps, sets and objects.
 */
export function withMovedPlaces<T>(value: T, moved: MovedPaths): T {
  return moved.size === 0 ? value : (movedIn(value, moved) as T);
}

function movedIn(value: unknown, moved: MovedPaths): unknown {
  if (typeof value === 'string') return movedText(value, moved);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((own) => movedIn(own, moved));
  if (value instanceof Set) return new Set([...value].map((own) => movedIn(own, moved)));
  if (value instanceof Map)
    return new Map([...value].map(([key, own]) => [movedIn(key, moved), movedIn(own, moved)] as const));
  return Object.fromEntries(Object.entries(value).map(([key, own]) => [key, movedIn(own, moved)]));
}

function movedText(text: string, moved: MovedPaths): string {
  for (const [from, to] of moved) {
    const next = text[from.length];
    if (text.startsWith(from) && (next === undefined || /[\\/\n]/.test(next))) return to + text.slice(from.length);
  }
  return text;
}
