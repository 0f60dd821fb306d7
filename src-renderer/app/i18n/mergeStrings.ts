/** Sentences by key; groups of them under one name. */
export interface StringTree {
  readonly [key: string]: string | StringTree;
}

/**
 * All sentences together; a group that several parts have (`column`: each view names its own) holds those of all. Throws
 * where two of them have the same key: one would silently speak for the other.
 */
export function mergeStrings(parts: readonly StringTree[]): StringTree {
  return parts.reduce((merged, part) => mergedTrees(merged, part, ''), {});
}

function mergedTrees(one: StringTree, other: StringTree, path: string): StringTree {
  const merged: Record<string, string | StringTree> = { ...one };
  for (const [key, value] of Object.entries(other)) {
    const present = merged[key];
    if (present === undefined) merged[key] = value;
    else if (typeof present === 'object' && typeof value === 'object') {
      merged[key] = mergedTrees(present, value, `${path}${key}.`);
    } else if (present !== value) throw new Error(`Two texts for ${path}${key}`);
  }
  return merged;
}
