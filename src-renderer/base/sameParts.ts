/** Answers that come again and again: what has not changed stays the same object, so that nothing is drawn anew for it. Pure. */

/** `next`, with every part that equals the one before taken from there; `before` itself where all do. Of plain data. */
export function sameParts<T>(before: unknown, next: T): T {
  if (Object.is(before, next)) return next;
  if (typeof before !== 'object' || typeof next !== 'object' || before === null || next === null) return next;
  if (Object.getPrototypeOf(before) !== Object.getPrototypeOf(next)) return next;
  if (ArrayBuffer.isView(next)) return isSameColumn(before as Column, next as unknown as Column) ? (before as T) : next;
  if (Array.isArray(next)) {
    const own = before as readonly unknown[];
    const shared = next.map((value, at) => sameParts(own[at], value));
    return (own.length === shared.length && shared.every((value, at) => Object.is(value, own[at])) ? own : shared) as T;
  }
  const own = before as Readonly<Record<string, unknown>>;
  const keys = Object.keys(next);
  const shared = Object.fromEntries(
    Object.entries(next).map(([key, value]): [string, unknown] => [key, sameParts(own[key], value)]),
  );
  const isSame =
    Object.keys(own).length === keys.length && keys.every((key) => key in own && Object.is(shared[key], own[key]));
  return (isSame ? own : shared) as T;
}

interface Column {
  readonly length: number;
  readonly [at: number]: number;
}

function isSameColumn(one: Column, other: Column): boolean {
  if (one.length !== other.length) return false;
  // What is new stands at the end.
  for (let at = one.length - 1; at >= 0; at--) if (!Object.is(one[at], other[at])) return false;
  return true;
}
