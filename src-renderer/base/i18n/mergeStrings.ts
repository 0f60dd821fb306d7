/** Sentences by key; groups of them under one name. */
export interface StringTree {
  readonly [key: string]: string | StringTree;
}

/** The same keys in another language; one that has no singular (Chinese) may leave that form out. */
export type Translated<T> = { readonly [K in keyof T as K extends Singular ? never : K]: Leaves<T[K]> } & {
  readonly [K in keyof T as K extends Singular ? K : never]?: Leaves<T[K]>;
};

type Singular = `${string}_one`;
type Leaves<T> = T extends string ? string : Translated<T>;

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
