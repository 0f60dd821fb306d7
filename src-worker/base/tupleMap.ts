/**
 * Values by several keys together. One text of all keys would do as well, but would be made, and hashed, anew whenever something
 * is looked for; keys that are texts already are hashed once.
 */
export class TupleMap<K extends readonly unknown[], V> {
  /** Of the first key: those of the next one, and so on; of the last one the values. */
  readonly #root = new Map<unknown, unknown>();

  get(keys: K): V | undefined {
    let at: unknown = this.#root;
    for (let i = 0; i < keys.length; i++) {
      at = (at as Map<unknown, unknown>).get(keys[i]);
      if (at === undefined) return undefined;
    }
    return at as V;
  }

  set(keys: K, value: V): void {
    let at = this.#root;
    const last = keys.length - 1;
    for (let i = 0; i < last; i++) {
      let next = at.get(keys[i]) as Map<unknown, unknown> | undefined;
      if (!next) {
        next = new Map();
        at.set(keys[i], next);
      }
      at = next;
    }
    at.set(keys[last], value);
  }
}

/** Items by several keys together. */
export interface TupleGroups<K extends readonly unknown[], T> {
  /** In the order in which the keys come first. */
  readonly groups: readonly (readonly T[])[];
  readonly of: TupleMap<K, readonly T[]>;
}

export function groupByTuple<T, K extends readonly unknown[]>(
  items: Iterable<T>,
  keysOf: (item: T) => K,
): TupleGroups<K, T> {
  const groups: T[][] = [];
  const of = new TupleMap<K, T[]>();
  let last: K | undefined;
  let own: T[] | undefined;
  for (const item of items) {
    const keys = keysOf(item);
    // Many stand beside others of their group.
    if (last === undefined || !areSame(keys, last)) own = of.get(keys);
    last = keys;
    if (own) own.push(item);
    else {
      own = [item];
      of.set(keys, own);
      groups.push(own);
    }
  }
  return { groups, of };
}

function areSame(keys: readonly unknown[], others: readonly unknown[]): boolean {
  for (let i = 0; i < keys.length; i++) if (keys[i] !== others[i]) return false;
  return true;
}
