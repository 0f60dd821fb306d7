/** Those of `all` that are not among `some`; of thousands each is looked up, not looked for. */
export function without<T>(all: readonly T[], some: Iterable<T>): T[] {
  const left = new Set(some);
  return all.filter((own) => !left.has(own));
}
