/** Asked again with the same parts (`===`, as many), the same is answered, and not made anew. */
export function onceFor<T>(parts: () => readonly unknown[], make: () => T): () => T {
  let last: { readonly parts: readonly unknown[]; readonly made: T } | undefined;
  return () => {
    const now = parts();
    const before = last;
    if (before && now.every((part, at) => part === before.parts[at])) return before.made;
    const made = make();
    last = { parts: now, made };
    return made;
  };
}
